import { describe, expect, it } from 'vitest'
import { post, reply } from '../../support/fakeServer'
import { quiet, smallSite } from '../registryOf'
import { coreOf, coreWithPosts, first, posts } from './coreOf'

/** A store that was given rows of a list. */
async function holding(rows: readonly object[], query?: object) {
  const core = await coreWithPosts(() => undefined)
  await core.act('receiveEntityRecords', ...posts, rows, query)
  return core
}

const nested = { id: 1, title: { raw: 'T', rendered: 'T!' }, author: 7 }

describe('a record by its key', () => {
  it.each(['1', ' 1 '])('is the same by the text %j as by the number [selectors 3]', async (id) => {
    const { ask, read, sent } = coreOf()
    await read('getEntityRecord', ...first)
    expect(ask('getEntityRecord', ...posts, id)).toMatchObject({ id: 1 })
    expect(ask('hasFinishedResolution', 'getEntityRecord', [...posts, id])).toBe(true)
    await quiet()
    expect(sent()).toHaveLength(1)
  })

  it.each(['1.5', 'a1', '1-a'])('is another one by the text %j [selectors 4]', async (id) => {
    const { ask, read } = coreOf()
    await read('getEntityRecord', ...first)
    expect(ask('getEntityRecord', ...posts, id)).toBeUndefined()
    expect(ask('hasStartedResolution', 'getEntityRecord', [...posts, id])).toBe(false)
  })

  it.each([
    ['an entity that there is not [selectors 5]', ['shop', 'book', 1]],
    ['a record that nobody has [selectors 6]', [...posts, 77]],
  ])('is undefined of %s', async (what, args) => {
    const { ask } = await holding([post(1)])
    expect(ask('getEntityRecord', ...args)).toBeUndefined()
    expect(ask('hasEntityRecord', ...args)).toBe(false)
  })

  it('is what was received [selectors 7]', async () => {
    const { ask } = await holding([post(1)])
    expect(ask('getEntityRecord', ...first)).toEqual(post(1))
  })
})

describe('some fields of a record', () => {
  const fields = { _fields: 'id,author' }

  it('are undefined while nothing of it is known [selectors 8]', async () => {
    const { ask } = await holding([])
    expect(ask('getEntityRecord', ...first, fields)).toBeUndefined()
  })

  it('are there where only they are known, and then the whole is not [selectors 9, 10]', async () => {
    const { ask } = await holding([{ id: 1, author: 7 }], fields)
    expect(ask('getEntityRecord', ...first, fields)).toEqual({ id: 1, author: 7 })
    expect(ask('getEntityRecord', ...first)).toBeUndefined()
  })

  it('are taken of the whole where that is known [selectors 11]', async () => {
    const { ask } = await holding([nested])
    expect(ask('getEntityRecord', ...first, fields)).toEqual({ id: 1, author: 7 })
  })

  it('may lie within others [selectors 12]', async () => {
    const { ask } = await holding([nested])
    expect(ask('getEntityRecord', ...first, { _fields: 'id,title.raw' })).toEqual({
      id: 1,
      title: { raw: 'T' },
    })
  })

  it('are the same object for equal queries, and another one for other fields [selectors 13, 14]', async () => {
    const { ask } = await holding([nested])
    const some = ask('getEntityRecord', ...first, { _fields: ['id', 'title.raw'] })
    expect(ask('getEntityRecord', ...first, { _fields: 'id,title.raw' })).toBe(some)
    expect(ask('getEntityRecord', ...first, { _fields: 'id,title.rendered' })).toEqual({
      id: 1,
      title: { rendered: 'T!' },
    })
    expect(ask('getEntityRecord', ...first, { _fields: 'id,title.raw' })).toBe(some)
  })

  it('are those of the newest record [selectors 15]', async () => {
    const { ask, act } = await holding([nested])
    ask('getEntityRecord', ...first, fields)
    await act('receiveEntityRecords', ...posts, { ...nested, author: 8 })
    expect(ask('getEntityRecord', ...first, fields)).toEqual({ id: 1, author: 8 })
  })
})

