import type { Cells } from '../../core/cells'
import { keyField, type EntityConfig } from '../../config/entityConfig'
import { isLocalId } from '../../core/localId'
import type { EntityId, EntityKey, RecordKey } from '../../core/keys'
import { normalizeQuery } from '../../core/query'
import { own, type RecordData } from '../../core/plain'
import { changeRows, deleteRows, eachRow, getRow, keysOf, setRow, type Table } from '../../core/recordTable'
import type { EditOrigin } from '../../core/writeGate'
import type { StoredEdits } from '../../edits/storedEdits'
import { countLock, noneHeld } from '../../locks/pathIndex'
import type { LockEntry } from '../../locks/conflicts'
import { allPending, nonePending, withPending } from '../../locks/pendingLocks'
import type { LocksState } from '../../locks/reducer'
import type { StoredQuery } from '../../queries/storedQuery'
import type { WritesState } from '../../saving/writes'
import type { Rekey, ReplacedId } from '../../store/localIds'
import type { EntityState } from '../../store/rootReducer'
import { rekeyHistory } from './rekeyHistory'
import { refersTo, replaceId, replaceInFields } from './replaceIds'
import { splitPath } from '../../edits/fieldPath'
import { withPaths } from '../../edits/logChanges'

/** The state with the server's id wherever a local one stood; only the parts that change. */
export const rekey: Rekey = (state, record) => {
  const { entities, queries, permissions, resolution, lookups, saving, deleting, locks } = state
  const { local, id, entity, url, at } = record
  const alias = own(entities.aliases, local) ?? { entity, createdAt: at }
  const hasLocal = (name: string) => refersTo(name, local)
  const without = <Row>(table: Table<Row>): Table<Row> => deleteRows(table, keysOf(table).filter(hasLocal))
  return {
    edits: { ...state.edits, records: rekeyedEdits(state, record) },
    undo: rekeyHistory(state.undo, record),
    entities: {
      ...entities,
      records: withoutWritten(entities.records, entity, local),
      aliases: { ...entities.aliases, [local]: { ...alias, id, ...(url !== undefined && { url }) } },
    },
    queries: changeRows(queries, keysOf(queries), (lists) => lists && rekeyedLists(lists, hasLocal, record)),
    permissions: without(permissions),
    lookups: without(lookups),
    resolution: {
      ...resolution,
      entries: without(resolution.entries),
      invalidatedSeqs: without(resolution.invalidatedSeqs),
    },
    saving: rekeyedWrites(without(saving), record),
    deleting: rekeyedWrites(without(deleting), record),
    locks: rekeyedLocks(locks, record),
  }
}

/** When a draft was given up that has come back since says nothing of the record. */
function withoutWritten(
  records: EntityState['entities']['records'],
  entity: EntityKey,
  local: string,
): EntityState['entities']['records'] {
  const known = getRow(records, entity)
  if (!known || getRow(known.written, local) === undefined) return records
  return setRow(records, entity, { ...known, written: setRow(known.written, local, undefined) })
}

function rekeyedEdits(state: EntityState, record: ReplacedId): EntityState['edits']['records'] {
  const { entity, field, local, key, id, ownFields } = record
  const records: Record<string, Table<StoredEdits>> = {}
  for (const [name, table] of Object.entries(state.edits.records)) {
    records[name] = changeRows(table, keysOf(table), (row) => row && rekeyedRow(row, record))
  }
  const known = records[entity]
  const draft = getRow(known, local)
  if (!known || !draft) return records
  const isItsOwn = (name: string) => name !== field && !ownFields.includes(name)
  // The key was an edit for as long as nobody else had it.
  const moved: StoredEdits = { ...withPaths(draft, (path) => isItsOwn(splitPath(path)[0])), id }
  records[entity] = setRow(setRow(known, local, undefined), key, moved)
  return records
}

function rekeyedRow(row: StoredEdits, record: ReplacedId): StoredEdits {
  const fields = replaceId(row.fields, record) as Cells
  const transient = replaceInFields(row.transient, record)
  const log = row.log && (replaceId(row.log, record) as typeof row.log)
  const stray = row.stray && (replaceId(row.stray, record) as typeof row.stray)
  const origin = row.origin && (replaceId(row.origin, record) as EditOrigin)
  if (
    fields === row.fields &&
    log === row.log &&
    stray === row.stray &&
    transient === row.transient &&
    origin === row.origin
  )
    return row
  return {
    ...row,
    fields,
    ...(log && { log }),
    ...(stray && { stray }),
    transient,
    ...(origin && { origin }),
  }
}

/** A list that was filtered by the local id is that of the server's, which has yet to be asked for. */
function rekeyedLists(
  lists: Table<StoredQuery>,
  hasLocal: (name: string) => boolean,
  record: ReplacedId,
): Table<StoredQuery> {
  let next = lists
  eachRow(lists, (list, query) => {
    if (!hasLocal(query)) return
    const parameters = replaceInFields(list.parameters, record)
    const { listKey } = normalizeQuery(parameters)
    const windows = list.windows.map((window) => ({ ...window, seq: 0 }))
    next = setRow(next, query, undefined)
    if (getRow(next, listKey) === undefined) next = setRow(next, listKey, { ...list, parameters, windows })
  })
  return next
}

function rekeyedWrites(writes: WritesState, record: ReplacedId): WritesState {
  return changeRows(writes, keysOf(writes), (row) => row && replaceInFields(row, record))
}

function rekeyedLocks(locks: LocksState, { local, key }: ReplacedId): LocksState {
  const moved = (held: LockEntry): LockEntry =>
    held.lock.path.some((step) => isLocalId(step) && step === local)
      ? { ...held, lock: { ...held.lock, path: held.lock.path.map((step) => (step === local ? key : step)) } }
      : held
  const held = changeRows(locks.held, keysOf(locks.held), (row) => row && moved(row))
  const pending = allPending(locks.pending).map(moved).reduce(withPending, nonePending)
  let paths = noneHeld
  eachRow(held, ({ lock }) => {
    paths = countLock(paths, lock, 1)
  })
  return { held, paths, pending }
}

/** The id of a record as its answer has it. */
export function idIn(record: RecordData, config: EntityConfig, key: RecordKey): EntityId {
  const id = own(record, keyField(config) ?? '')
  return typeof id === 'number' || typeof id === 'string' ? id : key
}
