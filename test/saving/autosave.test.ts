import {
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  receiveAutosaves,
  receiveEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectAutosave,
  selectAutosaves,
  selectCanUser,
  selectIsAutosaving,
  selectIsSaving,
  selectSaveError,
} from 'copydesk'
import { selectHeldLocks } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, refusal, reply, settle, type Rule } from '../support/fakeServer'
import { postStore, titled, type PostStoreOptions } from '../support/postStore'

const author = 4

/** What the server answers to an autosave of a post that it does not change. */
const copy = (parent: number, title: string) => ({
  id: 900 + parent,
  parent,
  author,
  title: { raw: title, rendered: title },
  content: { raw: `Text ${parent}`, rendered: '' },
})

async function writing(options: PostStoreOptions = {}) {
  const made = await postStore(options)
  const { store, server } = made
  return {
    ...made,
    autosave: async (record: Record<string, unknown>, rest: { throwOnError?: boolean } = {}) => {
      const promise = store.dispatch(
        saveEntityRecord('postType', 'post', record, { isAutosave: true, ...rest }),
      )
      promise.catch(() => undefined)
      await settle()
      return { promise, request: server.waiting[0] }
    },
  }
}

describe('an autosave', () => {
  it('sends title, excerpt, content and meta as they are with the given fields, and nothing else', async () => {
    const { autosave, server } = await writing()
    await autosave({ id: 1, title: 'New', slug: 'new', status: 'publish' })
    expect(server.log).toEqual(['POST /wp/v2/posts/1/autosaves'])
    expect(server.seen[0]?.data).toEqual({
      title: 'New',
      excerpt: '',
      content: 'Text 1',
      meta: { a: 1, b: 2 },
    })
  })

  it('leaves out what the record does not have', async () => {
    const { excerpt, meta, ...rest } = post(1)
    expect([excerpt, meta]).toHaveLength(2)
    const { autosave, server } = await writing({ posts: [rest] })
    await autosave({ id: 1, title: 'New' })
    expect(server.seen[0]?.data).toEqual({ title: 'New', content: 'Text 1' })
  })

  it('of an auto-draft makes it a draft, and no save of its own is prepared', async () => {
    const { autosave, server, record } = await writing({ posts: [post(1, { status: 'auto-draft' })] })
    const { promise, request } = await autosave({ id: 1, content: 'Words' })
    expect(server.seen[0]?.data).toEqual({
      title: '',
      excerpt: '',
      content: 'Words',
      meta: { a: 1, b: 2 },
      status: 'draft',
    })
    request?.answer({ id: 1, parent: 0, author, status: 'inherit', title: { raw: '', rendered: '' } })
    await promise
    expect(record(1)).toMatchObject({ status: 'draft', content: { raw: 'Words' } })
  })

  it('computes lazy edits, and keeps what they came to', async () => {
    const { autosave, edit, server, edits } = await writing()
    edit(1, { content: () => 'Computed' })
    await autosave({ id: 1, ...edits(1) })
    expect(server.seen[0]?.data).toMatchObject({ content: 'Computed' })
    expect(edits(1)).toEqual({ content: 'Computed' })
  })

  it('of the edits is the same with what is edited then, and none without edits', async () => {
    const { save, edit, server, edits } = await writing()
    const { promise: none } = await save(1, { isAutosave: true })
    expect([await none, server.log]).toEqual([undefined, []])
    edit(1, { title: 'New', slug: 'new' })
    const { promise } = await save(1, { isAutosave: true })
    expect(server.log).toEqual(['POST /wp/v2/posts/1/autosaves'])
    expect(server.seen[0]?.data).toMatchObject({ title: 'New', content: 'Text 1' })
    server.waiting[0]?.answer(copy(1, 'New'))
    expect(await promise).toEqual(copy(1, 'New'))
    expect(edits(1)).toEqual({ title: 'New', slug: 'new' })
  })

  it('is distinguished from a save while it runs, and makes other saves wait', async () => {
    const { autosave, store, server, edit, save } = await writing()
    const { promise, request } = await autosave({ id: 1, title: 'New' })
    const state = store.getState()
    expect(selectIsAutosaving(state, 'postType', 'post', 1)).toBe(true)
    expect(selectIsSaving(state, 'postType', 'post', 1)).toBe(true)
    edit(1, { title: 'New' })
    await save(1)
    expect(server.log).toHaveLength(1)
    request?.answer(copy(1, 'New'))
    await promise
    await settle()
    expect(server.log[1]).toBe('PUT /wp/v2/posts/1')
    expect(selectIsAutosaving(store.getState(), 'postType', 'post', 1)).toBe(false)
  })
})

