import { EntityStoreError, show } from './errors'

/**
 * A slice of the state of an entity store: what a selector begins with.
 * @param slice - `state?.entities`, or another one.
 * @throws EntityStoreError `wrong_state` for what is no such state. Redux's commonest slips are the state of the store around,
 * and a thunk that was dispatched to that store.
 */
export function sliceOf<Slice>(slice: Slice | undefined, state: unknown): Slice {
  if (slice !== undefined) return slice
  throw new EntityStoreError(
    'wrong_state',
    `This is not the state of an entity store: it has ${partsOf(state)}. Where that lives in another Redux store, pass selectors state[reducerPath], such as state.copydesk, and dispatch thunks with the dispatch of the entity store, or of useEntityDispatch().`,
  )
}

function partsOf(state: unknown): string {
  const names = typeof state === 'object' && state !== null ? Object.keys(state).join(', ') : show(state)
  return names || 'nothing'
}
