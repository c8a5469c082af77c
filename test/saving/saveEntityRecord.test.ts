import {
  RestError,
  createEntityStore,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  receiveEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  saveSpecifiedEntityEdits,
  selectCanUser,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
  selectEntityRecordsBeingSaved,
  selectIsAutosaving,
  selectIsSaving,
  selectSaveError,
  type PermissionAction,
} from 'copydesk'
import { acquireLock, releaseLock, selectHeldLocks, selectPendingLocks } from 'copydesk/actions'
import { describe, expect, it, vi } from 'vitest'
import { fakeServer, post, refusal, reply, settle } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

const book = { kind: 'shop', name: 'book', baseURL: '/shop/v1/books', key: 'isbn' }

describe('saving the edits of a record', () => {
  it('puts the edited fields, without the key, and gives the record as answered', async () => {
    const { edit, save, server, dirty } = await postStore()
    edit(1, { title: 'New', selection: 3 })
    const { promise } = await save(1)
    expect(server.log).toEqual(['PUT /wp/v2/posts/1'])
    expect(server.seen[0]?.data).toEqual({ title: 'New' })
    server.waiting[0]?.answer(titled(1, 'New'))
    expect(await promise).toEqual(titled(1, 'New'))
    expect(dirty()).toEqual([])
  })

  it('works where there is no crypto, as in React Native', async () => {
    vi.stubGlobal('crypto', undefined)
    const { edit, save, server, dirty } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.answer(titled(1, 'New'))
    expect(await promise).toEqual(titled(1, 'New'))
    expect(dirty()).toEqual([])
    vi.unstubAllGlobals()
  })

  it('sends merged properties in full', async () => {
    const { edit, save, server } = await postStore()
    edit(1, { meta: { a: 9 } })
    await save(1)
    expect(server.seen[0]?.data).toEqual({ meta: { a: 9, b: 2 } })
  })

  it('sends nothing when there are none', async () => {
    const { edit, save, server } = await postStore()
    edit(1, { selection: 3 })
    const { promise } = await save(1)
    expect(await promise).toBeUndefined()
    expect(server.log).toEqual([])
  })

  it('twice sends once: the second finds nothing left', async () => {
    const { edit, save, server } = await postStore()
    edit(1, { title: 'New' })
    const first = await save(1)
    const second = await save(1)
    server.waiting[0]?.answer(titled(1, 'New'))
    expect(await first.promise).toEqual(titled(1, 'New'))
    expect(await second.promise).toBeUndefined()
    expect(server.log).toEqual(['PUT /wp/v2/posts/1'])
  })

  it('twice with typing in between sends the second after the first was answered', async () => {
    const { edit, save, server } = await postStore()
    edit(1, { title: 'New' })
    const first = await save(1)
    edit(1, { title: 'Newer' })
    const second = await save(1)
    expect(server.log).toHaveLength(1)
    server.waiting[0]?.answer(titled(1, 'New'))
    await first.promise
    await settle()
    expect(server.seen[1]?.data).toEqual({ title: 'Newer' })
    server.waiting[0]?.answer(titled(1, 'Newer'))
    expect(await second.promise).toEqual(titled(1, 'Newer'))
  })

  it('of two records sends both at once', async () => {
    const { edit, save, server } = await postStore()
    edit(1, { title: 'New' })
    edit(2, { title: 'New' })
    await save(1)
    await save(2)
    expect(server.log).toEqual(['PUT /wp/v2/posts/1', 'PUT /wp/v2/posts/2'])
  })

  it('does not wait for a list that is being read, and the list is not older than the save', async () => {
    const { edit, save, server, store } = await postStore()
    const list = store.dispatch(fetchEntityRecords('postType', 'post'))
    await settle()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    expect(server.log.at(-1)).toBe('PUT /wp/v2/posts/1')
    server.waiting[1]?.answer(titled(1, 'New'))
    await promise
    server.waiting[0]?.answer([post(1)], { headers: { 'X-WP-Total': '1', 'X-WP-TotalPages': '1' } })
    await settle()
    server.waiting[0]?.answer([titled(1, 'New')], { headers: { 'X-WP-Total': '1', 'X-WP-TotalPages': '1' } })
    expect((await list)?.[0]?.title).toMatchObject({ raw: 'New' })
    expect(selectEntityRecord(store.getState(), 'postType', 'post', 1)?.title).toMatchObject({ raw: 'New' })
  })

  it('of a record that was never loaded asks for nothing else', async () => {
    const { edit, save, server, record } = await postStore({ posts: [] })
    edit(7, { title: 'Blind' })
    const { promise } = await save(7)
    server.waiting[0]?.answer(titled(7, 'Blind'))
    await promise
    expect(server.log).toEqual(['PUT /wp/v2/posts/7'])
    expect(record(7)).toEqual(titled(7, 'Blind'))
  })

  it('of a record without an id is refused where records have one', async () => {
    const { store } = await postStore()
    await expect(store.dispatch(saveEditedEntityRecord('postType', 'post'))).rejects.toMatchObject({
      code: 'missing_id',
    })
  })

  it('of an entity without ids posts to its address', async () => {
    const { fetcher } = fakeServer(({ path, method, data }) =>
      method === 'OPTIONS'
        ? { schema: { properties: {} } }
        : path === '/wp/v2/settings'
          ? { title: method === 'POST' ? (data as { title: string }).title : 'Old', url: 'http://x' }
          : undefined,
    )
    const store = createEntityStore({ devTools: false, fetcher })
    const seen = vi.fn(store.getState)
    await store.dispatch(fetchEntityRecord('root', 'site'))
    store.dispatch(editEntityRecord('root', 'site', undefined, { title: 'New' }))
    expect(selectDirtyEntityRecords(seen())).toEqual([
      { kind: 'root', name: 'site', key: undefined, title: '' },
    ])
    expect(await store.dispatch(saveEditedEntityRecord('root', 'site'))).toMatchObject({ title: 'New' })
    expect(selectDirtyEntityRecords(seen())).toEqual([])
    expect(selectEditedEntityRecord(seen(), 'root', 'site')).toEqual({ title: 'New', url: 'http://x' })
  })

  it('of a template makes the site stale', async () => {
    const { store, server } = await postStore({
      rule: ({ path, method, data }) => {
        if (method === 'OPTIONS') return { schema: { properties: {} } }
        if (path.startsWith('/wp/v2/settings')) return { title: 'Site' }
        return method === 'PUT' ? { id: 'a//b', slug: 'b', ...(data as object) } : undefined
      },
    })
    const reads = () => server.log.filter((line) => line === 'GET /wp/v2/settings').length
    await store.dispatch(fetchEntityRecord('root', 'site'))
    await store.dispatch(fetchEntityRecord('root', 'site'))
    expect(reads()).toBe(1)
    await store.dispatch(saveEntityRecord('postType', 'wp_template', { id: 'a//b', content: 'x' }))
    await store.dispatch(fetchEntityRecord('root', 'site'))
    expect(reads()).toBe(2)
  })
})

