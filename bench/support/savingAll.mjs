// What the workloads share that save all that is edited while it is on screen.
import { createElement, memo } from 'react'
import { check, collectGarbage, milliseconds } from '../measure.mjs'
import { openPosts } from './edits.mjs'
import { mount } from './screen.mjs'

/** Milliseconds until that many edited posts are saved and nothing is edited, with what `pageOf` shows on screen. */
export async function savingAllOf(given, pageOf) {
  const { desk, posts } = await openPosts({ ...given, size: Math.max(2000, given.size) })
  const ids = posts.slice(0, given.size).map(({ id }) => id)
  const { unmount } = await mount(createElement(desk.Provider, null, ...pageOf(desk, ids)))
  let least = Infinity
  for (let round = 0, spent = 0; round < 3 && spent < given.budget * 5; round++) {
    for (const id of ids) desk.edit(id, { title: `Saved ${round}` })
    check(desk.dirty().length === ids.length, 'not all posts are edited')
    collectGarbage()
    const start = milliseconds()
    await desk.saveDirty()
    const time = milliseconds() - start
    check(desk.dirty().length === 0, 'something is left edited')
    check(desk.byId(ids.at(-1)).title.raw === `Saved ${round}`, 'a post is not as saved')
    least = Math.min(least, time)
    spent += time
  }
  await unmount()
  return { value: least }
}

/** One row for each post. */
export function rowsOf(desk, ids) {
  const Title = memo(function Title({ id }) {
    return createElement('p', null, desk.useTitle(id))
  })
  return ids.map((id) => createElement(Title, { id, key: id }))
}
