import { check, timeEach } from '../measure.mjs'
import { edits, openPosts } from '../support/edits.mjs'

export const workload = {
  title: '1,000 undos and redos',
  work: 'Takes 1,000 edits of the titles of ten posts back and does them again, up to twenty times over; after each step the post it was about is read.',
  unit: 'µs',
  sizes: [1000, 10_000, 50_000],
  expected: 0,
  target: 5,
  run: async (given) => {
    const { desk, posts } = await openPosts(given)
    const times = Math.round(edits * given.scale)
    const idOf = (i) => posts[i % 10].id
    const titleAfter = (i) => (i < 10 ? undefined : `Typed ${i - 10}`)
    // A store that is in use: the compiler has seen its edits and undos.
    timeEach(times * 10, given.budget, (i) => {
      desk.edit(idOf(0), { title: `Warm ${i}` })
      desk.undo()
      desk.edited(idOf(0))
      desk.redo()
    })
    for (let i = 0; i < times; i++) desk.edit(idOf(i), { title: `Typed ${i}` })
    let right = 0
    const takeBack = (i) => {
      const step = times - 1 - i
      desk.undo()
      const { title } = desk.edited(idOf(step))
      if (title === titleAfter(step) || (step < 10 && !String(title).startsWith('Typed'))) right++
    }
    let from = 0
    const doAgain = (i) => {
      const step = from + i
      desk.redo()
      if (desk.edited(idOf(step)).title === `Typed ${step}`) right++
    }
    let steps = 0
    let spent = 0
    // A round takes some milliseconds, in which one collection of garbage more or less would decide.
    for (let round = 0; round < 20 && spent < given.budget; round++) {
      const undone = timeEach(times, given.budget, takeBack, true)
      from = times - undone.done
      const redone = timeEach(undone.done, given.budget, doAgain, true)
      steps += undone.done + redone.done
      spent += undone.each * undone.done + redone.each * redone.done
      if (redone.done < undone.done) break
    }
    check(right === steps, `${steps - right} of ${steps} steps showed something else`)
    return { value: (spent / steps) * 1000 }
  },
}
