import type { EntitiesAdded } from '../config/actions'
import type { EntityConfig, StoredEntityConfig } from '../config/entityConfig'
import {
  receivedIn,
  removedIn,
  type EntitiesAction,
  type ReceivedRecords,
  type RecordSaved,
  type RemovedRecords,
  type SettlingAction,
} from '../entities/actions'
import { entityKey, type EntityKey, type RecordKey } from '../core/keys'
import { isEqual } from '../core/isEqual'
import { filterFields, isEmpty, own, type RecordData } from '../core/plain'
import { changeRows, emptyTable, getRow, keysOf, type Table } from '../core/recordTable'
import type { EditOrigin } from '../core/writeGate'
import type { StoreAction } from '../core/thunk'
import type { EditsAction, EditsRebased, EditsSent, EditTarget, RecordEdited } from './actions'
import { basedOnReceived, originOfReceived } from './basis'
import { basesOfCells, cellsFrom, makeCell, type Cell, type Cells } from './cells'
import { isSettled, isTransient, rawRecord, sentProperties, waiting, withoutSent } from './fields'
import { fieldPath, splitPath } from './fieldPath'
import { isDirty, valuesOf, type EditsState, type StoredEdits } from './storedEdits'

const initialEdits: EditsState = { records: {}, lastSince: 0 }
const noFields: RecordData = {}
const noCells: Cells = {}

export function editsReducer(
  state: EditsState = initialEdits,
  action: EditsAction | EntitiesAction | EntitiesAdded | SettlingAction,
): EditsState {
  const records = receivedIn(action)
  const removed = removedIn(action)
  const settled = withSettled(withStarted(state, action), action)
  const moved = records && removed ? withMoved(settled, removed, action as RecordSaved) : settled
  const received = records ? withReceived(moved, records, answeredIn(action)) : moved
  const left = removed ? changeRowsOf(received, removed.entity, removed.keys, () => undefined) : received
  return withOwn(left, action as EditsAction | EntitiesAdded)
}

function withOwn(state: EditsState, action: EditsAction | EntitiesAdded): EditsState {
  switch (action.type) {
    case 'edits/recordEdited':
      return changeRow(state, action, (row = newRow(action)) => edited(row, action))
    case 'undo/undone':
    case 'undo/redone':
      // Each of them is an edit and nothing besides: it brings no record and settles no write.
      return action.edits.reduce(withOwn, state)
    case 'edits/cleared':
      return changeRow(state, action, (row) => row && { ...row, fields: noCells, transient: noFields })
    case 'edits/sent':
      return changeRow(state, action, (row = newRow(action)) => withSent(row, action))
    case 'edits/rebased':
      return changeRow(state, action, (row) => row && rebased(row, action))
    case 'edits/restored':
      return action.records.reduce<EditsState>(
        (before, { entity, key, ...restored }) =>
          changeRow(before, { entity, key }, (row) => ({
            transient: noFields,
            since: 0,
            ...row,
            ...restored,
          })),
        state,
      )
    case 'config/entitiesAdded':
      return action.configs.reduce(resorted, state)
    default:
      return state
  }
}

/** A save that begins says what it sends. */
function withStarted(state: EditsState, action: StoreAction): EditsState {
  if (action.type !== 'saving/started') return state
  const { target, sent } = action as SettlingAction & { readonly sent?: RecordData }
  const { key, ...rest } = target
  if (key === undefined || !sent) return state
  const properties = [...new Set(Object.keys(sent).map((path) => splitPath(path)[0]))]
  return changeRow(state, { ...rest, key }, (row = newRow(target)) =>
    withSent(row, { ...rest, key, type: 'edits/sent', properties }),
  )
}

function withSent({ sent, ...row }: StoredEdits, { mutation = waiting, properties }: EditsSent): StoredEdits {
  const others = withoutSent(sent, mutation)
  if (properties.length === 0) return { ...row, ...(others && { sent: others }) }
  return { ...row, sent: { ...others, [mutation]: properties } }
}

/** What became of the edits that a write has sent. */
function withSettled(state: EditsState, action: StoreAction): EditsState {
  const { settled, target } = action as SettlingAction
  const { key } = target ?? {}
  if (key === undefined) return state
  if (!settled) return action.type === 'saving/settled' ? withWaiting(state, { ...target, key }) : state
  return changeRow(state, { ...target, key }, (row = newRow(target)) => {
    const { left, isAllGone, seq = row.seq } = settled
    const fields = isAllGone ? noCells : left ? pickCells(row.fields, left) : row.fields
    const transient = isAllGone ? noFields : row.transient
    const { sent: before, answered, uncertain: known, ...rest } = row
    const { uncertain = known } = settled
    const sent = withoutSent(before, target.mutation)
    const underWay = sent && { sent, ...(answered && { answered }) }
    return { ...rest, fields, transient, seq, ...underWay, ...(uncertain && { uncertain }) }
  })
}

