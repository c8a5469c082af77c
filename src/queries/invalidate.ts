import type { ConfigPart } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import { addressOf } from '../entities/selectors'
import { EntityStoreError, show } from '../errors'
import { entityKey, isMissingId, recordKey, stale, type EntityId, type StaleScope } from '../keys'
import { normalizeQuery, type QueryInput } from '../query'
import { answersStaled } from '../resolution/actions'
import type { ResolutionPart } from '../resolution/reducer'
import type { Thunk } from '../thunk'

/** What is to be read again: everything, a kind, an entity, one record, or one list. */
export interface InvalidateTarget {
  readonly kind?: string
  readonly name?: string
  readonly id?: EntityId
  readonly query?: QueryInput
}

/**
 * Marks answers as stale: what is on screen is read again and stays there meanwhile, the rest when it is next asked for.
 * `{}` means everything; with an `id` only that record, with a `query` only that list.
 */
export function invalidate(target: InvalidateTarget = {}): Thunk<ConfigPart & ResolutionPart, void> {
  return (dispatch, getState, { nextTurn }) => {
    dispatch(answersStaled([scopeOf(getState(), target)], nextTurn()))
  }
}

function scopeOf(state: ConfigPart, { kind, name, id, query }: InvalidateTarget): StaleScope {
  if (kind === undefined && name === undefined && id === undefined && query === undefined)
    return stale.everything
  if (kind === undefined || (name === undefined && (!isMissingId(id) || query !== undefined))) {
    throw new EntityStoreError(
      'invalid_resource',
      `${show({ kind, name, id, query })} does not say which entity is meant. Give its kind and name.`,
    )
  }
  if (name === undefined) return stale.kind(kind)
  const entity = entityKey(kind, name)
  if (!isMissingId(id)) {
    const config = selectEntityConfig(state, kind, name)
    const key = config ? addressOf(config, id) : recordKey(id)
    return key === undefined ? stale.entity(entity) : stale.record(entity, key)
  }
  return query === undefined || query === null
    ? stale.entity(entity)
    : stale.list(entity, normalizeQuery(query).listKey)
}
