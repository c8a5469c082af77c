import {
  resolutionParts,
  scope,
  type EntityKey,
  type QueryKey,
  type RecordKey,
  type ResolutionKey,
} from '../../core/keys'
import { listOfRequest } from '../../core/query'
import { eachRow } from '../../core/recordTable'
import { keysOfList } from '../../queries/windows'
import type { EntityStore } from '../createEntityStore'

/** What of an entity is on screen: what listeners wait for, and what stands in the lists among it. */
export interface ShownEntity {
  /** Records that somebody waits for, with the questions that told them. */
  readonly records: Map<RecordKey, ResolutionKey[]>
  /** Lists that somebody waits for, with the questions that told their pages. */
  readonly lists: Map<QueryKey, ResolutionKey[]>
  /** Records in these lists. */
  readonly rows: Set<RecordKey>
}

/** What is on screen, by entity. */
export function shownEntities({ getState, listenedKeys }: EntityStore): Map<EntityKey, ShownEntity> {
  const { entities, queries } = getState()
  const shown = new Map<EntityKey, ShownEntity>()
  const at = (entity: EntityKey): ShownEntity => {
    const one = shown.get(entity) ?? { records: new Map(), lists: new Map(), rows: new Set() }
    shown.set(entity, one)
    return one
  }
  for (const key of listenedKeys(scope.resolution) as readonly ResolutionKey[]) {
    const [operation, entity, ...rest] = resolutionParts(key) as [string, EntityKey, ...string[]]
    if (operation === 'fetchEntityRecord') add(at(entity).records, rest[0] as RecordKey, key)
    if (operation === 'fetchEntityRecords') add(at(entity).lists, listOfRequest(rest[0] ?? ''), key)
  }
  for (const entity of [...shown.keys(), ...(Object.keys(entities.records) as EntityKey[])]) {
    const { records, lists, rows } = at(entity)
    for (const key of listenedKeys(scope.record(entity)) as readonly RecordKey[])
      if (!records.has(key)) records.set(key, [])
    eachRow(queries[entity], (list, query) => {
      if (lists.has(query as QueryKey)) for (const id of keysOfList(list)) rows.add(id)
    })
  }
  return shown
}

function add<Key>(map: Map<Key, ResolutionKey[]>, key: Key, question: ResolutionKey): void {
  map.set(key, [...(map.get(key) ?? []), question])
}