describe('a save that fails', () => {
  it('gives undefined, and the error stands on the record with the edits', async () => {
    const { edit, edits, save, server, saveError, isSaving } = await postStore()
    const error = refusal(500, 'db_error')
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    expect(isSaving(1)).toBe(true)
    server.waiting[0]?.fail(error)
    expect(await promise).toBeUndefined()
    expect(isSaving(1)).toBe(false)
    expect(saveError(1)).toBe(error)
    expect(edits(1)).toEqual({ title: 'New' })
  })

  it('rejects with the very same error when asked to', async () => {
    const { edit, save, server, saveError } = await postStore()
    const error = refusal(400, 'rest_invalid_param')
    edit(1, { title: 'New' })
    const { promise } = await save(1, { throwOnError: true })
    server.waiting[0]?.fail(error)
    await expect(promise).rejects.toBe(error)
    expect(saveError(1)).toBe(error)
  })

  it('leaves its error until the next one starts', async () => {
    const { edit, save, server, saveError } = await postStore()
    edit(1, { title: 'New' })
    const first = await save(1)
    server.waiting[0]?.fail(refusal(500, 'db_error'))
    await first.promise
    expect(saveError(1)).toBeDefined()
    await save(1)
    expect(saveError(1)).toBeUndefined()
  })

  it('gives its lock back', async () => {
    const { edit, save, server, store } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.fail(refusal(500, 'db_error'))
    await promise
    expect([selectHeldLocks(store.getState()), selectPendingLocks(store.getState())]).toEqual([[], []])
  })

  it('of an entity that nobody knows gives undefined, with the error on it, and sends nothing', async () => {
    const { store, server } = await postStore()
    expect(
      await store.dispatch(saveEntityRecord('postType', 'nothing', { id: 1, title: 'x' })),
    ).toBeUndefined()
    expect(selectSaveError(store.getState(), 'postType', 'nothing')).toMatchObject({
      code: 'unknown_entity',
    })
    expect(server.log.filter((line) => line.startsWith('P'))).toEqual([])
  })
})

