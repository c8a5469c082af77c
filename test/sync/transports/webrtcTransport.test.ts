import { type Fetcher, type FetchRequest, RestError } from 'copydesk'
import { ajaxWebrtcTransport, socketWebrtcTransport } from 'copydesk/sync'
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { toBase64 } from 'lib0/buffer'
import * as encoding from 'lib0/encoding'
import { outdatedTimeout } from 'y-protocols/awareness'
import { WebrtcConn, WebrtcProvider, type Room, type SignalingConn } from 'y-webrtc'
import * as Y from 'yjs'
import { reconnectDelay, silenceLimit } from '../../../src/sync/transports/keepConnected'
import { channelLimit } from '../../../src/sync/transports/openWebrtcRoom'
import { isRecord } from '../../../src/core/plain'
import { unseal } from '../../../src/sync/transports/unseal'
import { connect, type Peer } from './peers'
import { passes } from '../../support/until'

const topic = 'postType/post-12'
const ajaxUrl = 'http://127.0.0.1/wp-admin/admin-ajax.php'
const peers: Peer[] = []
let sources: StubSource[]
let posted: Record<string, unknown>[]
let failure: RestError | null
let connections: unknown[]
let decrypt: MockInstance

/** What a browser's `EventSource` does is the test's to say. */
class StubSource {
  readyState = 0
  since = Date.now()
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: ((event: { data?: string }) => void) | null = null
  constructor(readonly url: string) {
    sources.push(this)
  }
  close() {
    this.readyState = 2
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  /** A site ends each answer, and the browser asks again. */
  interrupt() {
    this.readyState = 0
    this.onerror?.({})
  }
  fail() {
    this.readyState = 2
    this.onerror?.({})
  }
}

const fetcher: Fetcher = async ({ body }: FetchRequest) => {
  if (failure) throw failure
  posted.push(JSON.parse((body as URLSearchParams).get('message') ?? '') as Record<string, unknown>)
  return { status: 200, headers: { get: () => null }, data: { result: 'ok' } }
}

beforeEach(() => {
  vi.useFakeTimers()
  sources = []
  posted = []
  connections = []
  decrypt = vi.spyOn(crypto.subtle, 'decrypt')
  failure = null
})
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.destroy()))
  await vi.advanceTimersByTimeAsync(60_000)
  decrypt.mockRestore()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A connection whose peer never answers. */
class StubConnection {
  iceConnectionState = 'new'
  constructor() {
    connections.push(this)
  }
  createDataChannel = () => ({ readyState: 'connecting', close() {} })
  createOffer = () => new Promise(() => undefined)
  close() {}
}
const wrtc = { RTCPeerConnection: StubConnection, RTCSessionDescription: Object, RTCIceCandidate: Object }

async function join(
  doc?: Y.Doc,
  { site, ...options }: { password?: string | undefined; site?: string } = {},
): Promise<Peer> {
  const transport = ajaxWebrtcTransport({ ajaxUrl, fetcher, EventSource: StubSource, wrtc, ...options })
  const record = { objectType: 'postType/post', objectId: '12', ...(site !== undefined && { site }) }
  const peer = await connect(transport, 'ann', doc, record)
  peers.push(peer)
  return peer
}

/** Somebody else in the room says something. */
function hear(data: unknown): void {
  last().onmessage?.({ data: JSON.stringify([{ type: 'publish', topic, data }]) })
}

async function deriveKey(password: string, room: string): Promise<CryptoKey> {
  const [secret, salt] = [password, room].map((text) => new TextEncoder().encode(text))
  const material = await crypto.subtle.importKey('raw', secret!, 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', salt: salt!, iterations: 100_000, hash: 'SHA-256' }
  return crypto.subtle.deriveKey(how, material, { name: 'AES-GCM', length: 256 }, true, [
    'encrypt',
    'decrypt',
  ])
}

async function seal(data: Record<string, unknown>, key: CryptoKey): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = encoding.encode((encoder) => encoding.writeAny(encoder, data as { [name: string]: string }))
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(plain))
  const sealed = encoding.encode((encoder) => {
    encoding.writeVarString(encoder, 'AES-GCM')
    encoding.writeVarUint8Array(encoder, iv)
    encoding.writeVarUint8Array(encoder, new Uint8Array(text))
  })
  return toBase64(sealed)
}

