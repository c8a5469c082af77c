import {
  deleteEntityRecord,
  type EntityConfig,
  fetchEntityRecord,
  fetchEntityRecords,
  loadEntityConfigs,
  saveEntityRecord,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
} from 'copydesk'
import type { ListMismatch, ListOptions } from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { membershipOf } from '../../../src/durable/patching/membership'
import { wordpressRules } from '../../../src/durable/patching/wordpressRules'
import { only, person } from '../../support/person'
import { fakeServer, reply, settle } from '../../support/fakeServer'

const post = {
  id: 7,
  status: 'draft',
  author: 2,
  categories: [1, 3],
  tags: [],
  sticky: false,
  date: '2023-05-01T10:00:00',
  slug: 'bees',
}

describe('whether a list has a post', () => {
  const cases: readonly [parameters: object, answer: string][] = [
    [{ status: 'draft' }, 'in'],
    [{ status: ['publish', 'draft'] }, 'in'],
    [{ status: 'publish,pending' }, 'out'],
    [{ status: 'any' }, 'in'],
    [{ status: 'draft', author: [1, 2] }, 'in'],
    [{ status: 'draft', author_exclude: '2' }, 'out'],
    [{ status: 'draft', categories: [3, 9] }, 'in'],
    [{ status: 'draft', categories: { terms: [1, 3], operator: 'AND' } }, 'in'],
    [{ status: 'draft', categories: { terms: [1, 9], operator: 'AND' } }, 'out'],
    [{ status: 'draft', categories: { terms: [1], include_children: true } }, 'in'],
    [{ status: 'draft', categories: { terms: [9], include_children: true } }, 'unknown'],
    [{ status: 'draft', categories: { terms: [1], include_children: true, operator: 'AND' } }, 'unknown'],
    [{ status: 'draft', categories_exclude: { terms: [3], include_children: true } }, 'out'],
    [{ status: 'draft', categories_exclude: [3] }, 'out'],
    [{ status: 'draft', categories: [9], tags: [9], tax_relation: 'OR' }, 'out'],
    [{ status: 'draft', categories: [3], tags: [9], tax_relation: 'OR' }, 'in'],
    [{ status: 'draft', sticky: false }, 'in'],
    [{ status: 'draft', after: '2023-05-01T09:59:59' }, 'in'],
    [{ status: 'draft', after: '2023-05-01T10:00:00' }, 'out'],
    [{ status: 'draft', before: '2024-01-01T00:00:00Z' }, 'unknown'],
    [{ status: 'draft', slug: 'bees,wasps' }, 'in'],
    [{ status: 'draft', include: '7,8' }, 'in'],
    [{ status: 'draft', exclude: [7] }, 'out'],
    [{ status: 'draft', search: 'bees' }, 'unknown'],
    [{ status: 'draft', search: '' }, 'in'],
    [{ status: 'publish', search: 'bees' }, 'out'],
    [{ status: 'draft', lang: 'de' }, 'unknown'],
    // As WordPress reads them: without case, by whole numbers, and none where there is nothing.
    [{ status: 'Draft' }, 'in'],
    [{ status: '' }, 'unknown'],
    [{ status: 'draft', slug: 'Bees' }, 'unknown'],
    [{ status: 'draft', slug: 'bées,wasps' }, 'unknown'],
    [{ status: 'draft', slug: ['wasps', 'ants'] }, 'out'],
    [{ status: 'draft', author: '02' }, 'unknown'],
    [{ status: 'draft', author: -2 }, 'unknown'],
    [{ status: 'draft', exclude: ['7.0'] }, 'unknown'],
    [{ status: 'draft', categories: ['03'] }, 'unknown'],
    [{ status: 'draft', categories: { terms: ['1', '3.0'], operator: 'AND' } }, 'unknown'],
    [{ status: 'draft', categories: -4503599627370496 }, 'out'],
  ]

  it.each(cases)('%j: %s', (parameters, answer) => {
    const rules = wordpressRules('postType', 'post')
    expect(rules && membershipOf(rules, parameters as Record<string, unknown>, post)).toBe(answer)
  })

  it('is not decided for what comes from theme files', () => {
    for (const name of ['wp_template', 'wp_template_part', 'wp_global_styles'])
      expect(wordpressRules('postType', name)).toBe(undefined)
    expect(wordpressRules('root', 'widget')).toBe(undefined)
  })
})

