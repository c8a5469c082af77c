import type { Address } from '../../core/address'
import type { EntityState } from '../../store/rootReducer'
import type { ReadStatus } from './status'

/** What a component shows, how to read it from the state, and which read it shows of the server, or what else wakes it. */
export interface Selection<Fields extends object> {
  /** The names of all fields, the same object for all selections of a kind. */
  readonly fields: ReadonlySet<string>
  /** The fields; may be getters, as only those are read that a component looks at. */
  read(state: EntityState): Fields
  /** What is shown where it is not enabled, beside the status of a read that nobody begins. Default: the same. */
  readonly off?: Fields
  /**
   * The read whose answer it shows: it is asked while the component is on screen, and where `status` is among the fields, how
   * it stands are fields, too.
   */
  readonly source?: NeededRead
  /** Whether the read is needed yet; looked at again with each change until it is. Default: at once. */
  isNeeded?(state: EntityState): boolean
  /** Where in the state that stands which wakes the component. Default: as the read says. */
  readonly waits?: readonly Address[]
  /** What can be done with what is shown, where that goes with the selection. */
  readonly functions?: object
  /** Lets go of what it remembers of the state that it has read last. */
  forget?(): void
}

/** A read, or several of a kind, that a component needs for as long as it is on screen. */
export interface NeededRead {
  /** What it is about, which makes the answer stale. */
  readonly about: Address
  /** Where in the state its answer stands: the component is woken when any of it changes or goes stale. */
  readonly waits: readonly Address[]
  /** Whether there is something to ask. */
  isNeeded(state: EntityState): boolean
  /** Whether the answer is known and nothing has made it stale. */
  isFresh(state: EntityState): boolean
  status(state: EntityState): ReadStatus
  fetch(options: FreshReadOptions): Promise<unknown>
}

/** How a read is asked for; see `ReadOptions`. */
export interface FreshReadOptions {
  /** Aborts when the component goes or asks for something else. */
  readonly signal: AbortSignal
  readonly staleTime?: number
}
