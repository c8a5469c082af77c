import type { ResolutionKey } from './keys'
import type { Fetcher } from './fetchContract'

/** A fact: what happened, in the past tense, as plain data. (spec.md, section 1) */
export interface StoreAction {
  readonly type: string
}

/** Several facts that become true at once, with one notification. */
export interface TogetherAction extends StoreAction {
  readonly type: 'store/together'
  readonly actions: readonly StoreAction[]
}

/** Makes several facts one: subscribers see all of them or none. */
export function together(actions: readonly StoreAction[]): StoreAction {
  if (actions.length === 1 && actions[0]) return actions[0]
  return { type: 'store/together', actions } as TogetherAction
}

/** A read under way, shared by everybody who asked for the same. */
export interface RunningRead {
  /** Absent until its first facts are told. */
  readonly done: Promise<void> | undefined
  /** How many callers still wait for it. */
  waiting: number
  /** Ends it because nobody waits any more. */
  abort(): void
}

/** Single reads of one tick that become one request; see `gatherReads` of an entity config. */
export interface BatchedReads {
  readonly ids: Set<string>
  readonly rows: Promise<ReadonlyMap<string, unknown>>
}

/** What thunks work with besides the state. Each store has its own. */
export interface Services {
  readonly fetcher: Fetcher
  /**
   * The next turn: a number that grows with every request and every answered write. Data of a later turn is newer,
   * so that a late answer can be told from a fresh one.
   */
  readonly nextSeq: () => number
  /** Reads under way, by what they ask. */
  readonly reads: Map<ResolutionKey, RunningRead>
  /** Reads that wait for the end of this tick, by entity and fields. */
  readonly batchedReads: Map<string, BatchedReads>
  /** Who waits for which lock, by the lock's id: each takes its lock if its turn has come. */
  readonly lockWaiters: Map<string, () => void>
}

/** Work on a store whose state has at least the given parts. (spec.md, section 1) */
export type Thunk<State, Result> = (
  dispatch: Dispatch<State>,
  getState: () => State,
  services: Services,
) => Result

/** Takes facts, and thunks that ask for no more than the given parts of the state. (spec.md, section 1) */
export interface Dispatch<State> {
  <Result>(thunk: Thunk<State, Result>): Result
  <Action extends StoreAction>(action: Action): Action
}
