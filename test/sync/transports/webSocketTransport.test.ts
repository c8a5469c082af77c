import { webSocketTransport, type WebSocketTransportOptions } from 'copydesk/sync'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket as ServedSocket } from 'ws'
import type * as Y from 'yjs'
import { createWebSocketRelay, denyRoom } from '../../../examples/collab/webSocketRelay'
import { connect, othersOf, type Peer } from './peers'

const peers: Peer[] = []
let relay: ReturnType<typeof createWebSocketRelay>
let sockets: StubSocket[]
/** What a relay does with a socket that is opened; it closes it with this code where there is one. */
let refusal: number | null
/** Whether what is at the other end says nothing. */
let isSilent: boolean

/** Both ends of a WebSocket, without a network between them. */
class StubSocket {
  static readonly OPEN = 1
  readyState = 0
  binaryType = ''
  readonly since = Date.now()
  onopen: (() => void) | null = null
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  readonly served = new EventEmitter()

  constructor(readonly url: string) {
    sockets.push(this)
    setTimeout(() => this.answer())
  }

  private answer(): void {
    if (refusal !== null) return this.end(refusal)
    this.readyState = StubSocket.OPEN
    const socket = Object.assign(this.served, {
      send: (data: Uint8Array) => this.receive(data),
      close: (code: number, reason: string) => this.end(code, reason),
    }) as unknown as ServedSocket
    if (!isSilent) relay.serve(decodeURIComponent(this.url.split('/').at(-1) ?? ''), socket)
    this.onopen?.()
  }

  receive(data: Uint8Array): void {
    queueMicrotask(() => this.onmessage?.({ data: new Uint8Array(data).buffer }))
  }

  send(data: Uint8Array): void {
    if (data.byteLength > 100_000) this.end(1009, 'too big')
    else this.served.emit('message', data)
  }

  close(): void {
    this.end(1000)
  }

  end(code: number, reason = ''): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.served.emit('close')
    this.onclose?.({ code, reason })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  relay = createWebSocketRelay()
  sockets = []
  refusal = null
  isSilent = false
})
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.destroy()))
  relay.close()
  vi.useRealTimers()
})

