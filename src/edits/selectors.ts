import { remembered } from '../attachment'
import { isKeyless, keyField, type EntityConfig } from '../config/entityConfig'
import type { ConfigPart } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import type { EntitiesPart } from '../entities/reducer'
import { addressOf, selectKnownRecord } from '../entities/selectors'
import { entityKey, type EntityId, type EntityKey, type RecordKey } from '../keys'
import { filterFields, isRecord, own, share, type RecordData } from '../plain'
import type { EditedRecordOf } from '../records/inference'
import { getRow, pickRows } from '../table'
import { isEmpty, isMerged, isTransient, rawRecord } from './fields'
import { isStoredLazyEdit, lazyEditOf } from './lazyEdit'
import type { EditsPart, StoredEdits } from './reducer'

type Parts = ConfigPart & EntitiesPart & EditsPart

/** A record with the edits on it. */
export interface EditedView {
  readonly config: EntityConfig
  readonly key: RecordKey
  /** The id as it was given; undefined for an entity without ids. */
  readonly id: EntityId | undefined
  readonly row: StoredEdits | undefined
  /** The record as the server told it, raw attributes unwrapped; undefined while it is not known. */
  readonly raw: RecordData | undefined
}

/** Everything about an edited record at once; undefined for an unknown entity or a missing id. */
export function selectEditedView(
  state: Parts,
  kind: string,
  name: string,
  id: EntityId | undefined,
): EditedView | undefined {
  const config = selectEntityConfig(state, kind, name)
  const key = config && addressOf(config, id)
  if (config === undefined || key === undefined) return undefined
  const entity = entityKey(kind, name)
  const record = selectKnownRecord(state, entity, key)
  return {
    config,
    key,
    id: isKeyless(config) ? undefined : id,
    row: getRow(state.edits.records[entity], key),
    raw: record && rawRecord(config.rawAttributes, record),
  }
}

/** The record as the server told it, with plain texts where it has `{ raw, rendered }`. */
export function selectRawEntityRecord<Kind extends string, Name extends string>(
  state: Parts,
  kind: Kind,
  name: Name,
  id?: EntityId,
): EditedRecordOf<Kind, Name> | undefined {
  return selectEditedView(state, kind, name, id)?.raw as EditedRecordOf<Kind, Name> | undefined
}

/** The record as it would be saved: raw, with the edits on it; undefined when there is neither. A lazy edit shows as its function. */
export function selectEditedEntityRecord<Kind extends string, Name extends string>(
  state: Parts,
  kind: Kind,
  name: Name,
  id?: EntityId,
): EditedRecordOf<Kind, Name> | undefined {
  const view = selectEditedView(state, kind, name, id)
  return view && (editedOf(view) as EditedRecordOf<Kind, Name> | undefined)
}

/** The edits of a record, merged properties in full; undefined when there are none. */
export function selectEntityRecordEdits(
  state: Parts,
  kind: string,
  name: string,
  id?: EntityId,
): RecordData | undefined {
  const view = selectEditedView(state, kind, name, id)
  return view && editsOf(view)?.all
}

const noEdits: RecordData = {}

/** The edits that a save would send; always the same empty object when there are none. */
export function selectNonTransientEdits(state: Parts, kind: string, name: string, id?: EntityId): RecordData {
  const view = selectEditedView(state, kind, name, id)
  return (view && editsOf(view)?.toSave) ?? noEdits
}

/** Whether a record has edits that a save would send. */
export function selectHasEdits(state: Parts, kind: string, name: string, id?: EntityId): boolean {
  return selectNonTransientEdits(state, kind, name, id) !== noEdits
}

/** A record in a list of changes. */
export interface RecordSummary {
  readonly kind: string
  readonly name: string
  /** The id as the record has it; undefined for an entity without ids. */
  readonly key: EntityId | undefined
  /** Its title for people, as edited; `''` where the entity has none. */
  readonly title: string
}

const dirtyLists = new WeakMap<object, readonly RecordSummary[]>()

/** Every record with edits that a save would send; the same array as long as it says the same. */
export function selectDirtyEntityRecords(state: Parts): readonly RecordSummary[] {
  let records: readonly RecordSummary[] = []
  for (const [entity, table] of Object.entries(state.edits.records)) {
    // A summary depends on the edits, the records and the config: while the last two stay, edits alone are looked at.
    const memory = remembered(
      summariesBy(state.config),
      state.entities.records[entity as EntityKey] ?? noEdits,
      makeMemory,
    )
    const dirty = pickRows(table, memory, ({ kind, name, id }) => {
      const view = selectEditedView(state, kind, name, id)
      return view && editsOf(view)?.toSave && summaryOf(view)
    })
    records = records.length > 0 ? records.concat(dirty) : dirty
  }
  return sameList(dirtyLists, state.edits.anchor, records)
}

type SummaryMemory = WeakMap<object, readonly RecordSummary[]>

const makeMemory = (): SummaryMemory => new WeakMap()
const memories = new WeakMap<object, WeakMap<object, SummaryMemory>>()

function summariesBy(config: object): WeakMap<object, SummaryMemory> {
  return remembered(memories, config, () => new WeakMap<object, SummaryMemory>())
}

const noRecords: readonly RecordSummary[] = []

/** The list that was given last for the same store, where it says the same. */
export function sameList(
  lists: WeakMap<object, readonly RecordSummary[]>,
  anchor: object,
  records: readonly RecordSummary[],
): readonly RecordSummary[] {
  const before = lists.get(anchor) ?? noRecords
  if (records === before) return before
  let shown = records
  if (records.length === before.length) {
    let isSame = true
    const shared = records.map((record, at) => {
      const one = record === before[at] ? record : share(before[at], record)
      isSame &&= one === before[at]
      return one
    })
    shown = isSame ? before : shared
  }
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
  const anchor = raw ?? row ?? noEdits
  const title = (edited && config.getTitle?.(edited)) ?? ''
  const known = summaries.get(anchor)
  if (known?.title === title && known.key === key && known.kind === kind && known.name === name) return known
  const summary = { kind, name, key, title }
  summaries.set(anchor, summary)
  return summary
}

/** The edits of a view, and what they make of the record. */
interface Edits {
  readonly raw: RecordData | undefined
  /** Merged properties in full, and lazy edits as functions. */
  readonly all: RecordData
  /** Those that a save would send; undefined when there are none. */
  readonly toSave: RecordData | undefined
  readonly edited: RecordData
}

const editsByValues = new WeakMap<RecordData, Edits>()

/** The edits of a view; undefined when there are none. */
export function editsOf({ config, row, raw }: EditedView): Edits | undefined {
  const values = row?.values
  if (values === undefined || isEmpty(values)) return undefined
  const known = editsByValues.get(values)
  if (known && known.raw === raw) return known
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
  const all = isAsStored ? values : share(known?.all, whole)
  const toSave = share(
    known?.toSave,
    filterFields(all, (property) => !isTransient(config, property)),
  )
  const edits: Edits = { raw, all, toSave: isEmpty(toSave) ? undefined : toSave, edited: { ...raw, ...all } }
  editsByValues.set(values, edits)
  return edits
}

/** The record with the edits on it; undefined when there is neither. */
export function editedOf(view: EditedView): RecordData | undefined {
  return editsOf(view)?.edited ?? view.raw
}
