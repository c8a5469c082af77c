import { selectEntityConfig } from '../../config/selectors'
import type { EntityId } from '../../core/keys'
import { isRecord } from '../../core/plain'
import { readPath } from '../../core/paths'
import type { Thunk } from '../../core/thunk'
import { recordKeyFor } from '../../entities/selectors'
import type { EntityState } from '../../store/rootReducer'
import { newestRevisions } from './revisions'
import { selectSaveConflict } from './selectors'

/** Who wrote what a save is in conflict with. */
export interface ConflictAuthor {
  readonly id: EntityId
  /** Their name; `''` where it may not be seen. */
  readonly name: string
  /** When they wrote it, as the server writes it. */
  readonly at: string
}

/**
 * Who wrote last to a record whose save is in conflict, by its revisions: asked only when it is wanted. Autosaves do not
 * count.
 * @returns undefined where there is no conflict, no revision, or nothing of it may be seen.
 * @example
 * const author = await dispatch(fetchConflictAuthor('postType', 'post', 1))
 */
export function fetchConflictAuthor(
  kind: string,
  name: string,
  id?: EntityId,
): Thunk<EntityState, Promise<ConflictAuthor | undefined>> {
  return async (dispatch, getState, services) => {
    const config = selectEntityConfig(getState(), kind, name)
    const key = config && recordKeyFor(getState(), config, id)
    if (!config || key === undefined || !selectSaveConflict(getState(), kind, name, id)) return undefined
    try {
      const query = 'per_page=10&_embed=author&_fields=id,slug,author,modified_gmt,_links,_embedded'
      const [newest] = await newestRevisions(services, config, key, query)
      const author = newest?.author
      if (typeof author !== 'number' && typeof author !== 'string') return undefined
      const embedded = readPath(newest, '_embedded.author').value
      const user: unknown = Array.isArray(embedded) ? embedded[0] : undefined
      const known = isRecord(user) && typeof user.name === 'string' ? user.name : undefined
      return {
        id: author,
        name: known ?? (await nameOf(author)),
        at: String(newest?.modified_gmt ?? ''),
      }
    } catch {
      return undefined
    }

    async function nameOf(author: EntityId): Promise<string> {
      const path = `/wp/v2/users/${author}?_fields=id,name`
      const { data } = await services.fetcher({ path }).catch(() => ({ data: undefined }))
      return isRecord(data) && typeof data.name === 'string' ? data.name : ''
    }
  }
}
