// What the workloads share that save all that is edited while it is on screen.
import { createElement, Fragment, memo } from 'react'
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

/**
 * One row for each post, in sections of ten and these in sections again: React goes through the siblings of what renders
 * and through their children, which among 10,000 rows of one parent takes longer than all that is measured here.
 */
export function rowsOf(desk, ids) {
  const Title = memo(function Title({ id }) {
    return createElement('p', null, desk.useTitle(id))
  })
  return inSections(ids.map((id) => createElement(Title, { id, key: id })))
}

function inSections(rows) {
  if (rows.length <= 10) return rows
  const starts = rows.flatMap((_, at) => (at % 10 === 0 ? [at] : []))
  return inSections(starts.map((at) => createElement(Fragment, { key: at }, rows.slice(at, at + 10))))
}
