import { makeWritesReducer, type WritesState } from './writes'

/** The part of the state that this room owns: saves under way and failed. */
export interface SavingPart {
  readonly saving: WritesState
}

export const savingReducer = makeWritesReducer('saving/saveMoved')
