import { remembered } from '../../core/companions'

/** A name that a store of a page has taken. */
export interface Claim {
  /** Hands it back. Who has it next waits until `ended`: what this store has begun is not over before. Default: it is. */
  (ended?: Promise<unknown>): void
  /** Settles when the store that had the name before has ended; absent where nothing is under way. */
  readonly before?: Promise<unknown>
}

/** Names of a page that one of its stores has at a time. */
export interface Claims {
  /** Takes a name; undefined where it is taken. */
  readonly claim: (name: string) => Claim | undefined
  /** Resolves when a name that is taken is handed back. */
  readonly whenFree: (name: string) => Promise<void>
}

const pages = new WeakMap<object, Claims>()

/** The names that stores of a page have taken. */
export function claimsOf(page: object): Claims {
  return remembered(pages, page, makeClaims)
}

export function makeClaims(): Claims {
  const taken = new Map<string, (() => void)[]>()
  const endings = new Map<string, Promise<unknown>>()

  function giveBack(name: string, ended?: Promise<unknown>): void {
    const waiting = taken.get(name) ?? []
    taken.delete(name)
    if (ended) {
      // A store that is ended before its turn has begun does not end the one before it.
      const all = Promise.allSettled([endings.get(name), ended])
      endings.set(name, all)
      void all.then(() => {
        if (endings.get(name) === all) endings.delete(name)
      })
    }
    for (const resolve of waiting) resolve()
  }

  return {
    claim: (name) => {
      if (taken.has(name)) return undefined
      taken.set(name, [])
      let isHeld = true
      const hand = (ended?: Promise<unknown>) => {
        if (isHeld) giveBack(name, ended)
        isHeld = false
      }
      const before = endings.get(name)
      return before ? Object.assign(hand, { before }) : hand
    },
    whenFree: (name) => {
      const waiting = taken.get(name)
      return waiting ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve()
    },
  }
}