describe('an answer with the same id', () => {
  it('counts as a save: the record has the new values, the edits are gone, all else stays', async () => {
    const { autosave, edit, record, hasEdits } = await writing({ posts: [post(1, { status: 'draft' })] })
    edit(1, { title: 'New', meta: { a: 9 } })
    const { promise, request } = await autosave({ id: 1, title: 'New', meta: { a: 9, b: 2 } })
    request?.answer({
      id: 1,
      parent: 0,
      author,
      slug: '1-autosave-v1',
      title: { raw: 'New', rendered: '<b>New</b>' },
      content: { raw: 'Text 1', rendered: '<p>Text 1</p>' },
    })
    await promise
    expect(record(1)).toEqual(
      post(1, {
        status: 'draft',
        title: { raw: 'New', rendered: '<b>New</b>' },
        content: { raw: 'Text 1', rendered: '<p>Text 1</p>' },
        excerpt: { raw: '', rendered: '', protected: false },
        meta: { a: 9, b: 2 },
      }),
    )
    expect(hasEdits(1)).toBe(false)
  })

  it('keeps edits of other fields, and what was typed meanwhile, back to the old value too', async () => {
    const { autosave, edit, edits } = await writing({ posts: [post(1, { status: 'draft' })] })
    edit(1, { title: 'New', slug: 'new', content: 'New text' })
    const { promise, request } = await autosave({ id: 1, title: 'New', content: 'New text' })
    edit(1, { title: 'Post 1', content: 'Newer text' })
    request?.answer({ ...copy(1, 'New'), id: 1, content: { raw: 'New text' } })
    await promise
    expect(edits(1)).toEqual({ title: 'Post 1', slug: 'new', content: 'Newer text' })
  })

  it('keeps an edit that the server did not take', async () => {
    const { autosave, edit, edits, record } = await writing({ posts: [post(1, { status: 'draft' })] })
    edit(1, { title: 'New', meta: { a: 9 } })
    const { promise, request } = await autosave({ id: 1, title: 'New', meta: { a: 9, b: 2 } })
    request?.answer({ ...copy(1, 'New'), id: 1, meta: { a: 1, b: 2 } })
    await promise
    expect(edits(1)).toEqual({ meta: { a: 9, b: 2 } })
    expect(record(1)?.meta).toEqual({ a: 1, b: 2 })
  })

  it('says nothing of a field of which a lost save left open whether the server took it', async () => {
    const { autosave, edit, save, edits, server } = await writing({ posts: [post(1, { status: 'draft' })] })
    edit(1, { slug: 'new' })
    const { promise: lost } = await save(1)
    server.waiting[0]?.fail(refusal(502, 'bad_gateway'))
    await lost
    edit(1, { slug: 'post-1' })
    const { promise, request } = await autosave({ id: 1, title: 'New' })
    request?.answer({ ...copy(1, 'New'), id: 1 })
    await promise
    expect(edits(1)).toEqual({ slug: 'post-1' })
  })

  it('makes the lists of the type stale', async () => {
    const lists: Rule = ({ path }) =>
      path.startsWith('/wp/v2/posts?') ? reply([post(1)], { headers: { 'X-WP-Total': '1' } }) : undefined
    const { autosave, store, server } = await writing({ rule: lists })
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    const { promise, request } = await autosave({ id: 1, title: 'New' })
    request?.answer({ ...copy(1, 'New'), id: 1 })
    await promise
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    expect(server.log.filter((line) => line.includes('/wp/v2/posts?'))).toHaveLength(2)
  })
})

