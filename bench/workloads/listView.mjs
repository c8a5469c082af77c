import { createElement, memo } from 'react'
import { check, collectGarbage, median } from '../measure.mjs'
import { pagesOf } from '../posts.mjs'
import { renamed } from '../support/hundredLists.mjs'
import { mount, untilShown } from '../support/screen.mjs'

export const workload = {
  title: 'a list view of 100 while a row changes',
  work: 'A list of 100 rows is on screen; the server tells a new title of one of them, until the page shows it.',
  unit: 'ms',
  sizes: [1000, 10_000, 50_000],
  needsPage: true,
  expected: 0,
  run: async (given) => {
    const { open, server, size, scale, budget } = given
    const desk = await open()
    const pages = pagesOf(size)
    await desk.preload(pages)
    const posts = pages[0]
    server.findPost = (id) => posts.find((post) => post.id === id)
    const query = { tags: 1 }
    await desk.putList(query, posts)
    let renders = 0
    const Row = memo(function Row({ row }) {
      renders++
      return createElement('li', null, desk.useRow(row))
    })
    const List = memo(function List() {
      return desk.useRows(query).map((row, at) => createElement(Row, { row, key: at }))
    })
    const { container, unmount } = await mount(
      createElement(desk.Provider, null, createElement('ul', null, createElement(List))),
    )
    const nodes = [...container.querySelectorAll('li')]
    check(nodes.length === 100 && nodes[7].textContent === posts[7].title.raw, 'the page shows no list')
    let mounted = renders
    const times = Math.round(200 * scale)
    let took = []
    collectGarbage()
    let spent = 0
    // As many before are for the compiler.
    for (let i = 0; i < times * 2 && spent < budget * 2; i++) {
      if (i === times || (i < times && spent > budget)) {
        i = times
        took = []
        mounted = renders
      }
      const at = (i * 31) % 100
      const post = renamed(at, `Shown ${i}`)
      const time = await untilShown(
        () => desk.receiveOne(post),
        () => nodes[at].textContent === `Shown ${i}`,
      )
      check(time !== null, 'a change was never shown')
      took.push(time)
      spent += time
    }
    unmount()
    return { value: median(took), counts: { 'rows rendered per change': (renders - mounted) / took.length } }
  },
}