describe('a forbidden save', () => {
  it('takes the permission away at once', async () => {
    const { edit, save, server, store } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.fail(refusal(403, 'rest_cannot_edit'))
    await promise
    expect(selectCanUser(store.getState(), 'update', { kind: 'postType', name: 'post', id: 1 })).toBe(false)
  })

  it('of a new record takes the permission to create away', async () => {
    const { server, store } = await postStore()
    const promise = store.dispatch(saveEntityRecord('postType', 'post', { title: 'New' }))
    await settle()
    server.waiting[0]?.fail(refusal(403, 'rest_cannot_create'))
    await promise
    expect(selectCanUser(store.getState(), 'create', { kind: 'postType', name: 'post' })).toBe(false)
  })

  it('takes the permission away also where a field of another record was refused with the same header', async () => {
    const { edit, save, server, store } = await postStore()
    for (const [id, code] of [
      [1, 'rest_cannot_publish'],
      [2, 'rest_cannot_edit'],
    ] as const) {
      edit(id, { title: 'New' })
      const { promise } = await save(id)
      const headers = new Headers({ Allow: 'GET' })
      server.waiting[0]?.fail(new RestError({ code, message: '', status: 403, headers }))
      await promise
    }
    const may = (id: number) =>
      selectCanUser(store.getState(), 'update', { kind: 'postType', name: 'post', id })
    expect([may(1), may(2)]).toEqual([undefined, false])
  })

  it.each([
    ['a status', new RestError({ code: 'rest_cannot_publish', message: '', status: 403 })],
    ['an author', new RestError({ code: 'rest_cannot_edit_others', message: '', status: 403 })],
    ['a term', new RestError({ code: 'rest_cannot_assign_term', message: '', status: 403 })],
    ['a role', new RestError({ code: 'rest_cannot_edit_roles', message: '', status: 403 })],
    [
      'a custom field',
      new RestError({
        code: 'rest_cannot_update',
        message: '',
        status: 403,
        data: { key: 'secret', status: 403 },
      }),
    ],
  ])('of %s takes no permission away, as the other fields may be saved', async (field, error) => {
    const { edit, save, server, store } = await postStore()
    const can = (action: PermissionAction) =>
      selectCanUser(store.getState(), action, { kind: 'postType', name: 'post', id: 1 })
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.fail(error)
    await promise
    expect(can('update')).toBeUndefined()
    const again = await save(1)
    const { code, message, status, data } = error
    const headers = new Headers({ Allow: 'GET' })
    server.waiting[0]?.fail(new RestError({ code, message, status, data, headers }))
    await again.promise
    expect([can('read'), can('update'), can('delete')]).toEqual([true, undefined, false])
  })

  it('for an expired login takes nothing away', async () => {
    const { edit, save, server, store } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.fail(refusal(403, 'rest_cookie_invalid_nonce'))
    await promise
    expect(
      selectCanUser(store.getState(), 'update', { kind: 'postType', name: 'post', id: 1 }),
    ).toBeUndefined()
  })

  it('by a fetcher with headers of its own kind ends as every other', async () => {
    const { edit, save, server, isSaving, saveError } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    const error = { status: 403, code: 'rest_cannot_edit', headers: { allow: 'GET' } }
    server.waiting[0]?.fail(error)
    await promise
    expect([isSaving(1), saveError(1)]).toEqual([false, error])
  })
})

