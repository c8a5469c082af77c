import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { EntityState } from '../../store/rootReducer'
import { useEntityStore } from '../provider/EntityStoreProvider'

/**
 * What a selector gives of the state; the component renders again when that is another value.
 * (spec.md, section 1)
 */
export function useEntitySelector<Selected>(
  selector: (state: EntityState) => Selected,
  isEqual: (before: Selected, after: Selected) => boolean = Object.is,
): Selected {
  const { getState, subscribe } = useEntityStore()
  // What is on screen, once something is.
  const [shown] = useState(() => new Set<Selected>())
  const read = useMemo(
    () => makeReader(getState, selector, isEqual, shown),
    [getState, selector, isEqual, shown],
  )
  const value = useSyncExternalStore(subscribe, read, read)
  useEffect(() => {
    shown.clear()
    shown.add(value)
  }, [shown, value])
  return value
}

function makeReader<Selected>(
  getState: () => EntityState,
  selector: (state: EntityState) => Selected,
  isEqual: (before: Selected, after: Selected) => boolean,
  shown: ReadonlySet<Selected>,
): () => Selected {
  let known: { readonly state: EntityState; readonly value: Selected } | undefined
  return () => {
    const state = getState()
    if (known?.state !== state) {
      const value = selector(state)
      // A selector written in place is another one at each render: what is on screen stays where it is equal.
      const [before = value] = known ? [known.value] : shown
      known = { state, value: isEqual(before, value) ? before : value }
    }
    return known.value
  }
}