describe('whether a list has another record', () => {
  const comment = { id: 7, status: 'approved', type: 'comment', parent: 0, post: 3 }
  const file = { id: 7, status: 'inherit', post: 3, mime_type: 'image/png', media_type: 'image' }
  const loose = { ...file, post: null }
  const item = { id: 7, status: 'publish', parent: 3, menus: 2 }
  const user = { id: 7, slug: 'ada', roles: ['editor'] }

  it.each<[name: string, record: Record<string, unknown>, parameters: object, answer: string]>([
    ['comment', comment, { status: 'all' }, 'in'],
    ['comment', comment, { status: '1' }, 'in'],
    ['comment', comment, { status: '0' }, 'out'],
    ['comment', comment, { status: 'hold' }, 'out'],
    ['comment', comment, { status: 'any' }, 'unknown'],
    ['comment', comment, { status: 'approved' }, 'unknown'],
    ['comment', comment, { status: 'approve', type: 'all' }, 'unknown'],
    ['comment', comment, { status: 'approve', type: 'comments' }, 'unknown'],
    ['comment', comment, { status: 'approve', type: 'pings' }, 'unknown'],
    ['comment', comment, { status: 'approve', type: 'note' }, 'out'],
    ['attachment', file, { parent: 3 }, 'in'],
    ['attachment', file, { parent: '0' }, 'out'],
    ['attachment', file, { parent_exclude: [3] }, 'out'],
    ['attachment', loose, { parent: [0, 9] }, 'in'],
    ['attachment', loose, { parent: 3 }, 'out'],
    ['attachment', { ...file, post: undefined }, { parent: 3 }, 'unknown'],
    ['attachment', file, { mime_type: ['image/png', 'image/gif'] }, 'in'],
    ['attachment', file, { mime_type: 'image/gif' }, 'out'],
    ['attachment', file, { mime_type: 'image' }, 'unknown'],
    ['attachment', file, { mime_type: 'image/*' }, 'unknown'],
    ['attachment', file, { media_type: 'video', mime_type: 'image/png' }, 'unknown'],
    ['menuItem', item, { menus: 2, parent: 9 }, 'unknown'],
    ['menuItem', item, { menus: 2, author: 9 }, 'unknown'],
    ['user', user, { roles: 'editor,author' }, 'in'],
    ['user', user, { roles: 'Editor' }, 'unknown'],
    ['user', user, { slug: 'ADA' }, 'unknown'],
  ])('%s %j: %j %s', (name, record, parameters, answer) => {
    const rules = wordpressRules(name === 'attachment' ? 'postType' : 'root', name)
    expect(rules && membershipOf(rules, parameters as Record<string, unknown>, record)).toBe(answer)
  })
})

const orders: EntityConfig = {
  kind: 'shop',
  name: 'order',
  baseURL: 'https://shop.test/orders',
  supportsPagination: true,
}

/** A shop with orders, highest number first. */
async function shop(lists: ListOptions) {
  const rows = [
    { id: 1, number: 10, paid: true },
    { id: 2, number: 30, paid: false },
  ]
  const server = fakeServer(({ method, data }) => {
    if (method === 'POST') return { id: 3, ...(data as object) }
    const sorted = [...rows].sort((one, other) => other.number - one.number)
    return reply(sorted, { headers: { 'X-WP-Total': '2', 'X-WP-TotalPages': '1' } })
  })
  const { store } = person({
    store: { fetcher: server.fetcher, entities: [orders] },
    durability: only({ lists }),
  })
  await store.dispatch(fetchEntityRecords('shop', 'order', {}))
  await store.dispatch(saveEntityRecord('shop', 'order', { number: 20, paid: true }))
  server.log.length = 0
  const shown = await store.dispatch(fetchEntityRecords('shop', 'order', {}))
  return { shown: shown?.map((row) => (row as { readonly id: number }).id), reads: server.log.length }
}

