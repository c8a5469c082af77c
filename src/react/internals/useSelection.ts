import { useMemo, useSyncExternalStore } from 'react'
import { useProvidedStore } from '../provider/EntityStoreProvider'
import { SelectionView, type Selection } from './selectionView'

/**
 * Fields read from the state, with functions beside them. The component renders again only when a field changes that
 * it has looked at.
 * @param selection Must be memoised, as must the functions: another object is another selection.
 */
export function useSelection<Fields extends object, Functions extends object = object>(
  selection: Selection<Fields>,
  functions?: Functions,
): Fields & Functions {
  const provided = useProvidedStore()
  const view = useMemo(
    () => new SelectionView(provided.store, provided.getServerState, selection, functions),
    [provided, selection, functions],
  )
  return useSyncExternalStore(view.subscribe, view.read, view.readOnServer)
}
