import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createRestFetcher, removeEntityRecords } from 'copydesk'
import type { StoreSync, SyncPersistence } from 'copydesk/sync'
import { newDevice, openDesk, settled, Site, type Desk, type DeskOptions } from './desk'
import { Network } from './network'
import { loadCollaboration } from '../support/loadCollaboration'
import { person } from '../support/person'
import { passes } from '../support/until'

const desks: Desk[] = []

beforeAll(loadCollaboration)

afterEach(async () => {
  await Promise.all(desks.splice(0).map(({ sync }) => sync.close()))
})

async function join(options: DeskOptions): Promise<Desk> {
  const desk = openDesk(new Network(), options)
  desks.push(desk)
  await desk.read()
  await passes(() => expect(desk.status()?.status).toBe('connected'))
  await settled(desk)
  return desk
}

describe('two sites of one origin', () => {
  it('never mix what was written in one browser', async () => {
    const device = newDevice()
    const secret = await join({ device, siteName: 'https://example.org/a/wp-json/' })
    secret.edit({ title: 'CONFIDENTIAL' })
    await settled(secret)
    await secret.sync.close()
    const other = await join({ device, siteName: 'https://example.org/b/wp-json/' })
    expect(other.field('title')).toBe('Harbour lights')
    const again = await join({ device, siteName: 'https://example.org/a/wp-json/' })
    expect(again.field('title')).toBe('CONFIDENTIAL')
  })

  it('are told apart by their REST roots where nobody names them', async () => {
    const opened = vi.fn<SyncPersistence['open']>(() => Promise.reject(new Error('no storage')))
    const fetch = () =>
      Promise.resolve(
        new Response('{"id":1,"title":{"raw":"x"}}', { headers: { 'content-type': 'application/json' } }),
      )
    for (const site of ['a', 'b']) {
      const { load, sync } = person({
        network: { fetcher: createRestFetcher({ root: `https://example.org/${site}/wp-json/`, fetch }) },
        store: { entities: [{ kind: 'postType', name: 'post', baseURL: '/wp/v2/posts' }] },
        sync: { transports: [], persistence: { open: opened } },
      })
      await load(1)
      await passes(() => expect(opened).toHaveBeenCalledTimes(site === 'a' ? 1 : 2))
      await sync.close()
    }
    expect(opened.mock.calls.map(([name]) => name)).toEqual([
      'https://example.org/a/wp-json/ postType/post--edit-1',
      'https://example.org/b/wp-json/ postType/post--edit-1',
    ])
  })
})

describe('a document that is still being opened on this device', () => {
  /** A desk whose post is known and whose document is being opened, until `opened` is called. */
  async function opening() {
    const kept = { base: undefined, keepBase: vi.fn(), clear: vi.fn(), destroy: vi.fn() }
    let opened: () => void = () => undefined
    const open = vi.fn<SyncPersistence['open']>(
      () => new Promise((resolve) => (opened = () => resolve(kept))),
    )
    const desk = openDesk(new Network(), { persistence: { open } })
    desks.push(desk)
    await desk.read()
    await passes(() => expect(open).toHaveBeenCalled())
    return { desk, kept, opened: () => opened() }
  }

  it('is forgotten once it is open, where its record was deleted meanwhile', async () => {
    const { desk, kept, opened } = await opening()
    desk.store.dispatch(removeEntityRecords('postType', 'post', [1]))
    opened()
    await passes(() => expect(kept.clear).toHaveBeenCalledTimes(1))
  })

  it('is closed once it is open, where the store shares nothing any more', async () => {
    const { desk, kept, opened } = await opening()
    const closed = desk.sync.close()
    opened()
    await closed
    expect(kept.destroy).toHaveBeenCalledTimes(1)
  })
})

describe('a store whose sharing was closed', () => {
  it('is held by nobody: no listener of the page or the store is left, and nothing is shared again', async () => {
    const page = new EventTarget()
    const [added, removed] = [vi.spyOn(page, 'addEventListener'), vi.spyOn(page, 'removeEventListener')]
    for (const name of ['addEventListener', 'removeEventListener'] as const)
      vi.stubGlobal(name, page[name].bind(page))
    onTestFinished(() => void vi.unstubAllGlobals())
    const desk = await join({ site: new Site() })
    const pagehide = added.mock.calls.filter(([type]) => type === 'pagehide')
    expect(pagehide).toHaveLength(1)
    const leave = desk.sync.open('postType', 'post', 1)
    await desk.sync.close()
    expect(removed.mock.calls).toContainEqual(pagehide[0])
    await desk.read(true)
    desk.edit({ title: 'Night' })
    await settled(desk)
    expect(desk.status()).toBeUndefined()
    leave()
  })

  it('tells every listener of a change, though one of them fails', async () => {
    const desk = await join({ site: new Site() })
    const failed = vi.fn()
    vi.stubGlobal('reportError', failed)
    onTestFinished(() => void vi.unstubAllGlobals())
    const heard = vi.fn()
    const { sync }: { sync: StoreSync } = desk
    sync.subscribe(() => {
      throw new Error('a broken component')
    })
    sync.subscribe(heard)
    await sync.close()
    expect(heard).toHaveBeenCalled()
    expect(failed).toHaveBeenCalledWith(new Error('a broken component'))
  })
})
