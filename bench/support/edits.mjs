// What the workloads of editing share.
import { check, collectGarbage, milliseconds, timeEach } from '../measure.mjs'
import { pagesOf } from '../posts.mjs'

export const edits = 1000

export async function openPosts({ open, server, size }) {
  const desk = await open()
  const pages = pagesOf(size)
  const posts = pages.flat()
  await desk.preload(pages)
  server.findPost = (id) => posts.find((post) => post.id === id)
  return { desk, posts }
}

/**
 * Edits the title of the post that `idOf` names, and reads the post and the list of edited ones, every time; in several
 * rounds where one would take so short that one collection of garbage more or less decides.
 */
export function type(desk, { times, rounds = 1, budget, idOf, dirtyOf }) {
  // A store that is in use: the compiler has seen its edits, of which it takes some ten thousand.
  timeEach(times * 20, budget, (i) => {
    desk.edit(idOf(0), { title: `Warm ${i}` })
    desk.edited(idOf(0))
    desk.dirty()
  })
  let right = 0
  const edit = (i) => {
    const id = idOf(i)
    const title = `Typed ${i}`
    desk.edit(id, { title })
    if (desk.edited(id).title === title && desk.dirty().length === dirtyOf(i)) right++
  }
  const { each, done } = timeEach(times * rounds, budget, edit, true)
  check(right === done, `${done - right} of ${done} edits were not seen at once`)
  check(
    desk.dirty().some((each) => each.title === `Typed ${done - 1}`),
    'the list of edits tells another title',
  )
  return { value: each * 1000 }
}

/** The least milliseconds until these posts are saved, of up to three rounds, each of which edits all of them first. */
export async function leastToSaveAll(desk, ids, { budget }) {
  let least = Infinity
  for (let round = 0, spent = 0; round < 3 && spent < budget * 5; round++) {
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
  return least
}