async function join(
  name = 'ann',
  doc?: Y.Doc,
  options: Partial<WebSocketTransportOptions> = {},
): Promise<Peer> {
  const WebSocket = StubSocket as unknown as typeof globalThis.WebSocket
  const transport = webSocketTransport({ url: 'wss://relay.test/', WebSocket, ...options })
  const peer = await connect(transport, name, doc)
  peers.push(peer)
  await pass(0)
  return peer
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const last = () => sockets.at(-1)!

describe('A WebSocket to a relay', () => {
  it('opens the room of the record, and is ready with what others have', async () => {
    const ann = await join()
    ann.text.insert(0, 'there before')
    const bob = await join('bob')
    expect(last().url).toBe('wss://relay.test/postType%2Fpost%3A12')
    expect(bob.statuses).toEqual([{ status: 'connecting' }, { status: 'connected' }])
    expect([bob.text.toString(), bob.isReady()]).toEqual(['there before', true])
    expect([othersOf(ann), othersOf(bob)]).toEqual([['bob'], ['ann']])
    bob.text.insert(0, 'and ')
    await pass(0)
    expect(ann.text.toString()).toBe('and there before')
  })

  it('is not connected while nobody has answered, and says so when that has lasted', async () => {
    isSilent = true
    const ann = await join()
    await pass(20_000)
    expect(ann.statuses).toEqual([{ status: 'connecting' }])
    await pass(30_000)
    expect(ann.statuses.map(({ status }) => status)).toEqual(['connecting', 'disconnected', 'connecting'])
    isSilent = false
    await pass(60_000)
    expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
  })

  it('is not connected to what speaks another language', async () => {
    isSilent = true
    const ann = await join()
    last().receive(new TextEncoder().encode('postType/post:12 hello'))
    await pass(0)
    expect(ann.statuses.map(({ status }) => status)).not.toContain('connected')
  })

  it('meets those who name the room otherwise, with what the relay asks for', async () => {
    const room: WebSocketTransportOptions['room'] = ({ objectType, objectId }) =>
      `site-7/${objectType}-${objectId}`
    await join('ann', undefined, { room, params: { token: 'a b' } })
    expect(last().url).toBe('wss://relay.test/site-7/postType/post-12?token=a+b')
  })

  it('asks for a new token with each connection, and tries again where there is none', async () => {
    let asked = 0
    const params = async () => {
      if (++asked === 2) throw new Error('signed out')
      return { token: String(asked) }
    }
    const ann = await join('ann', undefined, { params })
    expect(last().url).toMatch(/\?token=1$/)
    last().end(1006)
    await pass(0)
    await pass(2000)
    expect(ann.statuses.at(-1)).toMatchObject({ code: 'authentication-failed' })
    expect(ann.statuses.at(-1)).toHaveProperty('message', expect.stringContaining('signed out'))
    await pass(40_000)
    expect(last().url).toMatch(/\?token=3$/)
    expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
  })

  it('reports a change that the relay closes with 1009 for, keeps it, and tries no more', async () => {
    const ann = await join()
    ann.text.insert(0, 'x'.repeat(120_000))
    await pass(120_000)
    const said = ann.statuses.at(-1)
    expect(said).toMatchObject({ status: 'disconnected', code: 'document-size-limit-exceeded' })
    expect(said).toHaveProperty(
      'message',
      expect.stringMatching(/larger than the relay .+ \(1009: too big\)/),
    )
    expect(said).not.toHaveProperty('retryInMs')
    expect(sockets).toHaveLength(1)
    expect(ann.text).toHaveLength(120_000)
  })

  it('that nobody answers is tried again after the growing delay, and what was typed meanwhile arrives', async () => {
    refusal = 1006
    const ann = await join()
    expect(ann.statuses.at(-1)).toMatchObject({ status: 'disconnected', code: 'network', retryInMs: 361 })
    expect(ann.isReady()).toBe(true)
    ann.text.insert(0, 'typed offline')
    await pass(362)
    expect(ann.statuses.at(-1)).toMatchObject({ retryInMs: 573 })
    refusal = null
    await pass(574)
    expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
    const bob = await join('bob')
    expect(bob.text.toString()).toBe('typed offline')
  })

  it.each([1008, 4401, 4403])(
    'closed with %i says that the sign-in has expired, and recovers',
    async (code) => {
      refusal = code
      const ann = await join()
      expect(ann.statuses.at(-1)).toMatchObject({ code: 'authentication-failed', retryInMs: 30_000 })
      ann.text.insert(0, 'kept')
      refusal = null
      await pass(30_001)
      expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
      expect((await join('bob')).text.toString()).toBe('kept')
    },
  )

  it('whose room is denied says why', async () => {
    const ann = await join()
    denyRoom(last().served as unknown as ServedSocket, 'permission denied')
    await pass(0)
    expect(ann.statuses.at(-1)).toMatchObject({
      ...{ status: 'disconnected', code: 'authentication-failed', retryInMs: 30_000 },
      message: 'The relay refuses the room postType/post:12: permission denied. Sign in again.',
    })
  })

  it('that brings nonsense is left for good, with the words of the library', async () => {
    const ann = await join()
    last().receive(new Uint8Array([0, 9]))
    await pass(0)
    const said = ann.statuses.at(-1)
    expect(said).toMatchObject({ status: 'disconnected', code: 'protocol-mismatch' })
    expect(said).toHaveProperty('message', expect.stringContaining('Unknown message type'))
    await pass(120_000)
    expect(sockets).toHaveLength(1)
  })

  it('whose peer was killed no longer shows it', async () => {
    const ann = await join()
    await join('bob')
    last().served.emit('close')
    await pass(0)
    expect(othersOf(ann)).toEqual([])
  })

  it('is opened anew when a laptop wakes after an hour, with what was typed on both sides', async () => {
    const ann = await join()
    const bob = await join('bob')
    const [first] = sockets
    // Asleep: the clock goes on, nothing comes in, and the relay has closed its end.
    first!.served.emit('close')
    first!.served.removeAllListeners()
    bob.text.insert(0, 'by bob ')
    ann.text.insert(0, 'by ann ')
    vi.setSystemTime(Date.now() + 3_600_000)
    await pass(16_000)
    expect(first!.readyState).toBe(3)
    expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
    expect(ann.text.toString()).toBe(bob.text.toString())
    expect(ann.text).toHaveLength(14)
  })

  it('tells the others that it leaves, once, and is silent from then on', async () => {
    const ann = await join()
    const bob = await join('bob')
    await bob.destroy()
    await bob.destroy()
    await pass(0)
    expect(othersOf(ann)).toEqual([])
    ann.text.insert(0, 'alone')
    await pass(120_000)
    expect(sockets.filter(({ readyState }) => readyState === StubSocket.OPEN)).toHaveLength(1)
  })
})
