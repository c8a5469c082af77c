import type { Cell, Cells } from '../core/cells'
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
import type { AnsweringAction } from '../resolution/actions'
import type { EditsAction, EditsRebased, EditTarget, RecordEdited, SentFields } from './actions'
import { basesOfCells, cellsFrom, none, pickCells, valuesAtPaths, valuesOfCells } from './cells'
import { isTransient } from './fields'
import { fieldPath } from './fieldPath'
import { isEdited, isMeantBy, isOver, shownBy } from './log'
import {
  decided,
  hidden,
  rebasedOn,
  reopened,
  savedOver,
  withLateAstray,
  withPaths,
  withSent,
  withStray,
  withState,
} from './logChanges'
import { receivedEdits, type AnsweredSave } from './receivedEdits'
import { isDirty, type EditsState, type StoredEdits } from './storedEdits'
import { withoutSentSince } from './stray'
import { withRestored } from './withRestored'

const initialEdits: EditsState = { records: {}, lastSince: 0 }
const noFields: RecordData = {}

export function editsReducer(
  state: EditsState = initialEdits,
  action: EditsAction | EntitiesAction | EntitiesAdded | SettlingAction,
): EditsState {
  const records = receivedIn(action)
  const removed = removedIn(action)
  const settled = withSettled(withDeleted(withStarted(state, action), action), action)
  const moved = records && removed ? withMoved(settled, removed, action as RecordSaved) : settled
  const received = records ? withReceived(moved, records, action) : moved
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
      return changeRow(
        state,
        action,
        (row) => row && { ...hidden(row, () => true), fields: none, transient: noFields },
      )
    case 'edits/sent': {
      const { mutation: id, sent, isQueued, mayBeDone, unchanged, version } = action
      const sentAs = mayBeDone ? 'uncertain' : isQueued ? 'queued' : 'sending'
      return changeRow(state, action, (row = newRow(action)) =>
        sent
          ? withoutUnchanged(withSent(row, { id, state: sentAs, version }, sent), unchanged)
          : reopened(row, isMeantBy(id), mayBeDone),
      )
    }
    case 'edits/savedElsewhere':
      return changeRow(state, action, (before = newRow(action)) => {
        const { elsewhere: _, ...row } = savedOver(before, action.over, action.fields)
        return isEmpty(action.fields) ? row : { ...row, elsewhere: action.fields }
      })
    case 'edits/strayed':
      return changeRow(state, action, (row = newRow(action)) => withStray(row, action.stray))
    case 'edits/rebased':
      return changeRow(state, action, (row) => row && rebased(row, action))
    case 'edits/restored':
      return action.records.reduce<EditsState>(
        (before, { entity, key, ...restored }) =>
          changeRow(before, { entity, key }, (row) => withRestored(row, restored)),
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
  const { target, sent } = action as SettlingAction & { readonly sent?: SentFields }
  const { key, mutation: id } = target
  if (key === undefined || id === undefined || !sent) return state
  return changeRow(state, { ...target, key }, (row = newRow(target)) =>
    // It may begin anew, merged with others' work since it was asked for: its check says if it is to be sent otherwise.
    withSent(row, { id, state: 'sending' }, { ...sent, ...valuesAtPaths(shownBy(row, id, sent)) }),
  )
}

/** A deletion was done: what waited of the record, and is not sent any more, is open again. */
function withDeleted(state: EditsState, action: StoreAction): EditsState {
  if (action.type !== 'entities/recordDeleted') return state
  const { target, key } = action as RecordSaved
  return changeRow(
    state,
    { ...target, key },
    (row) => row && reopened(row, ({ state: one }) => one === 'queued'),
  )
}

/** What became of the edits that a write has sent. */
function withSettled(state: EditsState, action: StoreAction): EditsState {
  const { settled, target } = action as SettlingAction
  const { key } = target ?? {}
  if (key === undefined) return state
  const isMeant = isMeantBy(target.mutation)
  if (!settled || settled.outcome === 'waiting') {
    // What was sent waits to be sent again, and is still to be answered.
    const isWaiting = action.type === 'saving/settled'
    return isWaiting
      ? changeRow(
          state,
          { ...target, key },
          (row) => row && withState(row, isMeant, 'queued', settled?.isAnswered),
        )
      : state
  }
  return changeRow(state, { ...target, key }, (row = newRow(target)) => {
    const { outcome, isAnswered, unchanged, seq = row.seq } = settled
    if (outcome === 'gone') return { ...newRow(row), seq, since: row.since }
    if (outcome === 'unheard') return { ...reopened(row, isMeant, true), seq }
    if (outcome === 'lost') {
      const lost = withState(row, isMeant, 'uncertain', isAnswered)
      return { ...lost, ...(lost.log && { log: withoutSentSince(lost.log) }), seq }
    }
    const done = outcome === 'done' ? (row.log ?? []).filter(isMeant) : []
    // What led to it is decided, whatever is typed over it.
    const left = done.reduce((each, one) => decided(each, one.fields, one), row)
    return { ...withoutUnchanged(reopened(left, isMeant), unchanged), seq }
  })
}

/** A row without open edits that say what the record does: what that is, they say. */
function withoutUnchanged(row: StoredEdits, unchanged: readonly string[] | undefined): StoredEdits {
  if (!unchanged) return row
  const said = pickCells(row.fields, (path) => unchanged.includes(path))
  const open = decided(row, said)
  return { ...open, fields: pickCells(open.fields, (path) => !own(said, path)) }
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
  return changeRow(state, { entity, key }, () => ({ ...withPaths(row, isOther), id: renamed?.id ?? key }))
}

/** The save that an action answers: undefined for an answer to something else, `name` where it has one. */
function answeredIn(action: StoreAction): AnsweredSave | undefined {
  return action.type === 'entities/recordSaved'
    ? { name: (action as RecordSaved).target.mutation }
    : undefined
}

/** Edits let go of what records that came have now. */
function withReceived(state: EditsState, received: ReceivedRecords, action: StoreAction): EditsState {
  const answered = answeredIn(action)
  // The answer to a save says nothing of when one that went astray was looked for.
  const at = answered ? undefined : (received.at ?? (action as AnsweringAction).answers?.at)
  if (received.context !== 'default' || !state.records[received.entity]) return state
  return changeRowsOf(
    state,
    received.entity,
    received.keys,
    (row, place) => row && receivedEdits(row, received.records[place] as RecordData, received, answered, at),
  )
}

function newRow({
  kind,
  name,
  id,
}: Partial<Pick<EditTarget, 'id'>> & Pick<EditTarget, 'kind' | 'name'>): StoredEdits {
  const row = { kind, name, fields: none, transient: noFields, seq: 0, since: 0 }
  return id === undefined ? row : Object.assign(row, { id })
}

function edited(row: StoredEdits, action: RecordEdited): StoredEdits {
  const { changes, fields, transient, seq, version, givenUp } = action
  const { kind, name, id, since, log, origin } = row
  // Written out and not spread, for every key that is typed: `npm run bench -- --only typing`.
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
  if (log !== undefined) edited.log = log
  if (row.elsewhere !== undefined) edited.elsewhere = row.elsewhere
  if (row.stray !== undefined) edited.stray = row.stray
  return givenUp ? hidden(edited, (path) => givenUp.includes(path)) : edited
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
  return isSame ? before : isEmpty(after) ? none : after
}

function rebased(row: StoredEdits, { bases, origin }: EditsRebased): StoredEdits {
  return { ...rebasedOn(row, bases), origin }
}

/** What is shown and never saved, with other values in place of those that have changed; the same object when they are the same. */
function changedFields(before: RecordData, changes: RecordEdited['changes'], now: RecordData): RecordData {
  if (isEmpty(before) && isEmpty(now)) return before
  const others = filterFields(before, (property) => !Object.hasOwn(changes, fieldPath(property)))
  if (others === before && isEmpty(now)) return before
  // Mostly all that was edited before is edited again.
  const after = isEmpty(others) ? now : { ...others, ...now }
  return isShallowEqual(before, after) ? before : isEmpty(after) ? noFields : after
}

function isShallowEqual(one: RecordData, other: RecordData): boolean {
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
    const changed = change(before, at)
    const after = changed?.log && !isEdited(changed) ? withLateAstray(changed, before ?? changed) : changed
    if (after === undefined || after === before || isNothing(after))
      return after && isNothing(after) ? undefined : after
    const since = !isDirty(after) ? 0 : isDirty(before) ? before.since : ++lastSince
    return since === after.since ? after : { ...after, since }
  })
  if (next === table) return state
  // Copied first and then written to, for every key that is typed: `npm run bench -- --only typing`.
  const records: Record<EntityKey, Table<StoredEdits>> = { ...state.records }
  records[entity] = next
  return { records, lastSince }
}

function isNothing(row: StoredEdits): boolean {
  return isEmpty(row.transient) && row.elsewhere === undefined && row.stray === undefined && isOver(row)
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
    const values = { ...valuesOfCells(row.fields), ...row.transient }
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
