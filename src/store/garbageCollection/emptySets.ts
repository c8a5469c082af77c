import {
  entityKey,
  isOfOne,
  keylessRecord,
  stale,
  type EntityKey,
  type QueryKey,
  type RecordKey,
  type StaleScope,
} from '../../core/keys'
import { eachRow, getRow, keysOf } from '../../core/recordTable'
import type { ReadQuestion } from '../../core/thunk'
import { subjectOf } from '../../resolution/subjectOf'
import type { StoredResolution } from '../../resolution/storedResolution'
import type { EntityState } from '../rootReducer'

/**
 * Sets of one record, one list or the revisions of one record that were invalidated or written, and that nothing known belongs to any more, so that
 * no answer is found stale by them. One stays for as long as an older answer about something else is remembered, which
 * may belong to it: the autosaves of a record, say.
 */
export function emptySets({ config, entities, queries, resolution }: EntityState): ReadonlySet<StaleScope> {
  const filled = new Set<StaleScope>()
  let oldest = Infinity
  const named = Object.values(config.entities).map(({ kind, name }) => entityKey(kind, name))
  for (const entity of named) filled.add(stale.record(entity, keylessRecord))
  const known = [...keysOf(entities.records), ...keysOf(queries)] as EntityKey[]
  for (const entity of [...named, ...known]) filled.add(stale.entity(entity))
  eachRow(entities.records, ({ contexts }, entity) => {
    for (const table of Object.values(contexts))
      for (const key of keysOf(table)) filled.add(stale.record(entity as EntityKey, key as RecordKey))
  })
  eachRow(queries, (lists, entity) => {
    for (const list of keysOf(lists)) filled.add(stale.list(entity as EntityKey, list as QueryKey))
  })
  eachRow(resolution.entries, (entry) => {
    const own = ownSets(entry)
    for (const set of own) filled.add(set)
    if (own.length === 0 && mayBelongToOne(entry)) oldest = Math.min(oldest, entry.answeredSeq)
  })
  const empty = new Set<StaleScope>()
  const look = (set: StaleScope, seq = 0) => {
    if (!filled.has(set) && seq < oldest) empty.add(set)
  }
  eachRow(resolution.invalidatedSeqs, (seq, name) => {
    const set = name as StaleScope
    if (isOfOne(set)) look(set, seq)
  })
  eachRow(entities.records, ({ written }, entity) => {
    for (const key of keysOf(written)) {
      const set = stale.record(entity as EntityKey, key as RecordKey)
      look(set, getRow(resolution.invalidatedSeqs, set))
    }
  })
  return empty
}

/** The sets that a question about one record or list is about, where its answer belongs to no others of one. */
function ownSets(entry: StoredResolution): readonly StaleScope[] {
  const subject = subjectOf(entry)
  if (subject?.of === 'record' && entry.operation === 'fetchEntityRecord')
    return [stale.entity(subject.entity), stale.record(subject.entity, subject.record)]
  if (subject?.of === 'list' && entry.operation === 'fetchEntityRecords')
    return [stale.entity(subject.entity), stale.list(subject.entity, subject.list)]
  return []
}

function mayBelongToOne({ operation, args }: Omit<ReadQuestion, 'key'>): boolean {
  return args.length > 0 && operation !== 'loadEntityConfigs' && operation !== 'fetchPermissions'
}
