import { selectEntityConfig } from '../config/selectors'
import type { StateWithEntities } from '../entities/reducer'
import { queryOf, recordKeyFor } from '../entities/selectors'
import { EntityStoreError, show } from '../core/errors'
import { addresses } from '../core/address'
import { entityKey, isMissingId, recordKey, type EntityId } from '../core/keys'
import type { QueryInput } from '../core/query'
import { noteInvalidation } from '../resolution/askedAnew'
import { invalidated, recordInvalidated, type Invalidated } from '../resolution/actions'
import type { Thunk } from '../core/thunk'
import { watchDispatch } from '../core/watchDispatch'

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
 * @param target - A kind, an entity, one record or one list; without one, everything.
 * @example
 * dispatch(invalidate({ kind: 'postType', name: 'post' })) // all posts and lists of posts
 */
export function invalidate(target: InvalidateTarget = {}): Thunk<StateWithEntities, void> {
  const thunk: Thunk<StateWithEntities, void> = (dispatch, getState, { nextSeq, companions }) => {
    const action = stalenessOf(getState(), target, nextSeq())
    noteInvalidation(companions, action.seq)
    dispatch(action)
  }
  return watchDispatch('invalidate', thunk)
}

/**
 * Checks that a target says which entity it means, or means all of them.
 * @throws EntityStoreError `invalid_resource`.
 */
export function checkTarget({ kind, name, id, query }: InvalidateTarget): void {
  const isPart = !isMissingId(id) || !!query
  if (kind === undefined ? name === undefined && !isPart : name !== undefined || !isPart) return
  throw new EntityStoreError(
    'invalid_resource',
    `${show({ kind, name, id, query })} does not say which entity is meant. Give its kind and name.`,
  )
}

function stalenessOf(state: StateWithEntities, target: InvalidateTarget, seq: number): Invalidated {
  checkTarget(target)
  const { kind, name, id, query } = target
  if (kind === undefined) return invalidated([addresses.everything], seq)
  if (name === undefined) return invalidated([addresses.kind(kind)], seq)
  const entity = entityKey(kind, name)
  const config = selectEntityConfig(state, kind, name)
  const key = config ? recordKeyFor(state, config, id) : recordKey(id)
  if (!isMissingId(id) && key !== undefined) return recordInvalidated(entity, key, seq)
  if (!query) return invalidated([addresses.entity(entity)], seq)
  return invalidated([addresses.list(entity, queryOf(state, config, query).listKey)], seq)
}
