import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchEntityRecord, type Fetcher } from 'copydesk'
import { plainCodec, structuredCodec, type ForeignChange } from 'copydesk/sync'
import { lines, newDevice, openDesk, settled, Site, type Desk, type DeskOptions } from './desk'
import { Network } from './network'
import { loadCollaboration } from '../support/loadCollaboration'
import { passes } from '../support/until'

const desks: Desk[] = []

beforeAll(loadCollaboration)

afterEach(async () => {
  await Promise.all(desks.splice(0).map(({ sync }) => sync.close()))
})

async function join(network: Network, options: DeskOptions = {}): Promise<Desk> {
  const desk = openDesk(network, options)
  desks.push(desk)
  await desk.read()
  await passes(() => expect(desk.status()?.status).toBe('connected'))
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

describe('what a colleague writes that a browser may run', () => {
  const script = 'One two <script>steal()</script> three'
  const pending = ({ sync }: Desk) => sync.pending('postType', 'post', 1)

  async function pair(options: DeskOptions = {}) {
    const [network, site] = [new Network(), new Site()]
    const admin = await join(network, { site, place: 'admin', ...options })
    const contributor = await join(network, { site, place: 'contributor', ...options })
    return { network, site, admin, contributor, both: () => settled(contributor, admin) }
  }

  it.each([
    ['plain', plainCodec],
    ['structured', structuredCodec()],
  ])('is not saved by an administrator who mends a typo: %s codec', async (_, codec) => {
    const { site, admin, contributor, both } = await pair({ codec })
    contributor.edit({ content: script, excerpt: 'Harmless' })
    await both()
    expect(admin.field('content')).toBe('One two three')
    expect(admin.field('excerpt')).toBe('Harmless')
    expect(pending(admin)).toEqual([{ field: 'content', value: script }])
    admin.edit({ title: 'Mended' })
    await admin.save()
    await both()
    expect(site.post.content).toMatchObject({ raw: 'One two three' })
    expect(contributor.field('content')).toBe(script)
    expect(pending(admin)).toHaveLength(1)
  })

  it('lets both go on writing in the text, and what is written here goes out', async () => {
    const { admin, contributor, both } = await pair()
    contributor.edit({ content: script })
    await both()
    admin.edit({ content: 'Zero, one two three' })
    await both()
    contributor.edit({ content: 'Zero, one two <script>steal()</script> three four' })
    await both()
    expect(admin.field('content')).toBe('Zero, one two three')
    expect(pending(admin)).toEqual([
      { field: 'content', value: 'Zero, one two <script>steal()</script> three four' },
    ])
  })

  it('comes in where it is accepted, as it was shown', async () => {
    const { admin, contributor, both } = await pair()
    contributor.edit({ content: script })
    await both()
    const shown = pending(admin)
    contributor.edit({ content: 'One two <script>worse()</script> three' })
    await both()
    admin.sync.accept('postType', 'post', 1, shown)
    expect(admin.field('content')).toBe('One two three')
    admin.sync.accept('postType', 'post', 1, pending(admin))
    expect(admin.field('content')).toBe('One two <script>worse()</script> three')
    expect(pending(admin)).toEqual([])
    contributor.edit({ content: 'One two <script>worst()</script> three' })
    await both()
    expect(pending(admin)).toHaveLength(1)
  })

  it('goes where it is declined, for everybody', async () => {
    const { admin, contributor, both } = await pair()
    contributor.edit({ content: script })
    await both()
    admin.sync.decline('postType', 'post', 1, pending(admin))
    await both()
    expect([pending(admin), admin.hasEdits()]).toEqual([[], false])
    expect([contributor.field('content'), contributor.hasEdits()]).toEqual(['One two three', false])
  })

  it('comes in by itself once the colleague has taken the script out', async () => {
    const { admin, contributor, both } = await pair()
    contributor.edit({ content: script })
    await both()
    contributor.edit({ content: 'One two and three' })
    await both()
    expect(admin.field('content')).toBe('One two and three')
    expect(pending(admin)).toEqual([])
  })

  it('is looked for in blocks, too', async () => {
    const [network, site] = [new Network(), new Site()]
    const admin = await join(network, { site, place: 'admin', blocks: lines() })
    const contributor = await join(network, { site, place: 'contributor', blocks: lines() })
    contributor.editBlocks([{ ...contributor.blocks()[0]!, attributes: { content: script } }])
    await settled(contributor, admin)
    expect(admin.blocks().map(({ attributes }) => attributes.content)).toEqual(['One two three'])
    expect(pending(admin).map(({ field }) => field)).toEqual(['blocks'])
    admin.sync.accept('postType', 'post', 1, pending(admin))
    expect(admin.blocks().map(({ attributes }) => attributes.content)).toEqual([script])
  })

  it('stays apart from one’s own after a reload, and one’s own stays one’s own', async () => {
    const device = newDevice()
    const [network, site] = [new Network(), new Site()]
    const admin = await join(network, { site, place: 'admin', device })
    const contributor = await join(network, { site, place: 'contributor' })
    const both = () => settled(contributor, admin)
    contributor.edit({ content: script })
    await both()
    admin.edit({ excerpt: '<iframe src="/own"></iframe>' })
    await both()
    await contributor.sync.close()
    await admin.sync.close()
    const again = await join(new Network(), { site, device, place: 'admin' })
    expect(again.field('excerpt')).toBe('<iframe src="/own"></iframe>')
    expect(again.field('content')).toBe('One two three')
    expect(pending(again).map(({ field }) => field)).toEqual(['content'])
  })

  it('stays apart also where the server has something since that the document lacks', async () => {
    const device = newDevice()
    const [network, site] = [new Network(), new Site()]
    const admin = await join(network, { site, place: 'admin', device })
    const contributor = await join(network, { site, place: 'contributor' })
    admin.edit({ excerpt: 'By the sea' })
    await settled(admin, contributor)
    site.save({ excerpt: 'From outside' })
    await admin.read(true)
    contributor.edit({ content: script })
    await settled(contributor, admin)
    expect(pending(admin).map(({ field }) => field)).toEqual(['content'])
    await contributor.sync.close()
    await admin.sync.close()
    const again = await join(new Network(), { site, device, place: 'admin' })
    expect(again.field('content')).toBe('One two three')
    expect(pending(again).map(({ field }) => field)).toEqual(['content'])
  })

  it('is decided upon by the application where it says how', async () => {
    const trust = vi.fn(({ field }: ForeignChange) => field !== 'title')
    const { admin, contributor, both } = await pair({ trust })
    contributor.edit({ title: 'Night', content: script })
    await both()
    expect(admin.field('content')).toBe(script)
    expect(pending(admin)).toEqual([{ field: 'title', value: 'Night' }])
    expect(trust).toHaveBeenCalledWith({
      ...{
        kind: 'postType',
        name: 'post',
        id: '1',
        field: 'title',
        before: 'Harbour lights',
        after: 'Night',
      },
    })
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
