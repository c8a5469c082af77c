import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openNewsroom, type Newsroom } from './newsroom'
import { eventually, isReady, sayTo, type Profile, type SayOnTrain } from './openDesk'
import type { TrainWords } from './trainPage'

// Somebody takes a train: the network goes, and all else may go as well. 500 posts in 20 lists, three of them edited, two
// drafts and a file; again and again, at any moment, the page is loaded anew, its process dies, or the whole browser is killed.

/** The posts that are edited, by their places among all. */
const editedPlaces = [1, 30, 77]

/** What is typed of a title, key by key. */
const words = 'everywhere'

/**
 * Within how many milliseconds before a kill what was typed may be missing, but for what was saved: a second, as it is
 * promised, and the time that a busy page takes to write it.
 */
const unkeptTime = 1_500

type Shown = ReturnType<TrainWords['shown']>

/** One restart. */
export interface Restart {
  /** Which it is, from 1, and what happened. */
  readonly name: string
  /**
   * What was on screen, of which one has to be there afterwards: before a reload only the last; before a kill each since
   * `unkeptTime`, from key to key.
   */
  readonly before: readonly Shown[]
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

  /** Types a key of a title, and gives what is on screen at once. */
  function type(id: number, title: string): Promise<Shown> {
    return page.evaluate(
      ([key, text]) => {
        const { desk } = globalThis as unknown as { desk: TrainWords }
        void desk.edit(key, text)
        return desk.shown()
      },
      [id, title] as const,
    )
  }

  /** Types, saves some of it, and loses the page at any moment, as often as is said. */
  async function* travel(restarts: number, seed: number): AsyncGenerator<Restart> {
    await profile.context.setOffline(true)
    Object.assign(requests, { sent: 0, answered: 0 })
    for (const [at, id] of edited.entries()) await say('edit', id, `Edited ${at}`)
    await say('draft', 'Draft A')
    await say('draft', 'Draft B')
    await say('file', 'window.gif')
    await setTimeout(2 * unkeptTime)
    const random = makeRandom(seed)
    const names = Object.keys(happenings) as (keyof typeof happenings)[]
    for (let count = 1; count <= restarts; count++) {
      const typed = random(edited.length)
      const id = edited[typed] as number
      const isSaved = random(4) === 0
      let screens = [{ shown: await say('shown'), at: 0 }]
      for (let keys = 1 + random(words.length); keys > 0; keys--) {
        const text = words.slice(0, screens.length)
        screens.push({ shown: await type(id, `Edited ${typed}, ${count} ${text}`), at: Date.now() })
        if (keys > 1) await setTimeout(random(250))
      }
      if (isSaved) {
        await say('save', id)
        screens = [{ shown: await say('shown'), at: 0 }]
      }
      // Often right after the last key.
      await setTimeout(Math.max(0, random(2_000) - 1_000))
      const name = names[random(names.length)] as keyof typeof happenings
      const kept = name === 'reload' ? Infinity : Date.now() - unkeptTime
      const first = screens.filter(({ at }) => at < kept).length - 1
      say = await happenings[name]()
      const before = screens.slice(first).map(({ shown }) => shown)
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
    return Math.floor((state / 2 ** 32) * limit)
  }
}
