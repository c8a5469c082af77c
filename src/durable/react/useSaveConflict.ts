import { useCallback } from 'react'
import type { EntityId } from '../../core/keys'
import { useEntitySelector } from '../../react/hooks/useEntitySelector'
import { useEntityStore } from '../../react/provider/EntityStoreProvider'
import type { SaveConflict } from '../../saving/writes'
import type { ConflictChoice } from '../conflicts/applyChoices'
import { resolveConflict } from '../conflicts/resolveConflict'
import { selectSaveConflict } from '../conflicts/selectors'

/** What {@link useSaveConflict} gives. */
export interface UseSaveConflictResult {
  /** What the last save of the record was held for; undefined when it was not. */
  readonly conflict: SaveConflict | undefined
  readonly isConflict: boolean
  /** Chooses what shall become of fields, as `resolveConflict` does; the next save sends it, and one that waits in the queue goes on. */
  readonly resolve: (choices: { readonly [field: string]: ConflictChoice }) => void
}

/**
 * What others have written that the last save of a record would have replaced, and a way to choose.
 * @example
 * const { conflict, resolve } = useSaveConflict('postType', 'post', 1)
 * if (conflict) resolve({ title: 'mine' })
 */
export function useSaveConflict(kind: string, name: string, id?: EntityId): UseSaveConflictResult {
  const { dispatch } = useEntityStore()
  const conflict = useEntitySelector((state) => selectSaveConflict(state, kind, name, id))
  const resolve = useCallback(
    (choices: { readonly [field: string]: ConflictChoice }) =>
      dispatch(resolveConflict(kind, name, id, choices)),
    [dispatch, kind, name, id],
  )
  return { conflict, isConflict: conflict !== undefined, resolve }
}
