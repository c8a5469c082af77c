import type { EntityKey } from '../core/keys'
import { readPath, writePath } from '../core/paths'
import { own, type RecordData } from '../core/plain'
import { reuse } from '../core/reuse'
import { changeRows, deleteRows, emptyTable, getRow, setRow, type Table } from '../core/recordTable'
import type { StoreAction } from '../core/thunk'
import type { AnsweringAction } from '../resolution/actions'
import {
  receivedIn,
  removedIn,
  type EntitiesAction,
  type LocalIdMade,
  type ReceivedRecords,
  type ReceivingAction,
  type RecordSaved,
  type RenamedRecord,
  type RemovedRecords,
} from './actions'
import type { Aliases } from './localRecord'
import { withoutRevisions } from './withoutRevisions'
import { versionOf, type FieldVersions } from './fieldVersions'
import type { StateWithConfig } from '../config/reducer'

/** One record as the server sent it, in one context. */
export interface StoredRecord extends FieldVersions {
  readonly record: RecordData
  /** Whether the server sent all of it. */
  readonly isComplete: boolean
  /** Whether a read brought it, not only a hand. */
  readonly isRead: boolean
  /** When it came whole, or the first part of it, in milliseconds since 1970; 0 where neither a read nor a save brought it. */
  readonly at?: number
}

/** The records of one entity. */
export interface EntityRecords {
  /** Records by context, then by key. */
  readonly contexts: { readonly [context: string]: Table<StoredRecord> }
  /** The sequence number at which a record was last written or removed by us; older answers don't count. */
  readonly written: Table<number>
}

/** What the server sent, by entity. */
export interface EntitiesState {
  /** By entity, the revisions of one record like an entity of their own: a table, as there may be thousands of those. */
  readonly records: Table<EntityRecords>
  /** Records that were made before the server knew them, by the ids they had then; absent where there are none. */
  readonly aliases?: Aliases
  /** The newest sequence number in the state, from which the next ones go on. */
  readonly seq: number
}

/** The state as far as it goes up to here, with the records as received. */
export interface StateWithEntities extends StateWithConfig {
  readonly entities: EntitiesState
}

const initialEntities: EntitiesState = { records: emptyTable(), seq: 0 }
const noRecords: EntityRecords = { contexts: {}, written: emptyTable() }

export function entitiesReducer(
  state: EntitiesState = initialEntities,
  action: EntitiesAction | ReceivingAction,
): EntitiesState {
  if (action.type === 'locals/idMade') {
    const { local, record } = action as LocalIdMade
    return { ...state, aliases: { ...state.aliases, [local]: record } }
  }
  const records = receivedIn(action)
  const removed = removedIn(action)
  let next = state
  if (records) {
    const before = getRow(state.records, records.entity) ?? noRecords
    const known = isSaved(action)
      ? { ...before, written: setRow(before.written, action.key, action.writtenSeq) }
      : before
    next = withRecords(
      state,
      records,
      withReceived(known, records, records.at ?? (action as AnsweringAction).answers?.at),
    )
    if (isSaved(action) && action.renamed) next = withId(next, action.renamed)
  }
  return removed ? withoutRemoved(next, removed) : next
}

/** Who still holds the local id of a record is led to the one that the server has given. */
function withId(state: EntitiesState, { local, id }: RenamedRecord): EntitiesState {
  const alias = own(state.aliases ?? {}, local)
  return alias ? { ...state, aliases: { ...state.aliases, [local]: { ...alias, id } } } : state
}

function isSaved(action: StoreAction): action is RecordSaved {
  return action.type === 'entities/recordSaved' || action.type === 'entities/recordDeleted'
}

function withoutRemoved(state: EntitiesState, action: RemovedRecords): EntitiesState {
  const before = getRow(state.records, action.entity) ?? noRecords
  const contexts = Object.fromEntries(
    Object.entries(before.contexts).map(([context, rows]) => [context, deleteRows(rows, action.keys)]),
  )
  const records = withoutRevisions(state.records, action.entity, action.keys)
  return withRecords({ ...state, records }, action, {
    contexts,
    written: changeRows(before.written, action.keys, () => action.seq),
  })
}

