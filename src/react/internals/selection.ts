import type { Address } from '../../core/address'
import type { EntityState } from '../../store/rootReducer'
import type { ReadStatus } from './status'

/** What a component shows, how to read it from the state, what it waits for and what it needs from the server. */
export interface Selection<Fields extends object> {
  /** The names of all fields, the same object for all selections of a kind. */
  readonly fields: ReadonlySet<string>
  /** Where in the state that stands: the component is woken when any of it changes or goes stale. */
  readonly waits: readonly Address[]
  /** The fields; may be getters, as only those are read that a component looks at. */
  read(state: EntityState): Fields
  /** How the read of it stands, where it has one; looked at apart from the other fields. */
  status?(state: EntityState): ReadStatus
  /** What is shown of it where it is not enabled, beside the status of a read that nobody begins. Default: the same. */
  readonly off?: Fields
  /**
   * What to ask the server for while it is on screen, and again whenever that goes stale. Null for nothing; looked at
   * again with each change until there is something.
   */
  readonly needs?: NeededRead | null
  /** What can be done with what is shown, where that goes with the selection. */
  readonly functions?: object
  /** Lets go of what it remembers of the state that it has read last. */
  forget?(): void
}

/** A read that a component needs for as long as it is on screen. */
export interface NeededRead {
  fetch(options: FreshReadOptions): Promise<unknown>
  /** What it is about, which makes the answer stale. */
  readonly about: Address
  /** Whether the answer is known and fresh, so that nothing has to be asked; without it the read finds that out. */
  isKnown?(state: EntityState): boolean
}

/** How a read is asked for; see `ReadOptions`. */
export interface FreshReadOptions {
  /** Aborts when the component goes or asks for something else. */
  readonly signal: AbortSignal
  readonly staleTime?: number
}
