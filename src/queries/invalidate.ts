import type { ConfigPart } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import { addressOf } from '../entities/selectors'
import { EntityStoreError, show } from '../errors'
import { entityKey, isMissingId, recordKey, scope, stale, type EntityId } from '../keys'
import { normalizeQuery, type QueryInput } from '../query'
import { answersStaled, recordStaled, type AnswersStaled } from '../resolution/actions'
import type { ResolutionPart } from '../resolution/reducer'
import type { Thunk } from '../thunk'

/** What is to be read again: everything, a kind, an entity, one record, or one list. (spec.md, section 7) */
export interface InvalidateTarget {
  readonly kind?: string
  readonly name?: string
  readonly id?: EntityId
  readonly query?: QueryInput
}

/**
 * Marks answers as stale: what is on screen is read again and stays there meanwhile, the rest when it is next asked for.
 * `{}` means everything; with an `id` only that record, with a `query` only that list. (spec.md, section 7)
 */
export function invalidate(target: InvalidateTarget = {}): Thunk<ConfigPart & ResolutionPart, void> {
  return (dispatch, getState, { nextTurn }) => {
    dispatch(stalenessOf(getState(), target, nextTurn()))
  }
}

function stalenessOf(
  state: ConfigPart,
  { kind, name, id, query }: InvalidateTarget,
  turn: number,
): AnswersStaled {
  const isPart = !isMissingId(id) || !!query
  if (kind === undefined || (name === undefined && isPart)) {
    if (kind === undefined && name === undefined && !isPart) return answersStaled([stale.everything], turn)
    throw new EntityStoreError(
      'invalid_resource',
      `${show({ kind, name, id, query })} does not say which entity is meant. Give its kind and name.`,
    )
  }
  if (name === undefined) return answersStaled([stale.kind(kind)], turn)
  const entity = entityKey(kind, name)
  const config = selectEntityConfig(state, kind, name)
  const key = config ? addressOf(config, id) : recordKey(id)
  if (!isMissingId(id) && key !== undefined) return recordStaled(entity, key, turn)
  if (!query) return answersStaled([stale.entity(entity)], turn)
  const list = stale.list(entity, normalizeQuery(query).listKey)
  return answersStaled([list], turn, [{ scope: scope.lists(entity) }])
}
