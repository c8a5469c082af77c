import { useSyncExternalStore } from 'react'

interface NavigateOptions {
  /** Whether the entry in the history is replaced, so that "back" leaves it out. Default false. */
  replace?: boolean
}

/** Where the page is, after the `#`, for the router: the path, and how to go elsewhere (with `?` and all). */
export function useHashPath(): [path: string, navigate: typeof navigate] {
  return [useSyncExternalStore(subscribe, readPath), navigate]
}

/** What stands behind the `?` after the `#`. */
export function useHashSearch(): string {
  return useSyncExternalStore(subscribe, readSearch)
}

/** Goes to an address without its `#`. */
export function navigate(to: string, { replace = false }: NavigateOptions = {}): void {
  const before = location.href
  const hash = `#${to}`
  if (hash === location.hash) return
  history[replace ? 'replaceState' : 'pushState'](null, '', hash)
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL: before, newURL: location.href }))
}

const listeners = new Set<() => void>()

/**
 * All are told by one listener of the browser's: between two of them React would render, a list that is about to go with
 * the filters of the next one.
 */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('hashchange', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('hashchange', tell)
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** A slash at least; the rest as it stands, encoded. */
function readPath(): string {
  return `/${location.hash.replace(/^#?\/?/, '').replace(/\?.*$/s, '')}`
}

function readSearch(): string {
  return /\?(.*)$/s.exec(location.hash)?.[1] ?? ''
}
