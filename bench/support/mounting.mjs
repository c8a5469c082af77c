// What the workloads of mounting and unmounting share.
import { createElement, memo } from 'react'
import { check, collectGarbage, milliseconds } from '../measure.mjs'
import { openPosts } from './edits.mjs'
import { mount } from './screen.mjs'

/** Puts components on a page and takes them off again, a few times: the least time of each, in milliseconds. */
export async function mountingOf(given, choose) {
  const { desk, posts } = await openPosts({ ...given, size: Math.max(1000, given.size) })
  const Title = memo(function Title({ id }) {
    return createElement('p', null, desk.useTitle(id))
  })
  const ids = posts.slice(0, given.size).map(({ id }) => id)
  let rounds = 0
  let least = Infinity
  for (let spent = 0; rounds < 6 && (rounds < 2 || spent < given.budget * 3); rounds++) {
    const rows = ids.map((id) => createElement(Title, { id, key: id }))
    const page = createElement(desk.Provider, null, ...rows)
    collectGarbage()
    const start = milliseconds()
    const { container, unmount } = await mount(page)
    const mounting = milliseconds() - start
    check(container.textContent.includes(posts[5].title.raw), 'the page shows no titles')
    check(container.childElementCount === ids.length, 'not all components are on the page')
    collectGarbage()
    const before = milliseconds()
    await unmount()
    const unmounting = milliseconds() - before
    check(container.childElementCount === 0, 'components are left on the page')
    spent += mounting + unmounting
    least = Math.min(least, choose({ mounting, unmounting }))
  }
  return { value: least, counts: { rounds } }
}
