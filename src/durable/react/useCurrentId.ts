import type { EntityId } from '../../core/keys'
import { useEntitySelector } from '../../react/hooks/useEntitySelector'
import { selectCurrentId } from '../locals/selectors'

/**
 * The id that a record has now: the server's, as soon as it has one, also where the local one is given; for the address
 * bar, say. An id that nobody knows is given back as it is.
 * @example
 * const current = useCurrentId('postType', 'post', id)
 * useEffect(() => navigate(`/posts/${current}`, { replace: true }), [current])
 */
export function useCurrentId(kind: string, name: string, id: EntityId): EntityId {
  return useEntitySelector((state) => selectCurrentId(state, kind, name, id) ?? id)
}
