// What the workloads of typing with collaborators share.
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { check, collectGarbage, milliseconds } from '../measure.mjs'
import { postAt } from '../posts.mjs'

const rounds = 10

/** How many keys are typed before what is waiting, such as a timer that is due, has its turn. */
const keysAtOnce = 25

/** A workload of typing with three others, as the store gathers it or with an update for each key. */
export function togetherWorkload(title, work, isEachKeySent) {
  return {
    title,
    work,
    unit: 'µs',
    sizes: [20_000],
    sizeIs: 'keys',
    target: 2,
    ratioTo: 'typing alone',
    needs: 'sync',
    run: (given) => typeTogether(given, isEachKeySent),
  }
}

/**
 * Types into the content of one post, alone and with three others whose carets are in it, in turns; gives the best round
 * of each. Each key is followed by reading the edited post and the list of edited posts; the clock stops when the others
 * have been sent all of it: key by key, or as the store gathers it.
 */
async function typeTogether({ open, server, size, scale }, isEachKeySent) {
  const post = postAt(3)
  // Each store parses an answer of its own.
  server.findPost = () => structuredClone(post)
  const { alone, together, room } = await open(post.id)
  const [writer, ...others] = together
  for (let waited = 0; writer.collaborators().length < others.length; waited++) {
    check(waited < 500, 'the collaborators have not met')
    await wait(2)
  }
  const original = post.content.raw
  others.forEach((other, at) => other.setCaret((at + 1) * Math.floor(original.length / 4)))
  const keys = Math.round((size * scale) / rounds)
  const middle = original.indexOf(' ', 100)
  const typed = Array.from(
    { length: keys },
    // Copied, so that whoever reads it first does not pay for joining it.
    (none, at) => structuredClone(original.slice(0, middle) + 'x'.repeat(at + 1) + original.slice(middle)),
  )
  let sent = 0
  const type = async (desk) => {
    desk.edit(original)
    desk.flush()
    let right = 0
    const before = room.sent()
    const start = milliseconds()
    for (const [at, text] of typed.entries()) {
      desk.edit(text)
      if (isEachKeySent) desk.flush()
      if (desk.content() === text && desk.dirty().length === 1) right++
      if (at % keysAtOnce === 0) await turn()
    }
    if (desk !== alone && !isEachKeySent) await desk.isSent()
    const spent = milliseconds() - start
    sent = room.sent() - before
    check(right === keys, `${keys - right} of ${keys} keys were not seen at once`)
    return (spent / keys) * 1000
  }
  const times = { alone: [], together: [] }
  collectGarbage()
  for (let round = 0; round < rounds; round++) {
    times.alone.push(await type(alone))
    times.together.push(await type(writer))
    room.deliver()
    for (const other of others) other.flush()
    check(
      others.every((other) => other.content() === typed.at(-1)),
      'a collaborator has another text',
    )
  }
  const places = writer.collaborators().map(({ cursor }) => cursor?.anchor)
  check(
    places.every((place) => place > middle + keys),
    `the carets are at ${places}`,
  )
  const [least, value] = [Math.min(...times.alone), Math.min(...times.together)]
  const counts = { 'µs a key alone': least, 'keys an update': keys / sent }
  return { value, ratio: value / least, counts }
}
