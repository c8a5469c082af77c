import { afterEach, describe, expect, it, vi } from 'vitest'
import { changeRows, databaseName, openOffice, openTab, queueRows, type Office } from './office'
import { passes, until } from '../../support/until'

afterEach(() => vi.useRealTimers())

/** An office whose owner saved post 11 without a network, in a page that has died since. */
async function openLeftBehind(options: Parameters<typeof openTab>[1] = {}) {
  const office = openOffice()
  const page = office.storage.tab()
  const tab = await openTab(office, { ...options, page })
  await tab.load(11, 12)
  office.goOffline()
  tab.edit(11, { title: 'On the train' })
  await tab.save(11)
  page.kill()
  return office
}

/** Puts a row into the queue that is like the one that waits, but for some fields. */
async function addLike(office: Office, changes: object): Promise<string> {
  const [{ key, value } = { key: '', value: '{}' }] = queueRows(office)
  const entry = JSON.parse(value as string) as { id: string; seq: number }
  const [id, seq] = ['f00d', 2]
  const row = JSON.stringify({ ...entry, id, seq, key: '12', recordId: 12, ...changes })
  await changeRows(office, (put) => put(key.replace(/0001 .*/, `0002 ${id}`), row))
  return row
}

const seal = {
  seal: (text: string) => Promise.resolve(new TextEncoder().encode(text).map((byte) => byte ^ 42)),
  unseal: (bytes: Uint8Array) => Promise.resolve(new TextDecoder().decode(bytes.map((byte) => byte ^ 42))),
}

describe('A row of the queue that nobody can have written', () => {
  it.each<[string, object]>([
    ['has no fields', { fields: undefined }],
    ['is tried again at no moment that there is', { nextAt: 1e17, nextSaidAt: 1e17 }],
    ['does what cannot be done', { what: 'explode' }],
    ['stands in no known way', { state: 'elsewhere' }],
    ['is about an entity of two names', { entity: 'root/user' }],
    ['is about two records', { key: '11' }],
    ['updates no record', { key: undefined, recordId: undefined }],
    ['has fields of another form', { fields: { title: 'On the train' } }],
    ['has a log of another form', { log: [{ id: 'x', state: 'uncertain', fields: { title: 1 } }] }],
    ['has an origin of another form', { origin: { version: 'newest' } }],
    [
      'has in an earlier format a basis of another form',
      { format: 1, fields: { title: 'On the train' }, basis: { values: [], unanswered: {} } },
    ],
    ['is of a later format', { format: 3 }],
    ['has a conflict of another form', { state: 'held', conflict: { fields: { title: null } } }],
    ['was held with no error', { state: 'held', error: 'Sorry.' }],
  ])('is left out, told of and kept, and all others are sent: it %s', async (_, changes) => {
    const office = await openLeftBehind()
    const row = await addLike(office, changes)
    const tab = await openTab(office)
    expect(tab.brief()).toEqual(['update 11 waiting'])
    expect(tab.troubles).toMatchObject([{ code: 'unreadable' }])
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"On the train"}'])
    expect(queueRows(office).map(({ value }) => value)).toEqual([row])
  })

  it.each(['../users/1', '12/autosaves', '?force=true'])(
    'is held where its key %s is none of the entity, and all others are sent',
    async (key) => {
      const office = await openLeftBehind()
      await addLike(office, { key, recordId: key, seq: 0, at: '2020-01-01T00:00:00.000Z', isWanted: true })
      const tab = await openTab(office)
      office.goOnline()
      await until(() => tab.queue.status().waiting === 0)
      expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"On the train"}'])
      expect(tab.brief()).toEqual([`update ${key} held`])
      expect(tab.troubles).toMatchObject([{ code: 'queue_held' }])
      await tab.queue.discard('f00d')
      expect(tab.queue.entries()).toEqual([])
    },
  )

  it('is not taken in plain text where the application seals what it keeps', async () => {
    const office = await openLeftBehind()
    const plain = queueRows(office)
    const tab = await openTab(office, { seal })
    expect(tab.queue.entries()).toEqual([])
    expect(tab.troubles).toMatchObject([{ code: 'unreadable' }])
    office.goOnline()
    await tab.load(12)
    tab.edit(12, { title: 'Sealed' })
    office.goOffline()
    await tab.save(12)
    expect(queueRows(office)).toContainEqual(plain[0])
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/12 {"title":"Sealed"}'])
  })
})

