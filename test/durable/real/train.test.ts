import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openNewsroom, type Newsroom } from './newsroom'
import { eventually, isReady, sayTo, type Profile, type SayOnTrain } from './openDesk'

// Somebody takes a train: the network goes, and all else may go as well. 500 posts in 20 lists, three of them edited, two
// drafts and a file; again and again the page is loaded anew, its process dies, or the whole browser is killed.

/** How often; `npm run test:train` says more. */
const restarts = Number(process.env.TRAIN_RESTARTS ?? 5)
const seed = Number(process.env.LAW_SEED ?? 20261124)

let room: Newsroom
let profile: Profile
let page: Page
let say: SayOnTrain
/** Requests to the site that were answered since the network went. */
let answered = 0

beforeAll(async () => {
  room = await openNewsroom('train')
  const admin = room.as('administrator')
  for (let first = 1; first <= 500; first += 25) {
    const requests = Array.from({ length: 25 }, (none, at) => ({
      method: 'POST',
      path: '/wp/v2/posts',
      body: {
        title: `Stop ${String(first + at).padStart(3, '0')}`,
        status: 'publish',
        content: 'A station.',
      },
    }))
    await admin({ path: '/batch/v1', method: 'POST', data: { requests } })
  }
  profile = await room.takeProfile('traveller')
  await room.signIn(profile, 'administrator')
  await open()
}, 600_000)
afterAll(() => room.close())

async function open(): Promise<void> {
  page = await profile.context.newPage()
  page.on('response', (response) => {
    if (response.url().includes('/wp-json/') && !response.fromServiceWorker()) answered++
  })
  await page.goto(room.url)
  await arrive()
}

async function arrive(): Promise<void> {
  await isReady(page)
  say = sayTo(page)
}

/** What may happen to a page, each by its name. */
const happenings = {
  reload: async () => {
    await page.reload()
    await arrive()
  },
  'kill of the page': async () => {
    const crashed = page.waitForEvent('crash')
    const session = await profile.context.newCDPSession(page)
    void session.send('Page.crash').catch(() => undefined)
    await crashed
    await page.close()
    await open()
  },
  'kill of the browser': async () => {
    await room.kill('traveller')
    profile = await room.takeProfile('traveller')
    await profile.context.setOffline(true)
    await open()
  },
}

/** Numbers that are the same on each run with a seed, from 0 up to `limit`. */
function makeRandom(from: number): (limit: number) => number {
  let state = from
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % limit
  }
}

describe('On a train', () => {
  it(
    `the screen is what it was after ${restarts} restarts without a network, and each change is on the site once`,
    { timeout: 600_000 + restarts * 30_000 },
    async () => {
      expect(await say('read')).toBe(500)
      const edited = (await Promise.all([1, 30, 77].map((at) => say('idAt', at % 25)))).map(Number)
      await profile.context.setOffline(true)
      answered = 0
      for (const [at, id] of edited.entries()) await say('edit', id, `Edited ${at}`)
      await say('draft', 'Draft A')
      await say('draft', 'Draft B')
      await say('file', 'window.gif')
      const random = makeRandom(seed)
      const names = Object.keys(happenings) as (keyof typeof happenings)[]
      for (let count = 1; count <= restarts; count++) {
        // Somebody types, and sometimes saves what then waits.
        const typed = random(edited.length)
        await say('edit', edited[typed] as number, `Edited ${typed}, ${count}`)
        if (random(4) === 0) await say('save', edited[typed] as number)
        await say('flush')
        const before = await say('shown')
        expect(before.rows).toBe(500)
        const name = names[random(names.length)] as keyof typeof happenings
        await happenings[name]()
        expect([count, name, await say('shown')]).toEqual([count, name, before])
        expect(answered).toBe(0)
      }
      const { unsaved } = (await say('shown')).all
      const wanted = new Map(unsaved.map(({ key, record }) => [Number(key), record?.title]))

      await profile.context.setOffline(false)
      // A browser that is killed may forget within half a minute who has signed in.
      await room.signIn(profile, 'administrator')
      await eventually(() => say('saveAll')).toEqual([])
      for (const id of edited) expect((await room.find(id)).title.raw).toBe(wanted.get(id))
      for (const title of ['Draft A', 'Draft B']) expect(await room.count(title)).toBe(1)
      const { data } = await room.as('administrator')({ path: '/wp/v2/media?search=window&per_page=100' })
      expect(data).toHaveLength(1)
    },
  )
})
