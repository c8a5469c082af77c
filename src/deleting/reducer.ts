import { makeWritesReducer, type WritesState } from '../saving/writes'

/** The part of the state that this room owns: deletions under way and failed. */
export interface DeletingSliceState {
  readonly deleting: WritesState
}

export const deletingReducer = makeWritesReducer('deleting/deletionMoved')
