import { withinTime } from '../../core/withinTime'

/** From when a durability begins until it has ended. */
export interface Life {
  /** Whether it is to end. */
  readonly isClosing: () => boolean
  /** Resolves when it is to end. */
  readonly closing: Promise<void>
  /** Whether nothing is to be kept any more. */
  readonly isForgotten: () => boolean
  /** Resolves when nothing is to be kept any more. */
  readonly forgotten: Promise<void>
  /** Resolves when what is to be done then has ended, however, or takes too long. */
  readonly forget: () => Promise<void>
  /** Work to be done when nothing is to be kept any more. */
  readonly whenForgotten: (work: () => Promise<void>) => void
  /** Whether it has ended. */
  readonly isClosed: () => boolean
  readonly closed: () => void
  /** Ends it by some work. */
  readonly close: (work: () => Promise<void>) => Promise<void>
  /** Does work after which it may have ended. */
  readonly endWith: (work: () => Promise<void>) => Promise<void>
  /** Settles when the work is done that ends it; undefined where there is none. */
  readonly ending: () => Promise<void> | undefined
}

/** How long is waited for work when nothing is to be kept any more, in milliseconds. */
const forgettingLimit = 3000

export function makeLife(): Life {
  let isClosing = false
  let isClosed = false
  let isForgotten = false
  let forget: () => void = () => undefined
  const forgotten = new Promise<void>((resolve) => (forget = resolve))
  const works: (() => Promise<void>)[] = []
  let begin: () => void = () => undefined
  const closing = new Promise<void>((resolve) => (begin = resolve))
  let ending: Promise<void> | undefined

  function endWith(work: () => Promise<void>): Promise<void> {
    // Known before the work begins, which may say at once that it has ended.
    let done: () => void = () => undefined
    ending = new Promise((resolve) => (done = resolve))
    return work().finally(done)
  }
  return {
    isClosing: () => isClosing,
    closing,
    isForgotten: () => isForgotten,
    forgotten,
    forget: async () => {
      isForgotten = true
      forget()
      await withinTime(Promise.allSettled(works.map((work) => work())), forgettingLimit)
    },
    whenForgotten: (work) => void works.push(work),
    isClosed: () => isClosed,
    closed: () => {
      isClosed = true
    },
    close: (work) => {
      isClosing = true
      begin()
      return endWith(work)
    },
    endWith,
    ending: () => ending,
  }
}
