import type { EntityRecords } from '../../entities/reducer'
import { addresses, namedBy, type Address } from '../../core/address'
import {
  entityKey,
  keylessRecord,
  resourceKey,
  scope,
  type EntityKey,
  type QueryKey,
  type RecordKey,
  type ResolutionKey,
  type ResourceKey,
} from '../../core/keys'
import { eachRow, getRow, keysOf, type Table } from '../../core/recordTable'
import { selectHasLocks, selectHeldLocks, selectPendingLocks } from '../../locks/selectors'
import type { ReadQuestion } from '../../core/thunk'
import { keysOfList } from '../../queries/windows'
import { flatLevels } from '../../undo/levels'
import type { WatchedStore } from '../subscriptions/withSubscriptions'
import type { EntityState } from '../rootReducer'
import { unusedRemoved, type Unused } from './actions'
import { nothingBelow } from './nothingBelow'
import { shownEntities, type ShownEntity } from './mountedReads'

/** Since when things have not been used, in milliseconds since 1970, by name. */
export type UnusedSince = ReadonlyMap<string, number>

/** What is kept in any case; see `CollectingOptions`. */
type Keep = (kind: string, name: string, id: string | undefined) => boolean

/** What was read, and when. */
interface LastRead {
  readonly question: ReadQuestion
  readonly at: number
}

/** When something has been unused for so long that it goes. */
interface Collecting {
  readonly now: number
  /** As the call before gave it. */
  readonly unusedSince: UnusedSince
  /** What was read of late. */
  readonly lastReads: Iterable<LastRead>
  /** In milliseconds. */
  readonly after: number
  readonly keep: Keep
}

/** Takes out of a store what nobody has used for so long, and gives since when the rest has not been. */
export function collectGarbage(
  store: WatchedStore,
  { now, unusedSince, lastReads, after, keep }: Collecting,
): UnusedSince {
  const stillUnused = new Map<string, number>()
  const readAt = new Map<string, number>()
  for (const { question, at } of lastReads)
    for (const thing of [question.key, thingOf(question)])
      if (thing !== undefined) readAt.set(thing, Math.max(at, readAt.get(thing) ?? 0))
  /** Whether something that nobody uses has been so for long enough. */
  const isDue = (thing: string) => {
    const since = Math.max(unusedSince.get(thing) ?? now, readAt.get(thing) ?? 0)
    stillUnused.set(thing, since)
    return now - since >= after
  }
  const unused = findUnused(store, isDue, keep)
  if (unused) store.dispatch(unusedRemoved(unused))
  return stillUnused
}

const recordName = (entity: string, key: string) => addresses.record(entity as EntityKey, key as RecordKey)
const listName = (entity: string, query: string) => addresses.list(entity as EntityKey, query as QueryKey)
const permissionName = (resource: string) => `permission ${resource}`
const lookupName = (question: string) => `lookup ${question}`

