import { check, timeEach } from '../measure.mjs'
import { edits, openPosts } from '../support/edits.mjs'

export const workload = {
  title: 'the first 1,000 keys of a process',
  work: 'Edits the title of one post a thousand times in a process that has edited nothing before, as on a page that was just opened; after each edit the edited post is read and the list of edited posts.',
  unit: 'µs',
  sizes: [1000],
  expected: 0,
  isFresh: true,
  run: async (given) => {
    const { desk, posts } = await openPosts(given)
    const { id } = posts[3]
    let right = 0
    const { each, done } = timeEach(edits, Infinity, (i) => {
      const title = `Typed ${i}`
      desk.edit(id, { title })
      if (desk.edited(id).title === title && desk.dirty().length === 1) right++
    })
    check(right === done, `${done - right} of ${done} edits were not seen at once`)
    return { value: each * 1000 }
  },
}
