import { setTimeout as wait } from 'node:timers/promises'
import { check, collectGarbage, milliseconds } from '../measure.mjs'
import { postAt } from '../posts.mjs'

const rounds = 10

export const workload = {
  title: 'typing with three collaborators (× of typing alone)',
  work: 'Types that many keys into the content of one post, a character each, in ten rounds, while three other stores have the post open and write nothing. After each key it is made an update for the others (in use that is done once for all keys of 30 ms), and the edited post and the list of edited posts are read. What the others do with the update, and a network, are not measured. In brackets the ratio to the same keys in a store without collaboration; of both the best round counts.',
  unit: 'µs',
  sizes: [2000],
  sizeIs: 'keys',
  target: 2,
  ratioTo: 'typing alone',
  needs: 'sync',
  run: async ({ open, server, size, scale }) => {
    const post = postAt(3)
    server.findPost = () => post
    const { alone, together, deliver } = await open(post.id)
    const [writer, ...others] = together
    for (let waited = 0; writer.collaborators().length < others.length; waited++) {
      check(waited < 500, 'the collaborators have not met')
      await wait(2)
    }
    for (const each of together) each.flush()
    const keys = Math.round((size * scale) / rounds)
    const texts = { alone: post.content.raw, together: post.content.raw }
    const type = (desk, name) => {
      const before = texts[name]
      const middle = before.indexOf(' ', 100)
      const typed = Array.from(
        { length: keys },
        // Copied, so that whoever reads it first does not pay for joining it.
        (none, at) => structuredClone(before.slice(0, middle) + 'x'.repeat(at + 1) + before.slice(middle)),
      )
      let right = 0
      const start = milliseconds()
      for (const text of typed) {
        desk.edit(text)
        desk.flush()
        if (desk.content() === text && desk.dirty().length === 1) right++
      }
      const spent = milliseconds() - start
      check(right === keys, `${keys - right} of ${keys} keys were not seen at once`)
      texts[name] = typed.at(-1)
      return (spent / keys) * 1000
    }
    const times = { alone: [], together: [] }
    collectGarbage()
    for (let round = 0; round < rounds; round++) {
      times.alone.push(type(alone, 'alone'))
      times.together.push(type(writer, 'together'))
      deliver()
      for (const other of others) other.flush()
    }
    check(
      others.every((other) => other.content() === texts.together),
      'a collaborator has another text',
    )
    const [least, value] = [Math.min(...times.alone), Math.min(...times.together)]
    return { value, ratio: value / least, counts: { 'µs a key alone': least } }
  },
}
