import type { EntityRecords } from '../../entities/reducer'
import {
  entityKey,
  resolutionParts,
  resourceKey,
  scope,
  stale,
  type EntityKey,
  type QueryKey,
  type RecordKey,
  type ResolutionKey,
} from '../../core/keys'
import { listOfRequest } from '../../core/query'
import { deleteRows, eachRow, getRow, keysOf, type Table } from '../../core/recordTable'
import { keysOfList } from '../../queries/windows'
import type { EntityStore } from '../createEntityStore'
import type { EntityState, StateReplaced } from '../rootReducer'
import { shownEntities, type ShownEntity } from './mountedReads'

/** Since when things have not been used, in milliseconds since 1970, by name. */
export type UnusedSince = ReadonlyMap<string, number>

/** What is kept in any case; see `CollectingOptions`. */
type Keep = (kind: string, name: string, id: string | undefined) => boolean

/** When something has been unused for so long that it goes. */
interface Collecting {
  readonly now: number
  /** As the call before gave it. */
  readonly unusedSince: UnusedSince
  /** In milliseconds. */
  readonly after: number
  readonly keep: Keep
}

/** Takes out of a store what nobody has used for so long, and gives since when the rest has not been. */
export function collectGarbage(
  store: EntityStore,
  { now, unusedSince, after, keep }: Collecting,
): UnusedSince {
  const stillUnused = new Map<string, number>()
  /** Whether something that nobody uses has been so for long enough. */
  const isDue = (thing: string) => {
    const since = unusedSince.get(thing) ?? now
    stillUnused.set(thing, since)
    return now - since >= after
  }
  const state = store.getState()
  const next = withoutUnused(store, isDue, keep)
  if (next !== state) store.dispatch<StateReplaced>({ type: 'store/stateReplaced', state: next })
  return stillUnused
}

/** What goes, by name: records and lists are named like the sets of their answers. */
type Gone = ReadonlySet<string>

const recordName = (entity: string, key: string) => stale.record(entity as EntityKey, key as RecordKey)
const listName = (entity: string, query: string) => stale.list(entity as EntityKey, query as QueryKey)
const permissionName = (resource: string) => `permission ${resource}`

function withoutUnused(store: EntityStore, isDue: (thing: string) => boolean, keep: Keep): EntityState {
  const state = store.getState()
  const { entities, queries, permissions, resolution } = state
  const shown = shownEntities(store)
  const configs = new Map(
    Object.values(state.config.entities).map((one) => [entityKey(one.kind, one.name), one] as const),
  )
  const isKept = (entity: EntityKey, key: RecordKey | undefined) => {
    const { kind, name } = configs.get(entity) ?? {}
    if (kind === undefined || name === undefined) return false
    const path = ['entities', 'records', kind, name, key]
    const isLocked = state.locks.some((lock) => lock.path.every((step, i) => step === (path[i] ?? step)))
    return isLocked || keep(kind, name, key)
  }
  const isHeld = heldRecords(state)
  const gone = new Set<string>()
  const collect = (thing: string) => isDue(thing) && gone.add(thing)
  const kept = new Set<string>(store.listenedKeys(scope.permissions) as readonly string[])

  const names = new Set([...Object.keys(entities.records), ...Object.keys(queries)] as EntityKey[])
  for (const entity of names) {
    const { records, lists } = shown.get(entity) ?? nothingShown
    const areListsKept = isKept(entity, undefined)
    const used = new Set<string | undefined>(records.keys())
    eachRow(queries[entity], (list, query) => {
      const name = listName(entity, query)
      if (!areListsKept && !lists.has(query as QueryKey) && collect(name)) return
      for (const id of keysOfList(list)) used.add(id)
    })
    for (const key of recordsOf(entities.records[entity])) {
      const name = recordName(entity, key)
      const isUsed = used.has(undefined) || used.has(key) || isHeld(entity, key) || isKept(entity, key)
      if (isUsed || !collect(name)) kept.add(resourceKey(entity, key))
    }
  }
  for (const resource of keysOf(permissions)) if (!kept.has(resource)) collect(permissionName(resource))
  const listened = new Set<string | undefined>(store.listenedKeys(scope.resolution))
  const questions = (keysOf(resolution.entries) as readonly ResolutionKey[]).filter((key) => {
    const thing = toldBy(key)
    const isRunning = getRow(resolution.entries, key)?.status === 'resolving'
    if (thing === undefined || isRunning) return false
    return gone.has(thing) || (!listened.has(key) && isDue(key))
  })
  if (gone.size + questions.length === 0) return state

  // What was written or went stale matters to answers that are still to come.
  const isQuiet =
    state.locks.length === 0 && store.dispatch((dispatch, getState, { reads }) => reads.size === 0)
  return {
    ...state,
    entities: {
      ...entities,
      records: keepEach(entities.records, (one, entity) => recordsWithout(one, entity, gone, isQuiet)),
    },
    queries: keepEach(queries, (lists, entity) =>
      some(without(lists, (query) => gone.has(listName(entity, query)))),
    ),
    permissions: without(permissions, (resource) => gone.has(permissionName(resource))),
    resolution: {
      entries: deleteRows(resolution.entries, questions),
      invalidatedSeqs: isQuiet
        ? without(resolution.invalidatedSeqs, (set) => gone.has(set))
        : resolution.invalidatedSeqs,
    },
  }
}

