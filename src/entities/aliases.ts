import { weakMapMemoize } from 'reselect'
import type { EntityId, RecordKey } from '../core/keys'
import { isLocalId, localIds } from '../core/localId'
import { own } from '../core/plain'
import type { QueryInput } from '../core/query'
import { sliceOf } from '../core/sliceOf'
import type { Aliases } from './localRecord'
import type { StateWithEntities } from './reducer'

/** The id that a record has now: the server's, where it was asked for by the one it had before. */
export function currentId<Id extends EntityId | undefined>(
  state: Pick<StateWithEntities, 'entities'>,
  id: Id,
): Id | EntityId {
  const { aliases } = sliceOf(state?.entities, state)
  return (aliases && isLocalId(id) && own(aliases, String(id))?.id) || id
}

/** A query with the ids that records have now; the same object where it names none that had another. */
export function currentQuery<Query extends QueryInput>(
  { entities: { aliases } }: StateWithEntities,
  query: Query,
): Query {
  return aliases && query ? (replaced(query, aliases) as Query) : query
}

const replaced = /* @__PURE__ */ weakMapMemoize((query: object, aliases: Aliases): object => {
  const text = JSON.stringify(query)
  const now = text.replace(localIds, (local) => String(own(aliases, local)?.id ?? local))
  return now === text ? query : (JSON.parse(now) as object)
})

/** Whether a question names a record that the server does not know: then it need not be asked. */
export function namesLocalId({ entities: { aliases } }: StateWithEntities, question: string): boolean {
  return (
    aliases !== undefined &&
    (question.match(localIds) ?? []).some((id) => own(aliases, id) && !aliases[id]?.id)
  )
}

/** Whether a record is a draft of this store, which the server does not know yet. */
export function selectIsLocal({ entities: { aliases } }: StateWithEntities, key: RecordKey): boolean {
  return isLocalId(key) && own(aliases, key) !== undefined
}
