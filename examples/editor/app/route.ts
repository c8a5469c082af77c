import { useSyncExternalStore } from 'react'

/** What the address asks for: a screen, and which record of it. */
export interface Route {
  readonly screen: 'posts' | 'media'
  readonly id: number | 'new' | undefined
}

/** The address of a screen, or of one record: `#/posts/12`. */
export function hrefOf(screen: Route['screen'], id?: Route['id']): string {
  return id === undefined ? `#/${screen}` : `#/${screen}/${id}`
}

export function goTo(screen: Route['screen'], id?: Route['id'], { replace = false } = {}): void {
  const href = hrefOf(screen, id)
  if (replace) location.replace(href)
  else location.hash = href
}

export function useRoute(): Route {
  return parse(useSyncExternalStore(subscribe, () => location.hash))
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

function parse(hash: string): Route {
  const [, screen, id = ''] = hash.split('/')
  // The id of a post that the site does not know yet is negative.
  const number = /^-?\d+$/.test(id) ? Number(id) : undefined
  return { screen: screen === 'media' ? 'media' : 'posts', id: id === 'new' ? 'new' : number }
}