describe('an unusual answer to a save', () => {
  it.each<[string, unknown]>([
    ['nothing', null],
    ['an empty text', ''],
  ])(
    'that is %s: what was sent is taken as saved, and the record is read again when asked for',
    async (...[, answer]) => {
      const { edit, save, server, store, dirty, record, edited } = await postStore()
      edit(1, { title: 'New', slug: 'new' })
      const { promise } = await save(1)
      server.waiting[0]?.answer(answer)
      expect(await promise).toMatchObject({ id: 1, slug: 'new', title: { raw: 'New' }, status: 'publish' })
      expect(dirty()).toEqual([])
      expect(edited(1)).toMatchObject({ title: 'New', slug: 'new', content: 'Text 1' })
      expect(record(1)?.title).toEqual({ raw: 'New', rendered: 'Post 1' })
      void store.dispatch(fetchEntityRecord('postType', 'post', 1))
      await settle()
      expect(server.log.at(-1)).toBe('GET /wp/v2/posts/1?context=edit')
    },
  )

  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['a word', 'ok'],
    ['a number', 5],
    ['a list', []],
    ['the list of all records', [post(1), post(2)]],
    ['a notice', { success: false, message: 'Maintenance' }],
    ['a notice with the id', { id: 1, success: false }],
    ['another record', { id: 2, success: true }],
  ])('that is %s is an error: the edits stay, uncertain, until the record is read', async (...[, answer]) => {
    const { edit, save, server, store, dirty, record, edited, saveError } = await postStore()
    const before = record(1)
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.answer(answer)
    expect(await promise).toBeUndefined()
    expect(saveError(1)).toMatchObject({ code: 'invalid_response', name: 'EntityStoreError' })
    expect([record(1), dirty(), edited(1)]).toMatchObject([before, [1], { title: 'New' }])
    // Typed back to what was there: nobody knows whether that is what the server has.
    edit(1, { title: 'Post 1' })
    expect(dirty()).toEqual([1])
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    await settle()
    server.waiting[0]?.answer(post(1))
    await read
    expect(dirty()).toEqual([])
    expect(selectHeldLocks(store.getState())).toEqual([])
  })

  it('that has none of what was sent is a save where it is the record, as no server repeats a password', async () => {
    const { store, server } = await postStore()
    store.dispatch(receiveEntityRecords('root', 'user', [{ id: 3, name: 'Ann', email: 'ann@example.org' }]))
    store.dispatch(editEntityRecord('root', 'user', 3, { password: 'new' }))
    const promise = store.dispatch(saveEditedEntityRecord('root', 'user', 3))
    await settle()
    server.waiting[0]?.answer({ id: 3, name: 'Ann', email: 'ann@example.org' })
    expect(await promise).toMatchObject({ id: 3 })
    expect(selectSaveError(store.getState(), 'root', 'user', 3)).toBeUndefined()
  })

  it('that is nothing, for a record that was never loaded, does not pass for the whole record', async () => {
    const { edit, save, server, record, dirty } = await postStore({ posts: [] })
    edit(7, { title: 'Blind' })
    const { promise } = await save(7)
    server.waiting[0]?.answer(null)
    expect(await promise).toEqual({ id: 7, title: 'Blind' })
    expect(record(7)).toBeUndefined()
    expect(dirty()).toEqual([])
  })

  it('that is nothing keeps the entries of merged properties that were not sent', async () => {
    const { edit, server, store, record } = await postStore()
    edit(1, { meta: { a: 9 } })
    const promise = store.dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, ['meta.a']))
    await settle()
    server.waiting[0]?.answer(null)
    await promise
    expect(record(1)?.meta).toEqual({ a: 9, b: 2 })
  })

  it('that is nothing to a create is an error, as nobody knows the new id', async () => {
    const { store, server } = await postStore()
    const promise = store.dispatch(
      saveEntityRecord('postType', 'post', { title: 'New' }, { throwOnError: true }),
    )
    promise.catch(() => undefined)
    await settle()
    server.waiting[0]?.answer(null)
    await expect(promise).rejects.toMatchObject({ code: 'invalid_response' })
  })

  it('with a key that is none gives undefined, and an error on the record', async () => {
    const { edit, save, server, saveError, hasEdits } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.answer({ id: null, title: 'New' })
    expect(await promise).toBeUndefined()
    expect([saveError(1), hasEdits(1)]).toMatchObject([{ code: 'invalid_response' }, true])
  })

  it('with another key moves the record there, with what was typed meanwhile', async () => {
    const { store, server } = await postStore({ entities: [book] })
    store.dispatch(receiveEntityRecords('shop', 'book', [{ isbn: 'old', title: 'A', pages: 1 }]))
    store.dispatch(editEntityRecord('shop', 'book', 'old', { title: 'B' }))
    const promise = store.dispatch(saveEditedEntityRecord('shop', 'book', 'old'))
    await settle()
    store.dispatch(editEntityRecord('shop', 'book', 'old', { pages: 2 }))
    server.waiting[0]?.answer({ isbn: 'new', title: 'B', pages: 1 })
    await promise
    const state = store.getState()
    expect(selectEntityRecord(state, 'shop', 'book', 'old')).toBeUndefined()
    expect(selectEditedEntityRecord(state, 'shop', 'book', 'new')).toEqual({
      isbn: 'new',
      title: 'B',
      pages: 2,
    })
    expect(selectDirtyEntityRecords(state).map(({ key }) => key)).toEqual(['new'])
  })

  it('with another key leaves no edits where nothing was typed meanwhile', async () => {
    const { store, server } = await postStore({ entities: [book] })
    store.dispatch(receiveEntityRecords('shop', 'book', [{ isbn: 'old', title: 'A' }]))
    store.dispatch(editEntityRecord('shop', 'book', 'old', { title: 'B' }))
    const promise = store.dispatch(saveEditedEntityRecord('shop', 'book', 'old'))
    await settle()
    server.waiting[0]?.answer({ isbn: 'new', title: 'B' })
    await promise
    const state = store.getState()
    expect(selectEntityRecord(state, 'shop', 'book', 'new')).toEqual({ isbn: 'new', title: 'B' })
    expect(selectDirtyEntityRecords(state)).toEqual([])
  })

  it('with another key takes over a record that was never edited', async () => {
    const { store, server } = await postStore({ entities: [book] })
    const promise = store.dispatch(saveEntityRecord('shop', 'book', { isbn: 'old', title: 'B' }))
    await settle()
    server.waiting[0]?.answer({ isbn: 'new', title: 'B' })
    await promise
    const state = store.getState()
    expect(selectEntityRecord(state, 'shop', 'book', 'new')).toEqual({ isbn: 'new', title: 'B' })
    expect(selectDirtyEntityRecords(state)).toEqual([])
  })

  it('that is nothing takes an object as it was sent where the field is not merged', async () => {
    const { store, server } = await postStore({ entities: [book] })
    store.dispatch(receiveEntityRecords('shop', 'book', [{ isbn: 'a', size: { width: 1, height: 2 } }]))
    const promise = store.dispatch(saveEntityRecord('shop', 'book', { isbn: 'a', size: { width: 3 } }))
    await settle()
    server.waiting[0]?.answer(null)
    expect(await promise).toEqual({ isbn: 'a', size: { width: 3 } })
  })
})

