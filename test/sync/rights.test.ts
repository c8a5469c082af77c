import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchEntityRecord, type Fetcher } from 'copydesk'
import { plainCodec, structuredCodec } from 'copydesk/sync'
import { openDesk, settled, Site, type Desk, type DeskOptions } from './desk'
import { Network } from './network'

const desks: Desk[] = []

beforeAll(async () => {
  await Promise.all([
    import('../../src/sync/record/syncedRecord'),
    import('yjs'),
    import('y-protocols/awareness'),
  ])
})

afterEach(async () => {
  await Promise.all(desks.splice(0).map(({ sync }) => sync.close()))
})

async function join(network: Network, options: DeskOptions = {}): Promise<Desk> {
  const desk = openDesk(network, options)
  desks.push(desk)
  await desk.read()
  await vi.waitFor(() => expect(desk.status()?.status).toBe('connected'))
  await settled(desk)
  return desk
}

/** A post with all that it takes rights to change. */
function privilegedSite(): Site {
  const site = new Site()
  const date = '2020-02-02T00:00:00'
  const fields = {
    author: 1,
    date,
    date_gmt: date,
    password: '',
    sticky: false,
    template: '',
    slug: 'lights',
  }
  site.post = { ...site.post, ...fields }
  return site
}

describe.each([
  ['plain', plainCodec],
  ['structured', structuredCodec()],
])('a colleague without the right to it, with the %s codec,', (_, codec) => {
  it.each([
    ['status', 'publish'],
    ['author', 7],
    ['date', '2001-01-01T00:00:00'],
    ['date_gmt', '2001-01-01T00:00:00'],
    ['password', 'secret'],
    ['sticky', true],
    ['template', 'other.php'],
    ['slug', 'other'],
  ])('does not change the %s by somebody who saves', async (field, value) => {
    const [network, site] = [new Network(), privilegedSite()]
    const admin = await join(network, { site, codec, place: 'admin' })
    const contributor = await join(network, { site, codec, place: 'contributor' })
    contributor.edit({ [field]: value, title: 'Typo' })
    await settled(contributor, admin)
    admin.edit({ title: 'Mended' })
    await admin.save()
    expect(site.post.title).toMatchObject({ raw: 'Mended' })
    expect(site.post[field]).not.toBe(value)
    expect(contributor.field(field)).toBe(value)
  })

  it('brings none of it by a document that says so', async () => {
    const [network, site] = [new Network(), privilegedSite()]
    const admin = await join(network, { site, codec, place: 'admin' })
    const contributor = await join(network, { site, codec, place: 'contributor' })
    network.members[1]!.doc.getMap(codec.root).set('status', 'publish')
    await settled(contributor, admin)
    expect([admin.field('status'), admin.hasEdits()]).toEqual(['draft', false])
  })
})

describe('by default', () => {
  const answers: Record<string, unknown> = {
    '/wp/v2/settings': { title: 'Harbour' },
    '/wp/v2/types/post': { slug: 'post', rest_base: 'posts' },
    '/wp/v2/templates/one//two': { id: 'one//two' },
    '/': { name: 'Harbour' },
  }
  const fetcher: Fetcher = ({ path = '' }) => {
    const address = path.split('?')[0] ?? ''
    if (address === '/wp/v2/types')
      return Promise.resolve({
        ...{ status: 200, headers: { get: () => null } },
        data: {
          wp_template: { slug: 'wp_template', rest_base: 'templates', rest_namespace: 'wp/v2', supports: {} },
        },
      })
    return Promise.resolve({ status: 200, headers: { get: () => null }, data: answers[address] ?? {} })
  }

  it.each([
    ['settings, which not all may change', 'root', 'site', undefined, undefined],
    ['post types, for which no relay has rooms', 'root', 'postType', 'post', undefined],
    ['templates, for which no relay has rooms', 'postType', 'wp_template', 'one//two', undefined],
    ['posts that are not on the server yet', 'postType', 'post', 'draft', undefined],
    ['posts', 'postType', 'post', 7, 'connecting'],
    ['who is on the site', 'root', '__unstableBase', undefined, 'connecting'],
  ])('%s', async (label, kind, name, id, status) => {
    const desk = openDesk(new Network(), { fetcher })
    desks.push(desk)
    await desk.store.dispatch(fetchEntityRecord<string, string>(kind, name, id)).catch(() => undefined)
    desk.sync.open(kind, name, id)
    expect(desk.sync.status(kind, name, id)?.status).toBe(status)
  })
})
