import { describe, expect, it } from 'vitest'
import { post, refusal, reply } from '../../support/fakeServer'
import { quiet, smallSite } from '../registryOf'
import { coreOf, coreWithPosts, first, posts, totalOf } from './coreOf'

const resource = { kind: 'postType', name: 'post', id: 1 }

describe('a record', () => {
  it('is read with the parameters of its entity, and kept under its key [resolvers 1]', async () => {
    const { read, sent, log } = coreOf(({ path }) =>
      path.includes('/types/post') ? { slug: 'post', name: 'Posts' } : undefined,
    )
    expect(await read('getEntityRecord', 'root', 'postType', 'post')).toEqual({ slug: 'post', name: 'Posts' })
    expect([...log, ...sent()]).toContain('GET /wp/v2/types/post?context=edit')
  })

  it('is read with a query that wins over them [resolvers 2]', async () => {
    const { read, log } = coreOf(({ path }) => (path.includes('/types/post') ? { slug: 'post' } : undefined))
    const query = { context: 'view', _envelope: '1' }
    expect(await read('getEntityRecord', 'root', 'postType', 'post', query)).toEqual({ slug: 'post' })
    expect(log).toContain('GET /wp/v2/types/post?context=view&_envelope=1')
  })
})

describe('a list', () => {
  const linked = (id: number, ...allow: string[]) =>
    post(id, { _links: { self: [{ targetHints: { allow } }] } })

  it('is read as its entity says, whether it comes as an array or by slug [resolvers 12]', async () => {
    const { read, log } = coreOf(({ path }) =>
      path === '/wp/v2/types?context=edit' ? { post: { slug: 'post' }, page: { slug: 'page' } } : undefined,
    )
    expect(await read('getEntityRecords', 'root', 'postType')).toEqual([{ slug: 'post' }, { slug: 'page' }])
    expect(log).toContain('GET /wp/v2/types?context=edit')
  })

  it('waits for a save of one of its records, and does not hold what the save makes stale [resolvers 13]', async () => {
    const { act, ask, read, waiting } = await coreWithPosts((request) =>
      request.method === 'PUT' ? undefined : smallSite(request),
    )
    const saving = act('saveEntityRecord', ...posts, { id: 1, title: 'New' })
    await quiet()
    const listed = read('getEntityRecords', ...posts)
    await quiet()
    waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } }))
    await Promise.all([saving, listed])
    await quiet()
    expect(ask('getEntityRecords', ...posts)).toHaveLength(3)
    expect(ask('hasResolvingSelectors')).toBe(false)
  })

  it('makes each of its records one that was read [resolvers 14]', async () => {
    const { ask, read } = coreOf()
    await read('getEntityRecords', ...posts)
    const isRead = (id: number) => ask('hasStartedResolution', 'getEntityRecord', [...posts, id])
    expect([1, 2, 3, 4].map(isRead)).toEqual([true, true, true, false])
  })

  it('tells what the user may do with each, where only some fields are asked for as well [resolvers 15]', async () => {
    const { ask, read, sent } = coreOf(() => reply([linked(1, 'GET', 'PUT'), linked(2, 'GET')], totalOf(2)))
    await read('getEntityRecords', ...posts, { _fields: 'id,_links' })
    expect(ask('hasFinishedResolution', 'canUser', ['update', resource])).toBe(true)
    expect(ask('canUser', 'update', resource)).toBe(true)
    expect(ask('canUser', 'delete', resource)).toBe(false)
    expect(ask('canUser', 'update', { ...resource, id: 2 })).toBe(false)
    expect(ask('hasFinishedResolution', 'getEntityRecord', [...first, { _fields: 'id,_links' }])).toBe(true)
    await quiet()
    expect(sent()).toHaveLength(1)
  })

  it('tells nothing of that without links [resolvers 16]', async () => {
    const { ask, read } = coreOf(() => reply([{ id: 1 }, { id: 2 }], totalOf(2)))
    await read('getEntityRecords', ...posts, { _fields: 'id' })
    expect(ask('hasStartedResolution', 'canUser', ['update', resource])).toBe(false)
    expect(ask('canUser', 'update', resource)).toBeUndefined()
  })

  it('shows the pages of a whole list as they arrive, with totals, to who asks for that [resolvers 17]', async () => {
    const { ask, read, waiting } = await coreWithPosts(() => undefined)
    // The editor has a symbol of core-data's own.
    const query = { per_page: -1, [Symbol('RECEIVE_INTERMEDIATE_RESULTS')]: true }
    const done = read('getEntityRecords', ...posts, query)
    const shown: unknown[] = []
    for (let page = 1; page <= 3; page++) {
      await quiet()
      const [request] = waiting
      expect(request?.path).toContain(`page=${page}&per_page=100`)
      request?.answer([post(page)], totalOf(3, 3))
      await quiet()
      shown.push((ask('getEntityRecords', ...posts, query) as unknown[] | null)?.length)
    }
    expect(shown).toEqual([1, 2, 3])
    expect(await done).toHaveLength(3)
    expect(ask('getEntityRecordsTotalItems', ...posts, query)).toBe(3)
    expect(ask('getEntityRecordsTotalPages', ...posts, query)).toBe(1)
  })

  const terms = { genre: { name: 'Genres', slug: 'genre', rest_base: 'genres', rest_namespace: 'wp/v2' } }

  it('of terms comes in pages, by requests whose headers are looked at [resolvers 18, 19; entities 16]', async () => {
    const { ask, read, seen } = coreOf(({ path }) =>
      path.startsWith('/wp/v2/taxonomies') ? terms : reply([{ id: 1 }, { id: 2 }], totalOf(11, 6)),
    )
    const query = { per_page: 2, page: 1 }
    expect(await read('getEntityRecords', 'taxonomy', 'genre', query)).toHaveLength(2)
    expect(seen.at(-1)?.request).toMatchObject({ needs: 'headers' })
    expect(ask('getEntityRecordsTotalItems', 'taxonomy', 'genre', query)).toBe(11)
    expect(ask('getEntityRecordsTotalPages', 'taxonomy', 'genre', query)).toBe(6)
    expect(ask('getEntityConfig', 'taxonomy', 'genre')).toMatchObject({ supportsPagination: true })
  })
})