function findUnused(store: WatchedStore, isDue: (thing: string) => boolean, keep: Keep): Unused | undefined {
  const state = store.getState()
  const { entities, queries, permissions, lookups, resolution } = state
  const locks = [...selectHeldLocks(state), ...selectPendingLocks(state)]
  const shown = shownEntities(store)
  const configs = new Map(
    Object.values(state.config.entities).map((one) => [entityKey(one.kind, one.name), one] as const),
  )
  const isKept = (entity: EntityKey, key: RecordKey | undefined) => {
    const { kind, name } = configs.get(entity) ?? {}
    if (kind === undefined || name === undefined) return false
    const path = ['entities', 'records', kind, name, key]
    const isLocked = locks.some((lock) => lock.path.every((step, i) => step === (path[i] ?? step)))
    return isLocked || keep(kind, name, key)
  }
  const isHeld = heldRecords(state)
  const gone = new Set<string>()
  const collect = (thing: string) => isDue(thing) && gone.add(thing)
  const kept = new Set<string>(store.listenedKeys(scope.permissions) as readonly string[])

  const names = new Set([...keysOf(entities.records), ...keysOf(queries)] as EntityKey[])
  for (const entity of names) {
    const { records, lists } = shown.get(entity) ?? nothingShown
    const areListsKept = isKept(entity, undefined)
    const used = new Set<string | undefined>(records.keys())
    const heldByLists = new Set<string>()
    eachRow(getRow(queries, entity), (list, query) => {
      const isShown = areListsKept || lists.has(query as QueryKey)
      if (!isShown && collect(listName(entity, query))) return
      // Rows go with the last list that has them: they have been unused for as long as it.
      for (const id of keysOfList(list)) (isShown ? used : heldByLists).add(id)
    })
    for (const key of recordsOf(getRow(entities.records, entity))) {
      if (!isForgettable(key)) continue
      const name = recordName(entity, key)
      const isUsed = used.has(undefined) || used.has(key) || isHeld(entity, key) || isKept(entity, key)
      if (!isUsed && isDue(name) && !heldByLists.has(key)) gone.add(name)
      else kept.add(resourceKey(entity, key))
    }
  }
  for (const resource of keysOf(permissions)) if (!kept.has(resource)) collect(permissionName(resource))
  const listened = new Set<string | undefined>(
    [scope.resolution, scope.lookups].flatMap((name) => [...store.listenedKeys(name)]),
  )
  // Who shows a record depends on how its read stands, whether or not a component has looked at that.
  for (const { records } of shown.values())
    for (const questions of records.values()) for (const key of questions) listened.add(key)
  const thingByKey = new Map<ResolutionKey, string | undefined>()
  eachRow(resolution.entries, (entry, name) => {
    const key = name as ResolutionKey
    thingByKey.set(key, entry.status === 'resolving' ? undefined : thingOf({ key, ...entry }))
  })
  for (const key of keysOf(lookups) as readonly ResolutionKey[]) {
    // Put in by hand: nobody has asked for it.
    const thing = thingByKey.has(key) ? thingByKey.get(key) : lookupName(key)
    if (thing !== undefined && !listened.has(key)) collect(thing)
  }
  const questions = [...thingByKey].flatMap(([key, thing]) =>
    thing !== undefined && (gone.has(thing) || (!listened.has(key) && isDue(key))) ? [key] : [],
  )
  // What was written or went stale matters to answers that are still to come.
  const isQuiet =
    !selectHasLocks(state) && store.dispatch((dispatch, getState, { reads }) => reads.size === 0)
  if (isQuiet) {
    const awaited = new Set(store.listenedKeys(scope.invalidated))
    for (const set of nothingBelow(state)) if (!awaited.has(set)) collect(set)
  }
  if (gone.size + questions.length === 0) return undefined

  const goneOf = (table: Table<unknown> | undefined, nameOf: (key: string) => string) =>
    table ? keysOf(table).filter((key) => gone.has(nameOf(key))) : []
  const records = rowsOf(entities.records).map(([entity, known]) => {
    const keys = [...recordsOf(known)]
    return [entity, keys.filter((key) => gone.has(recordName(entity, key)))] as const
  })
  const written = rowsOf(entities.records).map(([entity, known]) => {
    const left = new Set<string>([...recordsOf(known)].filter((key) => !gone.has(recordName(entity, key))))
    return [entity, isQuiet ? keysOf(known.written).filter((key) => !left.has(key)) : []] as const
  })
  const lists = rowsOf(queries).map(
    ([entity, table]) => [entity, goneOf(table, (query) => listName(entity, query))] as const,
  )
  return {
    records: named(records),
    lists: named(lists),
    permissions: goneOf(permissions, permissionName) as ResourceKey[],
    lookups: goneOf(lookups, lookupName) as ResolutionKey[],
    resolutions: questions,
    written: named(written),
    invalidated: isQuiet ? (goneOf(resolution.invalidatedSeqs, String) as Address[]) : [],
  }
}

function rowsOf<Row>(table: Table<Row>): readonly (readonly [key: string, row: Row])[] {
  return keysOf(table).map((key) => [key, getRow(table, key) as Row])
}

/** Keys by entity, without entities that have none. */
function named<Key extends string>(
  entries: readonly (readonly [entity: string, keys: readonly string[]])[],
): { readonly [entity: EntityKey]: readonly Key[] } {
  return Object.fromEntries(entries.filter(([, keys]) => keys.length > 0)) as never
}

const nothingShown: Pick<ShownEntity, 'records' | 'lists'> = { records: new Map(), lists: new Map() }

/** Says which records must stay, whether or not they are on screen. */
function heldRecords({ edits, undo, saving, deleting }: EntityState) {
  const held = new Set<string>()
  for (const { entity, key } of [...flatLevels(undo.levels).flat(), ...undo.staged])
    held.add(recordName(entity, key))
  for (const writes of [saving, deleting])
    eachRow(writes, ({ entity, key }) => key !== undefined && held.add(recordName(entity, key)))
  return (entity: EntityKey, key: RecordKey): boolean =>
    held.has(recordName(entity, key)) || getRow(edits.records[entity], key) !== undefined
}

/** What a question was about, by name; undefined for what is never forgotten. */
function thingOf({ key, args, about }: ReadQuestion): string | undefined {
  const named = namedBy(about)
  switch (named.of) {
    case 'record':
      return isForgettable(named.record) ? about : undefined
    case 'list':
      return about
    case 'permission':
      return permissionName(named.resource)
    case 'kind':
      return undefined
    default:
      // There is one answer to what is asked without saying of what.
      return args.length === 0 ? undefined : lookupName(key)
  }
}

/** There is just one record of an entity without ids: it takes no more room as time goes by. */
function isForgettable(record: RecordKey): boolean {
  return record !== keylessRecord
}

function recordsOf(known: EntityRecords | undefined): ReadonlySet<RecordKey> {
  const tables = Object.values(known?.contexts ?? {})
  return new Set(tables.flatMap((table) => keysOf(table) as readonly RecordKey[]))
}
