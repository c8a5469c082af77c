import { makeWritesReducer, type WritesState } from './writes'

/** The part of the state that this room owns: saves under way and failed. */
export interface SavingSliceState {
  readonly saving: WritesState
}

export const savingReducer = makeWritesReducer('saving/saveMoved')
