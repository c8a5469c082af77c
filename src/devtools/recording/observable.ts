/** A value that listeners can wait for, as `useSyncExternalStore` wants it. */
export interface Observable<Value> {
  readonly read: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

/** An observable whose value its owner replaces; listeners are called at once, or as `schedule` says. */
export function createObservable<Value>(
  initial: Value,
  schedule: (notify: () => void) => void = (notify) => notify(),
) {
  let value = initial
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  return {
    read: () => value,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set(next: Value): void {
      value = next
      schedule(notify)
    },
    /** The same for what somebody has just done and waits to see. */
    setAtOnce(next: Value): void {
      value = next
      notify()
    },
  }
}

/** Calls once for all that happens in the same moment: hundreds of rows may ask at once, some during a render. */
export function once(delay: (run: () => void) => void): (notify: () => void) => void {
  let isWaiting = false
  return (notify) => {
    if (isWaiting) return
    isWaiting = true
    delay(() => {
      isWaiting = false
      notify()
    })
  }
}
