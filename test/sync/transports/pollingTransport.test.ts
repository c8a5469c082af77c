import { type Fetcher, RestError } from 'copydesk'
import { pollingTransport } from 'copydesk/sync'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Y from 'yjs'
import { createUpdatesRelay, type RelayUser } from '../../../examples/collab/updatesRelay'
import { errorOfBody } from '../../../src/rest/errorOfBody'
import { budgets, pollIntervals, retryDelays, roomLimit } from '../../../src/sync/transports/pollingLoop'
import type { RoomRequest } from '../../../src/sync/transports/polledRoom'
import { updateLimit } from '../../../src/sync/transports/updateQueue'
import { connect, othersOf, type Peer } from './peers'

const anybody: RelayUser = { id: 1, canEditPosts: true, canEdit: () => true }
const peers: Peer[] = []

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.destroy()))
  vi.useRealTimers()
})

/** A relay, a way to it that can be broken, and what was asked. */
function openRelay() {
  const relay = createUpdatesRelay()
  const asked: { at: number; rooms: RoomRequest[] }[] = []
  const site = { user: anybody as RelayUser | null, failure: null as (() => RestError) | null }
  const fetcher: Fetcher = async ({ data }) => {
    const { rooms } = JSON.parse(JSON.stringify(data)) as { rooms: RoomRequest[] }
    asked.push({ at: Date.now(), rooms })
    if (site.failure) throw site.failure()
    const { status, body } = relay.answer(site.user, JSON.stringify({ rooms }))
    if (status !== 200) throw errorOfBody(body, status, 'POST /wp-sync/v1/updates')
    return { status, headers: { get: () => null }, data: body }
  }
  return { asked, site, relay, fetcher, sent: () => asked.flatMap(({ rooms }) => rooms) }
}

