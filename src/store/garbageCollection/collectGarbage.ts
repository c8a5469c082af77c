import { addresses, namedBy, type Address } from '../../core/address'
import {
  entityKey,
  keylessRecord,
  type EntityKey,
  type QueryKey,
  type RecordKey,
  type ResolutionKey,
  type ResourceKey,
} from '../../core/keys'
import { isObject } from '../../core/plain'
import { deleteRows, eachRow, getRow, keysOf, type Table } from '../../core/recordTable'
import type { Keep } from '../../core/thunk'
import { selectHasLocks, selectHeldLocks, selectPendingLocks } from '../../locks/selectors'
import { keysOfList } from '../../queries/windows'
import { flatLevels } from '../../undo/levels'
import type { WatchedStore } from '../subscriptions/withSubscriptions'
import type { EntityState } from '../rootReducer'
import { unusedRemoved, type Unused } from './actions'
import { nothingBelow } from './nothingBelow'
import {
  allKeys,
  has,
  type KeysBySort,
  type RowRead,
  type Rows,
  type RowsBySort,
  type UnusedRows,
} from './unusedRows'

/** Which question was asked, what it is about, and when. */
export interface LastRead {
  readonly key: ResolutionKey
  readonly about: Address
  readonly at: number
}

/** When something has been unused for so long that it goes. */
interface Collecting {
  readonly now: number
  /** The same at each call. */
  readonly unused: UnusedRows
  /** What was read since the look before, oldest first. */
  readonly lastReads: readonly LastRead[]
  /** In milliseconds. */
  readonly after: number
  readonly keep: Keep
}

/**
 * The sorts of rows that may be forgotten: the records of an entity, its lists, the moments at which its records were
 * written, permissions, answers with their resolutions, and what went stale.
 */
const sorts = {
  records: (entity: EntityKey) => `records ${entity}`,
  lists: (entity: EntityKey) => `lists ${entity}`,
  written: (entity: EntityKey) => `written ${entity}`,
  permissions: 'permissions',
  answers: 'answers',
  stale: 'stale',
}

/** Takes out of a store what nobody has used for so long. */
export function collectGarbage(
  store: WatchedStore,
  { now, unused, lastReads, after, keep }: Collecting,
): void {
  const state = store.getState()
  const isKeptRecord = keepsRecord(state, keep)
  const listened = store.listenedAddresses()
  const used = usedRows(state, listened, (entity) => isKeptRecord(entity, undefined))
  // What was written or went stale matters to answers that are still to come.
  const isQuiet =
    !selectHasLocks(state) && store.dispatch((dispatch, getState, { reads }) => reads.size === 0)
  unused.look({ rows: rowsIn(state), used, reads: readsOf(lastReads), now })
  const due = unused.due(now, after, keepsRow(state, new Set(listened), used, isKeptRecord, isQuiet))
  const gone = goneOf(state, due, isQuiet)
  if (gone === undefined) return
  store.dispatch(unusedRemoved(gone))
  unused.update(rowsIn(store.getState()), now)
}

function rowsIn({ entities, queries, permissions, lookups, resolution }: EntityState): RowsBySort {
  const rows = new Map<string, Rows>([
    [sorts.permissions, { permissions }],
    [sorts.answers, { lookups, entries: resolution.entries }],
    [sorts.stale, { seqs: resolution.invalidatedSeqs }],
  ])
  eachRow(entities.records, ({ contexts, written }, entity) => {
    rows.set(sorts.records(entity as EntityKey), contexts)
    rows.set(sorts.written(entity as EntityKey), { written })
  })
  eachRow(queries, (lists, entity) => rows.set(sorts.lists(entity as EntityKey), { lists }))
  return rows
}

