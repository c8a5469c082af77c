/** Milliseconds that each who comes later waits longer before doing what one of all is enough for. */
const electionTime = 2000

/** Lets one after the other do what one of them is enough for: whoever comes later finds it done. */
export interface Election {
  /** Whether this store still waits for those who come before it. */
  readonly isWaiting: () => boolean
  /** Calls back once so many have had the time to do it; what is asked meanwhile waits for the same call. */
  readonly stand: (place: number) => void
  readonly cancel: () => void
}

export function electLeader(onElected: () => void): Election {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    isWaiting: () => timer !== undefined,
    stand: (place) => {
      timer ??= setTimeout(() => {
        timer = undefined
        onElected()
      }, place * electionTime)
    },
    cancel: () => clearTimeout(timer),
  }
}
