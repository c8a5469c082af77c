import type { EntityStore } from '../../store/createEntityStore'
import { selectCurrentUser } from '../../wordpress/fetchCurrentUser'
import type { SyncOptions, SyncUser } from '../syncOptions'

/** Who the user is, for the others: as it was given, else as far as the store knows. */
export function userOf({ getState }: EntityStore, { user }: SyncOptions): SyncUser {
  const given = typeof user === 'function' ? user() : user
  if (given) return given
  const { id, name = '', avatar_urls: avatars } = selectCurrentUser(getState())
  const avatarUrl = Object.values(avatars ?? {}).at(-1)
  return { ...(id !== undefined && { id }), name, ...(avatarUrl && { avatarUrl }) }
}
