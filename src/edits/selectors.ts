import { remembered } from '../core/companions'
import { isKeyless, keyField, titleOf, type EntityConfig } from '../config/entityConfig'
import type { ConfigSliceState } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import type { EntitiesSliceState, StoredRecord } from '../entities/reducer'
import { recordKeyFor, selectRow, selectRows } from '../entities/selectors'
import { entityKey, type EntityId, type EntityKey, type RecordKey } from '../core/keys'
import { filterFields, isRecord, own, type RecordData } from '../core/plain'
import { reuse } from '../core/reuse'
import type { EditedRecordOf } from '../records/inference/inference'
import { changedKeys, getRow, keysOf, type Table } from '../core/recordTable'
import { isEmpty, isMerged, isTransient, rawRecord } from './fields'
import { isStoredLazyEdit, lazyEditOf } from './lazyEdit'
import type { EditsSliceState, StoredEdits } from './reducer'

type RequiredState = ConfigSliceState & EntitiesSliceState & EditsSliceState

/** A record with the edits on it. */
export interface EditedView {
  readonly config: EntityConfig
  readonly key: RecordKey
  /** The id as it was given; undefined for an entity without ids. */
  readonly id: EntityId | undefined
  readonly row: StoredEdits | undefined
  /** What the server told, all of the record or some of it. */
  readonly told: StoredRecord | undefined
  /** The record as the server told it, raw attributes unwrapped; undefined while it is not known. */
  readonly raw: RecordData | undefined
}

/** Everything about an edited record at once; undefined for an unknown entity or a missing id. */
export function selectEditedView(
  state: RequiredState,
  kind: string,
  name: string,
  id: EntityId | undefined,
): EditedView | undefined {
  const config = selectEntityConfig(state, kind, name)
  const key = config && recordKeyFor(config, id)
  if (config === undefined || key === undefined) return undefined
  const entity = entityKey(kind, name)
  const told = selectRow(state, entity, key, 'default')
  return {
    config,
    key,
    id: isKeyless(config) ? undefined : id,
    row: getRow(state.edits.records[entity], key),
    told,
    raw: told?.isComplete ? rawRecord(config.rawAttributes, told.record) : undefined,
  }
}

/**
 * The record as the server told it, with plain texts where it has `{ raw, rendered }`. (spec.md, section 4)
 */
export function selectRawEntityRecord<Kind extends string, Name extends string>(
  state: RequiredState,
  kind: Kind,
  name: Name,
  id?: EntityId,
): EditedRecordOf<Kind, Name> | undefined {
  return selectEditedView(state, kind, name, id)?.raw as EditedRecordOf<Kind, Name> | undefined
}

/**
 * The record as it would be saved: raw, with the edits on it; undefined when there is neither. A lazy edit
 * shows as its function. (spec.md, section 4)
 */
export function selectEditedEntityRecord<Kind extends string, Name extends string>(
  state: RequiredState,
  kind: Kind,
  name: Name,
  id?: EntityId,
): EditedRecordOf<Kind, Name> | undefined {
  const view = selectEditedView(state, kind, name, id)
  return view && (editedOf(view) as EditedRecordOf<Kind, Name> | undefined)
}

/** The edits of a record, merged properties in full; undefined when there are none. (spec.md, section 4) */
export function selectEntityRecordEdits(
  state: RequiredState,
  kind: string,
  name: string,
  id?: EntityId,
): RecordData | undefined {
  const view = selectEditedView(state, kind, name, id)
  return view && editsOf(view)?.all
}

const noEdits: RecordData = {}

/**
 * The edits that a save would send; always the same empty object when there are none. (spec.md, section 4)
 */
export function selectNonTransientEdits(
  state: RequiredState,
  kind: string,
  name: string,
  id?: EntityId,
): RecordData {
  const view = selectEditedView(state, kind, name, id)
  return (view && editsOf(view)?.toSave) ?? noEdits
}

/** Whether a record has edits that a save would send. (spec.md, section 4) */
export function selectHasEdits(state: RequiredState, kind: string, name: string, id?: EntityId): boolean {
  return selectNonTransientEdits(state, kind, name, id) !== noEdits
}

/** A record in a list of changes. (spec.md, section 4) */
export interface RecordSummary {
  readonly kind: string
  readonly name: string
  /** The id as the record has it; undefined for an entity without ids. */
  readonly key: EntityId | undefined
  /** Its title for people, as edited; `''` where the entity has none. */
  readonly title: string
}

/** The dirty records of an entity as they were last listed, with what they were listed from. */
interface DirtyRecords {
  readonly config: object
  readonly edited: Table<StoredEdits>
  readonly told: Table<StoredRecord> | undefined
  /** Where each record stands in the list, in its order. */
  readonly places: Map<string, number>
  readonly list: readonly RecordSummary[]
}

const dirtyRecords = new WeakMap<object, Map<EntityKey, DirtyRecords>>()
const dirtyLists = new WeakMap<object, readonly RecordSummary[]>()

/**
 * Every record with edits that a save would send; the same array as long as it says the same.
 * (spec.md, section 4)
 */
