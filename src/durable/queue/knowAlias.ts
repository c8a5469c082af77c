import { own } from '../../core/plain'
import type { EntityStore } from '../../store/createEntityStore'
import { localIdMade } from '../../entities/actions'
import type { Replacement } from '../locals/replaceIds'
import type { StoredEntry } from './entry'
import { aliasOf } from './sentEntry'

/**
 * Makes the server's id of a draft known that another page has made: what that page has left behind is about this record,
 * and is no draft to be made once more.
 */
export function knowAlias({ getState, dispatch }: EntityStore, entry: StoredEntry, made: Replacement): void {
  if (own(getState().entities.aliases, made.local) !== undefined) return
  dispatch(localIdMade(made.local, aliasOf(entry, made)))
}
