import { check, timeEach } from '../measure.mjs'
import { edits, openPosts } from '../support/edits.mjs'

export const workload = {
  title: 'typing under undo levels',
  work: 'Types into the title of a post while that many edits can be undone; after each key the edited post is read, and whether there is anything to undo.',
  unit: 'µs',
  sizes: [1, 100, 1000],
  sizeIs: 'undo levels',
  expected: 0,
  run: async (given) => {
    const { desk, posts } = await openPosts({ ...given, size: 1000 })
    const { id } = posts[3]
    for (let level = 0; level < given.size; level++)
      desk.edit(posts[4 + (level % 10)].id, { title: `Level ${level}` })
    desk.edit(id, { title: 'Begun' })
    const times = Math.round(edits * given.scale)
    let right = 0
    const press = (i) => {
      const title = `Typed ${i}`
      desk.typeKey(id, { title })
      if (desk.edited(id).title === title && desk.hasUndo()) right++
    }
    timeEach(times * 6, given.budget / 2, press)
    right = 0
    const { each, done } = timeEach(times, given.budget, press, true)
    check(right === done, `${done - right} of ${done} keys were not seen at once`)
    return { value: each * 1000 }
  },
}