const last = () => sources.at(-1)!
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('Signalling by the ajax endpoint', () => {
  it('opens no WebSocket for an address of http', async () => {
    const Socket = vi.fn()
    vi.stubGlobal('WebSocket', Socket)
    await join()
    last().open()
    await pass(120_000)
    expect(Socket).not.toHaveBeenCalled()
    expect(last().url).toMatch(/admin-ajax\.php\?action=gutenberg_signaling_server&subscriber_id=[\w-]+$/)
  })

  it.each([undefined, 'secret'])(
    'keeps sites of one origin apart in the browser, and still meets their rooms at the endpoint: password %s',
    async (password) => {
      const sent = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
      const room = await join(undefined, { site: 'https://example.org/b/wp-json/', password })
      last().open()
      await passes(() => expect(posted.some(({ type }) => type === 'publish')).toBe(true))
      room.text.insert(0, 'SECRET')
      await passes(() => expect(sent.mock.calls.length).toBeGreaterThan(5))
      const channels = new Set(sent.mock.contexts.map((channel) => (channel as BroadcastChannel).name))
      expect([...channels]).toEqual([`https://example.org/b/wp-json/ ${topic}`])
      expect(posted.find(({ type }) => type === 'subscribe')?.topics).toEqual([topic])
      expect(posted.find(({ type }) => type === 'publish')?.topic).toBe(topic)
      sent.mockRestore()
    },
  )

  it('leaves the offer to a peer with a smaller id, and announces itself to it', async () => {
    await join()
    last().open()
    await pass(0)
    posted.length = 0
    hear({ type: 'announce', from: '' })
    await pass(0)
    expect(posted.at(-1)).toMatchObject({ type: 'publish', data: { type: 'announce' } })
    expect(posted.filter(({ data }) => isRecord(data) && data.type === 'signal')).toEqual([])
  })

  it('makes another offer to a peer that has not answered the first one for 30 s', async () => {
    await join()
    last().open()
    await pass(0)
    hear({ type: 'announce', from: '~' })
    await pass(0)
    hear({ type: 'announce', from: '~' })
    await pass(0)
    expect(connections).toHaveLength(1)
    posted.length = 0
    await pass(silenceLimit)
    expect(posted).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ type: 'announce' }) as unknown }),
    )
    hear({ type: 'announce', from: '~' })
    await pass(0)
    expect(connections).toHaveLength(2)
  })

  it('subscribes and announces the room, and takes itself out when it is left', async () => {
    const ann = await join()
    last().open()
    await pass(0)
    expect(posted).toEqual([
      { type: 'subscribe', topics: ['postType/post-12'] },
      expect.objectContaining({ type: 'publish', topic: 'postType/post-12' }),
    ])
    expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
    await ann.destroy()
    await pass(0)
    expect(posted.at(-1)).toEqual({ type: 'unsubscribe', topics: ['postType/post-12'] })
    expect(last().readyState).toBe(2)
  })

  it('is ready at once where the site says that nobody else listens', async () => {
    const ann = await join()
    last().open()
    const own = { type: 'publish', topic: 'postType/post-12', data: {}, clients: 1 }
    last().onmessage?.({ data: JSON.stringify([own]) })
    await pass(0)
    expect(ann.isReady()).toBe(true)
  })

  it('stays connected while the site ends each answer, and pings every 15 s', async () => {
    const ann = await join()
    for (let seconds = 0; seconds < 60; seconds += 3) {
      last().open()
      last().interrupt()
      await pass(3000)
    }
    expect(sources).toHaveLength(1)
    expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
    expect(posted.filter(({ type }) => type === 'ping').length).toBeGreaterThanOrEqual(3)
  })

  it('gives a stream up that is silent for more than 30 s', async () => {
    await join()
    last().open()
    await pass(46_000)
    expect(sources).toHaveLength(2)
    expect(sources[0]?.readyState).toBe(2)
  })

  it('tries again after the growing delay where a proxy answers 502, and says so', async () => {
    const ann = await join()
    failure = new RestError({ code: 'invalid_json', message: 'Answered with status 502.', status: 502 })
    for (let tries = 1; tries <= 5; tries++) {
      const { since } = last()
      last().fail()
      await pass(0)
      const retryInMs = Math.round(reconnectDelay(tries))
      expect(ann.statuses.at(-1)).toEqual({
        ...{ status: 'disconnected', code: 'network', message: 'Answered with status 502.', retryInMs },
      })
      await pass(retryInMs)
      expect(last().since - since).toBe(retryInMs)
    }
    failure = null
    last().open()
    await pass(0)
    expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
  })

  it.each([401, 403, 400])(
    'says that the sign-in has expired when %i comes, and asks less often',
    async (status) => {
      const ann = await join()
      last().open()
      await pass(5000)
      failure = new RestError({ code: 'unknown_error', message: 'No.', status })
      last().fail()
      await pass(0)
      expect(ann.statuses.at(-1)).toMatchObject({ code: 'authentication-failed', retryInMs: 30_000 })
      ann.text.insert(0, 'kept')
      failure = null
      await pass(30_000)
      last().open()
      expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
      expect(ann.text.toString()).toBe('kept')
    },
  )

  it('says that a site without signalling has none', async () => {
    const ann = await join()
    failure = new RestError({ code: 'unknown_error', message: 'No.', status: 400 })
    last().fail()
    await pass(0)
    expect(ann.statuses.at(-1)).toMatchObject({ code: 'unsupported', retryInMs: 30_000 })
    expect(ann.isReady()).toBe(true)
  })

  it('sends again what a failing site did not take', async () => {
    await join()
    failure = new RestError({ code: 'fetch_error', message: 'Gone.' })
    last().open()
    await pass(1000)
    expect(posted).toEqual([])
    failure = null
    await pass(1000)
    expect(posted.map(({ type }) => type)).toEqual(['subscribe', 'publish'])
  })
})