describe('whether a record is there', () => {
  it.each([
    ['no, while none was received [selectors 16]', [], undefined, undefined, false],
    ['yes, when the whole was [selectors 17]', [nested], undefined, undefined, true],
    [
      'yes, when the fields that are asked for were [selectors 18]',
      [{ id: 1, author: 7 }],
      { _fields: 'id,author' },
      { _fields: 'id,author' },
      true,
    ],
    [
      'no, when one of them was not [selectors 19]',
      [{ id: 1, author: 7 }],
      { _fields: 'id,author' },
      { _fields: 'id,slug' },
      false,
    ],
  ])('%s', async (what, rows, received, asked, expected) => {
    const { ask, sent } = await holding(rows, received)
    expect(ask('hasEntityRecord', ...first, asked)).toBe(expected)
    await quiet()
    expect(sent()).toEqual([])
  })

  it.each([
    ['no, while none were received [selectors 20]', posts, undefined, false],
    ['no, of an entity that is not known [selectors 21]', ['shop', 'book'], undefined, false],
    ['yes, when they were [selectors 22]', posts, { search: 'a' }, true],
  ])('of a list: %s', async (what, entity, query, expected) => {
    const { ask } = await holding([post(1)], { search: 'a' })
    expect(ask('hasEntityRecords', ...entity, query)).toBe(expected)
  })
})

describe('the raw form of a record', () => {
  it('is its texts where its entity names them, and the record itself where not [selectors 23, 24]', async () => {
    const { ask, act } = await holding([nested])
    await act('addEntities', [{ kind: 'shop', name: 'book', baseURL: '/shop/books' }])
    await act('receiveEntityRecords', 'shop', 'book', [nested])
    expect(ask('getRawEntityRecord', 'shop', 'book', 1)).toEqual(nested)
    expect(ask('getRawEntityRecord', ...first)).toEqual({ ...nested, title: 'T' })
  })

  it('may be null [selectors 25]', async () => {
    const { ask } = await holding([{ id: 1, title: { raw: null, rendered: '' } }])
    expect(ask('getRawEntityRecord', ...first)).toEqual({ id: 1, title: null })
  })
})

describe('a list', () => {
  it.each([
    ['nothing was received of it [selectors 26]', posts],
    ['its entity is not known [selectors 27]', ['shop', 'book']],
  ])('is null where %s', async (what, entity) => {
    const { ask } = await holding([])
    expect(ask('getEntityRecords', ...entity)).toBeNull()
  })

  it('has all its records, the same array each time [selectors 28, 30]', async () => {
    const { ask, act } = await holding([post(1), post(2)], {})
    const list = ask('getEntityRecords', ...posts)
    expect(list).toEqual([post(1), post(2)])
    await act('editEntityRecord', ...first, { title: 'New' })
    expect(ask('getEntityRecords', ...posts)).toBe(list)
    expect(ask('getEntityRecords', ...posts, {})).toBe(list)
  })

  it('has the fields that are asked for [selectors 29]', async () => {
    const { ask } = await holding([{ id: 1, author: 7 }], { _fields: ['id', 'author'] })
    expect(ask('getEntityRecords', ...posts, { _fields: ['id', 'author'] })).toEqual([{ id: 1, author: 7 }])
  })
})

describe('the records with edits', () => {
  it('are listed with key and title while they exist [selectors 31, 32]', async () => {
    const { ask, act, read } = coreOf()
    await read('getEntityRecords', ...posts)
    await act('editEntityRecord', ...first, { title: 'New' })
    await act('editEntityRecord', ...posts, 2, { slug: 'other' })
    const dirty = () => ask('__experimentalGetDirtyEntityRecords')
    expect(dirty()).toEqual([
      { kind: 'postType', name: 'post', key: 1, title: 'New' },
      { kind: 'postType', name: 'post', key: 2, title: 'Post 2' },
    ])
    await act('deleteEntityRecord', ...first, { force: true })
    expect(dirty()).toMatchObject([{ key: 2 }])
  })

  it('are listed while they are saved [selectors 33]', async () => {
    const { ask, act, read, waiting } = coreOf((request) =>
      request.method === 'PUT' ? undefined : smallSite(request),
    )
    await read('getEntityRecord', ...first)
    expect(ask('__experimentalGetEntitiesBeingSaved')).toEqual([])
    const saving = act('saveEntityRecord', ...posts, { id: 1, title: 'New' })
    await quiet()
    expect(ask('__experimentalGetEntitiesBeingSaved')).toMatchObject([
      { kind: 'postType', name: 'post', key: 1 },
    ])
    waiting[0]?.answer(post(1))
    await saving
    expect(ask('__experimentalGetEntitiesBeingSaved')).toEqual([])
  })

  it('have none that are sent where the entity is not known [selectors 34]', () => {
    expect(coreOf().ask('getEntityRecordNonTransientEdits', 'shop', 'book', 1)).toEqual({})
  })
})