async function join(fetcher: Fetcher, name = 'ann', doc?: Y.Doc, options = {}): Promise<Peer> {
  const peer = await connect(pollingTransport({ fetcher, ...options }), name, doc)
  peers.push(peer)
  await vi.advanceTimersByTimeAsync(0)
  return peer
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const refusal =
  (status: number, code: string, data: object = {}) =>
  () =>
    new RestError({ code, message: `Said ${status}.`, status, data })

/** What WordPress's own relay says: that something may not be edited, and not what. */
function withoutNames(fetcher: Fetcher): Fetcher {
  return async (request) => {
    try {
      return await fetcher(request)
    } catch (error) {
      const { code, message, status } = error as RestError
      throw new RestError({ code, message, status, data: { status } })
    }
  }
}

describe('One room that is refused', () => {
  it('ends alone, though the site does not say which of those asked for it is', async () => {
    const { fetcher, site, asked } = openRelay()
    site.user = { ...anybody, canEdit: (room) => room !== 'root/postType:post' }
    const transport = pollingTransport({ fetcher: withoutNames(fetcher) })
    const open = async (name: string, objectType: string, objectId: string) => {
      const peer = await connect(transport, name, undefined, { objectType, objectId })
      peers.push(peer)
      return peer
    }
    const ann = await open('ann', 'postType/post', '1')
    await pass(0)
    const type = await open('ann', 'root/postType', 'post')
    const other = await open('ann', 'postType/post', '2')
    await pass(30_000)
    expect(type.statuses.at(-1)).toMatchObject({ status: 'disconnected', code: 'authentication-failed' })
    expect(type.statuses.at(-1)).toHaveProperty('message', expect.stringMatching(/^root\/postType:post /))
    for (const peer of [ann, other]) {
      expect(peer.statuses.map(({ status }) => status)).toEqual(['connecting', 'connected'])
    }
    // What is known already is not asked for alone: the rooms that came are.
    expect(asked.filter(({ rooms }) => rooms.length === 1)).toHaveLength(3)
  })

  it('ends though it was let in before', async () => {
    const { fetcher, site } = openRelay()
    const transport = pollingTransport({ fetcher: withoutNames(fetcher) })
    const ann = await connect(transport, 'ann')
    const other = await connect(transport, 'ann', undefined, { objectType: 'postType/post', objectId: '2' })
    peers.push(ann, other)
    await pass(4000)
    site.user = { ...anybody, canEdit: (room) => room !== 'postType/post:12' }
    await pass(30_000)
    expect(ann.statuses.at(-1)).toMatchObject({ code: 'authentication-failed' })
    expect(other.statuses.at(-1)).toEqual({ status: 'connected' })
  })

  it('ends alone where it is full, and says so', async () => {
    const { fetcher } = openRelay()
    const ann = await join(fetcher)
    await join(fetcher, 'bob')
    await pass(8000)
    const transport = pollingTransport({ fetcher })
    const other = await connect(transport, 'ann', undefined, { objectType: 'postType/post', objectId: '2' })
    const full = await connect(transport, 'ann')
    peers.push(other, full)
    full.awareness.setLocalState({ name: 'x'.repeat(20_000) })
    await pass(8000)
    expect(full.statuses.at(-1)).toMatchObject({ code: 'document-size-limit-exceeded' })
    expect([ann, other].map(({ statuses }) => statuses.at(-1))).toEqual(
      Array(2).fill({ status: 'connected' }),
    )
  })

  it('is not that of a post whose edits are shared: the relay knows it by the type that it has', async () => {
    const { fetcher, sent } = openRelay()
    const transport = pollingTransport({ fetcher })
    peers.push(
      await connect(transport, 'ann', undefined, { objectType: 'postType/post--edit', objectId: '7' }),
    )
    await pass(0)
    expect(sent()[0]?.room).toBe('postType/post:7')
  })
})

describe('Polling', () => {
  it('carries what both type, and shows each to the other', async () => {
    const { fetcher } = openRelay()
    const ann = await join(fetcher)
    ann.text.insert(0, 'typed alone ')
    const bob = await join(fetcher, 'bob')
    await pass(8000)
    bob.text.insert(bob.text.length, 'typed together')
    await pass(4000)
    expect([ann.text.toString(), bob.text.toString()]).toEqual(Array(2).fill('typed alone typed together'))
    expect([othersOf(ann), othersOf(bob)]).toEqual([['bob'], ['ann']])
    expect([ann.isReady(), bob.isReady()]).toEqual([true, true])
  })

  it('sends nothing of the document while alone', async () => {
    const { fetcher, sent } = openRelay()
    const ann = await join(fetcher)
    ann.text.insert(0, 'alone')
    await pass(12_000)
    expect(sent().flatMap(({ updates }) => updates)).toEqual([])
    expect(ann.isReady()).toBe(true)
  })

  it('asks every 4 s alone, every second together, every 25 s in a hidden tab, and at once when it is seen', async () => {
    expect(pollIntervals).toEqual({ alone: 4000, shared: 1000, hidden: 25_000 })
    const { fetcher, asked } = openRelay()
    const visibility = Object.assign(new EventTarget(), {
      visibilityState: 'visible',
    })
    const gaps = () => asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0))
    await join(fetcher, 'ann', undefined, { visibility })
    await pass(8000)
    expect(gaps()).toEqual([4000, 4000])
    visibility.visibilityState = 'hidden'
    await pass(4000 + 25_000)
    expect(gaps().slice(2)).toEqual([4000, 25_000])
    visibility.visibilityState = 'visible'
    await pass(1000)
    visibility.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(gaps().slice(4)).toEqual([1000])
    const other = openRelay()
    await join(other.fetcher, 'bob')
    await join(other.fetcher, 'eve')
    await pass(5000)
    other.asked.length = 0
    await pass(3000)
    expect(other.asked).toHaveLength(6)
  })

  it('sends what was typed between two requests as one update', async () => {
    const { fetcher, sent } = openRelay()
    const ann = await join(fetcher)
    const bob = await join(fetcher, 'bob')
    await pass(10_000)
    const before = sent().length
    for (const letter of 'hello') ann.text.insert(ann.text.length, letter)
    await pass(2000)
    expect(bob.text.toString()).toBe('hello')
    expect(
      sent()
        .slice(before)
        .flatMap(({ updates }) => updates),
    ).toHaveLength(1)
  })

  it('puts updates together when it is asked to, and loses none', async () => {
    const { fetcher, sent } = openRelay()
    const ann = await join(fetcher)
    const bob = await join(fetcher, 'bob')
    await pass(10_000)
    for (let count = 0; count < 60; count++) {
      ann.text.insert(ann.text.length, 'x')
      await pass(1000)
    }
    await pass(3000)
    expect(
      sent()
        .flatMap(({ updates }) => updates)
        .some(({ type }) => type === 'compaction'),
    ).toBe(true)
    const eve = await join(fetcher, 'eve')
    await pass(5000)
    expect([bob, eve].map(({ text }) => text.toString())).toEqual(Array(2).fill('x'.repeat(60)))
  })

  it('tells the others that it leaves, with what they have not got', async () => {
    const { fetcher, sent } = openRelay()
    const ann = await join(fetcher)
    const bob = await join(fetcher, 'bob')
    await pass(10_000)
    ann.text.insert(0, 'last words')
    await ann.destroy()
    expect(sent().at(-1)).toMatchObject({ awareness: null, after: 0, updates: [{ type: 'update' }] })
    await pass(2000)
    expect([bob.text.toString(), othersOf(bob)]).toEqual(['last words', []])
    const count = sent().length
    await ann.destroy()
    expect(sent()).toHaveLength(count)
  })

  it('keeps seeing somebody who does not move for long', async () => {
    const { fetcher } = openRelay()
    const ann = await join(fetcher)
    await join(fetcher, 'bob')
    await pass(120_000)
    expect(othersOf(ann)).toEqual(['bob'])
  })

  it('goes on after an hour of sleep, with what was typed meanwhile', async () => {
    const { fetcher } = openRelay()
    const ann = await join(fetcher)
    const bob = await join(fetcher, 'bob')
    await pass(10_000)
    vi.setSystemTime(Date.now() + 3_600_000)
    ann.text.insert(0, 'awake')
    await pass(6000)
    expect(bob.text.toString()).toBe('awake')
    expect([othersOf(ann), othersOf(bob)]).toEqual([['bob'], ['ann']])
  })
})

