import {
  fetchEntityRecord,
  redo,
  RestError,
  saveEditedEntityRecord,
  saveSpecifiedEntityEdits,
  undo,
} from 'copydesk'
import { acquireLock, releaseLock } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { post, refusal, settle } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

describe('what is typed while a save runs', () => {
  it('to a third value stays and is dirty', async () => {
    const { edit, edited, dirty, save, server } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    edit(1, { title: 'Newer' })
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    expect(edited(1)?.title).toBe('Newer')
    expect(dirty()).toEqual([1])
  })

  it('back to the old value stays and is dirty', async () => {
    const { edit, edited, dirty, save, server } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    edit(1, { title: 'Post 1' })
    expect(edited(1)?.title).toBe('Post 1')
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    expect(edited(1)?.title).toBe('Post 1')
    expect(dirty()).toEqual([1])
  })

  it('back to the old entry of a merged property stays and is dirty', async () => {
    const { edit, edited, toSave, save, server } = await postStore()
    edit(1, { meta: { a: 9 } })
    const { promise } = await save(1)
    edit(1, { meta: { a: 1 } })
    server.waiting[0]?.answer(post(1, { meta: { a: 9, b: 2 } }))
    await promise
    expect(edited(1)?.meta).toEqual({ a: 1, b: 2 })
    expect(toSave(1)).toEqual({ meta: { a: 1, b: 2 } })
  })

  it('once more is sent after an earlier save of the same under the same lock, which the site could do last', async () => {
    const { edit, edited, dirty, server, store } = await postStore()
    const path = ['entities', 'records', 'postType', 'post', 1]
    const lock = await store.dispatch(acquireLock(path, { exclusive: true }))
    const save = () => store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { lock }))
    edit(1, { title: 'New' })
    const first = save()
    await settle()
    edit(1, { title: 'Newer' })
    const second = save()
    await settle()
    expect(server.waiting).toHaveLength(1)
    server.waiting[0]?.answer(titled(1, 'New'))
    await first
    await settle()
    expect(server.waiting.map(({ data }) => data)).toEqual([{ title: 'Newer' }])
    server.waiting[0]?.answer(titled(1, 'Newer'))
    await second
    expect(edited(1)?.title).toBe('Newer')
    expect(dirty()).toEqual([])
  })

  it('back to the old value stays while another field is saved under the same lock', async () => {
    const { edit, edited, dirty, isSaving, server, store } = await postStore()
    const path = ['entities', 'records', 'postType', 'post', 1]
    const lock = await store.dispatch(acquireLock(path, { exclusive: true }))
    const saveField = (field: string) =>
      store.dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, [field], { lock }))
    edit(1, { title: 'New', slug: 'mine' })
    const titleSaved = saveField('title')
    await settle()
    edit(1, { title: 'Post 1' })
    const slugSaved = saveField('slug')
    await settle()
    server.waiting[0]?.answer(titled(1, 'New'))
    await titleSaved
    await settle()
    expect(edited(1)?.title).toBe('Post 1')
    expect(isSaving(1)).toBe(true)
    server.waiting[0]?.answer(titled(1, 'New', { slug: 'mine' }))
    await slugSaved
    expect(edited(1)?.title).toBe('Post 1')
    expect(dirty()).toEqual([1])
    expect(isSaving(1)).toBe(false)
  })

  it('goes after a save whose lock was given back too early', async () => {
    const { edit, save, server, store } = await postStore()
    const path = ['entities', 'records', 'postType', 'post', 1]
    const lock = await store.dispatch(acquireLock(path, { exclusive: true }))
    edit(1, { title: 'New' })
    const first = await save(1, { lock })
    store.dispatch(releaseLock(lock))
    edit(1, { title: 'Newer' })
    const second = await save(1)
    expect(server.waiting).toHaveLength(1)
    server.waiting[0]?.answer(titled(1, 'New'))
    await first.promise
    await settle()
    server.waiting[0]?.answer(titled(1, 'Newer'))
    await second.promise
    expect(server.log).toEqual(['PUT /wp/v2/posts/1', 'PUT /wp/v2/posts/1'])
  })

  it('away from the sent value and back to it is settled by the answer', async () => {
    const { edit, dirty, save, server } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    edit(1, { title: 'Newer' })
    edit(1, { title: 'New' })
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    expect(dirty()).toEqual([])
  })

  it('in a field that was not sent stays, unless it is as in the record', async () => {
    const { edit, edits, save, server } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    edit(1, { slug: 'mine', meta: { a: 1 } })
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    expect(edits(1)).toEqual({ slug: 'mine' })
  })

  it('by an undo back to the old value stays and is dirty, and a redo settles it', async () => {
    const { edit, edited, dirty, save, server, store } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    store.dispatch(undo())
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    expect(edited(1)?.title).toBe('Post 1')
    expect(dirty()).toEqual([1])
    store.dispatch(redo())
    expect(dirty()).toEqual([])
  })
})

describe('an answer to a save', () => {
  it('settles a field that was sent and not touched since, even when the server keeps another value', async () => {
    const { edit, edited, dirty, save, server } = await postStore()
    edit(1, { slug: 'My Slug!' })
    const { promise } = await save(1)
    server.waiting[0]?.answer(post(1, { slug: 'my-slug' }))
    await promise
    expect(edited(1)?.slug).toBe('my-slug')
    expect(dirty()).toEqual([])
  })

  it('settles entries of a merged property in the same way', async () => {
    const { edit, edited, dirty, save, server } = await postStore()
    edit(1, { meta: { a: ' 9 ' } })
    const { promise } = await save(1)
    server.waiting[0]?.answer(post(1, { meta: { a: '9', b: 2 } }))
    await promise
    expect(edited(1)?.meta).toEqual({ a: '9', b: 2 })
    expect(dirty()).toEqual([])
  })

  it('shows what others changed in fields that nobody edited here', async () => {
    const { edit, edited, save, server } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.answer(titled(1, 'New', { status: 'private', meta: { a: 1, b: 77 } }))
    await promise
    expect(edited(1)).toMatchObject({ title: 'New', status: 'private', meta: { a: 1, b: 77 } })
  })
})

