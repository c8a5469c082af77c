import { weakMapMemoize } from 'reselect'
import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { configOf, selectAssumedConfig } from '../config/selectors'
import type { StoredRecord } from '../entities/reducer'
import { currentId } from '../entities/aliases'
import { recordKeyFor, selectRow } from '../entities/selectors'
import { entityKey, type EntityId, type EntityKey, type RecordKey } from '../core/keys'
import { frozenAs } from '../core/frozen'
import { memoizeRecent } from '../core/memoizeRecent'
import { isEmpty, isRecord, own, type RecordData } from '../core/plain'
import type { EditedRecordOf } from '../records/inference/inference'
import { getRow } from '../core/recordTable'
import { makeValues, valuesOfCells } from './cells'
import { isMerged, rawRecord } from './fields'
import { heldValueOf, isHeldValue } from './heldValue'
import { isStoredLazyEdit, lazyEditOf, type LazyEdit } from './lazyEdit'
import { shownCells } from './elsewhere'
import { cellsOf } from './log'
import { isDirty, type StateWithEdits, type StoredEdits } from './storedEdits'

/** A record with the edits on it. */
export interface EditedView {
  readonly config: EntityConfig
  readonly entity: EntityKey
  readonly key: RecordKey
  /** The id as it was given; undefined for an entity without ids. */
  readonly id: EntityId | undefined
  readonly row: StoredEdits | undefined
  /** What was received from the server, all of the record or some of it. */
  readonly received: StoredRecord | undefined
  /** The record as it was received, raw attributes unwrapped; undefined while it is not known. */
  readonly raw: RecordData | undefined
}

/**
 * Everything about an edited record at once; undefined for an unknown entity or a missing id. Of an entity that has edits
 * it is known before the server was asked about it.
 */
export function selectEditedView(
  state: Pick<StateWithEdits, 'config' | 'edits' | 'entities'>,
  kind: string,
  name: string,
  id: EntityId | undefined,
): EditedView | undefined {
  const entity = entityKey(kind, name)
  const known = configOf(state, entity)
  const config = known ?? (state.edits.records[entity] && selectAssumedConfig(state, kind, name))
  const key = config && recordKeyFor(state, config, id)
  if (config === undefined || key === undefined) return undefined
  const received = selectRow(state, entity, key, 'default')
  return {
    config,
    entity,
    key,
    id: isKeyless(config) ? undefined : currentId(state, id),
    row: getRow(state.edits.records[entity], key),
    received,
    raw: received?.isComplete ? rawRecord(config.rawAttributes, received.record) : undefined,
  }
}

/** The record as the server gave it, with plain texts where it has `{ raw, rendered }`. */
export function selectRawEntityRecord<Kind extends string, Name extends string>(
  state: StateWithEdits,
  kind: Kind,
  name: Name,
  id?: EntityId,
): EditedRecordOf<Kind, Name> | undefined {
  return selectEditedView(state, kind, name, id)?.raw as EditedRecordOf<Kind, Name> | undefined
}

/**
 * The record as it would be saved: raw, with the edits on it; undefined when there is neither. A lazy edit, such as the
 * text of edited blocks, is computed when somebody reads its field.
 */
export function selectEditedEntityRecord<Kind extends string, Name extends string>(
  state: StateWithEdits,
  kind: Kind,
  name: Name,
  id?: EntityId,
): EditedRecordOf<Kind, Name> | undefined {
  const view = selectEditedView(state, kind, name, id)
  return view && (shownOf(view) as EditedRecordOf<Kind, Name> | undefined)
}

/** The edits of a record, merged properties in full; undefined when there are none. */
export function selectEntityRecordEdits(
  state: StateWithEdits,
  kind: string,
  name: string,
  id?: EntityId,
): RecordData | undefined {
  const view = selectEditedView(state, kind, name, id)
  return view && editsOf(view)
}

const noEdits: RecordData = /* @__PURE__ */ Object.freeze({})

/** The edits that a save would send; always the same empty object when there are none. */
export function selectNonTransientEdits(
  state: StateWithEdits,
  kind: string,
  name: string,
  id?: EntityId,
): RecordData {
  const view = selectEditedView(state, kind, name, id)
  return (view && editsToSaveOf(view)) ?? noEdits
}