it('The queue is stored sealed, and read again by who has the key', async () => {
  const office = await openLeftBehind({ seal })
  expect(queueRows(office)).toHaveLength(1)
  for (const { value } of queueRows(office)) expect(value).toBeInstanceOf(Uint8Array)
  const tab = await openTab(office, { seal })
  office.goOnline()
  await tab.queue.whenEmpty()
  expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"On the train"}'])
})

describe('Retry-After', () => {
  it.each([
    ['a year', '31536000'],
    ['a moment in milliseconds', '1763937000000'],
    ['a moment in microseconds', '1763937000000000'],
    ['more than a number can say', '9'.repeat(400)],
    ['never', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ])('that asks for %s is believed for ten minutes, shown, and bricks nothing', async (_, asked) => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11, 12)
    office.goOffline()
    tab.edit(11, { title: 'On the train' })
    await tab.save(11)
    office.site.fail('PUT /wp/v2/posts/11', {
      status: 503,
      code: 'maintenance',
      headers: { 'Retry-After': asked },
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const since = Date.now()
    office.goOnline()
    await passes(() => expect(tab.queue.entries()[0]?.nextAt).toBeDefined())
    const latest = new Date(since + 601_000).toISOString()
    expect(tab.queue.entries()[0]?.nextAt?.localeCompare(latest)).toBe(-1)
    expect(tab.queue.status().nextAt?.localeCompare(latest)).toBe(-1)
    const reloaded = await openTab(office)
    expect(reloaded.queue.entries()).toEqual(tab.queue.entries())
    await vi.advanceTimersByTimeAsync(601_000)
    await passes(() => expect(tab.queue.entries()).toEqual([]))
    expect(office.writes().at(-1)).toBe('PUT /wp/v2/posts/11 {"title":"On the train"}')
  })

  it('that an earlier release has believed for a year holds nothing up any more', async () => {
    const office = await openLeftBehind()
    const year = 31_536_000_000
    await addLike(office, {
      ...{ format: 1, fields: { excerpt: 'Later' } },
      nextAt: Date.now() + year,
      nextSaidAt: Date.now() - 601_000,
    })
    office.goOnline()
    const tab = await openTab(office)
    await tab.queue.whenEmpty()
    expect(office.writes()).toContain('PUT /wp/v2/posts/12 {"excerpt":"Later"}')
  })
})

describe('A message of another page', () => {
  const odd: readonly unknown[] = [
    null,
    undefined,
    42,
    'changed',
    [],
    {},
    { queue: null },
    { queue: 'constructor' },
    { queue: 'of a later release', more: true },
    { queue: 'answered' },
    { queue: 'answered', done: null },
    { queue: 'answered', done: { entry: {} } },
    { queue: 'done', done: { entry: { fields: { title: 'Of an earlier release' } } } },
    { queue: 'discarded' },
    { queue: 'discarded', entry: { id: 'x' } },
    { queue: 'resolved' },
    { queue: 'resolved', resolution: { target: {}, conflict: {}, choices: {} } },
    { queue: 'invalidate' },
    { queue: 'invalidate', about: { entity: 3 } },
    { queue: 'opened' },
    { queue: 'opened', page: 'x', since: '1' },
    { queue: 'written' },
    { queue: 'written', page: 'x', written: null },
    { type: 'opened' },
    { type: 'alive', session: {} },
    { type: null, session: null },
  ]

  it('is ignored where it is odd, without an exception, and the queue goes on', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'On the train' })
    await tab.save(11)
    const failures: unknown[] = []
    const note = (failure: unknown) => void failures.push(failure)
    process.on('uncaughtException', note).on('unhandledRejection', note)
    try {
      const channel = office.storage.tab().channel(databaseName)
      for (const message of odd) channel?.post(message)
      channel?.post({ queue: 'pause' })
      await until(() => tab.queue.status().state === 'paused')
      tab.queue.resume()
      office.goOnline()
      await tab.queue.whenEmpty()
    } finally {
      process.off('uncaughtException', note).off('unhandledRejection', note)
    }
    expect(failures).toEqual([])
    expect(tab.troubles).toEqual([])
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"On the train"}'])
  })
})
