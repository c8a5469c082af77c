import { isKeyless, keyField, type EntityConfig } from '../config/entityConfig'
import type { ConfigPart } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import type { EntitiesPart } from '../entities/reducer'
import { addressOf, selectKnownRecord } from '../entities/selectors'
import { entityKey, type EntityId, type RecordKey } from '../keys'
import { isRecord, own, share, type RecordData } from '../plain'
import type { EditedRecordOf } from '../records/inference'
import { eachRow, getRow } from '../table'
import { filterFields, isEmpty, isMerged, isTransient, rawRecord } from './fields'
import { isStoredLazyEdit, lazyEditOf } from './lazyEdit'
import type { EditsPart, EditsState, StoredEdits } from './reducer'

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

interface DirtyView {
  readonly edits: EditsState
  readonly entities: EntitiesPart['entities']
  readonly config: ConfigPart['config']
  readonly records: readonly RecordSummary[]
}

const dirtyViews = new WeakMap<object, DirtyView>()
const noRecords: readonly RecordSummary[] = []

/** Every record with edits that a save would send; the same array as long as it says the same. */
export function selectDirtyEntityRecords(state: Parts): readonly RecordSummary[] {
  const { edits, entities, config } = state
  const before = dirtyViews.get(edits.anchor)
  if (before && before.edits === edits && before.entities === entities && before.config === config)
    return before.records
  const records: RecordSummary[] = []
  for (const table of Object.values(edits.records)) {
    eachRow(table, (row) => {
      const summary = selectDirtySummary(state, row)
      if (summary) records.push(summary)
    })
  }
  const isSame =
    before?.records.length === records.length && records.every((record, i) => record === before.records[i])
  const shown = isSame ? before.records : records.length === 0 ? noRecords : records
  dirtyViews.set(edits.anchor, { edits, entities, config, records: shown })
  return shown
}

const summaries = new WeakMap<object, RecordSummary>()

function selectDirtySummary(state: Parts, { kind, name, id }: StoredEdits): RecordSummary | undefined {
  const view = selectEditedView(state, kind, name, id)
  if (view === undefined || editsOf(view)?.toSave === undefined) return undefined
  return summaryOf(view)
}

/** A record for lists of changes; the same object while its title stays. */
export function summaryOf(view: EditedView): RecordSummary {
  const { config, id, row, raw } = view
  const edited = editedOf(view)
  const field = keyField(config)
  const key = (field === undefined ? undefined : (own(raw, field) ?? id)) as EntityId | undefined
  const title = (edited && config.getTitle?.(edited)) ?? ''
  // What stays the same about a record while it is edited.
  const anchor = raw ?? row ?? noEdits
  const before = summaries.get(anchor)
  if (before && before.title === title && before.key === key) return before
  const summary: RecordSummary = { kind: config.kind, name: config.name, key, title }
  summaries.set(anchor, summary)
  return summary
}

/** The edits of a view: all of them, and those that a save would send. */
interface Edits {
  readonly raw: RecordData | undefined
  readonly all: RecordData
  readonly toSave: RecordData | undefined
}

const editsByValues = new WeakMap<RecordData, Edits>()

/** The edits with merged properties in full and lazy ones as functions; undefined when there are none. */
export function editsOf({ config, row, raw }: EditedView): Edits | undefined {
  const values = row?.values
  if (values === undefined || isEmpty(values)) return undefined
  const known = editsByValues.get(values)
  if (known && known.raw === raw) return known
  const whole = Object.fromEntries(
    Object.entries(values).map(([property, value]) => [property, wholeValue(config, property, value, raw)]),
  )
  const all = share(known?.all, whole)
  const toSave = share(
    known?.toSave,
    filterFields(all, (property) => !isTransient(config, property)),
  )
  const edits: Edits = { raw, all, toSave: isEmpty(toSave) ? undefined : toSave }
  editsByValues.set(values, edits)
  return edits
}

function wholeValue(
  config: EntityConfig,
  property: string,
  value: unknown,
  raw: RecordData | undefined,
): unknown {
  if (isStoredLazyEdit(value)) return lazyEditOf(value)
  if (!isMerged(config, property) || !isRecord(value)) return value
  const base = own(raw, property)
  return isRecord(base) ? { ...base, ...value } : value
}

const editedRecords = new WeakMap<RecordData, { raw: RecordData | undefined; edited: RecordData }>()

/** The record with the edits on it; undefined when there is neither. */
export function editedOf(view: EditedView): RecordData | undefined {
  const edits = editsOf(view)
  if (edits === undefined) return view.raw
  const known = editedRecords.get(edits.all)
  if (known && known.raw === view.raw) return known.edited
  const edited = { ...view.raw, ...edits.all }
  editedRecords.set(edits.all, { raw: view.raw, edited })
  return edited
}
