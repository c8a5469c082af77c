import type { EntityId } from '../../core/keys'
import { useEntitySelector } from '../../react/hooks/useEntitySelector'
import { selectCurrentId } from '../locals/selectors'

/**
 * The current id of a record that was created on this device: the local id until the first save, then the server's id. Any
 * other id is returned as it is.
 * @example
 * const current = useCurrentId('postType', 'post', id)
 * useEffect(() => navigate(`/posts/${current}`, { replace: true }), [current])
 */
export function useCurrentId(kind: string, name: string, id: EntityId): EntityId {
  return useEntitySelector((state) => selectCurrentId(state, kind, name, id) ?? id)
}
