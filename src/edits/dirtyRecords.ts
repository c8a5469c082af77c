import { weakMapMemoize } from 'reselect'
import { counterpartOf } from '../core/counterparts'
import { keyField, titleOf } from '../config/entityConfig'
import type { ConfigState } from '../config/reducer'
import type { EntitiesState } from '../entities/reducer'
import { selectRows } from '../entities/selectors'
import type { EntityId, EntityKey } from '../core/keys'
import { mostOf } from '../core/mostOf'
import { reuse } from '../core/reuse'
import { own } from '../core/plain'
import { changedKeys, emptyTable, getRow, keysOf, type Table } from '../core/recordTable'
import { sliceOf } from '../core/sliceOf'
import { selectIsLenient } from './lenient'
import { editedOf, selectEditedView, type EditedView } from './selectors'
import { isDirty, type StateWithEdits, type EditsState, type StoredEdits } from './storedEdits'

/** A record in a list of changes. */
export interface RecordSummary {
  readonly kind: string
  readonly name: string
  /** The id as the record has it; undefined for an entity without ids. */
  readonly key: EntityId | undefined
  /** Its title for people, as edited; `''` where the entity has none. */
  readonly title: string
}

/** A record for lists of changes; the same object for the same texts. */
export const recordSummary = weakMapMemoize(
  (kind: string, name: string, key: EntityId | undefined, title: string): RecordSummary => ({
    kind,
    name,
    key,
    title,
  }),
  { maxSize: 1000 },
)

/** A record for lists of changes, with its title as edited; the same object for the same texts. */
export function summaryOf(view: EditedView): RecordSummary {
  const { kind, name, key, title } = summarize(view)
  return recordSummary(kind, name, key, title)
}

function summarize(view: EditedView): RecordSummary {
  const { config, id, raw } = view
  const { kind, name } = config
  const edited = editedOf(view)
  const field = keyField(config)
  const key = (field === undefined ? undefined : (own(raw, field) ?? id)) as EntityId | undefined
  return { kind, name, key, title: edited ? titleOf(config, edited) : '' }
}

/** The list as it was last asked for, with what it was made of. */
interface DirtyList {
  readonly config: ConfigState
  readonly edits: EditsState['records']
  readonly received: EntitiesState['records']
  /** The `since` of each record in the list. */
  readonly order: readonly number[]
  readonly records: readonly RecordSummary[]
}

/**
 * The list of each store, by its companions. It only saves work: what is asked for again is made from what has changed
 * since, and comes to the same as when it is made anew.
 */
const dirtyLists = new WeakMap<object, DirtyList>()

const noRecords: DirtyList = {
  config: { entities: {} },
  edits: {},
  received: emptyTable(),
  order: [],
  records: [],
}

/**
 * Every record with edits that a save would send, in the order in which they were edited first; the same array as long
 * as it says the same.
 */
export function selectDirtyEntityRecords(state: StateWithEdits): readonly RecordSummary[] {
  const config = sliceOf(state?.config, state)
  const store = counterpartOf(config) ?? config
  const before = dirtyLists.get(store) ?? noRecords
  const now = listDirty(state, before)
  if (now !== before) dirtyLists.set(store, now)
  return now.records
}

/** Only what has changed since the list was made is looked at. */
function listDirty(state: StateWithEdits, before: DirtyList): DirtyList {
  const { config } = state
  const edits = state.edits.records
  const received = state.entities.records
  if (before.edits === edits && before.received === received && before.config === config) return before
  const gone: number[] = []
  const added: { since: number; summary: RecordSummary }[] = []
  let { records } = before
  for (const [entity, key] of changedRecords(state, before)) {
    const row = getRow(edits[entity], key)
    const known = getRow(before.edits[entity], key)?.since ?? 0
    const at = placeOf(before.order, known)
    // Of what is typed no memory is made: the list has the summary of before.
    const listed = at === undefined ? undefined : records[at]
    const summary = reuse(listed, dirtySummary(state, row))
    if (at !== undefined && summary && row?.since === known) {
      if (summary === listed) continue
      const changed = records === before.records ? records.slice() : (records as RecordSummary[])
      changed[at] = summary
      records = changed
      continue
    }
    if (at !== undefined) gone.push(at)
    if (summary && row) added.push({ since: row.since, summary })
  }
  const basis = { config, edits, received }
  if (gone.length + added.length === 0) return { config, edits, received, order: before.order, records }
  const first = added[0]?.since ?? 0
  if (gone.length === 0 && added.length === 1 && first > (before.order.at(-1) ?? 0)) {
    const all = [...records, ...added.map(({ summary }) => summary)]
    return { ...basis, order: [...before.order, first], records: all }
  }
  if (gone.length === 1 && added.length === 0 && records.length > 1) {
    const [at] = gone as [number]
    const without = <Item>(all: readonly Item[]) => [...all.slice(0, at), ...all.slice(at + 1)]
    return { ...basis, order: without(before.order), records: without(records) }
  }
  const isGone = new Set(gone)
  const kept = before.order
    .map((since, at) => ({ since, summary: records[at] as RecordSummary }))
    .filter((entry, at) => !isGone.has(at))
  const all = [...kept, ...added].sort((one, other) => one.since - other.since)
  if (all.length === 0) return { ...noRecords, ...basis }
  return { ...basis, order: all.map(({ since }) => since), records: all.map(({ summary }) => summary) }
}

type RecordName = readonly [entity: EntityKey, key: string]

/**
 * The records whose edits have changed, and the dirty ones of which something was received; all of them where titles may
 * be others.
 */
function changedRecords(state: StateWithEdits, before: DirtyList): readonly RecordName[] {
  const edits = state.edits.records
  const changed: RecordName[] = []
  for (const entity of Object.keys(edits) as EntityKey[]) {
    const table = edits[entity]
    const keys = before.edits[entity] === table ? [] : changedKeys(before.edits[entity], table)
    for (const key of keys) changed.push([entity, key])
    if (!table?.size) continue
    if (before.config !== state.config) {
      const seen = new Set(keys)
      for (const key of keysOf(table)) if (!seen.has(key)) changed.push([entity, key])
    } else if (getRow(before.received, entity) !== getRow(state.entities.records, entity)) {
      const seen = new Set(keys)
      const rows = own(getRow(before.received, entity)?.contexts, 'default')
      for (const key of changedKeys(rows, selectRows(state, entity, 'default'))) {
        if (!seen.has(key) && isDirty(getRow(table, key))) changed.push([entity, key])
      }
    }
  }
  for (const entity of Object.keys(before.edits) as EntityKey[]) {
    if (Object.hasOwn(edits, entity)) continue
    for (const key of keysOf(before.edits[entity] as Table<StoredEdits>)) changed.push([entity, key])
  }
  return changed
}

/** The summary of a record in the list; undefined where it does not belong there. */
function dirtySummary(state: StateWithEdits, row: StoredEdits | undefined): RecordSummary | undefined {
  const view = isDirty(row) ? selectEditedView(state, row.kind, row.name, row.id) : undefined
  // To the block editor a record is not unsaved before it is known.
  return view && (view.raw || !selectIsLenient(state)) ? summarize(view) : undefined
}

/** Where a record stands in the list. */
function placeOf(order: readonly number[], since: number): number | undefined {
  const at = mostOf(order.length, (count) => (order[count - 1] as number) < since)
  return since > 0 && order[at] === since ? at : undefined
}
