import { useMemo, useSyncExternalStore } from 'react'
import type { ProvidedStore } from '../provider/EntityStoreProvider'
import { SelectionView, type Selection } from './selectionView'

/**
 * Fields read from the state, with functions beside them. The component renders again only when a field changes that
 * it has looked at.
 * @param selection Must be memoised, as must the functions: another object is another selection.
 */
export function useSelection<Fields extends object, Functions extends object = object>(
  provided: ProvidedStore,
  selection: Selection<Fields>,
  functions?: Functions,
): Fields & Functions {
  const view = useMemo(
    () => new SelectionView<Fields, Functions>(provided, selection, functions),
    [provided, selection, functions],
  )
  return useView(view)
}

/** What a view shows; it must be memoised. */
export function useView<Fields extends object, Functions extends object>(
  view: SelectionView<Fields, Functions>,
): Fields & Functions {
  view.noteRender()
  return useSyncExternalStore(view.subscribe, view.read, view.readOnServer)
}
