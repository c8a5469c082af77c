import { useEntitySelector } from '../../react/hooks/useEntitySelector'
import { selectDrafts, type DraftRecord } from '../locals/selectors'

/**
 * The records of an entity that are not on the server yet, newest first.
 * @example
 * const drafts = useDrafts('taxonomy', 'category')
 */
export function useDrafts(kind: string, name: string): readonly DraftRecord[] {
  return useEntitySelector((state) => selectDrafts(state, kind, name))
}