describe('creating', () => {
  it('posts to the collection, stores the answer and asks for nothing', async () => {
    const { store, server, record } = await postStore()
    const promise = store.dispatch(saveEntityRecord('postType', 'post', { title: 'New' }))
    await settle()
    expect(server.log).toEqual(['POST /wp/v2/posts'])
    server.waiting[0]?.answer(titled(9, 'New'))
    expect(await promise).toEqual(titled(9, 'New'))
    expect(record(9)).toEqual(titled(9, 'New'))
    expect(server.log).toHaveLength(1)
  })

  it('leaves nothing to ask of the new record', async () => {
    const server = fakeServer(({ method }) => (method === 'POST' ? post(7) : undefined))
    const store = createEntityStore({ fetcher: server.fetcher, entities: [book] })
    await store.dispatch(saveEntityRecord('root', 'user', { name: 'Ann' }))
    await store.dispatch(fetchEntityRecord('root', 'user', 7))
    expect(server.log).toEqual(['POST /wp/v2/users'])
  })

  it('twice at once posts twice, each with its own state', async () => {
    const { store, server } = await postStore()
    const create = (createId: string) =>
      store.dispatch(saveEntityRecord('postType', 'post', { title: createId }, { createId }))
    const first = create('one')
    const second = create('two')
    await settle()
    expect(server.log).toEqual(['POST /wp/v2/posts', 'POST /wp/v2/posts'])
    const isSaving = (createId?: string) =>
      selectIsSaving(store.getState(), 'postType', 'post', createId ? { createId } : undefined)
    expect([isSaving('one'), isSaving('two'), isSaving()]).toEqual([true, true, true])
    server.waiting[0]?.fail(refusal(400, 'rest_invalid_param'))
    await first
    expect([isSaving('one'), isSaving('two'), isSaving()]).toEqual([false, true, true])
    server.waiting[0]?.answer(titled(9, 'two'))
    await second
    const error = (createId: string) => selectSaveError(store.getState(), 'postType', 'post', { createId })
    expect(error('one')).toMatchObject({ code: 'rest_invalid_param' })
    expect(error('two')).toBeUndefined()
    expect(isSaving()).toBe(false)
  })

  it('is no create of another entity', async () => {
    const { store, server } = await postStore({ entities: [book] })
    const promise = store.dispatch(saveEntityRecord('shop', 'book', { title: 'B' }))
    await settle()
    const isCreating = () =>
      (['postType', 'shop'] as const).map((kind) =>
        selectIsSaving(store.getState(), kind, kind === 'shop' ? 'book' : 'post'),
      )
    expect(isCreating()).toEqual([false, true])
    server.waiting[0]?.answer({ isbn: 'a', title: 'B' })
    await promise
    expect(isCreating()).toEqual([false, false])
  })

  it('under one name leaves the error of another until that is tried again', async () => {
    const { store, server } = await postStore()
    const create = (createId: string) =>
      store.dispatch(saveEntityRecord('postType', 'post', { title: 'x' }, { createId }))
    const error = (createId: string) => selectSaveError(store.getState(), 'postType', 'post', { createId })
    const first = create('one')
    await settle()
    server.waiting[0]?.fail(refusal(400, 'bad'))
    await first
    void create('two')
    await settle()
    expect(error('one')).toBeDefined()
    void create('one')
    await settle()
    expect(error('one')).toBeUndefined()
  })

  it('without a name leaves the last error only until the next one starts', async () => {
    const { store, server } = await postStore()
    for (let i = 0; i < 3; i++) {
      const promise = store.dispatch(saveEntityRecord('postType', 'post', { title: 'x' }))
      await settle()
      server.waiting[0]?.fail(refusal(400, 'bad'))
      await promise
    }
    expect(selectSaveError(store.getState(), 'postType', 'post')).toMatchObject({ code: 'bad' })
    expect(store.getState().saving.size).toBe(1)
  })
})