/** What is on screen, edited, to be undone or being written; and the rows of lists that are on screen or kept. */
function usedRows(
  { entities, queries, edits, undo, saving, deleting }: EntityState,
  listened: readonly Address[],
  areListsKept: (entity: EntityKey) => boolean,
): KeysBySort {
  const used = new Map<string, Set<string>>()
  const use = (sort: string, keys: Iterable<string | undefined>) => {
    const known = used.get(sort) ?? new Set()
    used.set(sort, known)
    for (const key of keys) if (key !== undefined) known.add(key)
  }

  for (const { entity, key } of [...flatLevels(undo.levels).flat(), ...undo.staged])
    use(sorts.records(entity), [key])
  for (const writes of [saving, deleting])
    eachRow(writes, ({ entity, key }) => use(sorts.records(entity), [key]))
  for (const [entity, rows] of Object.entries(edits.records))
    use(sorts.records(entity as EntityKey), keysOf(rows))

  for (const address of listened) {
    const named = namedBy(address)
    if (named.of === 'record') use(sorts.records(named.entity), [named.record])
    else if (named.of === 'list') use(sorts.lists(named.entity), [named.list])
    else if (named.of === 'permission') use(sorts.permissions, [named.resource])
    // Who waits for any of them may show all of them.
    else if (named.of === 'entity')
      use(sorts.records(named.entity), allKeys(getRow(entities.records, named.entity)?.contexts))
    else if (named.of === 'lists')
      use(sorts.lists(named.entity), allKeys({ lists: getRow(queries, named.entity) }))
  }
  eachRow(queries, (lists, entity) => {
    const shown = used.get(sorts.lists(entity as EntityKey)) ?? []
    for (const key of areListsKept(entity as EntityKey) ? keysOf(lists) : shown) {
      const list = getRow(lists, key)
      if (list) use(sorts.records(entity as EntityKey), keysOfList(list))
    }
  })
  return used
}

/** Tells which records, or without a key the lists of which entities, a lock or somebody keeps. */
function keepsRecord(state: EntityState, keep: Keep) {
  const locks = [...selectHeldLocks(state), ...selectPendingLocks(state)]
  const configs = new Map(
    Object.values(state.config.entities).map((one) => [entityKey(one.kind, one.name), one] as const),
  )
  return (entity: EntityKey, key: RecordKey | undefined): boolean => {
    const { kind, name } = configs.get(entity) ?? {}
    if (kind === undefined || name === undefined) return false
    const path = ['entities', 'records', kind, name, key]
    const isLocked = locks.some((lock) => lock.path.every((step, i) => step === (path[i] ?? step)))
    return isLocked || keep(kind, name, key)
  }
}

/** Tells for each sort which rows stay although nobody uses them. */
function keepsRow(
  state: EntityState,
  listened: ReadonlySet<Address>,
  used: KeysBySort,
  isKeptRecord: (entity: EntityKey, key: RecordKey | undefined) => boolean,
  isQuiet: boolean,
) {
  const { entities, resolution } = state
  const isKnown = (entity: string, key: string) => has(getRow(entities.records, entity)?.contexts, key)
  let empty: ReadonlySet<Address> | undefined

  /** Whether an answer stays: one that is awaited, or what a record on screen was read with. */
  const isAwaited = (key: string) => {
    const entry = getRow(resolution.entries, key)
    // Put in by hand: nobody has asked for it.
    if (entry === undefined) return false
    const { about, status, args } = entry
    const named = namedBy(about)
    if (status === 'resolving' || named.of === 'kind' || listened.has(about)) return true
    if (named.of === 'record') {
      if (named.record === keylessRecord) return true
      // Who shows a record depends on how its read stands, whether or not a component has looked at that.
      return !args.some(isObject) && used.get(sorts.records(named.entity))?.has(named.record) === true
    }
    // There is one answer to what is asked without saying of what.
    return named.of !== 'list' && named.of !== 'permission' && args.length === 0
  }

  return (sort: string): ((key: string) => boolean) => {
    const [what, of = ''] = sort.split(' ')
    const entity = of as EntityKey
    switch (what) {
      case 'records':
        // There is just one record of an entity without ids: it takes no more room as time goes by.
        return (key) => key === keylessRecord || isKeptRecord(entity, key as RecordKey)
      case 'lists':
        return () => isKeptRecord(entity, undefined)
      case 'written':
        return (key) => !isQuiet || isKnown(entity, key)
      case sorts.permissions:
        // What may be done with a record is known for as long as the record.
        return (key) => {
          const [kind, name, ...rest] = key.split('/')
          return isKnown(`${kind}/${name}`, rest.join('/'))
        }
      case sorts.answers:
        return isAwaited
      default:
        return (key) => !isQuiet || !(empty ??= nothingBelow(state)).has(key as Address)
    }
  }
}

