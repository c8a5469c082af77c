import { scope, type Scope } from '../../core/keys'
import type { Touch } from '../../core/thunk'

type Listener = () => void

/** Listeners by what they wait for, so that a change wakes only those whom it concerns. */
export interface Subscriptions {
  /** Waits for one entry of a scope, or without a key for any; gives the way out. */
  add(scope: Scope, key: string | undefined, listener: Listener): () => void
  /** Wakes everybody whom these changes concern, each once. */
  wake(touches: readonly Touch[]): void
  /** How many subscriptions there are. */
  count(): number
  /** What is waited for in a scope; undefined among it where somebody waits for any entry. */
  keys(scope: Scope): readonly (string | undefined)[]
}

interface Subscription {
  readonly listener: Listener
}

/** Subscriptions of one scope by key; those to any entry stand under undefined. */
type ByKey = Map<string | undefined, Set<Subscription>>

export function createSubscriptions(): Subscriptions {
  const scopes = new Map<Scope, ByKey>()
  const live = new Set<Subscription>()

  function add(name: Scope, key: string | undefined, listener: Listener): () => void {
    const byKey = scopes.get(name) ?? new Map<string | undefined, Set<Subscription>>()
    const set = byKey.get(key) ?? new Set()
    const subscription = { listener }
    scopes.set(name, byKey.set(key, set.add(subscription)))
    live.add(subscription)
    return () => {
      if (!live.delete(subscription)) return
      set.delete(subscription)
      if (set.size === 0) byKey.delete(key)
      if (byKey.size === 0) scopes.delete(name)
    }
  }

  function gather({ scope: name, keys }: Touch, round: Subscription[]): void {
    if (name === scope.everything) for (const each of scopes.keys()) gather({ scope: each }, round)
    const byKey = scopes.get(name)
    if (byKey === undefined) return
    for (const key of keys ? [undefined, ...keys] : byKey.keys()) {
      const set = byKey.get(key)
      if (set) round.push(...set)
    }
  }

  return {
    add,
    wake: (touches) => {
      if (live.size === 0) return
      // Taken down first: who joins or leaves while others are woken must not disturb the round.
      const round: Subscription[] = []
      for (const touch of touches) gather(touch, round)
      const woken = new Set<Listener>()
      for (const subscription of round) {
        const { listener } = subscription
        if (!live.has(subscription) || woken.has(listener)) continue
        woken.add(listener)
        listener()
      }
    },
    count: () => live.size,
    keys: (name) => [...(scopes.get(name)?.keys() ?? [])],
  }
}
