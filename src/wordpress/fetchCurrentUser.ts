import { questionOf } from '../resolution/question'
import { selectRow } from '../entities/selectors'
import { addresses } from '../core/address'
import { entityKey, recordKey } from '../core/keys'
import { defineLookup, lookupFacts, type LookupFacts } from './lookups/lookup'
import type { StateWithLookups } from './lookups/reducer'
import type { User } from '../records/user'
import type { ReadOptions } from '../resolution/readOptions'
import { fetchRead } from '../resolution/runRead'
import { getRow } from '../core/recordTable'
import type { Thunk } from '../core/thunk'
import { sliceOf } from '../core/sliceOf'

/**
 * Who is signed in, with the fields that everybody may see at least; empty while that is not known.
 */
export type CurrentUser = Partial<User<'view'>>

const nobody: CurrentUser = {}

/** What can be said of the read below. */
export function currentUserFacts(): LookupFacts<CurrentUser> {
  return lookupFacts(question, addresses.entity(entityKey('root', 'user')))
}

const question = /* @__PURE__ */ questionOf('fetchCurrentUser')

/** The read of who is signed in. */
export const currentUser = /* @__PURE__ */ defineLookup({
  facts: currentUserFacts,
  path: '/wp/v2/users/me',
  select: selectCurrentUser,
})

/**
 * Reads who is signed in, once.
 * @throws RestError as the server answered, such as 401 `rest_not_logged_in` to a visitor; EntityStoreError
 * `invalid_response` for what is no user.
 * @example
 * const { id, name } = await dispatch(fetchCurrentUser())
 */
export function fetchCurrentUser(options?: ReadOptions): Thunk<StateWithLookups, Promise<CurrentUser>> {
  return fetchRead(currentUser, [], options)
}

/**
 * Who is signed in; as the record `('root', 'user', id)` once a read or a save brought that later. `{}` while
 * it is not known.
 */
export function selectCurrentUser(state: StateWithLookups): CurrentUser {
  const answer = getRow(sliceOf(state?.lookups, state), question.key)
  const user = (answer?.value ?? nobody) as CurrentUser
  const id = recordKey(user.id)
  const row = id && selectRow(state, entityKey('root', 'user'), id, 'default')
  return row?.isComplete && row.seq > (answer?.seq ?? 0) ? row.record : user
}
