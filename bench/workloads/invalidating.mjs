import { createElement } from 'react'
import { check, timeEach } from '../measure.mjs'
import { openPosts } from '../support/edits.mjs'
import { rowsOf } from '../support/savingAll.mjs'
import { mount } from '../support/screen.mjs'

export const workload = {
  title: 'a list that goes stale beside a page of components',
  work: 'That many components are on screen, each showing the edited title of one post; a list that none of them shows goes stale.',
  unit: 'ms',
  sizes: [1000, 10_000],
  sizeIs: 'components',
  needsPage: true,
  expected: 0,
  isOwn: true,
  run: async (given) => {
    const { desk, posts } = await openPosts({ ...given, size: Math.max(1000, given.size) })
    const ids = posts.slice(0, given.size).map(({ id }) => id)
    const { unmount } = await mount(createElement(desk.Provider, null, ...rowsOf(desk, ids)))
    const before = given.server.requests
    const { each } = timeEach(2000 * given.scale, given.budget, (i) => desk.invalidateList({ tags: i % 10 }))
    check(given.server.requests === before, 'something was asked again')
    await unmount()
    return { value: each }
  },
}