describe('fields that a save adds by itself', () => {
  it('make an auto-draft a draft and take its placeholder title away', async () => {
    const { edit, save, server, edited } = await postStore({
      posts: [titled(1, 'Auto Draft', { status: 'auto-draft' })],
    })
    expect(edited(1)?.title).toBe('')
    edit(1, { content: 'x' })
    await save(1)
    expect(server.seen[0]?.data).toEqual({ content: 'x', status: 'draft', title: '' })
  })

  it('leave the record clean', async () => {
    const { edit, save, server, dirty } = await postStore({
      posts: [titled(1, '', { status: 'auto-draft' })],
    })
    edit(1, { content: 'x' })
    const { promise } = await save(1)
    server.waiting[0]?.answer(titled(1, '', { status: 'draft', content: { raw: 'x', rendered: 'x' } }))
    await promise
    expect(dirty()).toEqual([])
  })

  it('may be worked out asynchronously, from the record and what is sent', async () => {
    const prePersist = vi.fn(async (persisted: unknown, edits: object) =>
      Promise.resolve({ stamp: Object.keys(edits).join() }),
    )
    const { store, server } = await postStore({ entities: [{ ...book, prePersist }] })
    store.dispatch(receiveEntityRecords('shop', 'book', [{ isbn: 'x', title: 'A' }]))
    store.dispatch(editEntityRecord('shop', 'book', 'x', { title: 'B' }))
    const promise = store.dispatch(saveEditedEntityRecord('shop', 'book', 'x'))
    await settle()
    expect(prePersist).toHaveBeenCalledWith({ isbn: 'x', title: 'A' }, { title: 'B' })
    expect(server.seen[0]?.data).toEqual({ title: 'B', stamp: 'title' })
    server.waiting[0]?.answer({ isbn: 'x', title: 'B', stamp: 'other' })
    await promise
    expect(selectDirtyEntityRecords(store.getState())).toEqual([])
  })

  it('that can not be worked out make it fail, and nothing is sent', async () => {
    const failure = new Error('No stamp.')
    const { store, server } = await postStore({
      entities: [
        {
          ...book,
          prePersist: () => {
            throw failure
          },
        },
      ],
    })
    await expect(
      store.dispatch(saveEntityRecord('shop', 'book', { isbn: 'x', title: 'B' }, { throwOnError: true })),
    ).rejects.toBe(failure)
    expect(server.log).toEqual([])
  })
})

describe('saving chosen fields', () => {
  it('sends those, and leaves the other edits', async () => {
    const { edit, edits, server, store } = await postStore()
    edit(1, { title: 'New', slug: 'new' })
    const promise = store.dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, ['title']))
    await settle()
    expect(server.seen[0]?.data).toEqual({ title: 'New' })
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    expect(edits(1)).toEqual({ slug: 'new' })
  })

  it('takes paths into merged properties, and settles only those entries', async () => {
    const { edit, edits, server, store } = await postStore()
    edit(1, { meta: { a: 9, b: 9 } })
    const promise = store.dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, ['meta.a']))
    await settle()
    expect(server.seen[0]?.data).toEqual({ meta: { a: 9 } })
    server.waiting[0]?.answer(post(1, { meta: { a: 9, b: 2 } }))
    await promise
    expect(edits(1)).toEqual({ meta: { a: 9, b: 9 } })
    edit(1, { meta: { b: 2 } })
    expect(edits(1)).toBeUndefined()
  })

  it('takes paths into other properties, which stay dirty for the rest', async () => {
    const { edit, dirty, server, store } = await postStore({
      posts: [post(1, { styles: { color: 1, text: 1 } })],
    })
    edit(1, { styles: { color: 2, text: 2 } })
    const promise = store.dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, ['styles.color']))
    await settle()
    expect(server.seen[0]?.data).toEqual({ styles: { color: 2 } })
    server.waiting[0]?.answer(post(1, { styles: { color: 2, text: 1 } }))
    await promise
    expect(dirty()).toEqual([1])
  })

  it('sends nothing when none of them was edited', async () => {
    const { edit, server, store } = await postStore()
    edit(1, { title: 'New' })
    expect(
      await store.dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, ['slug', 'meta.a'])),
    ).toBeUndefined()
    expect(server.log).toEqual([])
  })
})

