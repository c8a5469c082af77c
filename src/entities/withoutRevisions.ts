import { revisionsKey, type EntityKey, type RecordKey } from '../core/keys'
import { deleteRows, type Table } from '../core/recordTable'

/** What is kept by entity, without what is kept of the revisions of some records; the same when there is nothing. */
export function withoutRevisions<Kept>(
  byEntity: Table<Kept>,
  entity: EntityKey,
  keys: readonly RecordKey[],
): Table<Kept> {
  return deleteRows(
    byEntity,
    keys.map((key) => revisionsKey(entity, key)),
  )
}
