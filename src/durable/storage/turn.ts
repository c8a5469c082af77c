import { claimsOf, type Claim } from './claims'
import type { DurableStorage } from './durableStorage'

/** A store's turn to keep edits of its owner: the stores of a page have it one after the other. */
export interface Turn {
  /** Takes it; false where another store of the page has it. */
  readonly take: (name: string) => boolean
  /** Resolves when it may be taken again; never where the storage can't tell. */
  readonly whenFree: (name: string) => Promise<void>
  /** Settles when the store that had it before has ended. */
  readonly whenBegun: () => Promise<unknown>
  /** Hands it on; the next one begins when `ended`. */
  readonly end: (ended?: Promise<unknown>) => void
}

/** @param storage - Default: the browser's. */
export function makeTurn(storage: DurableStorage | undefined): Turn {
  const claims: Pick<DurableStorage, 'claim' | 'whenFree'> = storage ?? claimsOf(globalThis)
  let claim: Claim | undefined
  let isEnded = false
  return {
    take: (name) => {
      if (!isEnded) claim ??= claims.claim(name)
      return claim !== undefined
    },
    whenFree: (name) => claims.whenFree?.(name) ?? new Promise(() => undefined),
    whenBegun: () => Promise.allSettled([claim?.before]),
    end: (ended) => {
      isEnded = true
      claim?.(ended)
    },
  }
}