describe('locks', () => {
  it('of the user hold a save up until they are given back', async () => {
    const { edit, save, server, store } = await postStore()
    const lock = await store.dispatch(
      acquireLock(['entities', 'records', 'postType', 'post'], { exclusive: true }),
    )
    edit(1, { title: 'New' })
    await save(1)
    expect(server.log).toEqual([])
    store.dispatch(releaseLock(lock))
    await settle()
    expect(server.log).toEqual(['PUT /wp/v2/posts/1'])
  })

  it('that the caller passes let a save through, and stay held', async () => {
    const { edit, save, server, store } = await postStore()
    const lock = await store.dispatch(
      acquireLock(['entities', 'records', 'postType', 'post'], { exclusive: true }),
    )
    edit(1, { title: 'New' })
    const { promise } = await save(1, { lock })
    expect(server.log).toEqual(['PUT /wp/v2/posts/1'])
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    expect(selectHeldLocks(store.getState())).toHaveLength(1)
  })

  it('that the caller passes let saves of one record through one after another, before whoever waits for it', async () => {
    const { edit, save, server, store } = await postStore()
    const lock = await store.dispatch(
      acquireLock(['entities', 'records', 'postType', 'post'], { exclusive: true }),
    )
    const data = () => server.waiting.map((request) => request.data)
    const ended: string[] = []
    edit(1, { title: 'First' })
    const first = (await save(1, { lock })).promise.then(() => ended.push('first'))
    edit(1, { title: 'Second' })
    const outside = (await save(1)).promise.then(() => ended.push('outside'))
    const second = (await save(1, { lock })).promise.then(() => ended.push('second'))
    edit(2, { title: 'Other' })
    const other = (await save(2, { lock })).promise
    expect(data()).toEqual([{ title: 'First' }, { title: 'Other' }])
    server.waiting[0]?.answer(titled(1, 'First'))
    await first
    await settle()
    expect(data()).toEqual([{ title: 'Other' }, { title: 'Second' }])
    server.waiting[1]?.answer(titled(1, 'Second'))
    await second
    edit(1, { title: 'Third' })
    store.dispatch(releaseLock(lock))
    await settle()
    expect(data()).toEqual([{ title: 'Other' }, { title: 'Third' }])
    server.waiting[0]?.answer(titled(2, 'Other'))
    server.waiting[0]?.answer(titled(1, 'Third'))
    await Promise.all([outside, other])
    expect(ended).toEqual(['first', 'second', 'outside'])
    expect(selectHeldLocks(store.getState())).toEqual([])
  })

  it('on another record, passed by mistake, do not', async () => {
    const { edit, save, server, store } = await postStore()
    const held = await store.dispatch(
      acquireLock(['entities', 'records', 'postType', 'post', 1], { exclusive: true }),
    )
    const other = await store.dispatch(
      acquireLock(['entities', 'records', 'postType', 'post', 2], { exclusive: true }),
    )
    edit(1, { title: 'New' })
    await save(1, { lock: other })
    expect(server.log).toEqual([])
    store.dispatch(releaseLock(held))
    await settle()
    expect(server.log).toEqual(['PUT /wp/v2/posts/1'])
  })
})