describe('WebRTC', () => {
  it('reports a document of more than 250,000 bytes, which a channel would lose, and keeps it', async () => {
    expect(channelLimit).toBe(250_000)
    const ann = await join()
    last().open()
    ann.text.insert(0, 'x'.repeat(200_000))
    expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })
    ann.text.insert(0, 'x'.repeat(60_000))
    expect(ann.statuses.at(-1)).toMatchObject({
      status: 'disconnected',
      code: 'document-size-limit-exceeded',
    })
    expect(ann.statuses.at(-1)).not.toHaveProperty('retryInMs')
    expect(ann.text.length).toBe(260_000)
    expect(ann.awareness.getLocalState()).toEqual({ name: 'ann' })
  })

  it('says that a record is open twice in a page, and opens it once the first has left', async () => {
    const ann = await join()
    const other = await join()
    expect(other.statuses.at(-1)).toMatchObject({ status: 'disconnected', code: 'unknown-error' })
    await ann.destroy()
    const third = await join()
    last().open()
    await pass(0)
    expect(third.statuses.at(-1)).toEqual({ status: 'connected' })
  })

  it.each([
    ['there is none', 'unsupported', {}],
    ['signalling can not be encrypted', 'insecure-context', { password: 'secret', wrtc: {} }],
  ])('says so where %s', async (_, code, options) => {
    if ('password' in options) vi.stubGlobal('crypto', { getRandomValues: () => undefined })
    const transport = socketWebrtcTransport({ signalingUrl: 'ws://127.0.0.1', ...options })
    const peer = await connect(transport, 'ann')
    peers.push(peer)
    expect(peer.statuses).toEqual([expect.objectContaining({ status: 'disconnected', code })])
  })
})

