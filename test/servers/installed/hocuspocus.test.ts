import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Transport } from 'copydesk/sync'
import { describe, expect, it } from 'vitest'
import { WebSocket as NodeWebSocket } from 'ws'
import { passes } from '../../support/until'
import { connect, othersOf } from '../../sync/transports/peers'
import { tellYjsStory } from '../yjsStory'
import { startServer } from './startServer'

const WebSocket = NodeWebSocket as unknown as typeof globalThis.WebSocket
const example = new URL('../../../examples/hocuspocus/', import.meta.url)
const script = new URL('server.mjs', example)

// Its packages are its own: the checks of types do without them.
const { hocuspocusTransport } = (await import(
  /* @vite-ignore */ fileURLToPath(new URL('hocuspocusTransport.ts', example))
)) as { hocuspocusTransport: (options: object) => Transport }

tellYjsStory('Hocuspocus, from npm', async () => {
  const server = await startServer(script)
  return { server, transport: () => hocuspocusTransport({ url: server.url, WebSocket }) }
})

describe('Hocuspocus that asks WordPress', () => {
  /** A site where one may edit the post 1 and read the post 2. */
  async function serveSite() {
    const site = createServer(({ url = '', headers }, response) => {
      const isKnown = headers.authorization === 'Bearer ann'
      if (!isKnown) return response.writeHead(401).end('{}')
      if (url.startsWith('/wp/v2/types/post?')) return response.end('{"rest_base":"posts"}')
      if (!/^\/wp\/v2\/posts\/[12]\?/.test(url)) return response.writeHead(404).end('{}')
      response.setHeader('Allow', url.includes('/1?') ? 'GET, POST, PUT, PATCH, DELETE' : 'GET')
      response.end('{}')
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    return { root: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`, close: () => site.close() }
  }

  it('lets in who may edit, refuses others with its reason, and takes them after they signed in', async () => {
    const site = await serveSite()
    const server = await startServer(script, { SITE: site.root })
    let token = 'Bearer ann'
    const options = { url: server.url, WebSocket, token: () => Promise.resolve(token) }
    const transport = hocuspocusTransport(options)
    const record = (id: number) => ({ objectType: 'postType/post', objectId: String(id) })
    const ann = await connect(transport, 'ann', undefined, record(1))
    const reader = await connect(transport, 'ann', undefined, record(2))
    await passes(() => expect(ann.statuses.at(-1)).toEqual({ status: 'connected' }))
    const refused = (who: typeof ann, id: number) =>
      passes(() => {
        expect(who.statuses.at(-1)).toMatchObject({
          ...{ status: 'disconnected', code: 'authentication-failed' },
          message: `The server refuses the room postType/post:${id}: permission-denied. Sign in again.`,
        })
      })
    await refused(reader, 2)
    // One that is refused ends no other, though they share a socket.
    expect(ann.statuses.at(-1)).toEqual({ status: 'connected' })

    token = 'Bearer nobody'
    const another = hocuspocusTransport({ ...options, retryRefusedAfter: 300 })
    const eve = await connect(another, 'eve', undefined, record(1))
    await refused(eve, 1)
    expect(eve.isReady()).toBe(true)
    ann.text.insert(0, 'written meanwhile')
    token = 'Bearer ann'
    await passes(() => {
      expect(eve.statuses.at(-1)).toEqual({ status: 'connected' })
      expect(eve.text.toString()).toBe('written meanwhile')
      expect(othersOf(ann)).toEqual(['eve'])
    })
    await Promise.all([ann, reader, eve].map((peer) => peer.destroy()))
    await server.stop()
    site.close()
  })

  it('has a transport that compiles', () => {
    const compiler = fileURLToPath(
      new URL('../../../node_modules/typescript-newest/bin/tsc', import.meta.url),
    )
    const check = () =>
      execFileSync(process.execPath, [compiler, '-p', fileURLToPath(example)], { encoding: 'utf8' })
    expect(check()).toBe('')
  })
})
