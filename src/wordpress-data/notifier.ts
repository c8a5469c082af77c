/** Notifies the listeners of a store of changes. */
export interface Notifier {
  readonly subscribe: (listener: () => void) => () => void
  /** Another object exactly when something has changed. */
  readonly getSnapshot: () => object
  /** Notifies them at once. */
  readonly notify: () => void
  /**
   * Notifies them in a microtask, or in the next frame where they were notified some times in this one, once for all that
   * changes until then: of what reads bring, of which nobody knows when it comes. A page has hundreds of listeners, and
   * each looks at all it shows: they are not to look once for each of 2,000 answers.
   */
  readonly notifySoon: () => void
}

/** How long one picture of a screen stands, in milliseconds. */
const frame = 16

/** How often they are notified of reads in a frame before it is left to the next: a read brings its answer and its end. */
const mostInFrame = 4

/** Makes the notifier of a state. */
export function createNotifier(getState: () => object): Notifier {
  const listeners = new Set<() => void>()
  let snapshot: object = {}
  let isDue = false
  let frameFrom = -Infinity
  let notifiedInFrame = 0

  function changed() {
    snapshot = { state: getState() }
  }

  function notifyAll() {
    isDue = false
    notifiedInFrame++
    for (const listener of [...listeners]) listener()
  }

  /** Somebody who could not wait may have been notified meanwhile, and the others with him. */
  function notifyIfDue() {
    if (isDue) notifyAll()
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    notify: () => {
      changed()
      notifyAll()
    },
    notifySoon: () => {
      changed()
      if (isDue) return
      isDue = true
      const now = performance.now()
      if (now >= frameFrom + frame) {
        frameFrom = now
        notifiedInFrame = 0
      }
      if (notifiedInFrame >= mostInFrame) setTimeout(notifyIfDue, frameFrom + frame - now)
      else queueMicrotask(notifyIfDue)
    },
  }
}
