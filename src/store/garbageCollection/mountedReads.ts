import {
  scope,
  stale,
  type EntityKey,
  type QueryKey,
  type RecordKey,
  type ResolutionKey,
} from '../../core/keys'
import { eachRow } from '../../core/recordTable'
import { keysOfList } from '../../queries/windows'
import { questionNamed } from '../../resolution/question'
import { subjectOf } from '../../resolution/subjectOf'
import type { EntityStore } from '../createEntityStore'

/** What of an entity is on screen: what listeners wait for, and what stands in the lists among it. */
export interface ShownEntity {
  /** Records that somebody waits for, with the questions that brought them. */
  readonly records: Map<RecordKey, readonly ResolutionKey[]>
  /** Lists that somebody waits for, with the questions that brought their pages. */
  readonly lists: Map<QueryKey, readonly ResolutionKey[]>
  /** Records in these lists. */
  readonly rows: Set<RecordKey>
}

/** What is on screen, by entity. */
export function shownEntities({ getState, listenedKeys }: EntityStore): Map<EntityKey, ShownEntity> {
  const { entities, queries, resolution } = getState()
  const shown = new Map<EntityKey, ShownEntity>()
  const at = (entity: EntityKey): ShownEntity => {
    const one = shown.get(entity) ?? { records: new Map(), lists: new Map(), rows: new Set() }
    shown.set(entity, one)
    return one
  }
  const asked = new Set(listenedKeys(scope.resolution).filter((key) => key !== undefined))
  for (const each of asked) {
    const key = each as ResolutionKey
    const subject = subjectOf(questionNamed(key))
    if (subject?.of === 'record') add(at(subject.entity).records, subject.record, key)
    if (subject?.of === 'list') add(at(subject.entity).lists, subject.list, key)
  }
  const wholeReads = new Map<string, ResolutionKey>()
  eachRow(resolution.entries, (entry, key) => {
    const subject = asked.has(key) ? undefined : subjectOf(entry)
    if (subject?.of === 'record' && subject.isWhole)
      wholeReads.set(stale.record(subject.entity, subject.record), key as ResolutionKey)
  })
  const names = new Set([
    ...shown.keys(),
    ...Object.keys(entities.records),
    ...Object.keys(queries),
  ] as EntityKey[])
  for (const entity of names) {
    const { records, lists, rows } = at(entity)
    for (const key of listenedKeys(scope.record(entity)) as readonly RecordKey[])
      if (!records.has(key)) records.set(key, [])
    // Whoever shows a record depends on the read of all of it, too.
    for (const key of records.keys()) {
      const question = wholeReads.get(stale.record(entity, key))
      if (question) add(records, key, question)
    }
    eachRow(queries[entity], (list, query) => {
      if (lists.has(query as QueryKey)) for (const id of keysOfList(list)) rows.add(id)
    })
  }
  return shown
}

function add<Key>(map: Map<Key, readonly ResolutionKey[]>, key: Key, question: ResolutionKey): void {
  map.set(key, [...(map.get(key) ?? []), question])
}