/** What was sent waits to be sent again, and is still to be answered. */
function withWaiting(state: EditsState, target: Pick<EditTarget, 'entity' | 'key'>): EditsState {
  return changeRow(
    state,
    target,
    (row) => row && (row.sent ? { ...row, sent: { [waiting]: sentProperties(row.sent) } } : row),
  )
}

/** The edits of a saved record under the key that the server has given it. */
function withMoved(
  state: EditsState,
  { entity, keys }: RemovedRecords,
  { key, renamed }: Pick<RecordSaved, 'key' | 'renamed'>,
): EditsState {
  const row = keys[0] === undefined ? undefined : getRow(state.records[entity], keys[0])
  if (!row) return state
  // The key was an edit for as long as nobody else had it.
  const isOther = (path: string) => path !== (renamed && fieldPath(renamed.field))
  const fields = filterFields(row.fields, isOther) as Cells
  return changeRow(state, { entity, key }, () => ({ ...row, id: renamed?.id ?? key, fields }))
}

/** A save that is answered now. */
interface AnsweredSave {
  readonly mutation: string | undefined
  /** The fields that it has sent: what was sent before, by this page or another, is no part of it. */
  readonly fields: readonly string[]
}

/** The save that an action answers; undefined for an answer to something else. */
function answeredIn(action: StoreAction): AnsweredSave | undefined {
  if (action.type !== 'entities/recordSaved') return undefined
  const { received, settled, target } = action as RecordSaved
  const fields = [...Object.keys(received.sent ?? {}), ...(settled?.uncertain ?? [])]
  return { mutation: target.mutation, fields }
}

/** Edits let go of what records that came have now. */
function withReceived(
  state: EditsState,
  action: ReceivedRecords,
  answered: AnsweredSave | undefined,
): EditsState {
  if (action.context !== 'default' || !state.records[action.entity]) return state
  return changeRowsOf(
    state,
    action.entity,
    action.keys,
    (row, at) => row && received(row, action.records[at] as RecordData, action, answered),
  )
}

function newRow({
  kind,
  name,
  id,
}: Partial<Pick<EditTarget, 'id'>> & Pick<EditTarget, 'kind' | 'name'>): StoredEdits {
  return {
    kind,
    name,
    ...(id !== undefined && { id }),
    fields: noCells,
    transient: noFields,
    seq: 0,
    since: 0,
  }
}

function edited(row: StoredEdits, { changes, fields, transient, seq, version }: RecordEdited): StoredEdits {
  const { kind, name, id, since, sent, uncertain, origin } = row
  // Written out, as for every key that is typed: an object made from parts takes several times as long.
  const edited: { -readonly [Field in keyof StoredEdits]: StoredEdits[Field] } = {
    kind,
    name,
    fields: changedCells(row.fields, fields),
    transient: changedFields(row.transient, changes, transient),
    seq: Math.max(row.seq, seq),
    since,
  }
  if (id !== undefined) edited.id = id
  if (version === null) edited.origin = withoutVersion(origin)
  else if (version !== undefined) edited.origin = { ...origin, version }
  else if (origin !== undefined) edited.origin = origin
  return sent || uncertain ? { ...row, ...edited } : edited
}

function withoutVersion({ version, ...origin }: EditOrigin = {}): EditOrigin {
  return origin
}

/** Cells with others in their place; the same object when they are the same. */
function changedCells(before: Cells, now: RecordEdited['fields']): Cells {
  const after: Record<string, Cell> = {}
  let isSame = true
  for (const path of Object.keys(before)) {
    const cell = Object.hasOwn(now, path) ? now[path] : before[path]
    if (cell) after[path] = cell
    isSame &&= cell === before[path]
  }
  for (const path of Object.keys(now)) {
    const cell = now[path]
    if (!cell || Object.hasOwn(before, path)) continue
    after[path] = cell
    isSame = false
  }
  return isSame ? before : isEmpty(after) ? noCells : after
}

/** The cells at some paths; the same object when those are all. */
function pickCells(cells: Cells, paths: readonly string[]): Cells {
  const left = filterFields(cells, (path) => paths.includes(path)) as Cells
  return isEmpty(left) ? noCells : left
}

function rebased(row: StoredEdits, { bases, origin }: EditsRebased): StoredEdits {
  const fields: Record<string, Cell> = {}
  for (const [path, { value }] of Object.entries(row.fields)) fields[path] = makeCell(value, own(bases, path))
  return { ...row, fields, origin }
}

