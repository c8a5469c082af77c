import type { ResolutionKey } from './keys'
import type { FetchRequest, FetchResponse, Fetcher } from './fetchContract'

/** A tool that looks at what a store does while it is attached, such as the devtools. */
export interface Inspector {
  /** Gives what runs in the place of a thunk. */
  readonly run: <Work extends object>(thunk: Work) => Work
  /** Sends a request of the store. */
  readonly send: (request: FetchRequest, fetcher: Fetcher) => Promise<FetchResponse>
  /** A read has to ask the server; the thunk `again` asks once more, whatever is known by then. */
  readonly asks: (key: ResolutionKey, again: object) => void
  /** A component renders with what a hook reads: called during the render, with the same object each time. */
  readonly rendered: (view: object) => void
  /** Asks for what a hook needs, on behalf of the component that rendered with it. */
  readonly askedBy: <Result>(view: object, ask: () => Result) => Result
}

/** Where an {@link Inspector} is put: the same object for as long as the store lives. */
export interface Inspection {
  inspector?: Inspector | undefined
  /** In development: whether the run of code that has made the store still goes on. A render with it has made it then. */
  isMadeNow?: boolean
}
