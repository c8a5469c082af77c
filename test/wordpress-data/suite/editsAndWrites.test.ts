import { describe, expect, it } from 'vitest'
import { answersBatches } from '../../support/batches'
import { post, refusal, reply, type Rule } from '../../support/fakeServer'
import { smallSite } from '../registryOf'
import { coreOf, coreWithPosts, first, posts } from './coreOf'

describe('edits', () => {
  it.each([['editEntityRecord', { title: 'New' }], ['clearEntityRecordEdits']])(
    'of an entity that is not known are refused at once by %s [actions 1, 11]',
    (action, ...given) => {
      const { act } = coreOf()
      expect(() => act(action, 'shop', 'book', 1, ...given)).toThrow(
        '(shop, book) does not have a loaded config',
      )
    },
  )

  it.each([
    ['of a field replace it [actions 2]', [{ slug: 'a' }, { slug: 'b' }], { slug: 'b' }],
    [
      'of meta are laid over what is edited already [actions 3]',
      [{ meta: { a: 9 } }, { meta: { b: 8 } }],
      { meta: { a: 9, b: 8 } },
    ],
    [
      'of meta and of fields go together [actions 4]',
      [{ meta: { a: 9 }, slug: 'b' }],
      { meta: { a: 9, b: 2 }, slug: 'b' },
    ],
    ['of meta end with the saved value [actions 5]', [{ meta: { a: 9 } }, { meta: { a: 1 } }], {}],
    ['of a field end with the saved value [actions 6]', [{ title: 'New' }, { title: 'Post 1' }], {}],
  ])('%s', async (what, all, expected) => {
    const { ask, act, read } = coreOf()
    await read('getEntityRecord', ...first)
    for (const edits of all) await act('editEntityRecord', ...first, edits)
    expect(ask('getEntityRecordEdits', ...first) ?? {}).toEqual(expected)
    expect(ask('hasEditsForEntityRecord', ...first)).toBe(Object.keys(expected).length > 0)
  })

  it('are given up all at once, and where there are none nothing happens [actions 12, 13]', async () => {
    const { ask, act, read, store } = coreOf()
    await read('getEntityRecord', ...first)
    const before = store.getState()
    await act('clearEntityRecordEdits', ...first)
    expect(store.getState()).toBe(before)
    await act('editEntityRecord', ...first, { title: 'New', slug: 'new' })
    await act('clearEntityRecordEdits', ...first)
    expect(ask('getEntityRecordEdits', ...first)).toBeUndefined()
    expect(ask('getEditedEntityRecord', ...first)).toMatchObject({ title: 'Post 1', slug: 'post-1' })
  })
})

