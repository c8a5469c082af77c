import { namedBy } from '../../core/address'
import { scope, type EntityKey, type QueryKey, type RecordKey, type ResolutionKey } from '../../core/keys'
import { isObject } from '../../core/plain'
import { eachRow, getRow, keysOf } from '../../core/recordTable'
import { keysOfList } from '../../queries/windows'
import type { WatchedStore } from '../subscriptions/withSubscriptions'

/** What of an entity is on screen: what listeners wait for, and what stands in the lists among it. */
export interface ShownEntity {
  /** The kind of the entity, or of the one whose revisions they are. */
  readonly kind: string
  /** Records that somebody waits for, with the questions that brought them. */
  readonly records: Map<RecordKey, ResolutionKey[]>
  /** Lists that somebody waits for, with the questions that brought their pages. */
  readonly lists: Map<QueryKey, ResolutionKey[]>
  /** Records in these lists. */
  readonly rows: Set<RecordKey>
}

/** What is on screen, by entity. */
export function shownEntities({ getState, listenedKeys }: WatchedStore): Map<EntityKey, ShownEntity> {
  const { entities, queries, resolution } = getState()
  const shown = new Map<EntityKey, ShownEntity>()
  const at = (entity: EntityKey): ShownEntity => {
    let one = shown.get(entity)
    if (one === undefined) {
      one = { kind: kindOf(entity), records: new Map(), lists: new Map(), rows: new Set() }
      shown.set(entity, one)
      for (const key of listenedKeys(scope.record(entity))) one.records.set(key as RecordKey, [])
      const lists = listenedKeys(scope.lists(entity))
      const table = getRow(queries, entity)
      // Who waits for any of them may show all of them.
      const all = table && lists.includes(undefined) ? keysOf(table) : []
      for (const key of [...lists, ...all]) if (key !== undefined) one.lists.set(key as QueryKey, [])
    }
    return one
  }
  const asked = new Set(listenedKeys(scope.resolution))
  eachRow(resolution.entries, (entry, key) => {
    const named = namedBy(entry.about)
    const question = key as ResolutionKey
    if (named.of === 'list') {
      if (asked.has(key)) at(named.entity).lists.get(named.list)?.push(question)
    } else if (named.of === 'record') {
      // Whoever shows a record depends on the read of all of it, too.
      const isWhole = !entry.args.some(isObject)
      if (asked.has(key) || isWhole) at(named.entity).records.get(named.record)?.push(question)
    }
  })
  for (const entity of [...keysOf(entities.records), ...keysOf(queries)] as EntityKey[]) {
    const { lists, rows } = at(entity)
    eachRow(getRow(queries, entity), (list, query) => {
      if (lists.has(query as QueryKey)) for (const id of keysOfList(list)) rows.add(id)
    })
  }
  return shown
}

function kindOf(entity: EntityKey): string {
  return decodeURIComponent(entity.slice(0, entity.indexOf('/')))
}