/** What goes of what is due, and what goes with it; undefined for nothing. */
function goneOf(
  { entities, queries, resolution }: EntityState,
  due: ReadonlyMap<string, readonly string[]>,
  isQuiet: boolean,
): Unused | undefined {
  const dueOf = <Key extends string>(sort: string) => (due.get(sort) ?? []) as readonly Key[]
  const lists = byEntity(queries, (entity) => dueOf<QueryKey>(sorts.lists(entity)))
  const records = byEntity(entities.records, (entity) => {
    const keys = dueOf<RecordKey>(sorts.records(entity))
    if (keys.length === 0) return keys
    // Rows go with the last list that has them: they have been unused for as long as it.
    const listed = new Set<string>()
    const known = getRow(queries, entity)
    eachRow(known && deleteRows(known, lists[entity] ?? []), (list) => {
      for (const key of keysOfList(list)) listed.add(key)
    })
    return keys.filter((key) => !listed.has(key))
  })
  const written = byEntity(entities.records, (entity, known) => {
    const isWritten = (key: RecordKey) => isQuiet && getRow(known.written, key) !== undefined
    return [...dueOf<RecordKey>(sorts.written(entity)), ...(records[entity] ?? []).filter(isWritten)]
  })
  const permissions = dueOf<ResourceKey>(sorts.permissions)
  const answers = dueOf<ResolutionKey>(sorts.answers)
  const invalidated = dueOf<Address>(sorts.stale)

  const gone = new Set<string>(permissions)
  for (const [entity, keys] of Object.entries(lists))
    for (const key of keys) gone.add(addresses.list(entity as EntityKey, key))
  for (const [entity, keys] of Object.entries(records))
    for (const key of keys) gone.add(addresses.record(entity as EntityKey, key))
  const resolutions = new Set(answers)
  if (gone.size > 0)
    eachRow(resolution.entries, ({ about, status }, key) => {
      const named = namedBy(about)
      const place = named.of === 'permission' ? named.resource : about
      if (status !== 'resolving' && gone.has(place)) resolutions.add(key as ResolutionKey)
    })
  const isNothing = gone.size + resolutions.size + invalidated.length + Object.keys(written).length === 0
  if (isNothing) return undefined
  return {
    records,
    lists,
    permissions,
    lookups: answers,
    resolutions: [...resolutions],
    written,
    invalidated,
  }
}

/** What goes of each entity, without entities of which nothing does. */
function byEntity<Known, Key extends string>(
  table: Table<Known>,
  find: (entity: EntityKey, known: Known) => readonly Key[],
): { readonly [entity: EntityKey]: readonly Key[] } {
  const found: Record<EntityKey, readonly Key[]> = {}
  eachRow(table, (known, entity) => {
    const keys = find(entity as EntityKey, known)
    if (keys.length > 0) found[entity as EntityKey] = keys
  })
  return found
}

/** What was read: each answer, and what it was about. */
function readsOf(lastReads: readonly LastRead[]): readonly RowRead[] {
  return lastReads.flatMap<RowRead>(({ key, about, at }) => {
    const named = namedBy(about)
    const answer = { sort: sorts.answers, key, at }
    if (named.of === 'record') return [answer, { sort: sorts.records(named.entity), key: named.record, at }]
    if (named.of === 'list') return [answer, { sort: sorts.lists(named.entity), key: named.list, at }]
    return named.of === 'permission'
      ? [answer, { sort: sorts.permissions, key: named.resource, at }]
      : [answer]
  })
}