describe('lists of an entity of your own', () => {
  it('are asked for again without rules', async () => {
    expect(await shop({})).toEqual({ shown: [2, 1], reads: 1 })
  })

  it('are patched by their rules', async () => {
    const rules = {
      'shop/order': {
        defaults: { orderby: 'number', order: 'desc' },
        filters: {},
        orders: { number: { looksAt: ['number'], by: 'number' as const } },
      },
    }
    expect(await shop({ rules })).toEqual({ shown: [2, 3, 1], reads: 0 })
  })

  /** A shop that lists what is in its trash as well, and gives what is saved another id. Both pages of its books are known. */
  async function shelf() {
    const rows = new Map(['a', 'b', 'c'].map((slug, i) => [slug, { slug, number: i, status: 'kept' }]))
    const server = fakeServer(({ method, path, data }) => {
      const { pathname, searchParams } = new URL(path)
      if (method === 'GET') {
        const all = [...rows.values()].sort((one, other) => one.number - other.number)
        const start = (Number(searchParams.get('page') ?? 1) - 1) * 2
        return reply(all.slice(start, start + 2), { headers: { 'X-WP-Total': String(all.length) } })
      }
      const slug = pathname.split('/').at(-1) as string
      const row = { slug, number: 0, status: 'kept', ...rows.get(slug), ...(data as object) }
      rows.delete(slug)
      const written = method === 'DELETE' ? { ...row, status: 'trash' } : { ...row, slug: `${slug}-2` }
      rows.set(written.slug, written)
      return written
    })
    const rules = {
      'shop/book': { filters: {}, orders: { number: { looksAt: ['number'], by: 'number' as const } } },
    }
    const books: EntityConfig = { ...orders, name: 'book', baseURL: 'https://shop.test/books', key: 'slug' }
    const { store } = person({
      store: { fetcher: server.fetcher, entities: [books] },
      durability: only({ lists: { rules } }),
    })
    const look = async (page: number) => {
      const query = { orderby: 'number', order: 'asc', per_page: 2, page } as const
      const found = await store.dispatch(fetchEntityRecords('shop', 'book', query))
      const slugs = found?.map((row) => (row as unknown as { readonly slug: string }).slug)
      return [slugs, selectEntityRecordsTotalItems(store.getState(), 'shop', 'book', query)]
    }
    expect(await look(1)).toEqual([['a', 'b'], 3])
    expect(await look(2)).toEqual([['c'], 3])
    return { store, look }
  }

  it('are asked for again where their rules do not know of the trash that the store does', async () => {
    const { store, look } = await shelf()
    await store.dispatch(deleteEntityRecord('shop', 'book', 'c'))
    expect(await look(1)).toEqual([['a', 'b'], 3])
    expect(await look(2)).toEqual([['c'], 3])
  })

  it('are asked for again when a record has got another id', async () => {
    const { store, look } = await shelf()
    await store.dispatch(saveEntityRecord<string, string>('shop', 'book', { slug: 'c', number: 9 }))
    expect(await look(1)).toEqual([['a', 'b'], 3])
    expect(await look(2)).toEqual([['c-2'], 3])
  })
})

describe('a list that the server sees otherwise', () => {
  it('is told of once, and asked for after every write from then on', async () => {
    const site = createMockSite({
      posts: [1, 2, 3].map((id) => ({ id, title: `Post ${id}`, date: `2023-01-0${id}T10:00:00` })),
    })
    const told: ListMismatch[] = []
    // The site hides what a plugin says, whatever the parameters are.
    const fetcher: typeof site.fetcher = async (request) => {
      const answer = await site.fetcher(request)
      const isList = (request.method ?? 'GET') === 'GET' && /posts\?/.test(request.path ?? '')
      if (!isList || !Array.isArray(answer.data)) return answer
      return {
        ...answer,
        data: answer.data.filter(({ title }: { title: { raw: string } }) => title.raw !== 'Hidden'),
      }
    }
    const { store } = person({
      store: { fetcher },
      durability: only({ lists: { onMismatch: (mismatch) => told.push(mismatch) } }),
    })
    const { dispatch } = store
    await dispatch(loadEntityConfigs('postType'))
    await dispatch(fetchEntityRecords('postType', 'post', {}))
    await dispatch(fetchEntityRecord('postType', 'post', 2))
    const ids = () => selectEntityRecords(store.getState(), 'postType', 'post', {})?.map(({ id }) => id)
    const hidden = await dispatch(
      saveEntityRecord('postType', 'post', {
        title: 'Hidden',
        status: 'publish',
        date: '2023-01-02T20:00:00',
      }),
    )
    expect(ids()).toEqual([3, hidden?.id, 2, 1])
    await dispatch(fetchEntityRecords('postType', 'post', {}, { force: true }))
    expect(told).toEqual([expect.objectContaining({ kind: 'postType', name: 'post', got: ['3', '2', '1'] })])
    site.clearRequests()
    await dispatch(deleteEntityRecord('postType', 'post', 1))
    await dispatch(fetchEntityRecords('postType', 'post', {}))
    await settle()
    expect(site.requests.filter(({ method }) => method === 'GET')).toHaveLength(1)
  })
})
