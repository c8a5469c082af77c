import type { Page } from 'playwright-core'
import { openNewsroom, type Newsroom } from './newsroom'
import { eventually, isReady, sayTo, type Profile, type SayOnTrain } from './openDesk'

// Somebody takes a train: the network goes, and all else may go as well. 500 posts in 20 lists, three of them edited, two
// drafts and a file; again and again the page is loaded anew, its process dies, or the whole browser is killed.

/** The posts that are edited, by their places among all. */
const editedPlaces = [1, 30, 77]

type Shown = Awaited<ReturnType<Train['shown']>>

/** One restart: what was on screen before and after it. */
export interface Restart {
  /** Which it is, from 1, and what happened. */
  readonly name: string
  readonly before: Shown
  readonly after: Shown
}

export type Train = Awaited<ReturnType<typeof takeTrain>>

/**
 * A WordPress with 500 posts, and somebody in front of a page that shows them.
 * @param source The module of the page: Copydesk's unless given.
 */
export async function takeTrain(source?: string) {
  const room = await openNewsroom('train', source)
  await writePosts(room)
  let profile: Profile = await room.takeProfile('traveller')
  await room.signIn(profile, 'administrator')
  let page: Page
  /** Requests to the site: how many the page has sent, and how many were answered. */
  const requests = { sent: 0, answered: 0 }

  async function open(): Promise<SayOnTrain> {
    page = await profile.context.newPage()
    page.on('request', (request) => {
      if (request.url().includes('/wp-json/')) requests.sent++
    })
    page.on('response', (response) => {
      if (response.url().includes('/wp-json/') && !response.fromServiceWorker()) requests.answered++
    })
    await page.goto(room.url)
    return arrive()
  }

  async function arrive(): Promise<SayOnTrain> {
    await isReady(page)
    return sayTo(page)
  }

  /** What may happen to a page, each by its name. */
  const happenings = {
    reload: async () => {
      await page.reload()
      return arrive()
    },
    'kill of the page': async () => {
      const crashed = page.waitForEvent('crash')
      const session = await profile.context.newCDPSession(page)
      void session.send('Page.crash').catch(() => undefined)
      await crashed
      await page.close()
      return open()
    },
    'kill of the browser': async () => {
      await room.kill('traveller')
      profile = await room.takeProfile('traveller')
      await profile.context.setOffline(true)
      return open()
    },
  }

  /** Types, saves some of it, and loses the page, as often as is said. */
  async function* travel(restarts: number, seed: number): AsyncGenerator<Restart> {
    await profile.context.setOffline(true)
    Object.assign(requests, { sent: 0, answered: 0 })
    for (const [at, id] of edited.entries()) await say('edit', id, `Edited ${at}`)
    await say('draft', 'Draft A')
    await say('draft', 'Draft B')
    await say('file', 'window.gif')
    const random = makeRandom(seed)
    const names = Object.keys(happenings) as (keyof typeof happenings)[]
    for (let count = 1; count <= restarts; count++) {
      const typed = random(edited.length)
      await say('edit', edited[typed] as number, `Edited ${typed}, ${count}`)
      if (random(4) === 0) await say('save', edited[typed] as number)
      await say('flush')
      const before = await say('shown')
      const name = names[random(names.length)] as keyof typeof happenings
      say = await happenings[name]()
      yield { name: `${count}: ${name}`, before, after: await say('shown') }
    }
  }

  /** The network is back, and all is saved. */
  async function saveAll(): Promise<void> {
    await profile.context.setOffline(false)
    // A browser that is killed may forget within half a minute who has signed in.
    await room.signIn(profile, 'administrator')
    await eventually(() => say('saveAll')).toEqual([])
  }

  /** What the site has in the end. */
  async function ofSite() {
    const { data } = await room.as('administrator')({ path: '/wp/v2/media?search=window&per_page=100' })
    const titles = edited.map(async (id) => [id, (await room.find(id)).title.raw] as const)
    return {
      titles: new Map(await Promise.all(titles)),
      drafts: await Promise.all(['Draft A', 'Draft B'].map(room.count)),
      files: (data as readonly unknown[]).length,
    }
  }

  let say = await open()
  const rows = await say('read')
  const edited = (await Promise.all(editedPlaces.map((at) => say('idAt', at % 25)))).map(Number)
  return { rows, requests, travel, saveAll, ofSite, shown: () => say('shown'), close: room.close }
}

async function writePosts(room: Newsroom): Promise<void> {
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
}

/** Numbers that are the same on each run with a seed, from 0 up to `limit`. */
function makeRandom(from: number): (limit: number) => number {
  let state = from
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % limit
  }
}
