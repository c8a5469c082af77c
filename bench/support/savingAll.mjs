// What the workloads share that save all that is edited while it is on screen.
import { createElement, memo } from 'react'
import { leastToSaveAll, openPosts } from './edits.mjs'
import { mount } from './screen.mjs'

/** Milliseconds until that many edited posts are saved and nothing is edited, with what `pageOf` shows on screen. */
export async function savingAllOf(given, pageOf) {
  const { desk, posts } = await openPosts({ ...given, size: Math.max(2000, given.size) })
  const ids = posts.slice(0, given.size).map(({ id }) => id)
  const { unmount } = await mount(createElement(desk.Provider, null, ...pageOf(desk, ids)))
  const value = await leastToSaveAll(desk, ids, given)
  await unmount()
  return { value }
}

/** One row for each post. */
export function rowsOf(desk, ids) {
  const Title = memo(function Title({ id }) {
    return createElement('p', null, desk.useTitle(id))
  })
  return ids.map((id) => createElement(Title, { id, key: id }))
}