describe('an answer with another id', () => {
  it("is kept as its author's autosave beside the other authors', and the record and its edits stay", async () => {
    const { autosave, edit, store, record, edits } = await writing()
    const before = record(1)
    const others = { ...copy(1, 'Old'), id: 800, author: 5 }
    store.dispatch(receiveAutosaves('post', 1, [others, copy(1, 'Mine before')]))
    edit(1, { title: 'New' })
    const { promise, request } = await autosave({ id: 1, title: 'New' })
    request?.answer(copy(1, 'New'))
    expect(await promise).toEqual(copy(1, 'New'))
    const state = store.getState()
    expect(record(1)).toBe(before)
    expect(edits(1)).toEqual({ title: 'New' })
    expect(selectAutosaves(state, 'post', 1)).toEqual([others, copy(1, 'New')])
    expect(selectAutosave(state, 'post', 1, author)?.title.raw).toBe('New')
  })

  it('lets an edit go again that was typed back to the old value', async () => {
    const { autosave, edit, hasEdits } = await writing()
    edit(1, { title: 'New' })
    const { promise, request } = await autosave({ id: 1, title: 'New' })
    edit(1, { title: 'Post 1' })
    request?.answer(copy(1, 'New'))
    await promise
    expect(hasEdits(1)).toBe(false)
  })

  it('keeps what is typed in the very moment in which it arrives', async () => {
    const moments = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    const typed = moments.map(async (moment) => {
      const { autosave, edit, edits } = await writing()
      edit(1, { title: 'New' })
      const { promise, request } = await autosave({ id: 1, title: 'New' })
      request?.answer(copy(1, 'New'))
      for (let i = 0; i < moment; i++) await Promise.resolve()
      edit(1, { title: 'Newest' })
      await promise
      return edits(1)
    })
    expect(await Promise.all(typed)).toEqual(moments.map(() => ({ title: 'Newest' })))
  })

  it('takes the signal and the fetcher of the call along', async () => {
    const { store, server } = await writing()
    const other = fakeServer()
    const { signal } = new AbortController()
    const options = { isAutosave: true, signal, fetcher: other.fetcher }
    void store.dispatch(saveEntityRecord('postType', 'post', { id: 1, title: 'New' }, options))
    await settle()
    expect(server.log).toEqual([])
    expect(other.seen.map(({ request }) => request.signal)).toEqual([signal])
  })

  it('is recognised by the revision key: a template and its autosaves share their id', async () => {
    const { store, server } = await writing()
    const id = 'theme//home'
    const template = { id, wp_id: 30, title: { raw: 'Home' }, content: { raw: 'x' } }
    store.dispatch(receiveEntityRecords('postType', 'wp_template', [template]))
    const promise = store.dispatch(
      saveEntityRecord('postType', 'wp_template', { id, title: 'New' }, { isAutosave: true }),
    )
    await settle()
    expect(server.log).toEqual([`POST /wp/v2/templates/${id}/autosaves`])
    const answer = { ...template, wp_id: 31, parent: 30, author, title: { raw: 'New' } }
    server.waiting[0]?.answer(answer)
    await promise
    expect(selectAutosave(store.getState(), 'wp_template', id, author)).toEqual(answer)
  })
})