describe('an embed', () => {
  const url = 'https://example.org/a'
  it('is what was received for its address [selectors 35]', async () => {
    const { ask, act } = coreOf()
    await act('receiveEmbedPreview', url, { html: 'x' })
    expect(ask('getEmbedPreview', url)).toEqual({ html: 'x' })
  })

  it.each([
    [`<a href="${url}">${url}</a>`, true],
    ['<p>More</p>', false],
  ])('that is nothing but a link is told apart: %s [selectors 36]', async (html, expected) => {
    const { ask, act } = coreOf()
    await act('receiveEmbedPreview', url, { html })
    expect(ask('isPreviewEmbedFallback', url)).toBe(expected)
  })
})

describe('what the user may do', () => {
  it.each([
    ['is not known at first [selectors 37]', ['create', 'media'], undefined],
    ['is nothing with half a resource [selectors 38]', ['create', { kind: 'postType' }], false],
    ['is what was received of a REST base [selectors 39]', ['create', 'pages'], false],
    ['is what was received of one of it [selectors 40]', ['update', 'blocks', 123], true],
  ])('%s', async (what, args, expected) => {
    const { ask, act } = coreOf()
    await act('receiveUserPermissions', { 'create/pages': false, 'update/blocks/123': true })
    expect(ask('canUser', ...args)).toBe(expected)
  })
})

describe('autosaves', () => {
  const one = { id: 5, author: 2 }
  it.each([
    ['none of a post that has none [selectors 41]', [2, 2], undefined],
    ['none without an author [selectors 42]', [1], undefined],
    ['none of an author who has none [selectors 43]', [1, 9], undefined],
    ['that of its author [selectors 44]', [1, 2], one],
  ])('give by author %s', async (what, [id, author], expected) => {
    const { ask, act } = await coreWithPosts(() => reply([]))
    await act('receiveAutosaves', 1, [one])
    expect(ask('getAutosave', 'post', id, author)).toEqual(expected)
  })

  it('are undefined of a post that has none, and else all [selectors 45, 46]', async () => {
    const { ask, act } = await coreWithPosts(() => reply([]))
    await act('receiveAutosaves', 1, [one])
    expect(ask('getAutosaves', 'post', 2)).toBeUndefined()
    expect(ask('getAutosaves', 'post', 1)).toEqual([one])
  })
})

it('who is signed in is nobody at first, and then who was received [selectors 47, 48]', async () => {
  const { ask, act } = coreOf(() => undefined)
  expect(ask('getCurrentUser')).toEqual({})
  await act('receiveCurrentUser', { id: 1 })
  expect(ask('getCurrentUser')).toEqual({ id: 1 })
})

describe('revisions', () => {
  const rows = [
    { id: 21, parent: 1, slug: 'a', author: { name: 'Ada', id: 7 } },
    { id: 22, parent: 1, slug: 'b', author: { name: 'Bo', id: 8 } },
  ]
  async function withRevisions(query?: object, given: readonly object[] = rows) {
    const core = await holding([post(1)])
    await core.act('receiveRevisions', ...first, given, query, false, { totalItems: given.length })
    return core
  }

  it('are a list, and each is one of its own [selectors 49, 50]', async () => {
    const { ask } = await withRevisions({ per_page: 5 })
    expect(ask('getRevisions', ...first, { per_page: 5 })).toEqual(rows)
    expect(ask('getRevision', ...first, 22)).toEqual(rows[1])
  })

  it('have fields that are the same object for equal queries [selectors 51]', async () => {
    const { ask } = await withRevisions()
    const some = ask('getRevision', ...first, 21, { _fields: ['id', 'author.name'] })
    expect(some).toEqual({ id: 21, author: { name: 'Ada' } })
    expect(ask('getRevision', ...first, 21, { _fields: 'id,author.name' })).toBe(some)
  })

  it.each([
    ['not those that were not received [selectors 52]', undefined, [...first, 99], false],
    ['none of a record that is not known [selectors 53]', undefined, [...posts, 7, 21], false],
    ['a whole one [selectors 54]', undefined, [...first, 21], true],
    [
      'one with the fields that are asked for [selectors 55]',
      { _fields: 'id,slug' },
      [...first, 21, { _fields: 'id,slug' }],
      true,
    ],
    [
      'not one that lacks a field [selectors 56]',
      { _fields: 'id,slug' },
      [...first, 21, { _fields: 'id,date' }],
      false,
    ],
  ])('are there or not: %s', async (what, received, args, expected) => {
    const given = received ? rows.map(({ id, slug }) => ({ id, slug })) : rows
    const { ask } = await withRevisions(received, given)
    expect(ask('hasRevision', ...args)).toBe(expected)
  })
})