describe('A failing relay', () => {
  it('is asked again after a growing delay, and what was typed arrives in the end', async () => {
    expect(retryDelays).toEqual({
      ...{ alone: [2000, 4000, 8000, 12_000], shared: [1000, 2000, 4000, 8000], later: 30_000 },
    })
    const { fetcher, asked, site } = openRelay()
    const ann = await join(fetcher)
    site.failure = refusal(502, 'invalid_json')
    asked.length = 0
    await pass(4000 + 2000 + 4000 + 8000 + 12_000 + 60_000)
    expect(asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0))).toEqual([
      ...[2000, 4000, 8000, 12_000, 30_000, 30_000],
    ])
    expect(ann.statuses.at(-1)).toEqual({
      ...{ status: 'disconnected', code: 'network', message: 'Said 502.', retryInMs: 30_000 },
    })
    ann.text.insert(0, 'typed offline')
    site.failure = null
    await pass(30_000)
    expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
    const bob = await join(fetcher, 'bob')
    await pass(8000)
    expect(bob.text.toString()).toBe('typed offline')
  })

  it('that took updates and could not say so gets them again', async () => {
    const { fetcher, site } = openRelay()
    const ann = await join(fetcher)
    const bob = await join(fetcher, 'bob')
    await pass(10_000)
    ann.text.insert(0, 'once')
    site.failure = refusal(0, 'fetch_error')
    await pass(3000)
    ann.text.insert(4, ' more')
    site.failure = null
    await pass(10_000)
    expect([ann.text.toString(), bob.text.toString()]).toEqual(['once more', 'once more'])
  })

  it.each([
    [401, 'rest_cannot_edit', 'authentication-failed'],
    [403, 'rest_cookie_invalid_nonce', 'connection-expired'],
    [400, 'rest_invalid_param', 'unknown-error'],
    [500, 'rest_sync_storage_error', 'network'],
  ])('answering %i %s is %s, and asked again', async (status, code, said) => {
    const { fetcher, site } = openRelay()
    site.failure = refusal(status, code)
    const ann = await join(fetcher)
    expect(ann.statuses.at(-1)).toMatchObject({ status: 'disconnected', code: said, retryInMs: 2000 })
    expect(ann.isReady()).toBe(true)
    site.failure = null
    await pass(2000)
    expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
  })

  it.each([
    [404, 'rest_no_route', 'unsupported'],
    [426, 'rest_sync_protocol_mismatch', 'protocol-mismatch'],
    [403, 'rest_cannot_edit', 'authentication-failed'],
  ])('answering %i %s is %s, and asked no more', async (status, code, said) => {
    const { fetcher, site, asked } = openRelay()
    site.failure = refusal(status, code)
    const ann = await join(fetcher)
    expect(ann.statuses.at(-1)).toEqual(expect.objectContaining({ status: 'disconnected', code: said }))
    expect(ann.statuses.at(-1)).not.toHaveProperty('retryInMs')
    await pass(120_000)
    expect(asked).toHaveLength(1)
  })

  it('that refuses one record goes on with the others', async () => {
    const { fetcher, site } = openRelay()
    site.user = { ...anybody, canEdit: (room) => room !== 'postType/post:12' }
    const transport = pollingTransport({ fetcher })
    const refused = await connect(transport, 'ann')
    const other = await connect((input) => transport({ ...input, objectId: '13' }), 'ann')
    peers.push(refused, other)
    await pass(10)
    expect(refused.statuses.at(-1)).toMatchObject({ code: 'authentication-failed' })
    expect(other.statuses.at(-1)).toEqual({ status: 'connected' })
  })

  it('that finds a request too large gets half of it', async () => {
    expect(budgets).toEqual({ most: 15 * 2 ** 20, least: 2 * 2 ** 20 })
    const { fetcher, site, asked } = openRelay()
    const ann = await join(fetcher)
    site.failure = refusal(413, 'rest_sync_body_too_large')
    await pass(4010)
    // 15, 7.5, 3.75 and 2 MiB; then there is no smaller one.
    expect(asked.slice(1)).toHaveLength(4)
    expect(ann.statuses.at(-1)).toMatchObject({ status: 'disconnected', retryInMs: 2000 })
  })

  it('that sends nonsense is left, with the words of the library', async () => {
    const { fetcher, relay } = openRelay()
    const ann = await join(fetcher)
    const update = { type: 'sync_step1', data: btoa('\x09') }
    const room = { room: 'postType/post:12', client_id: 1, after: 0, awareness: {}, updates: [update] }
    relay.answer(anybody, JSON.stringify({ rooms: [room] }))
    await pass(4000)
    const last = ann.statuses.at(-1)
    expect(last).toMatchObject({ status: 'disconnected', code: 'protocol-mismatch' })
    expect(last).toHaveProperty('message', expect.stringContaining('Unknown message type'))
  })
})