function withRecords(
  state: EntitiesState,
  { entity, seq }: { entity: EntityKey; seq: number },
  records: EntityRecords,
): EntitiesState {
  return { ...state, records: setRow(state.records, entity, records), seq: Math.max(state.seq, seq) }
}

function withReceived(before: EntityRecords, action: ReceivedRecords, at: number | undefined): EntityRecords {
  const rows = own(before.contexts, action.context) ?? emptyTable<StoredRecord>()
  const receive = action.fields === null ? receivedWhole : receivedPart
  const table = changeRows(rows, action.keys, (row, key, i) =>
    (getRow(before.written, key) ?? 0) > action.seq
      ? row
      : receive(row ?? unknownRecord, action.records[i] as RecordData, action, at),
  )
  return table === rows ? before : { ...before, contexts: { ...before.contexts, [action.context]: table } }
}

const noParts: readonly (readonly [path: string, seq: number])[] = []
const unknownRecord: StoredRecord = { record: {}, isComplete: false, seq: -1, isRead: false }

/** The newest whole answer counts, save for parts that are newer still. */
function receivedWhole(
  row: StoredRecord,
  record: RecordData,
  { seq, isRead }: ReceivedRecords,
  at = row.at ?? 0,
): StoredRecord {
  if (row.seq > seq) return row
  // Written out and not spread, for every row that comes: `npm run bench -- --only receive`.
  if (row === unknownRecord) return { record, isComplete: true, seq, isRead, at }
  const newer = row.parts ? Object.entries(row.parts).filter(([, received]) => received > seq) : noParts
  // What comes along by `_embed` is no part of the record: an answer without it says nothing of it.
  const { _embedded } = row.record
  const received = _embedded ? { _embedded, ...record } : record
  const whole = newer.reduce((all, [path]) => copyPath(row.record, all, path), received)
  const known = {
    record: reuseRow(row.record, whole),
    isComplete: true,
    seq,
    isRead: isRead || (row.isComplete && row.isRead),
    at,
  }
  return newer.length > 0 ? { ...known, parts: Object.fromEntries(newer) } : known
}

/**
 * A row with all that has not changed as it was. An editor's blocks, which no server sends, stay as they were put in where
 * any of them differs: editors know them by identity, and would begin anew with copies.
 */
function reuseRow(before: RecordData, next: RecordData): RecordData {
  const row = reuse(before, next)
  const { blocks } = next
  return row.blocks === before.blocks || row.blocks === blocks ? row : { ...row, blocks }
}

/** Each path of a partial answer counts where nothing newer is known of it. */
function receivedPart(
  row: StoredRecord,
  record: RecordData,
  { fields, seq, isRead }: ReceivedRecords,
  at: number | undefined,
): StoredRecord {
  let next = row.record
  const parts: Record<string, number> = { ...row.parts }
  for (const path of receivedPaths(record, fields ?? [])) {
    if (versionOf(row, path) > seq) continue
    next = copyPath(record, next, path)
    for (const [inner, received] of Object.entries(parts))
      if (received > seq && inner.startsWith(`${path}.`)) next = copyPath(row.record, next, inner)
    parts[path] = seq
  }
  return {
    ...row,
    record: reuseRow(row.record, next),
    parts,
    isRead: isRead || row.isRead,
    at: row.at || at || 0,
  }
}

/** What a partial answer brought: the asked paths, and any further field that came along. */
function receivedPaths(record: RecordData, fields: readonly string[]): readonly string[] {
  const parents = new Set(fields.map((path) => path.split('.', 1)[0]))
  return [...fields, ...Object.keys(record).filter((field) => !parents.has(field))]
}

/** A copy of `to` with a path as `from` has it; what `from` does not have any more is undefined. */
function copyPath(from: RecordData, to: RecordData, path: string): RecordData {
  const { found, value } = readPath(from, path)
  return found || readPath(to, path).found ? (writePath(to, path, value, from) as RecordData) : to
}
