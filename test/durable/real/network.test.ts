import type { Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, isReady } from './openDesk'
import { isWrite, onTheWay, openNewsroom, sendAll, type Newsroom, type Person } from './newsroom'

// What the net and the session do, between a real browser and a real WordPress: two people in two profiles, signed in by
// WordPress's form, with its cookies and its nonces.

let room: Newsroom
let ada: Person
let edith: Person
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  room = await openNewsroom()
  ada = await room.sit('administrator')
  edith = await room.sit('editor')
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
afterAll(() => room.close())

const offline = async (route: Route) => route.abort('internetdisconnected')
const lostAfter = async (route: Route) => {
  await route.fetch()
  await route.abort('connectionreset')
}

let count = 0
/** A title that no other post has. */
const title = (text: string) => `${text} ${++count}`

/** Something happens to each write once. */
async function toEachWriteOnce(person: Person, happen: (route: Route) => Promise<void>) {
  const met = new Set<string>()
  const isFirst = (request: Parameters<typeof isWrite>[0]) => {
    const name = `${request.method()} ${request.url()} ${request.postData()}`
    if (!isWrite(request) || met.has(name)) return false
    met.add(name)
    return true
  }
  ends.push(await onTheWay(person, isFirst, happen))
  return met
}

describe('Between a real browser and a real WordPress', () => {
  it.each([
    ['before', offline],
    ['after', lostAfter],
  ])('F21: the answer to each write is lost %s the work, and each is done once', async (when, lose) => {
    const [changed, made] = [title('Changed'), title('Made')]
    const id = await room.make({ title: 'Before' })
    await ada.say('load', id)
    await ada.say('edit', id, { title: changed })
    const draft = await ada.say('draft', { title: made, content: 'Words' })
    const lost = await toEachWriteOnce(ada, lose)
    await ada.say('save', id)
    await ada.say('save', draft)
    await sendAll(ada)
    expect(lost.size).toBeGreaterThanOrEqual(2)
    expect((await room.find(id)).title.raw).toBe(changed)
    expect(await room.count(made)).toBe(1)
    expect(await ada.say('dirty')).toEqual([])
  })

  it('F22: a create that the page has given up is done nevertheless, and is not made twice', async () => {
    const made = title('Given up')
    await ada.say('load')
    const draft = await ada.say('draft', { title: made, content: 'Words' })
    ends.push(
      await onTheWay(ada, isWrite, async (route) => {
        // The site has it when the page gives up.
        const answer = await route.fetch()
        await ada.say('giveUp')
        await route.fulfill({ response: answer }).catch(() => undefined)
      }),
    )
    expect(await ada.say('saveUntil', draft)).not.toBeNull()
    await eventually(() => room.count(made)).toBe(1)
    for (const end of ends.splice(0)) await end()
    await ada.say('save', draft)
    await sendAll(ada)
    expect(await room.count(made)).toBe(1)
    expect(await ada.say('current', draft)).toBeGreaterThan(0)
  })

  it.each([
    [
      'F23: a page of HTML, as of a hotel’s network,',
      { status: 200, contentType: 'text/html', body: '<p>Accept our terms' },
    ],
    [
      'F24: a 500 after the work',
      { status: 500, contentType: 'application/json', body: '{"code":"down","message":"Down"}' },
    ],
  ])('%s in place of the answer to a create makes no second record', async (what, answer) => {
    const made = title('Answered strangely')
    await ada.say('load')
    const draft = await ada.say('draft', { title: made, content: 'Words' })
    await toEachWriteOnce(ada, async (route) => {
      await route.fetch()
      await route.fulfill(answer)
    })
    await ada.say('save', draft)
    await ada.say('save', draft)
    await sendAll(ada)
    expect(await room.count(made)).toBe(1)
    expect(await ada.say('dirty')).toEqual([])
  })

  it('F25: 503 with a time to wait is waited out, and then all is sent once', async () => {
    const made = title('In maintenance')
    await ada.say('load')
    const draft = await ada.say('draft', { title: made, content: 'Words' })
    await ada.profile.context.setOffline(true)
    await ada.say('save', draft)
    await room.set('down', 2)
    await ada.profile.context.setOffline(false)
    // By itself, as nobody retries.
    await eventually(async () => (await ada.say('queue')).entries).toEqual([])
    expect(await room.count(made)).toBe(1)
    await room.unset('down')
  })

  it('F26: a nonce that has expired is renewed on the way, and nobody notices', async () => {
    const changed = title('With an old nonce')
    const id = await room.make({ title: 'Before' })
    await ada.say('load', id)
    const refused: string[] = []
    const note = (response: { status(): number; url(): string }) => {
      if (response.status() === 403) refused.push(response.url())
    }
    ada.page.on('response', note)
    await room.set('nonce_life', 7200)
    await ada.say('edit', id, { title: changed })
    expect(await ada.say('save', id)).toBeNull()
    ada.page.off('response', note)
    expect(refused.length).toBeGreaterThan(0)
    expect((await room.find(id)).title.raw).toBe(changed)
    await room.unset('nonce_life')
    await ada.page.reload()
    await isReady(ada.page)
  })

  it('F27: who was signed out meanwhile loses nothing, and goes on after signing in again', async () => {
    const [changed, made] = [title('Changed'), title('Made')]
    const id = await room.make({ title: 'Before' })
    await ada.say('load', id)
    await ada.profile.context.setOffline(true)
    await ada.say('edit', id, { title: changed })
    await ada.say('save', id)
    await ada.say('save', await ada.say('draft', { title: made, content: 'Words' }))
    await room.signOut(ada.profile)
    await ada.profile.context.setOffline(false)
    await eventually(async () => (await ada.say('queue')).state).toBe('signedOut')
    expect((await ada.say('queue')).entries).toHaveLength(2)
    expect((await room.find(id)).title.raw).toBe('Before')
    await room.signIn(ada.profile, 'administrator')
    await ada.say('retry')
    await eventually(async () => (await ada.say('queue')).entries).toEqual([])
    expect((await room.find(id)).title.raw).toBe(changed)
    expect(await room.count(made)).toBe(1)
  })

  it('F28: what waits is not sent with the cookie of another, who sees nothing of it', async () => {
    const changed = title('Of Ada')
    const id = await room.make({ title: 'Before' })
    await ada.say('load', id)
    await ada.profile.context.setOffline(true)
    await ada.say('edit', id, { title: changed })
    await ada.say('save', id)
    // The other signs in on the same computer, in another tab. A page that were still there would send it as Ada.
    await ada.page.close()
    await ada.profile.context.setOffline(false)
    await room.signIn(ada.profile, 'editor')
    const others = await ada.profile.open(room.url)
    expect(await others.say('user')).toBe(room.site.users.editor.id)
    expect([(await others.say('queue')).entries, await others.say('recovered')]).toEqual([[], []])
    const stale = (await room.find(id)).title.raw
    await others.page.close()
    ada = await room.sit('administrator')
    await eventually(async () => (await room.find(id)).title.raw).toBe(changed)
    await eventually(async () => (await ada.say('queue')).entries).toEqual([])
    expect(stale).toBe('Before')
  })

  it('F28: a tab whose cookie has become another’s sends nothing, until its own person is back', async () => {
    const changed = title('Of Ada')
    const id = await room.make({ title: 'Before' })
    await ada.say('load', id)
    await ada.profile.context.setOffline(true)
    await ada.say('edit', id, { title: changed })
    await ada.say('save', id)
    await room.signIn(ada.profile, 'editor')
    ada.writes.length = 0
    await ada.profile.context.setOffline(false)
    await eventually(async () => (await ada.say('queue')).state).toMatch(/otherUser|signedOut/)
    expect(ada.writes).toEqual([])
    await room.signIn(ada.profile, 'administrator')
    await ada.say('retry')
    await eventually(async () => (await ada.say('queue')).entries).toEqual([])
    expect((await room.find(id)).title.raw).toBe(changed)
  })

  it('F29: of a batch with mixed results, what was refused stays edited, and the rest is the new basis', async () => {
    const [one, two] = [await room.make({ title: 'One' }), await room.make({ title: 'Two' })]
    await ada.say('load', one, two)
    await ada.say('edit', one, { title: 'Taken' })
    await ada.say('edit', two, { status: 'no such status' })
    ada.writes.length = 0
    expect(await ada.say('saveAll')).toMatchObject([{ key: two }])
    // WordPress does nothing of a batch of which something is invalid: the rest is sent again.
    expect(ada.writes).toEqual(['POST /batch/v1', `PUT /wp/v2/posts/${one}`])
    expect(await ada.say('dirty')).toEqual([two])
    await ada.say('edit', two, { status: 'draft' })
    await ada.say('edit', one, { title: 'Again' })
    await edith.say('load', one)
    await edith.say('edit', one, { excerpt: 'Theirs' })
    await edith.say('save', one)
    expect(await ada.say('saveAll')).toEqual([])
    expect(await ada.say('conflict', one)).toBeNull()
    expect(await room.find(one)).toMatchObject({ title: { raw: 'Again' }, excerpt: { raw: 'Theirs' } })
  })

  it.each([
    ['before', offline],
    ['after', lostAfter],
  ])('F30: offline in the middle of a batch, %s its work: each post is written', async (when, lose) => {
    const [one, two] = [title('One'), title('Two')]
    const ids = [await room.make({ title: 'Before' }), await room.make({ title: 'Before' })]
    await ada.say('load', ...ids)
    await ada.say('edit', ids[0] ?? 0, { title: one })
    await ada.say('edit', ids[1] ?? 0, { title: two })
    let isLost = false
    ends.push(
      await onTheWay(
        ada,
        (request) => {
          const isFirst = request.url().includes('/batch/v1') && !isLost
          isLost ||= isFirst
          return isFirst
        },
        lose,
      ),
    )
    await ada.say('saveAll')
    await sendAll(ada)
    expect(isLost).toBe(true)
    for (const [at, id] of ids.entries()) expect((await room.find(id)).title.raw).toBe([one, two][at])
    expect(await ada.say('dirty')).toEqual([])
  })

  it('F31: of two tabs that both believe to be the one that sends, none makes a second record', async () => {
    const made = title('Made once')
    const other = await ada.profile.open(room.url)
    await eventually(async () => (await ada.say('queue')).isLeader).toBe(true)
    await ada.say('load')
    const draft = await ada.say('draft', { title: made, content: 'Words' })
    await ada.profile.context.setOffline(true)
    await ada.say('save', draft)
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    let isHeld = false
    ends.push(
      await onTheWay(
        ada,
        (request) => isWrite(request) && !isHeld,
        async (route) => {
          isHeld = true
          const response = await route.fetch()
          await released
          await route.fulfill({ response })
        },
      ),
    )
    await ada.profile.context.setOffline(false)
    await eventually(() => isHeld).toBe(true)
    // The other takes the lock over while the first one's create is on its way.
    await other.page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query()
      const name = held.find((lock) => lock.name?.startsWith('copydesk queue'))?.name ?? ''
      await navigator.locks.request(name, { steal: true }, () => undefined)
    })
    await eventually(async () =>
      [await ada.say('queue'), await other.say('queue')].some(({ isLeader }) => isLeader),
    ).toBe(true)
    release()
    await eventually(async () => {
      const both = [await ada.say('queue'), await other.say('queue')]
      for (const [at, tab] of [ada, other].entries())
        if (both[at]?.state === 'waiting') await tab.say('retry')
      return both.flatMap(({ entries }) => entries)
    }).toEqual([])
    expect(await room.count(made)).toBe(1)
    await other.page.close()
  })

  it('F32: what is saved together travels together, however long the check takes', async () => {
    const ids = [await room.make({ title: 'Before' }), await room.make({ title: 'Before' })]
    await ada.say('load', ...ids)
    for (const id of ids) await ada.say('edit', id, { title: `After ${id}` })
    ends.push(
      await onTheWay(
        ada,
        (request) => request.method() === 'GET',
        async (route) => {
          // Longer than a batch waits for those that join it.
          await new Promise((resolve) => setTimeout(resolve, 1500))
          await route.continue()
        },
      ),
    )
    ada.writes.length = 0
    expect(await ada.say('saveAll')).toEqual([])
    expect(ada.writes).toEqual(['POST /batch/v1'])
    for (const id of ids) expect((await room.find(id)).title.raw).toBe(`After ${id}`)
  })

  it('F2, F21: a browser that is killed while a create is on its way has made one record when it is there again', async () => {
    const [changed, made] = [title('Changed'), title('Made')]
    const id = await room.make({ title: 'Before' })
    let author = await room.sit('author', 'killed')
    await author.say('load')
    const draft = await author.say('draft', { title: made, content: 'Words' })
    await author.profile.context.setOffline(true)
    await author.say('save', draft)
    let isDone = false
    await onTheWay(
      author,
      (request) => isWrite(request) && !isDone,
      async (route) => {
        isDone = true
        await route.fetch()
        // It is never answered.
      },
    )
    await author.profile.context.setOffline(false)
    await eventually(async () => (isDone ? room.count(made) : 0)).toBe(1)
    await room.kill('killed')
    // Meanwhile, in the other profile, somebody else goes on.
    await edith.say('load', id)
    await edith.say('edit', id, { title: changed })
    expect(await edith.say('save', id)).toBeNull()
    author = await room.sit('author', 'killed')
    await sendAll(author)
    expect(await room.count(made)).toBe(1)
    expect(await author.say('current', draft)).toBeGreaterThan(0)
  })
})
