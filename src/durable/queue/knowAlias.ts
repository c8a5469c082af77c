import { own } from '../../core/plain'
import type { EntityStore } from '../../store/createEntityStore'
import { localIdMade } from '../../store/localIds'
import type { Replacement } from '../locals/replaceIds'
import type { StoredEntry } from './entry'
import { aliasOf } from './sentEntry'

/**
 * Makes the server's id of a draft known that another page has made: what that page has left behind is about this record,
 * and is no draft to be made once more.
 */
export function knowAlias({ getState, dispatch }: EntityStore, entry: StoredEntry, made: Replacement): void {
  const { entities } = getState()
  const { local } = made
  if (own(entities.aliases, local) !== undefined) return
  const aliases = { ...entities.aliases, [local]: aliasOf(entry, made) }
  dispatch(localIdMade(entry.entity, local, { entities: { ...entities, aliases } }))
}