describe('a save that is aborted', () => {
  it('while it waits sends nothing, keeps the edits and gives undefined', async () => {
    const { edit, edits, save, server, saveError } = await postStore()
    edit(1, { title: 'New' })
    const first = await save(1)
    edit(1, { title: 'Newer' })
    const controller = new AbortController()
    const second = await save(1, { signal: controller.signal })
    controller.abort()
    expect(await second.promise).toBeUndefined()
    server.waiting[0]?.answer(titled(1, 'New'))
    await first.promise
    await settle()
    expect(server.log).toHaveLength(1)
    expect(edits(1)).toEqual({ title: 'Newer' })
    expect(saveError(1)).toBeUndefined()
  })

  it('while it waits rejects with the reason when asked to', async () => {
    const { edit, save } = await postStore()
    edit(1, { title: 'New' })
    await save(1)
    const controller = new AbortController()
    const { promise } = await save(1, { signal: controller.signal, throwOnError: true })
    controller.abort()
    await expect(promise).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('in flight leaves no error, no pending state and the edits', async () => {
    const { edit, edits, save, isSaving, saveError, store } = await postStore()
    edit(1, { title: 'New' })
    const controller = new AbortController()
    const { promise } = await save(1, { signal: controller.signal })
    expect(isSaving(1)).toBe(true)
    controller.abort()
    expect(await promise).toBeUndefined()
    expect([isSaving(1), saveError(1)]).toEqual([false, undefined])
    expect(edits(1)).toEqual({ title: 'New' })
    expect([selectHeldLocks(store.getState()), selectPendingLocks(store.getState())]).toEqual([[], []])
  })

  it('before it began sends nothing', async () => {
    const { edit, save, server } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1, { signal: AbortSignal.abort() })
    expect(await promise).toBeUndefined()
    expect(server.log).toEqual([])
  })
})

describe('a fetcher for one save', () => {
  it('sends it instead of that of the store', async () => {
    const { edit, save, server, dirty } = await postStore()
    const other = fakeServer(({ data }) => titled(1, (data as { title: string }).title))
    edit(1, { title: 'New' })
    const { promise } = await save(1, { fetcher: other.fetcher })
    await promise
    expect(other.log).toEqual(['PUT /wp/v2/posts/1'])
    expect(server.log).toEqual([])
    expect(dirty()).toEqual([])
  })
})

describe('what is being saved', () => {
  it('is listed with creates among it, and is no autosave', async () => {
    const { edit, save, store } = await postStore()
    edit(1, { title: 'New' })
    await save(1)
    void store.dispatch(saveEntityRecord('postType', 'post', { title: 'x' }))
    await settle()
    const saved = selectEntityRecordsBeingSaved(store.getState())
    expect(saved).toHaveLength(2)
    expect(saved).toContainEqual({ kind: 'postType', name: 'post', key: 1, title: 'New' })
    expect(saved).toContainEqual({ kind: 'postType', name: 'post', key: undefined, title: '' })
    expect(selectIsAutosaving(store.getState(), 'postType', 'post', 1)).toBe(false)
  })

  it('has each create from when it begins until it ends, which changes no edit and no record', async () => {
    const { store, server } = await postStore()
    const count = () => selectEntityRecordsBeingSaved(store.getState()).length
    for (const title of ['One', 'Two']) {
      void store.dispatch(saveEntityRecord('postType', 'post', { title }))
      await settle()
      expect(count()).toBe(title === 'One' ? 1 : 2)
    }
    server.waiting[0]?.fail(refusal(500, 'broken'))
    await settle()
    expect(count()).toBe(1)
  })

  it('leaves the error of a create that failed to be read while another record is saved', async () => {
    const { edit, save, store, server } = await postStore()
    const error = () => selectSaveError(store.getState(), 'postType', 'post', undefined)
    void store.dispatch(saveEntityRecord('postType', 'post', { title: 'Refused' }))
    await settle()
    server.waiting[0]?.fail(refusal(400, 'rest_invalid_param'))
    await settle()
    expect(error()).toMatchObject({ code: 'rest_invalid_param' })
    edit(1, { title: 'New' })
    await save(1)
    expect(error()).toMatchObject({ code: 'rest_invalid_param' })
  })

  it('is an empty list, always the same, when nothing is', async () => {
    const { store, edit } = await postStore()
    const before = selectEntityRecordsBeingSaved(store.getState())
    edit(1, { title: 'New' })
    expect(selectEntityRecordsBeingSaved(store.getState())).toBe(before)
    expect(before).toEqual([])
  })
})

describe('a save and the lists', () => {
  const headers = { 'X-WP-Total': '2', 'X-WP-TotalPages': '1' }
  const listReads = (log: readonly string[]) =>
    log.filter((line) => /GET \/wp\/v2\/posts\?/.test(line)).length

  it('are read again when asked for, once after many saves, and show their rows meanwhile', async () => {
    const { edit, save, server, store } = await postStore({
      rule: ({ path, method, data }) =>
        method === 'PUT'
          ? titled(Number(path.at(-1)), (data as { title: string }).title)
          : path.startsWith('/wp/v2/posts?')
            ? reply([post(1), post(2)], { headers })
            : undefined,
    })
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    edit(1, { title: 'New' })
    edit(2, { title: 'New' })
    await Promise.all([(await save(1)).promise, (await save(2)).promise])
    expect(listReads(server.log)).toBe(1)
    expect(selectEntityRecords(store.getState(), 'postType', 'post')?.map(({ title }) => title.raw)).toEqual([
      'New',
      'New',
    ])
    await Promise.all([
      store.dispatch(fetchEntityRecords('postType', 'post')),
      store.dispatch(fetchEntityRecords('postType', 'post')),
    ])
    expect(listReads(server.log)).toBe(2)
  })

  it('are not stale when the save starts, only when it is answered', async () => {
    const { edit, save, server, store } = await postStore({
      rule: ({ path }) =>
        path.startsWith('/wp/v2/posts?') ? reply([post(1), post(2)], { headers }) : undefined,
    })
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    expect(listReads(server.log)).toBe(1)
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    expect(listReads(server.log)).toBe(2)
  })

  it('stay fresh when it fails', async () => {
    const { edit, save, server, store } = await postStore({
      rule: ({ path }) =>
        path.startsWith('/wp/v2/posts?') ? reply([post(1), post(2)], { headers }) : undefined,
    })
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.fail(refusal(400, 'bad'))
    await promise
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    expect(listReads(server.log)).toBe(1)
  })

  it('other contexts of the record are read again when asked for', async () => {
    const { edit, save, server, store } = await postStore({
      rule: ({ path }) => (path.includes('context=view') ? post(1) : undefined),
    })
    const read = () => store.dispatch(fetchEntityRecord('postType', 'post', 1, { context: 'view' }))
    await read()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    await read()
    expect(server.log.filter((line) => line.includes('context=view'))).toHaveLength(2)
  })

  it('the saved record itself is not read again', async () => {
    const { edit, save, server, store } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    expect(server.log).toEqual(['PUT /wp/v2/posts/1'])
  })
})
