import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCollabServer } from '../../../examples/collab/startCollabServer'
import { Site } from '../desk'
import { preparePeers, transportNames, type PeerReport, type WriterReport } from './peers'
import { serveSite } from './serveSite'

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

  it.each(transportNames.filter((name) => name.startsWith('WebRTC')))(
    'with stores over %s edit one post: both type, one saves, a third comes late, one is killed offline',
    async (transport) => {
      const server = await startCollabServer({ retry: 200 })
      const site = new Site()
      const { root, close } = await serveSite(site)
      const start = (name: string) => peers.startWriter({ name, transport, server, site: root })
      const ann = start('ann')
      const bob = start('bob')
      const meets = (name: string) => (report: WriterReport) => report.isReady && report.others.includes(name)
      await Promise.all([ann.until(meets('bob')), bob.until(meets('ann'))])

      for (const letter of ', four') ann.tell({ do: 'type', text: letter, at: 'end' })
      for (const letter of '!oreZ') bob.tell({ do: 'type', text: letter, at: 'start' })
      ann.tell({ do: 'set', field: 'title', value: 'Harbour lights at night' })
      bob.tell({ do: 'set', field: 'excerpt', value: 'By the sea' })
      const typed = 'Zero!One two three, four'
      const fields = { title: 'Harbour lights at night', excerpt: 'By the sea', format: 'standard' }
      const isWhole = (report: WriterReport) =>
        report.text.length === typed.length &&
        report.fields.title === fields.title &&
        report.fields.excerpt === fields.excerpt
      const whole = await Promise.all([ann.until(isWhole), bob.until(isWhole)])
      for (const report of whole) expect(report).toMatchObject({ text: typed, fields, hasEdits: true })

      bob.tell({ do: 'save' })
      const isSaved = ({ hasEdits }: WriterReport) => !hasEdits
      const saved = await Promise.all([ann.until(isSaved), bob.until(isSaved)])
      for (const report of saved) expect(report).toMatchObject({ text: typed, fields })
      expect(site.post).toMatchObject({ content: { raw: typed }, title: { raw: fields.title } })

      ann.tell({ do: 'set', field: 'format', value: 'aside' })
      const eve = start('eve')
      const ofEve = await eve.until((report) => report.isReady && report.fields.format === 'aside')
      expect(ofEve).toMatchObject({ text: typed, fields: { ...fields, format: 'aside' }, hasEdits: true })

      // Started anew where nobody can be reached, killed again before it could send what it typed there.
      await bob.kill()
      server.settings.downStatus = 503
      server.cut()
      const offline = start('bob')
      await offline.until(({ isReady, status }) => isReady && status === 'disconnected')
      offline.tell({ do: 'type', text: ' and a half', at: 'end' })
      await offline.until(({ text }) => text.endsWith('half'))
      await offline.kill()
      ann.tell({ do: 'type', text: 'Again: ', at: 'start' })
      server.settings.downStatus = null
      const again = start('bob')
      const everybody = [ann, eve, again]
      const mended = 'Again: Zero!One two three, four and a half'
      const isMended = ({ text, fields }: WriterReport) => text === mended && fields.format === 'aside'
      await Promise.all(everybody.map((peer) => peer.until(isMended)))
      eve.tell({ do: 'save' })
      await Promise.all(everybody.map((peer) => peer.until((report) => isMended(report) && isSaved(report))))
      expect(site.post).toMatchObject({ content: { raw: mended }, format: 'aside' })
      await Promise.all([server.close(), close()])
    },
  )
})