describe('Failed save or delete: error stored on the record; rethrown only when throwOnError is set.', () => {
  it('A failed autosave stands on the record, with all edits kept and the lock given back', async () => {
    const { autosave, edit, edits, store, saveError } = await writing()
    edit(1, { title: 'New' })
    const { promise, request } = await autosave({ id: 1, title: 'New' })
    request?.fail(refusal(403, 'rest_cannot_edit'))
    expect(await promise).toBeUndefined()
    expect(saveError(1)).toMatchObject({ code: 'rest_cannot_edit' })
    expect(edits(1)).toEqual({ title: 'New' })
    expect(selectIsAutosaving(store.getState(), 'postType', 'post', 1)).toBe(false)
    expect(selectHeldLocks(store.getState())).toEqual([])
    expect(selectCanUser(store.getState(), 'update', { kind: 'postType', name: 'post', id: 1 })).toBe(false)
  })

  it('With throwOnError it rejects with the error itself', async () => {
    const { autosave } = await writing()
    const { promise, request } = await autosave({ id: 1, title: 'New' }, { throwOnError: true })
    const error = refusal(500, 'broken')
    request?.fail(error)
    await expect(promise).rejects.toBe(error)
  })

  it('A lost answer leaves open whether the server took it: what is typed back stays an edit', async () => {
    const { autosave, edit, edits } = await writing({ posts: [post(1, { status: 'draft' })] })
    edit(1, { title: 'New' })
    const { promise, request } = await autosave({ id: 1, title: 'New' })
    request?.fail(refusal(0, 'fetch_error'))
    await promise
    edit(1, { title: 'Post 1' })
    expect(edits(1)).toEqual({ title: 'Post 1' })
  })

  it.each([
    ['a record that was not loaded', { id: 7, title: 'New' }, 'Record 7'],
    ['a new record', { title: 'New' }, 'Record undefined'],
  ])('Of %s nothing is sent, and the error says so', async (_, record, what) => {
    const { autosave, server, store } = await writing()
    const { promise } = await autosave(record)
    expect(await promise).toBeUndefined()
    expect(server.log).toEqual([])
    const { promise: strict } = await autosave(record, { throwOnError: true })
    await expect(strict).rejects.toMatchObject({
      code: 'not_loaded',
      message: `${what} of (postType, post) is not loaded. Read it with fetchEntityRecord before it is autosaved.`,
    })
    expect(
      selectSaveError(store.getState(), 'postType', 'post', 'id' in record ? record.id : undefined),
    ).toMatchObject({
      code: 'not_loaded',
    })
  })

  it('Where the type is known to have no autosaves nothing is sent', async () => {
    const { autosave, server, store, saveError } = await writing()
    store.dispatch(
      receiveEntityRecords('root', 'postType', [{ slug: 'post', supports: { title: true, editor: true } }]),
    )
    await (
      await autosave({ id: 1, title: 'New' })
    ).promise
    expect(server.log).toEqual([])
    expect(saveError(1)).toMatchObject({ code: 'invalid_option' })
  })

  it('The settings of a site have none, and say so', async () => {
    const { store, server } = await writing({
      rule: ({ path, method }) =>
        method === 'OPTIONS' ? { schema: {} } : path === '/wp/v2/settings' ? { title: 'Site' } : undefined,
    })
    await store.dispatch(fetchEntityRecord('root', 'site'))
    store.dispatch(editEntityRecord('root', 'site', undefined, { title: 'New' }))
    server.log.length = 0
    await store.dispatch(saveEditedEntityRecord('root', 'site', undefined, { isAutosave: true }))
    await store.dispatch(saveEntityRecord('root', 'site', { title: 'New' }, { isAutosave: true }))
    expect(server.log).toEqual([])
    expect(selectSaveError(store.getState(), 'root', 'site')).toMatchObject({
      code: 'invalid_option',
      message: '(root, site) has no autosaves.',
    })
  })

  it('An answer that is no record is an error', async () => {
    const { autosave, record, saveError } = await writing()
    const before = record(1)
    const { promise, request } = await autosave({ id: 1, title: 'New' })
    request?.answer(null)
    expect(await promise).toBeUndefined()
    expect(saveError(1)).toMatchObject({ code: 'invalid_response' })
    expect(record(1)).toStrictEqual(before)
  })
})

describe('a save after an autosave', () => {
  it('sends the edits as ever', async () => {
    const { autosave, edit, save, server, hasEdits } = await writing()
    edit(1, { title: 'New' })
    const { promise, request } = await autosave({ id: 1, title: 'New' })
    request?.answer(copy(1, 'New'))
    await promise
    const { promise: saved } = await save(1)
    expect(server.seen.at(-1)?.data).toEqual({ title: 'New' })
    server.waiting[0]?.answer(titled(1, 'New'))
    await saved
    expect(hasEdits(1)).toBe(false)
  })
})
