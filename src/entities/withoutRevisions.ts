import { revisionsKey, type EntityKey, type RecordKey } from '../core/keys'

/** What is kept by entity, without what is kept of the revisions of some records; the same when there is nothing. */
export function withoutRevisions<Kept>(
  byEntity: { readonly [entity: EntityKey]: Kept },
  entity: EntityKey,
  keys: readonly RecordKey[],
): { readonly [entity: EntityKey]: Kept } {
  const gone = keys.map((key) => revisionsKey(entity, key)).filter((name) => byEntity[name])
  if (gone.length === 0) return byEntity
  const left = { ...byEntity }
  for (const name of gone) delete left[name]
  return left
}
