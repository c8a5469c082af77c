import { useCallback, useSyncExternalStore } from 'react'
import { useSession } from './session/SessionContext'

interface Values {
  all: Map<string, unknown>
  subscribe: (listener: () => void) => () => void
  tell: () => void
}

/** Something beside the store: it outlasts the screen that made it, and ends with the page. */
export interface Kept<Value> {
  /** Undefined where there is nothing. */
  value: Value | undefined
  /** What it is at this moment, for what is done between two renders. */
  read: () => Value | undefined
  change: (next: Value | undefined) => void
}

/** Of each user by themselves: whoever signs in next finds nothing of another one. */
function keptOfUsers() {
  const known = new Map<number, Values>()
  return function useValues(): Values {
    const { user } = useSession()
    const values = known.get(user.id) ?? makeValues()
    known.set(user.id, values)
    return values
  }
}

function makeValues(): Values {
  const listeners = new Set<() => void>()
  return {
    all: new Map(),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell() {
      for (const listener of listeners) listener()
    },
  }
}

function useKept<Value>(values: Values, key: string): Kept<Value> {
  const read = useCallback(() => values.all.get(key) as Value | undefined, [values, key])
  const change = useCallback(
    (next: Value | undefined) => {
      if (next === undefined) values.all.delete(key)
      else values.all.set(key, next)
      values.tell()
    },
    [values, key],
  )
  return { value: useSyncExternalStore(values.subscribe, read), read, change }
}

const useDrafts = keptOfUsers()

/**
 * What was begun and is nowhere in the store yet, such as a new post.
 *
 * @param key - what tells it from other drafts, such as `new post`
 */
export function usePageDraft<Value>(key: string): Kept<Value> {
  return useKept<Value>(useDrafts(), key)
}

/** How many drafts there are. */
export function useDraftCount(): number {
  const drafts = useDrafts()
  return useSyncExternalStore(drafts.subscribe, () => drafts.all.size)
}
