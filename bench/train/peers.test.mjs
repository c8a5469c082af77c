// The train test for Copydesk and for its peers: the same posts, the same work, the same reloads and kills, and what is lost
// of them, counted instead of forbidden.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { takeTrain } from '../../test/durable/real/trainJourney'

const restarts = Number(process.env.TRAIN_RESTARTS ?? 200)
const seed = Number(process.env.LAW_SEED ?? 20261124)
const only = process.env.TRAIN_ONLY?.split(',')
const peer = (name) => fileURLToPath(new URL(`./peers/${name}.mjs`, import.meta.url))
const libraries = {
  Copydesk: undefined,
  'TanStack Query': peer('tanstackQuery'),
  'TanStack DB': peer('tanstackDb'),
  'RTK Query': peer('rtkQuery'),
  'react-admin': peer('reactAdmin'),
}
const results = {}

/** What is on screen, and what a person has done, as texts that can be counted. */
function saidBy({ all }) {
  const answers = [...all.totals, ...all.permitted, all.user]
  const known = (value) => value !== null && value !== undefined
  return {
    rows: all.pages.flatMap((rows) => (rows ?? []).map(([id]) => `row ${id}`)),
    answers: answers.flatMap((value, at) => (known(value) ? [`answer ${at} ${value}`] : [])),
    // A title that waits, is unsaved or is a draft's: wherever it stands, it is there. What was typed since a save is last.
    work: [
      ...all.waiting.map(([, title]) => title),
      ...all.unsaved.map(({ record }) => record?.title),
      ...all.drafts.flat().map(([, title]) => title),
    ],
  }
}

const missing = (before, after) => before.filter((one) => !after.includes(one)).length

/** Of what may be on screen, that of which the least is missing, and how many keys were typed after it. */
function closest(all, heard) {
  const looks = all.map((said, at) => {
    const lost = ['rows', 'answers', 'work'].map((what) => [what, missing(said[what], heard[what])])
    return { said, lost, keys: all.length - 1 - at, sum: lost.reduce((sum, [, many]) => sum + many, 0) }
  })
  return looks.reduce((best, look) => (look.sum <= best.sum ? look : best))
}

for (const [name, source] of Object.entries(libraries)) {
  if (only && !only.includes(name)) continue
  it(name, async () => {
    const train = await takeTrain(source)
    try {
      expect(train.rows).toBe(500)
      const count = { restarts: 0, changed: 0, rows: 0, answers: 0, work: 0, keys: 0, asked: 0 }
      const wanted = new Map()
      for await (const { before, after } of train.travel(restarts, seed)) {
        const heard = saidBy(after)
        const { said, lost, keys } = closest(before.map(saidBy), heard)
        count.restarts++
        count.changed += lost.some(([, many]) => many > 0) ? 1 : 0
        for (const [what, many] of lost) count[what] += many
        count.keys += keys
        count.asked += after.asked
        for (const title of said.work) {
          const [, which] = /^Edited (\d)/.exec(title ?? '') ?? []
          if (which !== undefined) wanted.set(Number(which), title)
        }
      }
      count.requests = train.requests.sent
      const isSaved = await train.saveAll().then(
        () => true,
        () => false,
      )
      const { titles, drafts, files } = await train.ofSite()
      const made = [...drafts, files]
      const saved = [...titles.values()]
      results[name] = {
        ...count,
        isSaved,
        /** Of three edits, two drafts and a file. */
        notOnSite:
          [...wanted.values()].filter((title) => !saved.includes(title)).length +
          made.filter((many) => many === 0).length,
        twiceOnSite: made.reduce((sum, many) => sum + Math.max(0, many - 1), 0),
      }
    } finally {
      await train.close()
    }
  })
}

afterAll(() => {
  const { DATE = new Date().toISOString().slice(0, 10), TRAIN_WRITE } = process.env
  console.table(results)
  if (TRAIN_WRITE)
    writeFileSync(
      TRAIN_WRITE,
      `${JSON.stringify({ date: DATE, seed, restarts, libraries: results }, null, 2)}\n`,
    )
})
