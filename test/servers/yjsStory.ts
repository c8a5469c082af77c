import type { Transport } from 'copydesk/sync'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { lines, openDesk, settled, Site } from '../sync/desk'
import { Network } from '../sync/network'
import { passes } from '../support/until'
import { connect, othersOf, type Peer } from '../sync/transports/peers'

/** A server of Yjs documents that runs. */
export interface YjsServer {
  readonly url: string
  /** Ends it as a machine that is switched off. */
  readonly stop: () => Promise<void>
  /** Starts it again, at the same address. */
  readonly start: () => Promise<void>
}

/** Tells what a transport promises, on a server of somebody else. */
export function tellYjsStory(
  name: string,
  begin: () => Promise<{ server: YjsServer; transport: () => Transport }>,
): void {
  describe(name, () => {
    let server: YjsServer
    let transport: () => Transport
    const peers: Peer[] = []
    let rooms = 0

    beforeAll(async () => ({ server, transport } = await begin()))
    afterEach(async () => {
      await Promise.all(peers.splice(0).map((peer) => peer.destroy()))
    })
    afterAll(() => server.stop())

    /** A room that no other test has used. */
    const newRoom = () => ({ objectType: 'postType/post', objectId: String(++rooms) })
    async function join(who: string, room: ReturnType<typeof newRoom>, doc = new Y.Doc()): Promise<Peer> {
      const peer = await connect(transport(), who, doc, room)
      peers.push(peer)
      return peer
    }
    const isConnected = (peer: Peer) => expect(peer.statuses.at(-1)).toEqual({ status: 'connected' })

    it('is ready with what others have, and both ways go on', async () => {
      const room = newRoom()
      const ann = await join('ann', room)
      ann.text.insert(0, 'there before')
      await passes(() => isConnected(ann))
      const bob = await join('bob', room)
      await passes(() => expect([bob.isReady(), bob.text.toString()]).toEqual([true, 'there before']))
      expect(bob.statuses).toEqual([{ status: 'connecting' }, { status: 'connected' }])
      bob.text.insert(0, 'and ')
      ann.text.insert(ann.text.length, '!')
      await passes(() =>
        expect([ann, bob].map(({ text }) => text.toString())).toEqual(Array(2).fill('and there before!')),
      )
    })

    it('keeps rooms apart', async () => {
      const ann = await join('ann', newRoom())
      const bob = await join('bob', newRoom())
      await passes(() => [ann, bob].forEach(isConnected))
      ann.text.insert(0, 'hers alone')
      const eve = await join('eve', { objectType: 'postType/post', objectId: String(rooms - 1) })
      await passes(() => expect(eve.text.toString()).toBe('hers alone'))
      expect([bob.text.toString(), othersOf(bob)]).toEqual(['', []])
    })

    it('shows who is there, and who has left', async () => {
      const room = newRoom()
      const ann = await join('ann', room)
      const bob = await join('bob', room)
      await passes(() => expect([othersOf(ann), othersOf(bob)]).toEqual([['bob'], ['ann']]))
      await bob.destroy()
      await bob.destroy()
      await passes(() => expect(othersOf(ann)).toEqual([]))
      isConnected(ann)
    })

    it('says that the server is away, and shares afterwards what was typed meanwhile', async () => {
      const room = newRoom()
      const ann = await join('ann', room)
      const bob = await join('bob', room)
      ann.text.insert(0, 'before')
      await passes(() => expect(bob.text.toString()).toBe('before'))
      await server.stop()
      await passes(() => {
        for (const peer of [ann, bob])
          expect(peer.statuses.at(-1)).toMatchObject({ status: 'disconnected', code: 'network' })
      })
      expect([othersOf(ann), othersOf(bob)]).toEqual([[], []])
      ann.text.insert(0, 'offline, ')
      const eve = await join('eve', room)
      await passes(() => expect(eve.isReady()).toBe(true))
      await server.start()
      await passes(() => [ann, bob, eve].forEach(isConnected))
      await passes(() => {
        for (const peer of [ann, bob, eve]) expect(peer.text.toString()).toBe('offline, before')
        expect(othersOf(ann).sort()).toEqual(['bob', 'eve'])
      })
    })

    it('carries two stores at one post: both type, one saves, both are clean', async () => {
      const site = new Site()
      const open = (who: string) =>
        openDesk(new Network(), { site, blocks: lines(), user: { name: who }, transports: [transport()] })
      const [ann, ben] = [open('Ann'), open('Ben')]
      try {
        await Promise.all([ann.read(), ben.read()])
        await passes(() => {
          expect([ann, ben].map((desk) => desk.status()?.status)).toEqual(['connected', 'connected'])
          expect(ann.collaborators().map(({ user }) => user.name)).toEqual(['Ben'])
        })
        ann.edit({ title: 'Harbour lights at night' })
        const [block] = ben.blocks()
        ben.editBlocks([{ ...block!, attributes: { content: 'One two three, four' } }])
        await passes(() => {
          for (const desk of [ann, ben]) {
            expect(desk.field('title')).toBe('Harbour lights at night')
            expect(desk.blocks()[0]?.attributes.content).toBe('One two three, four')
          }
        })
        await ben.save()
        await passes(() => expect([ann.hasEdits(), ben.hasEdits()]).toEqual([false, false]))
        expect(site.post).toMatchObject({
          ...{ title: { raw: 'Harbour lights at night' }, content: { raw: 'One two three, four' } },
        })
        await settled(ann, ben)
      } finally {
        await Promise.all([ann, ben].map(({ sync }) => sync.close()))
      }
    })
  })
}
