import { useSyncExternalStore } from 'react'

/** The post types this editor knows. */
export type PostType = 'post' | 'page'

/** Where the person is: on a list, and perhaps in one of its documents. */
export interface Route {
  type: PostType
  id: number | null
}

/** The route in the address: `#/post`, `#/page/7`. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, readHash)
  const [, type, id] = /^#\/(post|page)(?:\/(\d+))?$/.exec(hash) ?? []
  return { type: type === 'page' ? 'page' : 'post', id: id === undefined ? null : Number(id) }
}

/** The address of a list, or of a document. */
export function linkTo(type: PostType, id?: number | string): string {
  return id === undefined ? `#/${type}` : `#/${type}/${id}`
}

export function goTo(type: PostType, id?: number): void {
  location.hash = linkTo(type, id)
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

function readHash(): string {
  return location.hash
}
