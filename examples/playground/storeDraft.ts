import { useCallback, useSyncExternalStore } from 'react'
import type { EntityStore } from 'copydesk'
import { useEntityStore } from 'copydesk/react'

/** What was begun and is nowhere in the store yet, such as a new post: it outlasts the screen, and ends with the session. */
interface Drafts {
  values: Map<string, unknown>
  listeners: Set<() => void>
}

const draftsOf = new WeakMap<EntityStore, Drafts>()

function draftsIn(store: EntityStore): Drafts {
  const known = draftsOf.get(store)
  if (known) return known
  const drafts: Drafts = { values: new Map(), listeners: new Set() }
  draftsOf.set(store, drafts)
  return drafts
}

/** A draft and how it is changed; undefined while there is none. */
export interface StoreDraft<Value> {
  value: Value | undefined
  /** What it is at this moment, for what is done between two renders. */
  read: () => Value | undefined
  change: (next: Value | undefined) => void
}

/** @param key - what tells it from other drafts, such as `new post` */
export function useStoreDraft<Value>(key: string): StoreDraft<Value> {
  const drafts = draftsIn(useEntityStore())
  const read = useCallback(() => drafts.values.get(key) as Value | undefined, [drafts, key])
  const subscribe = useCallback(
    (listener: () => void) => {
      drafts.listeners.add(listener)
      return () => drafts.listeners.delete(listener)
    },
    [drafts],
  )
  const change = useCallback(
    (next: Value | undefined) => {
      if (next === undefined) drafts.values.delete(key)
      else drafts.values.set(key, next)
      for (const listener of drafts.listeners) listener()
    },
    [drafts, key],
  )
  return { value: useSyncExternalStore(subscribe, read), read, change }
}

/** How many drafts there are. */
export function useDraftCount(): number {
  const drafts = draftsIn(useEntityStore())
  const subscribe = useCallback(
    (listener: () => void) => {
      drafts.listeners.add(listener)
      return () => drafts.listeners.delete(listener)
    },
    [drafts],
  )
  return useSyncExternalStore(subscribe, () => drafts.values.size)
}
