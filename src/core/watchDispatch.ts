import { isDevelopment } from './isDevelopment'
import { warnOnce } from './warnOnce'

/** A thunk that was made: by which function, and where. */
interface MadeThunk {
  readonly maker: string
  readonly place: Error
}

const waiting = /* @__PURE__ */ makeRegistry()

/**
 * The same thunk, of which the console says in development where it was made if it is let go of before anybody has
 * dispatched it: Redux's most usual slip, which does nothing.
 */
export function watchDispatch<Given extends readonly unknown[], Result>(
  maker: string,
  thunk: (...given: Given) => Result,
): (...given: Given) => Result {
  if (isDevelopment() && waiting) {
    const made: MadeThunk = { maker, place: new Error('It was made here:') }
    const watched = (...given: Given): Result => {
      waiting.unregister(made)
      return thunk(...given)
    }
    waiting.register(watched, made, made)
    return watched
  }
  return thunk
}

/** Older engines of React Native have none. */
function makeRegistry(): FinalizationRegistry<MadeThunk> | undefined {
  return typeof FinalizationRegistry === 'function' ? new FinalizationRegistry(warnOfForgotten) : undefined
}

function warnOfForgotten({ maker, place }: MadeThunk): void {
  warnOnce(
    warnOfForgotten,
    maker,
    `${maker}(…) makes a thunk. One of them was never dispatched, so nothing has happened. Write dispatch(${maker}(…)), with the dispatch of the entity store, or of useEntityDispatch().`,
    place,
  )
}