describe('a save that the server refuses', () => {
  it('leaves the edits', async () => {
    const { edit, edits, save, server } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.fail(refusal(400, 'rest_invalid_param'))
    await promise
    expect(edits(1)).toEqual({ title: 'New' })
  })

  it('leaves nothing dirty that was typed back to the value of the record meanwhile', async () => {
    const { edit, edits, dirty, save, server } = await postStore()
    edit(1, { title: 'New', meta: { a: 9 } })
    const { promise } = await save(1)
    edit(1, { title: 'Post 1', meta: { a: 1 } })
    server.waiting[0]?.fail(refusal(400, 'rest_invalid_param'))
    await promise
    expect(edits(1)).toBeUndefined()
    expect(dirty()).toEqual([])
  })
})

const lost = [
  ['a network error', refusal(0, 'fetch_error')],
  ['a broken gateway', refusal(502, 'bad_gateway')],
  ['an error without a status', new Error('Nobody knows.')],
  ['an abort', new DOMException('Aborted', 'AbortError')],
  [
    'the refusal of a custom field, once the rest was saved',
    new RestError({
      code: 'rest_cannot_update',
      message: '',
      status: 403,
      data: { key: 'secret', status: 403 },
    }),
  ],
] as const

describe.each(lost)('a save of which nobody knows whether it was done, by %s', (...[, failure]) => {
  it('leaves dirty what was typed back to the value of the record meanwhile', async () => {
    const { edit, edited, dirty, save, server } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    edit(1, { title: 'Post 1' })
    server.waiting[0]?.fail(failure)
    await promise
    expect(edited(1)?.title).toBe('Post 1')
    expect(dirty()).toEqual([1])
  })

  it('leaves dirty what is typed back to the value of the record afterwards', async () => {
    const { edit, dirty, save, server } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.fail(failure)
    await promise
    edit(1, { title: 'Post 1' })
    expect(dirty()).toEqual([1])
    await save(1)
    expect(server.waiting[0]?.data).toEqual({ title: 'Post 1' })
  })

  it('is cleared up by reading the record', async () => {
    const { edit, edits, dirty, save, server, store } = await postStore()
    edit(1, { title: 'New', slug: 'mine' })
    const { promise } = await save(1)
    server.waiting[0]?.fail(failure)
    await promise
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 1, {}, { force: true }))
    await settle()
    server.waiting[0]?.answer(titled(1, 'New'))
    await read
    expect(edits(1)).toEqual({ slug: 'mine' })
    edit(1, { slug: 'post-1' })
    expect(dirty()).toEqual([])
  })

  it('is not cleared up by a read that was asked for before', async () => {
    const { edit, dirty, save, server, store } = await postStore()
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 1, {}, { force: true }))
    await settle()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    edit(1, { title: 'Post 1' })
    server.waiting[1]?.fail(failure)
    await promise
    server.waiting[0]?.answer(post(1))
    await read
    expect(dirty()).toEqual([1])
  })
})

describe('a read that was sent before a save', () => {
  it('and arrives after it is not sent again, as the answer to the save is newer', async () => {
    const { edit, record, save, server, store } = await postStore()
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    await settle()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[1]?.answer(titled(1, 'New'))
    await promise
    server.waiting[0]?.answer(titled(1, 'Old'))
    expect(await read).toBe(record(1))
    expect(record(1)?.title).toMatchObject({ raw: 'New' })
    expect(server.log).toEqual(['GET /wp/v2/posts/1?context=edit', 'PUT /wp/v2/posts/1'])
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    expect(server.log).toHaveLength(2)
  })

  it('and arrives after it is sent again where the answer to the save has only parts', async () => {
    const { edit, save, server, store } = await postStore()
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    await settle()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[1]?.answer(null)
    await promise
    server.waiting[0]?.answer(titled(1, 'Old'))
    await settle()
    expect(server.log).toHaveLength(3)
    server.waiting[0]?.answer(titled(1, 'New', { slug: 'new' }))
    expect(await read).toMatchObject({ slug: 'new' })
  })

  it('and arrives during it takes nothing away that is being sent', async () => {
    const { edit, edited, save, server, store } = await postStore()
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 1, {}, { force: true }))
    await settle()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    edit(1, { title: 'Post 1' })
    server.waiting[0]?.answer(post(1))
    await read
    expect(edited(1)?.title).toBe('Post 1')
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    expect(edited(1)?.title).toBe('Post 1')
  })

  it.each([undefined, 'view'])(
    'and arrives after it does not overwrite the answer, in context %s',
    async (context) => {
      const { edit, save, server, store } = await postStore()
      const query = context ? { context: 'view' as const } : {}
      const read = store.dispatch(fetchEntityRecord('postType', 'post', 1, query, { force: true }))
      await settle()
      edit(1, { title: 'New' })
      const { promise } = await save(1)
      server.waiting[1]?.answer(titled(1, 'New'))
      await promise
      server.waiting[0]?.answer(post(1))
      await settle()
      for (const { answer } of [...server.waiting]) answer(titled(1, 'New'))
      expect((await read)?.title).toMatchObject({ raw: 'New' })
      expect(server.log.filter((line) => line.startsWith('PUT'))).toHaveLength(1)
    },
  )
})
