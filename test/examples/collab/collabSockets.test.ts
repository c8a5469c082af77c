import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as encoding from 'lib0/encoding'
import WebSocket from 'ws'
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import {
  attachCollabSockets,
  relayPath,
  signalingPath,
  type CollabSocketsOptions,
} from '../../../examples/collab/collabSockets'
import { createSignalingHub } from '../../../examples/collab/signalingHub'
import { passes } from '../../support/until'

const handshake = [
  `GET ${signalingPath} HTTP/1.1`,
  ...['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'],
  ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', '', ''],
].join('\r\n')

it.each([
  ['a refused connection is reset', '503', (client: Socket) => client.resetAndDestroy()],
  ['an open one sends a frame without a mask', '101', (client: Socket) => client.write('\x81\0', 'latin1')],
])('goes on where %s', async (_, answer, harm) => {
  const server = createServer()
  const sockets = attachCollabSockets(server, { hub: createSignalingHub(), isDown: () => answer === '503' })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const coming = once(server, 'connection') as Promise<[Socket]>
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.write(handshake)
  const [served] = await coming
  const [data] = (await once(client, 'data')) as [Buffer]
  expect(String(data)).toContain(`HTTP/1.1 ${answer}`)
  // An error that nobody hears ends the process, or here fails the run.
  const closed = new Promise((resolve) => served.once('close', resolve))
  harm(client)
  await closed
  client.destroy()
  sockets.close()
  await new Promise((resolve) => server.close(resolve))
})

const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function serve(options: Partial<CollabSocketsOptions> = {}): Promise<number> {
  const server = createServer((request, response) => response.end('here'))
  const sockets = attachCollabSockets(server, { hub: createSignalingHub(), ...options })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => {
    sockets.close()
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

/** What a socket to an address comes to: the status of its refusal, or the code with which it is closed. */
function ask(port: number, path: string, headers: Record<string, string> = {}): Promise<number | 'open'> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  closing.push(() => Promise.resolve(socket.terminate()))
  return new Promise((resolve) => {
    socket.on('unexpected-response', (request, { statusCode = 0 }) => resolve(statusCode))
    socket.on('error', () => undefined)
    socket.on('close', (code) => resolve(code))
    // What closes it at once does so before it answers.
    socket.on('open', () => socket.ping())
    socket.on('pong', () => resolve('open'))
  })
}

describe('a page from elsewhere', () => {
  it('ends nothing by a name that is none', async () => {
    const port = await serve()
    expect(await ask(port, `${relayPath}%`)).toBe(400)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
  })

  it('ends nothing by an address that is none', async () => {
    const port = await serve()
    const client = connect({ port, host: '127.0.0.1' })
    client.on('error', () => undefined)
    await new Promise((resolve) => client.write(handshake.replace(signalingPath, '//'), resolve))
    // What is asked behind it is answered behind it: the first answer is there when it was dealt with.
    for (let time = 0; time < 2; time++)
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
    client.destroy()
  })

  it.each([signalingPath, `${relayPath}root%2Fbase`])(
    'does not join %s by the cookies of who visits it',
    async (path) => {
      const port = await serve()
      expect(await ask(port, path, { origin: 'http://127.0.0.1:6666' })).toBe(403)
      expect(await ask(port, path, { origin: `http://127.0.0.1:${port}` })).toBe('open')
      expect(await ask(port, path)).toBe('open')
    },
  )
})

describe('a socket', () => {
  it('is refused where nobody can tell whether it may join', async () => {
    const port = await serve({ mayJoin: () => Promise.reject(new Error('the site is down')) })
    expect(await ask(port, `${relayPath}postType%2Fpost%3A7`)).toBe(4403)
  })

  it('is let into a room of edits by who may edit the record', async () => {
    const mayJoin = vi.fn(() => true)
    const port = await serve({ mayJoin })
    expect(await ask(port, `${relayPath}postType%2Fpost--edit%3A7`)).toBe('open')
    expect(mayJoin).toHaveBeenCalledWith(expect.anything(), 'postType/post:7')
  })

  it('is closed where it sends more than 16 MiB at once', async () => {
    const port = await serve()
    const socket = new WebSocket(`ws://127.0.0.1:${port}${relayPath}root%2Fbase`)
    socket.on('error', () => undefined)
    socket.on('open', () => socket.send(new Uint8Array(17 * 1024 * 1024)))
    const [code] = (await once(socket, 'close')) as [number]
    expect([1006, 1009]).toContain(code)
  })

  it('says nothing of the presence of somebody else', async () => {
    const port = await serve()
    const [ann, eve] = [new Y.Doc(), new Y.Doc()].map((doc) => new Awareness(doc)) as [Awareness, Awareness]
    ann.setLocalState({ name: 'ann' })
    const open = async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${relayPath}root%2Fbase`)
      const heard: string[] = []
      socket.on('message', (data) => heard.push(String(data)))
      await once(socket, 'open')
      closing.push(() => Promise.resolve(socket.terminate()))
      return { socket, heard }
    }
    const say = ({ socket }: { socket: WebSocket }, awareness: Awareness, client: number) => {
      const update = encodeAwarenessUpdate(awareness, [client])
      const frame = encoding.encode((to) => {
        encoding.writeVarUint(to, 1)
        encoding.writeVarUint8Array(to, update)
      })
      socket.send(frame)
    }
    const [hers, mine] = [await open(), await open()]
    say(hers, ann, ann.clientID)
    await passes(() => expect(mine.heard.join()).toContain('"name":"ann"'))
    eve.states.set(ann.clientID, { name: 'forged' })
    eve.meta.set(ann.clientID, { clock: 1000, lastUpdated: Date.now() })
    say(mine, eve, ann.clientID)
    eve.setLocalState({ name: 'eve' })
    say(mine, eve, eve.clientID)
    await passes(() => expect(hers.heard.join()).toContain('"name":"eve"'))
    expect(hers.heard.join()).not.toContain('forged')
    for (const awareness of [ann, eve]) awareness.destroy()
  })
})

describe('the signalling', () => {
  it('keeps 200 messages of somebody who fetches none, and 200 topics of each', () => {
    const hub = createSignalingHub()
    for (let count = 0; count < 300; count++) hub.receive('slow', { type: 'ping' })
    expect(hub.take('slow')).toHaveLength(200)
    const topics = Array.from({ length: 300 }, (_, at) => `topic ${at}`)
    hub.receive('greedy', { type: 'subscribe', topics })
    for (const topic of topics) hub.receive('other', { type: 'publish', topic })
    expect(hub.take('greedy')).toHaveLength(200)
  })
})
