/** The version of the state's shape; grows with each change that an earlier version of this package could not read. */
export const stateVersion = 2

/** The part of the state that says in which shape the rest is. */
export interface StateWithVersion {
  /** The version of the state's shape. */
  readonly version: number
}

export function versionReducer(state: number = stateVersion): number {
  return state
}