describe('an embed', () => {
  const url = 'https://example.org/a'
  it.each([
    ['is what the site says of its address [resolvers 20]', { html: '<p>Hi</p>' }, { html: '<p>Hi</p>' }],
    ['is false where it can’t be embedded [resolvers 21]', refusal(404, 'oembed_invalid_url'), false],
  ])('%s', async (what, answer, expected) => {
    const { ask, read, sent } = coreOf(() => answer)
    expect(await read('getEmbedPreview', url)).toEqual(expected)
    expect(ask('isRequestingEmbedPreview', url)).toBe(false)
    expect(sent()).toEqual([`GET /oembed/1.0/proxy?url=${url}`])
  })
})

describe('what the user may do', () => {
  const allowing = (...allow: string[]) => reply({}, { headers: { Allow: allow.join(', ') } })
  const all = ['create', 'read', 'update', 'delete']

  it('is one question for the four actions, also while it is asked [resolvers 22, 32]', async () => {
    const { ask, sent } = coreOf(() => allowing('GET', 'PUT'))
    expect(all.map((action) => ask('canUser', action, 'blocks'))).toEqual(all.map(() => undefined))
    await quiet()
    expect(all.map((action) => ask('hasFinishedResolution', 'canUser', [action, 'blocks']))).toEqual(
      all.map(() => true),
    )
    expect(all.map((action) => ask('canUser', action, 'blocks'))).toEqual([false, true, true, false])
    await quiet()
    expect(sent()).toEqual(['OPTIONS /wp/v2/blocks'])
  })

  it('stays unknown when the question fails, which is over then [resolvers 23]', async () => {
    const { ask, read } = coreOf(() => refusal(500, 'broken'))
    await read('canUser', 'create', 'media').catch(() => undefined)
    expect(ask('canUser', 'create', 'media')).toBeUndefined()
    expect(ask('hasFinishedResolution', 'canUser', ['create', 'media'])).toBe(true)
  })

  it('is nothing where no header says more [resolvers 24]', async () => {
    const { read } = coreOf(() => reply({}, { headers: { Allow: '' } }))
    expect(await read('canUser', 'create', 'media')).toBe(false)
  })

  it('is refused to be asked of half a resource [resolvers 25]', async () => {
    const { read } = coreOf()
    await expect(read('canUser', 'create', { name: 'wp_block' })).rejects.toThrow(
      'The entity resource object is not valid.',
    )
  })

  const page = { kind: 'postType', name: 'page' }
  it.each([
    ['a REST base, refused [resolvers 26]', 'create', 'media', undefined, ['GET'], false, '/wp/v2/media'],
    ['an entity, refused [resolvers 27]', 'create', page, undefined, ['GET'], false, '/wp/v2/pages'],
    ['a REST base [resolvers 28]', 'create', 'media', undefined, ['POST', 'GET'], true, '/wp/v2/media'],
    ['an entity [resolvers 29]', 'create', page, undefined, ['POST', 'GET'], true, '/wp/v2/pages'],
    ['one of a REST base [resolvers 30]', 'update', 'blocks', 123, ['PUT'], true, '/wp/v2/blocks/123'],
    ['one record [resolvers 31]', 'update', { ...page, id: 12 }, undefined, ['PUT'], true, '/wp/v2/pages/12'],
  ])('is what the site allows of %s', async (what, action, asked, id, allow, expected, path) => {
    const { ask, read, sent } = coreOf(() => allowing(...allow))
    expect(await read('canUser', action, asked, id)).toBe(expected)
    expect(ask('canUser', action, asked, id)).toBe(expected)
    expect(sent()).toEqual([`OPTIONS ${path}`])
  })
})

describe('autosaves', () => {
  const type = { slug: 'post', rest_base: 'posts', supports: { autosave: true } }
  it.each([
    ['are read of a post [resolvers 33]', [{ id: 4, author: 1 }], [{ id: 4, author: 1 }]],
    ['are none where the site has none [resolvers 34]', [], undefined],
  ])('%s', async (what, answer, expected) => {
    const { ask, read, sent } = coreOf(({ path }) => (path.includes('/types/post') ? type : answer))
    expect(await read('getAutosaves', 'post', 1)).toEqual(expected)
    expect(sent()).toContain('GET /wp/v2/posts/1/autosaves?context=edit')
    expect(ask('hasFetchedAutosaves', 'post', 1)).toBe(true)
  })
})

it('who is signed in is read [resolvers 35]', async () => {
  const { read, sent } = coreOf()
  expect(await read('getCurrentUser')).toEqual({ id: 1, name: 'Ada' })
  expect(sent()).toEqual(['GET /wp/v2/users/me'])
})