describe('writes', () => {
  const refusing: Rule = (request) =>
    request.method === 'GET' ? smallSite(request) : refusal(403, 'rest_cannot_write')

  it('delete an existing record by a request of that method [actions 14]', async () => {
    const { ask, act, read, sent } = coreOf()
    await read('getEntityRecord', ...first)
    expect(await act('deleteEntityRecord', ...first, { force: true })).toMatchObject({ deleted: true })
    expect(sent().at(-1)).toBe('DELETE /wp/v2/posts/1?force=true')
    expect(ask('hasEntityRecord', ...first)).toBe(false)
    expect(ask('isDeletingEntityRecord', ...first)).toBe(false)
  })

  it.each([
    ['deletion', 'deleteEntityRecord', [1, { force: true }], 'getLastEntityDeleteError', false],
    ['save', 'saveEntityRecord', [{ id: 1, title: 'New' }], 'getLastEntitySaveError', undefined],
  ])(
    'that are refused throw with throwOnError, and otherwise resolve: a %s [actions 15, 16, 20, 21]',
    async (what, action, args, errorOf, given) => {
      const { ask, act, read } = coreOf(refusing)
      await read('getEntityRecord', ...first)
      const thrown: unknown = await act(action, ...posts, ...args, { throwOnError: true }).catch(
        (error: unknown) => error,
      )
      expect(thrown).toMatchObject({ code: 'rest_cannot_write' })
      expect(ask(errorOf, ...first)).toBe(thrown)
      expect(await act(action, ...posts, ...args, { throwOnError: false })).toBe(given)
      expect(ask(errorOf, ...first)).toMatchObject({ code: 'rest_cannot_write' })
    },
  )

  it('create by POST what has no id, and it is there then [actions 19]', async () => {
    const { ask, act, seen } = coreOf()
    expect(await act('saveEntityRecord', ...posts, { title: 'New' })).toMatchObject({ id: 9 })
    expect(seen.at(-1)).toMatchObject({ method: 'POST', path: '/wp/v2/posts', data: { title: 'New' } })
    expect(ask('hasEntityRecord', ...posts, 9)).toBe(true)
    expect(ask('isSavingEntityRecord', ...posts)).toBe(false)
  })

  it('update by PUT what has one [actions 22]', async () => {
    const { ask, act, read, seen } = coreOf()
    await read('getEntityRecord', ...first)
    expect(await act('saveEntityRecord', ...posts, { id: 1, slug: 'new' })).toMatchObject({ slug: 'new' })
    expect(seen.at(-1)).toMatchObject({ method: 'PUT', path: '/wp/v2/posts/1' })
    expect(ask('getEntityRecord', ...first)).toMatchObject({ slug: 'new' })
  })

  const shops = [
    { kind: 'shop', name: 'book', baseURL: '/shop/books' },
    { kind: 'shop', name: 'place', baseURL: '/shop/places', key: 'slug' },
  ]
  it.each([
    ['book', 7, 'id', '/shop/books/7'],
    ['place', 'north', 'slug', '/shop/places/north'],
  ])(
    'name a %s by its key: edited and saved, or saved as it is given [actions 17, 18, 35]',
    async (name, id, key, path) => {
      const { ask, act, read, seen } = coreOf(
        ({ method, data }) => ({ size: 1, ...(method === 'PUT' && Object(data)), [key]: id }),
        { entities: shops },
      )
      await read('getEntityRecord', 'shop', name, id)
      await act('editEntityRecord', 'shop', name, id, { size: 2 })
      await act('saveEditedEntityRecord', 'shop', name, id)
      expect(seen.at(-1)).toMatchObject({ method: 'PUT', path })
      await act('saveEntityRecord', 'shop', name, { [key]: id, size: 3 })
      expect(seen.at(-1)).toMatchObject({ method: 'PUT', path, data: { size: 3 } })
      expect(ask('getEntityRecord', 'shop', name, id)).toMatchObject({ size: 3 })
    },
  )

  it('leave a record clean though a hook of its entity has sent more [actions 27]', async () => {
    const checked = {
      kind: 'shop',
      name: 'book',
      baseURL: '/shop/books',
      __unstablePrePersist: () => Promise.resolve({ status: 'checked' }),
    }
    const { ask, act, read, seen } = coreOf(({ method, data }) =>
      method === 'PUT' ? { ...(data as object), id: 1, status: 'other' } : { id: 1, title: 'Old' },
    )
    await act('addEntities', [checked])
    await read('getEntityRecord', 'shop', 'book', 1)
    await act('editEntityRecord', 'shop', 'book', 1, { title: 'New' })
    await act('saveEditedEntityRecord', 'shop', 'book', 1)
    expect(seen.at(-1)?.data).toEqual({ title: 'New', status: 'checked' })
    expect(ask('getEditedEntityRecord', 'shop', 'book', 1)).toEqual({ id: 1, title: 'New', status: 'other' })
    expect(ask('__experimentalGetDirtyEntityRecords')).toEqual([])
  })

  it('of an autosave send what a reader would miss, and nothing of collaboration [actions 37]', async () => {
    const { act, read, seen } = coreOf((request) =>
      request.path.endsWith('/autosaves')
        ? { id: 4, parent: 1, author: 1, title: { raw: 'New' } }
        : smallSite(request),
    )
    await read('getEntityRecord', ...first)
    await act('editEntityRecord', ...first, { title: 'New' })
    await act('saveEditedEntityRecord', ...first, { isAutosave: true })
    expect(seen.at(-1)).toMatchObject({ method: 'POST', path: '/wp/v2/posts/1/autosaves' })
    const fields = Object.keys(seen.at(-1)?.data as object)
    expect(fields).toContain('title')
    expect(fields.filter((field) => !/^(title|content|excerpt|meta|status|id)$/.test(field))).toEqual([])
  })

  it('of several go out as one batch [actions 45]', async () => {
    const { act, log } = await coreWithPosts(answersBatches(smallSite))
    type Writes = Record<string, (...args: unknown[]) => Promise<unknown>>
    const results = await act('__experimentalBatch', [
      ({ saveEntityRecord }: Writes) => saveEntityRecord?.(...posts, { title: 'New' }),
      ({ saveEntityRecord }: Writes) => saveEntityRecord?.(...posts, { id: 1, slug: 'b' }),
      ({ deleteEntityRecord }: Writes) => deleteEntityRecord?.(...posts, 2, { force: true }),
    ])
    expect(results).toMatchObject([{ id: 9 }, { slug: 'b' }, { deleted: true }])
    expect(log.filter((line) => line.startsWith('POST'))).toEqual(['POST /batch/v1'])
  })
})

describe('what is put in by hand', () => {
  it('is one permission by its name [actions 41]', async () => {
    const { ask, act } = coreOf()
    await act('receiveUserPermission', 'create/media', true)
    expect(ask('canUser', 'create', 'media')).toBe(true)
  })

  it.each([
    ['a list [actions 42]', [{ id: 5, author: 2 }]],
    ['a single one [actions 43]', { id: 5, author: 2 }],
  ])('is autosaves: %s', async (what, given) => {
    const { ask, act } = await coreWithPosts(() => reply([]))
    await act('receiveAutosaves', 1, given)
    expect(ask('getAutosaves', 'post', 1)).toEqual([{ id: 5, author: 2 }])
  })

  it('is who is signed in [actions 44]', async () => {
    const { ask, act } = coreOf(() => post(1))
    await act('receiveCurrentUser', { id: 1, name: 'Ada' })
    expect(ask('getCurrentUser')).toEqual({ id: 1, name: 'Ada' })
  })
})
