import { useMemo } from 'react'
import { scope } from '../../core/keys'
import { redo, undo } from '../../undo/undo'
import { selectHasRedo, selectHasUndo } from '../../undo/selectors'
import { useProvidedStore } from '../provider/EntityStoreProvider'
import type { Selection } from '../internals/selectionView'
import { useSelection } from '../internals/useSelection'

/** The way back and forth. */
export interface UseUndoResult {
  readonly undo: () => void
  readonly redo: () => void
  readonly hasUndo: boolean
  readonly hasRedo: boolean
}

// A call marked as pure, so that bundlers can leave it out: the scope it reads might be a getter for all they know.
const selection = /* @__PURE__ */ undoSelection()

function undoSelection(): Selection<Pick<UseUndoResult, 'hasUndo' | 'hasRedo'>> {
  return {
    fields: new Set(['hasUndo', 'hasRedo']),
    waits: [[scope.undo]],
    read: (state) => ({ hasUndo: selectHasUndo(state), hasRedo: selectHasRedo(state) }),
  }
}

/**
 * Undo and redo over all records, and whether there is anything to undo or redo.
 * @example
 * const { undo, redo, hasUndo, hasRedo } = useUndo()
 */
export function useUndo(): UseUndoResult {
  const provided = useProvidedStore()
  const { store } = provided
  const functions = useMemo(
    () => ({ undo: () => store.dispatch(undo()), redo: () => store.dispatch(redo()) }),
    [store],
  )
  return useSelection(provided, selection, functions)
}
