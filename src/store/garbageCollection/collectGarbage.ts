import type { EntityRecords } from '../../entities/reducer'
import { addresses, namedBy, type Address } from '../../core/address'
import {
  entityKey,
  keylessRecord,
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
import { isKnown, type KeysByEntity, type RecordRead, type UnusedRecords } from './unusedRecords'

/** Since when what is no record has not been used, in milliseconds since 1970, by name. */
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
  /** The same at each call. */
  readonly unusedRecords: UnusedRecords
  /** What was read of late, oldest first. */
  readonly lastReads: readonly LastRead[]
  /** In milliseconds. */
  readonly after: number
  readonly keep: Keep
}

/** Takes out of a store what nobody has used for so long, and gives since when the rest has not been. */
export function collectGarbage(
  store: WatchedStore,
  { now, unusedSince, unusedRecords, lastReads, after, keep }: Collecting,
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
  const findRecords: FindRecords = (used, isKept) => {
    const { records } = store.getState().entities
    unusedRecords.look({ records, used, reads: recordReads(lastReads), now })
    return unusedRecords.due(now, after, isKept)
  }
  const unused = findUnused(store, isDue, keep, findRecords)
  if (unused) {
    store.dispatch(unusedRemoved(unused))
    unusedRecords.update(store.getState().entities.records, now)
  }
  return stillUnused
}

const recordName = (entity: string, key: string) => addresses.record(entity as EntityKey, key as RecordKey)
const listName = (entity: string, query: string) => addresses.list(entity as EntityKey, query as QueryKey)
const permissionName = (resource: string) => `permission ${resource}`
const lookupName = (question: string) => `lookup ${question}`

/** Gives the records that nobody has used for long enough, and that nothing keeps. */
type FindRecords = (
  used: KeysByEntity,
  isKept: (entity: EntityKey, key: RecordKey) => boolean,
) => ReadonlyMap<EntityKey, readonly RecordKey[]>

function findUnused(
  store: WatchedStore,
  isDue: (thing: string) => boolean,
  keep: Keep,
  findRecords: FindRecords,
): Unused | undefined {
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
  const gone = new Set<string>()
  const collect = (thing: string) => isDue(thing) && gone.add(thing)
  const used = heldRecords(state)

  const names = new Set([...keysOf(entities.records), ...keysOf(queries)] as EntityKey[])
  for (const entity of names) {
    const { records, lists } = shown.get(entity) ?? nothingShown
    const areListsKept = isKept(entity, undefined)
    const keys = keysIn(used, entity)
    // Who waits for any record may show all of them.
    const isAnyShown = [...records.keys()].some((key: RecordKey | undefined) => key === undefined)
    for (const key of isAnyShown ? allRecords(getRow(entities.records, entity)) : records.keys())
      keys.add(key)
    eachRow(getRow(queries, entity), (list, query) => {
      const isShown = areListsKept || lists.has(query as QueryKey)
      if (isShown) for (const id of keysOfList(list)) keys.add(id)
      else collect(listName(entity, query))
    })
  }
  const goneRecords = new Map<EntityKey, ReadonlySet<RecordKey>>()
  for (const [entity, keys] of findRecords(used, isKept)) {
    // Rows go with the last list that has them: they have been unused for as long as it.
    const held = new Set<string>()
    eachRow(getRow(queries, entity), (list, query) => {
      if (!gone.has(listName(entity, query))) for (const id of keysOfList(list)) held.add(id)
    })
    goneRecords.set(entity, new Set(keys.filter((key) => !held.has(key))))
    for (const key of goneRecords.get(entity) ?? []) gone.add(recordName(entity, key))
  }
  const isLeft = (entity: EntityKey, key: RecordKey) =>
    isKnown(getRow(entities.records, entity), key) && !goneRecords.get(entity)?.has(key)
  const permitted = new Set<string>(store.listenedKeys(scope.permissions) as readonly string[])
  for (const resource of keysOf(permissions)) {
    // What may be done with a record is known for as long as the record.
    const [kind, name, ...rest] = resource.split('/')
    const isOfRecord = isLeft(`${kind}/${name}` as EntityKey, rest.join('/') as RecordKey)
    if (!isOfRecord && !permitted.has(resource)) collect(permissionName(resource))
  }
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
  const written = rowsOf(entities.records).map(([entity, known]) => {
    const keys = isQuiet ? (keysOf(known.written) as RecordKey[]) : []
    return [entity, keys.filter((key) => !isLeft(entity as EntityKey, key))] as const
  })
  const lists = rowsOf(queries).map(
    ([entity, table]) => [entity, goneOf(table, (query) => listName(entity, query))] as const,
  )
  return {
    records: named([...goneRecords].map(([entity, keys]) => [entity, [...keys]] as const)),
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

/** Records that must stay, whether or not they are on screen. */
function heldRecords({ edits, undo, saving, deleting }: EntityState): Map<EntityKey, Set<RecordKey>> {
  const held = new Map<EntityKey, Set<RecordKey>>()
  for (const { entity, key } of [...flatLevels(undo.levels).flat(), ...undo.staged])
    keysIn(held, entity).add(key)
  for (const writes of [saving, deleting])
    eachRow(writes, ({ entity, key }) => key !== undefined && keysIn(held, entity).add(key))
  for (const [entity, rows] of Object.entries(edits.records))
    for (const key of keysOf(rows)) keysIn(held, entity as EntityKey).add(key as RecordKey)
  return held
}

/** The keys of an entity, to be added to. */
function keysIn(all: Map<EntityKey, Set<RecordKey>>, entity: EntityKey): Set<RecordKey> {
  const known = all.get(entity) ?? new Set()
  all.set(entity, known)
  return known
}

/** What was read of late that is a record. */
function recordReads(lastReads: readonly LastRead[]): readonly RecordRead[] {
  return lastReads.flatMap(({ question, at }) => {
    const named = namedBy(question.about)
    return named.of === 'record' ? [{ entity: named.entity, key: named.record, at }] : []
  })
}

/** What a question was about, by name; undefined for what is never forgotten. */
function thingOf({ key, args, about }: ReadQuestion): string | undefined {
  const named = namedBy(about)
  switch (named.of) {
    case 'record':
      return named.record === keylessRecord ? undefined : about
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

function allRecords(known: EntityRecords | undefined): readonly RecordKey[] {
  return Object.values(known?.contexts ?? {}).flatMap((table) => keysOf(table) as readonly RecordKey[])
}
