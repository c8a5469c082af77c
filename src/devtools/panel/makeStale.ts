import type { Address } from '../../core/address'
import type { Thunk } from '../../core/thunk'
import { invalidated } from '../../resolution/actions'
import type { EntityState } from '../../store/rootReducer'

/** Marks the narrowest of these sets as stale: what is on screen is read again. */
export function makeStale(address: Address): Thunk<EntityState, void> {
  return (dispatch, getState, { nextSeq }) => {
    dispatch(invalidated([address], nextSeq()))
  }
}