describe('The limits of polling', () => {
  it('report a change of more than 786,432 bytes instead of sending it', async () => {
    expect(updateLimit).toBe(786_432)
    const { fetcher, sent } = openRelay()
    const ann = await join(fetcher)
    await join(fetcher, 'bob')
    await pass(10_000)
    ann.text.insert(0, 'x'.repeat(800_000))
    expect(ann.statuses.at(-1)).toMatchObject({ code: 'document-size-limit-exceeded' })
    const longest = Math.max(...sent().flatMap(({ updates }) => updates.map(({ data }) => data.length)))
    expect(longest).toBeLessThan(1000)
    expect(ann.text.toString()).toHaveLength(800_000)
  })

  it('keep out who comes to a full record', async () => {
    const { fetcher } = openRelay()
    await join(fetcher, 'ann', undefined, { clientLimit: 2 })
    const bob = await join(fetcher, 'bob', undefined, { clientLimit: 2 })
    const eve = await join(fetcher, 'eve', undefined, { clientLimit: 2 })
    expect(bob.statuses.at(-1)).toEqual({ status: 'connected' })
    expect(eve.statuses.at(-1)).toMatchObject({ code: 'connection-limit-exceeded' })
  })

  it('ask for no more than 50 records at a time: the first always, the others in turn', async () => {
    expect(roomLimit).toBe(50)
    const { fetcher, asked } = openRelay()
    const transport = pollingTransport({ fetcher })
    for (let id = 0; id < 60; id++) {
      peers.push(await connect((input) => transport({ ...input, objectId: String(id) }), 'ann'))
    }
    asked.length = 0
    await pass(8000)
    const names = asked.map(({ rooms }) => rooms.map(({ room }) => room))
    expect(names.every((each) => each.length === 50 && each[0] === 'postType/post:0')).toBe(true)
    expect(new Set(names.flat()).size).toBe(60)
  })
})
