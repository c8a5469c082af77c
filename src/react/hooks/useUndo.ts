import { useMemo } from 'react'
import { addresses } from '../../core/address'
import { redo, undo, type UndoOptions } from '../../undo/undo'
import type { UndoScope } from '../../undo/undoScope'
import { selectHasRedo, selectHasUndo } from '../../undo/selectors'
import { useProvidedStore } from '../provider/EntityStoreProvider'
import type { Selection } from '../internals/selection'
import { useView } from '../internals/view'

/** What {@link useUndo} gives. */
export interface UseUndoResult {
  /** Undoes the last undo level of the scope. */
  readonly undo: () => void
  /** Redoes the level that was undone last. */
  readonly redo: () => void
  /** Whether there is a level to undo. */
  readonly hasUndo: boolean
  /** Whether there is a level to redo. */
  readonly hasRedo: boolean
}

const undoFields: ReadonlySet<string> = /* @__PURE__ */ new Set(['hasUndo', 'hasRedo'])

function undoSelection(scope: UndoScope): Selection<Pick<UseUndoResult, 'hasUndo' | 'hasRedo'>> {
  return {
    fields: undoFields,
    waits: [addresses.undo],
    read: (state) => ({ hasUndo: selectHasUndo(state, scope), hasRedo: selectHasRedo(state, scope) }),
  }
}

/**
 * Undo and redo of edits: of all records, or only of those of a scope, so that undo in one form changes nothing in another.
 * @param options - `scope`: one record as `{ kind, name, id }`, a list of those that one form shows, or `'everything'`.
 * @example
 * const { undo, redo, hasUndo, hasRedo } = useUndo()
 * const ofThisPost = useUndo({ scope: { kind: 'postType', name: 'post', id } })
 */
export function useUndo({ scope = 'everything' }: UndoOptions = {}): UseUndoResult {
  const provided = useProvidedStore()
  const { store } = provided
  const named = JSON.stringify(scope)
  const [selection, functions] = useMemo(() => {
    const meant = { scope: JSON.parse(named) as UndoScope }
    const steps = { undo: () => store.dispatch(undo(meant)), redo: () => store.dispatch(redo(meant)) }
    return [undoSelection(meant.scope), steps] as const
  }, [store, named])
  return useView(provided, selection, { functions })
}
