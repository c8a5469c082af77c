import { createElement, memo } from 'react'
import { check, collectGarbage, median } from '../measure.mjs'
import { openPosts } from '../support/edits.mjs'
import { mount, untilShown } from '../support/screen.mjs'

export const workload = {
  title: 'an edit on a page of components',
  work: 'That many components are on screen, each showing the edited title of one post; one title is edited, until the page shows it. By hand: React with one listener for each post.',
  unit: 'ms',
  sizes: [100, 1000, 5000],
  sizeIs: 'components',
  needsPage: true,
  expected: 0,
  target: 1.3,
  run: async (given) => {
    const { desk, posts } = await openPosts({ ...given, size: Math.max(1000, given.size) })
    let renders = 0
    const nodes = new Map()
    const Title = memo(function Title({ id }) {
      renders++
      return createElement('p', { ref: (node) => void (node && nodes.set(id, node)) }, desk.useTitle(id))
    })
    const ids = posts.slice(0, given.size).map(({ id }) => id)
    const rows = ids.map((id) => createElement(Title, { id, key: id }))
    const { unmount } = await mount(createElement(desk.Provider, null, ...rows))
    check(
      nodes.size === given.size && nodes.get(ids[5]).textContent === posts[5].title.raw,
      'the page shows no titles',
    )
    const times = Math.round(200 * given.scale)
    let took = []
    collectGarbage()
    let mounted = renders
    let spent = 0
    // As many before are for the compiler.
    for (let i = 0; i < times * 2 && spent < given.budget * 2; i++) {
      if (i === times || (i < times && spent > given.budget)) {
        i = times
        took = []
        mounted = renders
      }
      const id = ids[(i * 31) % ids.length]
      const node = nodes.get(id)
      const title = `Shown ${i}`
      const time = await untilShown(
        () => desk.edit(id, { title }),
        () => node.textContent === title,
      )
      check(time !== null, 'an edit was never shown')
      took.push(time)
      spent += time
    }
    const each = renders - mounted
    unmount()
    return { value: median(took), counts: { 'renders per edit': each / took.length } }
  },
}
