import { scope, type Scope } from '../keys'
import type { Touch } from '../thunk'

type Listener = () => void

/** Listeners by what they wait for, so that a change wakes only those whom it concerns. */
export interface Subscriptions {
  /** Waits for one entry of a scope, or without a key for any; gives the way out. */
  add(scope: Scope, key: string | undefined, listener: Listener): () => void
  /** Wakes everybody whom these changes concern, each once. */
  wake(touches: readonly Touch[]): void
  /** Wakes everybody. */
  wakeAll(): void
  /** How many listeners there are. */
  count(): number
}

interface ScopeListeners {
  readonly any: Set<Listener>
  readonly byKey: Map<string, Set<Listener>>
}

export function createSubscriptions(): Subscriptions {
  const scopes = new Map<Scope, ScopeListeners>()

  function add(name: Scope, key: string | undefined, listener: Listener): () => void {
    let listeners = scopes.get(name)
    if (listeners === undefined) scopes.set(name, (listeners = { any: new Set(), byKey: new Map() }))
    const { any, byKey } = listeners
    let set = key === undefined ? any : byKey.get(key)
    if (set === undefined) byKey.set(key as string, (set = new Set()))
    const joined = set
    joined.add(listener)
    return () => {
      joined.delete(listener)
      if (key !== undefined && joined.size === 0 && byKey.get(key) === joined) byKey.delete(key)
      if (any.size === 0 && byKey.size === 0 && scopes.get(name)?.any === any) scopes.delete(name)
    }
  }

  function collect({ scope: name, keys }: Touch, woken: Set<Listener>): void {
    const listeners = scopes.get(name)
    if (listeners === undefined) return
    for (const listener of listeners.any) woken.add(listener)
    const sets = keys === undefined ? listeners.byKey.values() : keys.map((key) => listeners.byKey.get(key))
    for (const set of sets) for (const listener of set ?? []) woken.add(listener)
  }

  function everybody(): Set<Listener> {
    const woken = new Set<Listener>()
    for (const name of scopes.keys()) collect({ scope: name }, woken)
    return woken
  }

  function wakeAll(): void {
    for (const listener of everybody()) listener()
  }

  return {
    add,
    wakeAll,
    wake: (touches) => {
      if (touches.some((touch) => touch.scope === scope.everything)) return wakeAll()
      const woken = new Set<Listener>()
      for (const touch of touches) collect(touch, woken)
      for (const listener of woken) listener()
    },
    count: () => everybody().size,
  }
}