const nothingShown: Pick<ShownEntity, 'records' | 'lists'> = { records: new Map(), lists: new Map() }

/** Says which records must stay, whether or not they are on screen. */
function heldRecords({ edits, undo, saving, deleting }: EntityState) {
  const held = new Set<string>()
  for (const { entity, key } of [...undo.levels.flat(), ...undo.staged]) held.add(recordName(entity, key))
  for (const writes of [saving, deleting])
    eachRow(writes, ({ entity, key }) => key !== undefined && held.add(recordName(entity, key)))
  return (entity: EntityKey, key: RecordKey): boolean =>
    held.has(recordName(entity, key)) || getRow(edits.records[entity], key) !== undefined
}

/** The record, list or permission that a question was about; undefined for other questions. */
function toldBy(key: ResolutionKey): string | undefined {
  const [operation, about = '', rest = ''] = resolutionParts(key)
  if (operation === 'fetchEntityRecord') return recordName(about, rest)
  if (operation === 'fetchEntityRecords') return listName(about, listOfRequest(rest))
  return operation === 'fetchPermissions' ? permissionName(about) : undefined
}

function recordsOf(known: EntityRecords | undefined): ReadonlySet<RecordKey> {
  const tables = Object.values(known?.contexts ?? {})
  return new Set(tables.flatMap((table) => keysOf(table) as readonly RecordKey[]))
}

function recordsWithout(
  known: EntityRecords,
  entity: string,
  gone: Gone,
  isQuiet: boolean,
): EntityRecords | undefined {
  const contexts = keepEach(known.contexts, (table) =>
    some(without(table, (key) => gone.has(recordName(entity, key)))),
  )
  const left = recordsOf({ ...known, contexts })
  const written = isQuiet ? without(known.written, (key) => !left.has(key as RecordKey)) : known.written
  const isSame = contexts === known.contexts && written === known.written
  return left.size + written.size === 0 ? undefined : isSame ? known : { contexts, written }
}

/** A table without the rows whose keys are told so; the same when there are none. */
function without<Row>(table: Table<Row>, isGone: (key: string) => boolean): Table<Row> {
  return deleteRows(table, keysOf(table).filter(isGone))
}

function some<Row>(table: Table<Row>): Table<Row> | undefined {
  return table.size > 0 ? table : undefined
}

/** What is kept by name, with each part as it is changed, and without those of which nothing is left; the same when none changes. */
function keepEach<State>(
  parts: { readonly [name: string]: State },
  change: (part: State, name: string) => State | undefined,
): { readonly [name: string]: State } {
  const entries = Object.entries(parts)
  const changed = entries.map(([name, part]) => [name, change(part, name)] as const)
  if (changed.every(([, part], i) => part === entries[i]?.[1])) return parts
  return Object.fromEntries(changed.filter((entry): entry is [string, State] => entry[1] !== undefined))
}
