import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCollabServer } from '../../../examples/collab/startCollabServer'
import { preparePeers, transportNames, type PeerReport } from './peers'

const minute = 60_000

let peers: Awaited<ReturnType<typeof preparePeers>>

beforeAll(async () => {
  peers = await preparePeers()
}, 2 * minute)
afterAll(() => peers.close())

// Mostly they wait, so they may do that at the same time.
describe.concurrent('Processes', { timeout: 3 * minute }, () => {
  it.each(transportNames)(
    'over %s converge: both type, a third comes late, one is killed offline',
    async (transport) => {
      const server = await startCollabServer({ retry: 200 })
      const start = (name: string) => peers.start({ name, transport, server })
      const ann = start('ann')
      const bob = start('bob')
      await Promise.all([
        ann.until(({ others }) => others.includes('bob')),
        bob.until(({ others }) => others.includes('ann')),
      ])

      for (const letter of 'first ') ann.tell({ do: 'type', text: letter, at: 'end' })
      for (const letter of 'other ') bob.tell({ do: 'type', text: letter, at: 'start' })
      ann.tell({ do: 'set', field: 'title', value: 'from ann' })
      bob.tell({ do: 'set', field: 'excerpt', value: 'from bob' })
      const isWhole = ({ text, fields }: PeerReport) =>
        text.length === 12 && fields.title === 'from ann' && fields.excerpt === 'from bob'
      const [ofAnn, ofBob] = await Promise.all([ann.until(isWhole), bob.until(isWhole)])
      expect(ofBob.text).toBe(ofAnn.text)

      const eve = start('eve')
      const ofEve = await eve.until((report) => isWhole(report) && report.isReady)
      expect([ofEve.text, ofEve.fields]).toEqual([ofAnn.text, ofAnn.fields])

      // Started anew where nobody can be reached, killed again before it could send what it typed there.
      await bob.kill()
      server.settings.downStatus = 503
      server.cut()
      const offline = start('bob')
      await offline.until(({ status }) => status.status === 'disconnected')
      offline.tell({ do: 'set', field: 'slug', value: 'typed offline' })
      await offline.until(({ fields }) => fields.slug === 'typed offline')
      await offline.kill()
      ann.tell({ do: 'type', text: '!', at: 'end' })
      server.settings.downStatus = null
      const again = start('bob')
      const isMended = ({ text, fields }: PeerReport) => text.length === 13 && fields.slug === 'typed offline'
      const mended = await Promise.all([ann, eve, again].map((peer) => peer.until(isMended)))
      expect(new Set(mended.map(({ text }) => text)).size).toBe(1)
      await server.close()
    },
  )
})