/** Whether a record has edits that a save would send. */
export function selectHasEdits(state: StateWithEdits, kind: string, name: string, id?: EntityId): boolean {
  return selectNonTransientEdits(state, kind, name, id) !== noEdits
}

/** The edits that a save would send, merged properties in full and lazy edits as functions; undefined when there are none. */
export function editsToSaveOf(
  { config, row, raw }: EditedView,
  valuesOf = valuesOfCells,
): RecordData | undefined {
  return isDirty(row) ? wholeFields(config, raw, valuesOf(cellsOf(row))) : undefined
}

/** All edits of a view, likewise; undefined when there are none. */
export function editsOf(view: EditedView, valuesOf = valuesOfCells): RecordData | undefined {
  return withTransient(view, editsToSaveOf(view, valuesOf))
}

function withTransient({ config, row, raw }: EditedView, toSave: RecordData | undefined) {
  if (row === undefined || isEmpty(row.transient)) return toSave
  const shown = wholeFields(config, raw, row.transient)
  return toSave === undefined ? shown : joinFields(toSave, shown)
}

/** The record with the edits on it, and what other pages have saved of it; undefined when there is neither. */
export function editedOf(view: EditedView): RecordData | undefined {
  const { config, raw, row } = view
  // Nothing is remembered of records without edits, of which thousands may be on screen.
  if (raw === undefined || row === undefined) return raw ?? editsOf(view)
  const recent = recentOf(raw)
  const edits = row.elsewhere
    ? withTransient(view, wholeFields(config, raw, recent.values(shownCells(row))))
    : editsOf(view, recent.values)
  return edits ? recent.joined(edits) : raw
}

/** The edited record as people read it: a lazy edit is what it comes to, once somebody looks. */
export function shownOf(view: EditedView): RecordData | undefined {
  const edited = editedOf(view)
  const isAnyLazy = Object.values(cellsOf(view.row)).some(({ value }) => isStoredLazyEdit(value))
  return edited && isAnyLazy ? withLazyFields(edited) : edited
}

const withLazyFields = weakMapMemoize((edited: RecordData): RecordData => {
  const shown = { ...edited }
  for (const [field, value] of Object.entries(edited)) {
    if (typeof value !== 'function') continue
    let computed: unknown
    const get = () => (computed ??= (value as LazyEdit)(edited))
    Object.defineProperty(shown, field, { get })
  }
  return frozenAs(edited, shown)
})

/** Stored edits as people know them; the same object where they are stored so. */
export function wholeFields(
  config: EntityConfig,
  raw: RecordData | undefined,
  stored: RecordData,
): RecordData {
  const names: string[] = []
  const parts: unknown[] = []
  for (const property of Object.keys(stored)) {
    const value = stored[property]
    let whole = value
    if (isStoredLazyEdit(value)) whole = lazyEditOf(value)
    else if (isHeldValue(value)) whole = heldValueOf(value)
    else if (isRecord(value) && isMerged(config, property)) {
      const base = own(raw, property)
      const entries = readEntries(value)
      whole = isRecord(base) ? joinFields(base, entries) : entries
    }
    if (whole === value) continue
    names.push(property)
    parts.push(whole)
  }
  return names.length === 0 ? stored : replaceParts(stored, names.join(' '), ...parts)
}

/** The entries of a merged property, with the values that are held beside the state. */
const readEntries = weakMapMemoize((entries: RecordData): RecordData => {
  if (!Object.values(entries).some(isHeldValue)) return entries
  const read = Object.entries(entries).map(([entry, value]) => [
    entry,
    isHeldValue(value) ? heldValueOf(value) : value,
  ])
  return frozenAs(entries, Object.fromEntries(read) as RecordData)
})

/** Fields with others on them; the same object for the same two. What changes with every key comes last. */
function joinFields(fields: RecordData, more: RecordData): RecordData {
  return recentOf(fields).joined(more)
}

/** What was made of a record and its edits lately. */
const recentOf = weakMapMemoize((record: RecordData) => ({
  values: memoizeRecent(makeValues),
  joined: memoizeRecent((more: RecordData): RecordData => frozenAs(record, { ...record, ...more })),
}))

const replaceParts = weakMapMemoize((fields: RecordData, names: string, ...parts: unknown[]): RecordData => {
  const replaced = names.split(' ').map((name, at) => [name, parts[at]])
  return frozenAs(fields, { ...fields, ...(Object.fromEntries(replaced) as RecordData) })
})
