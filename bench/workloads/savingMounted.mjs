import { createElement } from 'react'
import { check, collectGarbage, median, milliseconds } from '../measure.mjs'
import { openPosts } from '../support/edits.mjs'
import { rowsOf } from '../support/savingAll.mjs'
import { mount } from '../support/screen.mjs'

export const workload = {
  title: 'a save on a page of components',
  work: 'That many components are on screen, each showing the edited title of one post; one post is edited and saved, before a server that answers at once. What edit and save take together, until nothing is edited.',
  unit: 'ms',
  sizes: [100, 1000, 5000, 10_000],
  sizeIs: 'components',
  needsPage: true,
  expected: 0,
  isOwn: true,
  run: async (given) => {
    const { desk, posts } = await openPosts({ ...given, size: Math.max(1000, given.size) })
    const ids = posts.slice(0, given.size).map(({ id }) => id)
    const { container, unmount } = await mount(createElement(desk.Provider, null, ...rowsOf(desk, ids)))
    check(container.childElementCount === given.size, 'not all components are on the page')
    const took = []
    collectGarbage()
    for (let i = 0, spent = 0; i < 60 * given.scale + 20 && spent < given.budget * 3; i++) {
      const id = ids[(i * 31) % ids.length]
      const start = milliseconds()
      desk.edit(id, { title: `Saved ${i}` })
      await desk.save(id)
      took.push(milliseconds() - start)
      spent += took.at(-1)
      check(desk.byId(id).title.raw === `Saved ${i}` && desk.dirty().length === 0, 'the post is not as saved')
    }
    await unmount()
    return { value: median(took.slice(Math.floor(took.length / 3))) }
  },
}
