import { useDeferredValue } from 'react'
import { useEntitySelector } from '../../react/hooks/useEntitySelector'
import type { EntityState } from '../../store/rootReducer'

const whole = (state: EntityState) => state
// What elsewhere is a mistake is what a panel about the state is for.
const isMeant = { devModeChecks: { identityFunctionCheck: 'never' } } as const

/** The whole state; typing goes first. */
export function useWholeState(): EntityState {
  return useDeferredValue(useEntitySelector(whole, isMeant))
}