describe("The library's own values are those of the specification", () => {
  it('connects to 20 peers and a random 0 to 14 more', async () => {
    const limits = Array.from({ length: 200 }, (_, index) => {
      const provider = new WebrtcProvider(`room ${index}`, new Y.Doc(), { signaling: [] })
      provider.disconnect()
      return { provider, limit: provider.maxConns }
    })
    await pass(0)
    for (const { provider } of limits) {
      provider.destroy()
      provider.awareness.destroy()
    }
    const seen = limits.map(({ limit }) => limit)
    expect([Math.min(...seen), Math.max(...seen)]).toEqual([20, 34])
  })

  it('takes peers for gone after 30 s', () => {
    expect([outdatedTimeout, silenceLimit]).toEqual([30_000, 30_000])
  })

  it('buffers 65,536 bytes, streams 16,384, waits 5 s for ICE and for closing, uses public STUN', () => {
    const channel = { bufferedAmountLowThreshold: 0, readyState: 'connecting', close() {} }
    class Connection {
      iceConnectionState = 'new'
      createDataChannel = () => channel
      createOffer = () => new Promise(() => undefined)
      close() {}
    }
    const wrtc = { RTCPeerConnection: Connection, RTCSessionDescription: Object, RTCIceCandidate: Object }
    const setIntervals = vi.spyOn(globalThis, 'setInterval')
    const room = { provider: { peerOpts: { wrtc } }, webrtcConns: new Map() } as unknown as Room
    const { peer } = new WebrtcConn({} as SignalingConn, true, 'other', room)
    const { writableHighWaterMark, readableHighWaterMark, iceCompleteTimeout, config } = peer
    expect({ writableHighWaterMark, readableHighWaterMark, iceCompleteTimeout }).toEqual({
      ...{ writableHighWaterMark: 16_384, readableHighWaterMark: 16_384, iceCompleteTimeout: 5000 },
    })
    expect(channel.bufferedAmountLowThreshold).toBe(65_536)
    expect(setIntervals.mock.calls.map(([, delay]) => delay)).toContain(5000)
    expect(JSON.stringify(config.iceServers)).toMatch(/"stun:[^"]+"/)
  })

  it('looks every 150 ms where a channel does not tell that its buffer is low, and counts 16 objects', async () => {
    const channel = { readyState: 'open', bufferedAmount: 0, send() {}, close() {}, onopen: () => undefined }
    class Connection {
      iceConnectionState = 'connected'
      oniceconnectionstatechange = () => undefined
      createDataChannel = () => channel
      createOffer = () => new Promise(() => undefined)
      getStats = () => Promise.resolve([{ type: 'candidate-pair', id: 'pair', selected: true }])
      close() {}
    }
    const connection = new Connection()
    const wrtc = {
      RTCPeerConnection: vi.fn(function () {
        return connection
      }),
      ...{ RTCSessionDescription: Object, RTCIceCandidate: Object },
    }
    const room = {
      provider: { peerOpts: { wrtc, objectMode: true }, doc: new Y.Doc() },
      awareness: { getStates: () => new Map() },
      webrtcConns: new Map(),
    } as unknown as Room
    const { peer } = new WebrtcConn({} as SignalingConn, true, 'other', room)
    const setIntervals = vi.spyOn(globalThis, 'setInterval')
    channel.onopen()
    connection.oniceconnectionstatechange()
    await pass(0)
    expect(setIntervals.mock.calls.map(([, delay]) => delay)).toContain(150)
    const { writableHighWaterMark, readableHighWaterMark } = peer
    expect([writableHighWaterMark, readableHighWaterMark]).toEqual([16, 16])
  })
})

// At the end: what this room says to other windows, encrypted, the next one could not read.
describe('An answer for a peer that is gone', () => {
  it.each(['in clear', 'encrypted'])('does no harm, %s', async (how) => {
    const onRejection = vi.fn()
    process.on('unhandledRejection', onRejection)
    const password = how === 'encrypted' ? 'a secret of the site' : undefined
    const key = password ? await deriveKey(password, topic) : undefined
    await join(undefined, { password })
    last().open()
    await passes(() => expect(posted).toHaveLength(2))
    const said = posted.at(-1)?.data
    const { from: to } = (key ? await unseal(said as string, key) : said) as { from: string }
    const answer = { type: 'signal', from: '~', to, token: 1, signal: { type: 'answer', sdp: '' } }
    const data = key ? await seal(answer, key) : answer
    decrypt.mockClear()
    hear(data)
    if (key) await passes(() => expect(decrypt).toHaveBeenCalled())
    await Promise.all(decrypt.mock.results.map(({ value }) => value as Promise<unknown>))
    vi.useRealTimers()
    await new Promise((resolve) => setImmediate(resolve))
    vi.useFakeTimers()
    process.off('unhandledRejection', onRejection)
    expect(onRejection).not.toHaveBeenCalled()
    expect(connections).toHaveLength(0)
  })
})