/** What is shown and never saved, with other values in place of those that have changed; the same object when they are the same. */
function changedFields(before: RecordData, changes: RecordEdited['changes'], now: RecordData): RecordData {
  if (isEmpty(before) && isEmpty(now)) return before
  const others = filterFields(before, (property) => !Object.hasOwn(changes, fieldPath(property)))
  if (others === before && isEmpty(now)) return before
  // Mostly all that was edited before is edited again.
  const after = isEmpty(others) ? now : { ...others, ...now }
  return isSame(before, after) ? before : isEmpty(after) ? noFields : after
}

function isSame(one: RecordData, other: RecordData): boolean {
  const fields = Object.keys(one)
  return (
    fields.length === Object.keys(other).length &&
    fields.every((field) => Object.hasOwn(other, field) && one[field] === other[field])
  )
}

type RowChange = (row: StoredEdits | undefined, at: number) => StoredEdits | undefined

function changeRow(
  state: EditsState,
  { entity, key }: { readonly entity: EntityKey; readonly key: RecordKey },
  change: RowChange,
): EditsState {
  return changeRowsOf(state, entity, [key], change)
}

/** The state with other edits of some records: those of which nothing is left go, and who becomes dirty comes last. */
function changeRowsOf(
  state: EditsState,
  entity: EntityKey,
  keys: readonly RecordKey[],
  change: RowChange,
): EditsState {
  const table = state.records[entity] ?? emptyTable<StoredEdits>()
  let { lastSince } = state
  const next = changeRows(table, keys, (before, key, at) => {
    const after = change(before, at)
    if (after === undefined || after === before || isNothing(after))
      return after && isNothing(after) ? undefined : after
    const since = !isDirty(after) ? 0 : isDirty(before) ? before.since : ++lastSince
    return since === after.since ? after : { ...after, since }
  })
  if (next === table) return state
  // Copied first and then written to: in one expression it takes several times as long.
  const records: Record<EntityKey, Table<StoredEdits>> = { ...state.records }
  records[entity] = next
  return { records, lastSince }
}

function isNothing({ fields, transient, sent, uncertain }: StoredEdits): boolean {
  return isEmpty(fields) && isEmpty(transient) && !sent && !uncertain?.length
}

/** Edits let go of what the server has now: because it says so, or because it was sent and answered. */
function received(
  row: StoredEdits,
  record: RecordData,
  action: ReceivedRecords,
  answered: AnsweredSave | undefined,
): StoredEdits {
  const { sent: before, answered: last, uncertain = [], ...rest } = row
  const sent = action.sent ? withoutSent(before, answered?.mutation) : before
  const known = answered?.mutation === undefined ? last : { ...last, [answered.mutation]: answered.fields }
  const underWay = sent && { sent, ...(known && { answered: known }) }
  // What was kept on the device is older than the edits, as is the answer to a save that one that left later has overtaken.
  if (action.seq < row.seq || action.seq === 0) {
    return sent === before ? row : { ...rest, ...underWay, ...(row.uncertain && { uncertain }) }
  }
  const uncertainty = {
    ...(sent && { sent }),
    uncertain: uncertain.filter((property) => !Object.hasOwn(record, property)),
  }
  const { rawAttributes } = action
  const raw = rawRecord(rawAttributes, record)
  const isSent = answered && ((property: string) => answered.fields.includes(property))
  const server = { record, rawAttributes }
  const left = filterFields(
    row.fields,
    (path, cell) => !isSettled(path, (cell as Cell).value, uncertainty, raw, action.sent),
  ) as Cells
  const fields = basedOnReceived(isEmpty(left) ? noCells : left, server, isSent)
  const origin = originOfReceived({ fields, origin: row.origin }, server, {
    isWhole: action.fields === null,
    isSent,
    sent: action.sent,
  })
  return { ...rest, ...uncertainty, ...underWay, fields, seq: action.seq, ...(origin && { origin }) }
}

/** The edits of an entity by what its new config says is saved. */
function resorted(state: EditsState, config: StoredEntityConfig): EditsState {
  const entity = entityKey(config.kind, config.name)
  const table = state.records[entity]
  if (table === undefined) return state
  return changeRowsOf(state, entity, keysOf(table) as readonly RecordKey[], (known) => {
    const row = known as StoredEdits
    const { mergedEdits = {}, transientEdits } = config as Pick<
      EntityConfig,
      'mergedEdits' | 'transientEdits'
    >
    const isSaved = (property: string) => !isTransient({ transientEdits }, property)
    const values = { ...valuesOf(row), ...row.transient }
    const transient = filterFields(values, (property) => !isSaved(property))
    const fields = cellsFrom(
      filterFields(values, isSaved),
      basesOfCells(row.fields),
      (property) => own(mergedEdits, property) === true,
    )
    if (isEqual(fields, row.fields)) return row
    return { ...row, fields, transient }
  })
}