export function selectDirtyEntityRecords(state: RequiredState): readonly RecordSummary[] {
  const { anchor, records } = state.edits
  const known = remembered(dirtyRecords, anchor, () => new Map<EntityKey, DirtyRecords>())
  const lists: (readonly RecordSummary[])[] = []
  for (const entity of Object.keys(records) as EntityKey[]) {
    const before = known.get(entity)
    const dirty = listDirty(state, entity, before)
    if (dirty !== before) known.set(entity, dirty)
    if (dirty.list.length > 0) lists.push(dirty.list)
  }
  return lists.length > 1 ? sameList(dirtyLists, anchor, lists.flat()) : (lists[0] ?? noRecords)
}

/** Only what changed since the list was last read is looked at. */
function listDirty(state: RequiredState, entity: EntityKey, before: DirtyRecords | undefined): DirtyRecords {
  const { config } = state
  const edited = state.edits.records[entity] as Table<StoredEdits>
  const told = selectRows(state, entity, 'default')
  if (before?.edited === edited && before.told === told && before.config === config) return before
  const list = before?.list ?? noRecords
  let places = before?.places ?? new Map<string, number>()
  let keys =
    before?.config === config ? changedKeys(before.edited, edited) : [...places.keys(), ...keysOf(edited)]
  if (before?.config === config && before.told !== told)
    keys = [...keys, ...changedKeys(before.told, told).filter((key) => places.has(key))]
  let changed: (RecordSummary | undefined)[] | undefined
  let isShorter = false
  for (const key of keys) {
    const row = getRow(edited, key)
    const view = row && selectEditedView(state, row.kind, row.name, row.id)
    const at = places.get(key) ?? (changed ?? list).length
    const known = (changed ?? list)[at]
    const summary = reuse(known, view && editsOf(view)?.toSave && summaryOf(view))
    if (summary === known) continue
    changed ??= list.slice()
    changed[at] = summary
    if (known === undefined) places.set(key, at)
    isShorter ||= summary === undefined
  }
  if (changed && isShorter) {
    const all = changed
    const left = [...places.keys()].filter((key, at) => all[at])
    places = new Map(left.map((key, at) => [key, at]))
    changed = all.filter((summary) => summary !== undefined)
  }
  return { config, edited, told, places, list: (changed as RecordSummary[] | undefined) ?? list }
}

const noRecords: readonly RecordSummary[] = []

/** The list that was given last for the same store, where it says the same. */
export function sameList(
  lists: WeakMap<object, readonly RecordSummary[]>,
  anchor: object,
  records: readonly RecordSummary[],
): readonly RecordSummary[] {
  const before = lists.get(anchor) ?? noRecords
  const isLong = records.length === before.length
  const shared = isLong ? records.map((record, at) => reuse(before[at], record)) : records
  const shown = isLong && shared.every((record, at) => record === before[at]) ? before : shared
  lists.set(anchor, shown)
  return shown
}

const summaries = new WeakMap<object, RecordSummary>()

/** A record for lists of changes; the same object while its title stays. */
export function summaryOf(view: EditedView): RecordSummary {
  const { config, id, row, raw } = view
  const { kind, name } = config
  const edited = editedOf(view)
  const field = keyField(config)
  const key = (field === undefined ? undefined : (own(raw, field) ?? id)) as EntityId | undefined
  // What stays the same about a record while it is edited.
  const anchor = row?.anchor ?? raw ?? noEdits
  const title = edited ? titleOf(config, edited) : ''
  const known = summaries.get(anchor)
  if (known?.title === title && known.key === key && known.kind === kind && known.name === name) return known
  const summary = { kind, name, key, title }
  summaries.set(anchor, summary)
  return summary
}

/** The edits of a view, and what they make of the record. */
interface Edits {
  readonly values: RecordData
  readonly raw: RecordData | undefined
  /** Merged properties in full, and lazy edits as functions. */
  readonly all: RecordData
  /** Those that a save would send; undefined when there are none. */
  readonly toSave: RecordData | undefined
  readonly edited: RecordData
}

const lastEdits = new WeakMap<object, Edits>()

/** The edits of a view; undefined when there are none. */
export function editsOf({ config, row, raw }: EditedView): Edits | undefined {
  if (row === undefined || isEmpty(row.values)) return undefined
  const { anchor, values } = row
  const known = lastEdits.get(anchor)
  if (known?.values === values && known.raw === raw) return known
  const whole: Record<string, unknown> = {}
  let isAsStored = true
  for (const property of Object.keys(values)) {
    const value = values[property]
    whole[property] = value
    if (isStoredLazyEdit(value)) whole[property] = lazyEditOf(value)
    else if (isRecord(value) && isMerged(config, property)) {
      const base = own(raw, property)
      if (isRecord(base)) whole[property] = { ...base, ...value }
    }
    isAsStored &&= whole[property] === value
  }
  const all = isAsStored ? values : reuse(known?.all, whole)
  const toSave = reuse(
    known?.toSave,
    filterFields(all, (property) => !isTransient(config, property)),
  )
  const edits: Edits = {
    values,
    raw,
    all,
    toSave: isEmpty(toSave) ? undefined : toSave,
    edited: { ...raw, ...all },
  }
  lastEdits.set(anchor, edits)
  return edits
}

/** The record with the edits on it; undefined when there is neither. */
export function editedOf(view: EditedView): RecordData | undefined {
  return editsOf(view)?.edited ?? view.raw
}
