import {
  deleteEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  receivePermissions,
  removeEntityRecords,
  saveDirtyEntityRecords,
  selectCanUser,
  selectDeleteError,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectHasUndo,
  selectIsDeleting,
} from 'copydesk'
import { selectHeldLocks, selectPendingLocks } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, refusal, reply, settle, type Rule } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

const headers = { 'X-WP-Total': '2', 'X-WP-TotalPages': '1' }
const lists: Rule = ({ path }) =>
  path.startsWith('/wp/v2/posts?') ? reply([post(1), post(2)], { headers }) : undefined
const gone = (id: number) => ({ deleted: true, previous: post(id) })
const trashed = (id: number) => post(id, { status: 'trash' })

type Desk = Awaited<ReturnType<typeof postStore>>
const listed = ({ store }: Desk, query?: Record<string, string | string[]>) =>
  selectEntityRecords(store.getState(), 'postType', 'post', query)?.map(({ id }) => id)
const isDeleting = ({ store }: Desk) => selectIsDeleting(store.getState(), 'postType', 'post', 1)
const deleteError = ({ store }: Desk) => selectDeleteError(store.getState(), 'postType', 'post', 1)

describe('deleting a record for good', () => {
  it('asks the server with the query and gives its answer', async () => {
    const { remove, server } = await postStore()
    const { promise } = await remove(1, { force: true })
    expect(server.log).toEqual(['DELETE /wp/v2/posts/1?force=true'])
    server.waiting[0]?.answer(gone(1))
    expect(await promise).toEqual(gone(1))
  })

  it('takes it out of the records and lists, lowers the total, and leaves the other rows', async () => {
    const desk = await postStore({ rule: lists })
    await desk.store.dispatch(fetchEntityRecords('postType', 'post'))
    const { promise } = await desk.remove(1, { force: true })
    expect(isDeleting(desk)).toBe(true)
    expect(listed(desk)).toEqual([1, 2])
    desk.server.waiting[0]?.answer(gone(1))
    await promise
    expect(isDeleting(desk)).toBe(false)
    expect(desk.record(1)).toBeUndefined()
    expect(listed(desk)).toEqual([2])
    expect(selectEntityRecordsTotalItems(desk.store.getState(), 'postType', 'post')).toBe(1)
  })

  it('makes the lists be read again when asked for', async () => {
    const desk = await postStore({ rule: lists })
    await desk.store.dispatch(fetchEntityRecords('postType', 'post'))
    const { promise } = await desk.remove(1, { force: true })
    desk.server.waiting[0]?.answer(gone(1))
    await promise
    await desk.store.dispatch(fetchEntityRecords('postType', 'post'))
    expect(desk.server.log.filter((line) => line.startsWith('GET'))).toHaveLength(2)
  })

  it('drops its edits, undo steps, permissions and failed saves', async () => {
    const desk = await postStore()
    const { store, edit, save, remove, server, dirty, saveError } = desk
    edit(1, { title: 'New' })
    store.dispatch(receivePermissions({ 'update/postType/post/1': true }))
    const saved = await save(1)
    server.waiting[0]?.fail(refusal(400, 'bad'))
    await saved.promise
    expect(saveError(1)).toBeDefined()
    const { promise } = await remove(1, { force: true })
    server.waiting[0]?.answer(gone(1))
    await promise
    expect(dirty()).toEqual([])
    expect(selectHasUndo(store.getState())).toBe(false)
    expect(saveError(1)).toBeUndefined()
    expect(
      selectCanUser(store.getState(), 'update', { kind: 'postType', name: 'post', id: 1 }),
    ).toBeUndefined()
    expect(store.getState().saving.size).toBe(0)
    expect(store.getState().deleting.size).toBe(0)
  })

  it('twice at once asks once', async () => {
    const { remove, server } = await postStore()
    const first = await remove(1, { force: true })
    const second = await remove(1, { force: true })
    server.waiting[0]?.answer(gone(1))
    expect(await first.promise).toEqual(gone(1))
    expect(await second.promise).toBeUndefined()
    expect(server.log).toHaveLength(1)
  })

  it('twice at once asks once for a record that was never loaded', async () => {
    const { remove, server } = await postStore({ posts: [] })
    const first = await remove(1, { force: true })
    const second = await remove(1, { force: true })
    server.waiting[0]?.answer(gone(1))
    await Promise.all([first.promise, second.promise])
    expect(server.log).toHaveLength(1)
  })

  it('is not undone by an answer that was asked for before', async () => {
    const { remove, server, store, record } = await postStore()
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 1, {}, { force: true }))
    read.catch(() => undefined)
    await settle()
    const { promise } = await remove(1, { force: true })
    server.waiting[1]?.answer(gone(1))
    await promise
    server.waiting[0]?.answer(post(1))
    await settle()
    expect(record(1)).toBeUndefined()
    server.waiting[0]?.fail(refusal(404, 'rest_post_invalid_id'))
    await expect(read).rejects.toMatchObject({ code: 'rest_post_invalid_id' })
  })

  it('waits for a save of it, and a save behind it finds nothing left', async () => {
    const { edit, save, remove, server } = await postStore()
    edit(1, { title: 'New' })
    await save(1)
    await remove(1, { force: true })
    edit(1, { title: 'Newer' })
    const late = await save(1)
    expect(server.log).toEqual(['PUT /wp/v2/posts/1'])
    server.waiting[0]?.answer(titled(1, 'New'))
    await settle()
    expect(server.log[1]).toBe('DELETE /wp/v2/posts/1?force=true')
    server.waiting[0]?.answer(gone(1))
    expect(await late.promise).toBeUndefined()
    expect(server.log).toHaveLength(2)
  })
})

describe('deleting into the trash', () => {
  it('keeps the record with its new status, without reading it again', async () => {
    const desk = await postStore()
    const { promise } = await desk.remove(1)
    desk.server.waiting[0]?.answer(trashed(1))
    expect(await promise).toEqual(trashed(1))
    expect(desk.record(1)).toEqual(trashed(1))
    expect(await desk.store.dispatch(fetchEntityRecord('postType', 'post', 1))).toEqual(trashed(1))
    expect(desk.server.log).toEqual(['DELETE /wp/v2/posts/1'])
  })

  it('takes it out of the lists that do not ask for the trash', async () => {
    const desk = await postStore({ rule: lists })
    await desk.store.dispatch(fetchEntityRecords('postType', 'post'))
    await desk.store.dispatch(fetchEntityRecords('postType', 'post', { status: 'publish,trash' }))
    const { promise } = await desk.remove(1)
    desk.server.waiting[0]?.answer(trashed(1))
    await promise
    expect(listed(desk)).toEqual([2])
    expect(listed(desk, { status: 'publish,trash' })).toEqual([1, 2])
  })

  it.each([
    ['stays in a list that asks for the trash in an array', { status: ['publish', 'trash'] }, [1, 2]],
    ['leaves a list that asks for others in an array', { status: ['publish', 'draft'] }, [2]],
    ['leaves a list of any status, which has no trash', { status: 'any' }, [2]],
  ])('%s', async (title, query, left) => {
    const desk = await postStore({ rule: lists })
    await desk.store.dispatch(fetchEntityRecords('postType', 'post', query))
    const { promise } = await desk.remove(1)
    desk.server.waiting[0]?.answer(trashed(1))
    await promise
    expect(listed(desk, query)).toEqual(left)
  })

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['an empty object', {}],
    ['the record as it was', post(1)],
  ])('is gone where the server answers %s', async (title, answer) => {
    const { remove, server, record } = await postStore()
    const { promise } = await remove(1)
    server.waiting[0]?.answer(answer)
    expect(await promise).toEqual(answer)
    expect(record(1)).toBeUndefined()
  })

  it('twice at once asks once', async () => {
    const { remove, server } = await postStore()
    const first = await remove(1)
    const second = await remove(1)
    server.waiting[0]?.answer(trashed(1))
    await Promise.all([first.promise, second.promise])
    expect(server.log).toHaveLength(1)
  })

  it('and for good right behind it asks for both', async () => {
    const { remove, server, record } = await postStore()
    await remove(1)
    const second = await remove(1, { force: true })
    server.waiting[0]?.answer(trashed(1))
    await settle()
    expect(server.log).toEqual(['DELETE /wp/v2/posts/1', 'DELETE /wp/v2/posts/1?force=true'])
    server.waiting[0]?.answer(gone(1))
    await second.promise
    expect(record(1)).toBeUndefined()
  })

  it('leaves its edits', async () => {
    const { edit, edits, remove, server } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await remove(1)
    server.waiting[0]?.answer(trashed(1))
    await promise
    expect(edits(1)).toEqual({ title: 'New' })
  })
})

describe('a deletion that fails', () => {
  it('gives false, with the error on the record, which stays', async () => {
    const desk = await postStore()
    const error = refusal(500, 'rest_cannot_delete')
    const { promise } = await desk.remove(1)
    desk.server.waiting[0]?.fail(error)
    expect(await promise).toBe(false)
    expect([isDeleting(desk), deleteError(desk)]).toEqual([false, error])
    expect(desk.record(1)).toEqual(post(1))
    expect([selectHeldLocks(desk.store.getState()), selectPendingLocks(desk.store.getState())]).toEqual([
      [],
      [],
    ])
  })

  it('rejects with the very same error when asked to', async () => {
    const desk = await postStore()
    const error = refusal(500, 'rest_cannot_delete')
    const { promise } = await desk.remove(1, {}, { throwOnError: true })
    desk.server.waiting[0]?.fail(error)
    await expect(promise).rejects.toBe(error)
    expect(deleteError(desk)).toBe(error)
  })

  it('leaves its error until the next one starts, or the record is gone', async () => {
    const desk = await postStore()
    const fail = async () => {
      const { promise } = await desk.remove(1)
      desk.server.waiting[0]?.fail(refusal(500, 'bad'))
      await promise
    }
    await fail()
    await desk.remove(1)
    expect(deleteError(desk)).toBeUndefined()
    desk.server.waiting[0]?.fail(refusal(500, 'bad'))
    await settle()
    expect(deleteError(desk)).toBeDefined()
    desk.store.dispatch(removeEntityRecords('postType', 'post', 1))
    expect(deleteError(desk)).toBeUndefined()
    expect(desk.store.getState().deleting.size).toBe(0)
  })

  it('as forbidden takes the permission away, for an expired login it does not', async () => {
    const { remove, server, store } = await postStore()
    const first = await remove(1)
    server.waiting[0]?.fail(refusal(403, 'rest_cannot_delete'))
    await first.promise
    const second = await remove(2)
    server.waiting[0]?.fail(refusal(403, 'rest_cookie_invalid_nonce'))
    await second.promise
    const can = (id: number) =>
      selectCanUser(store.getState(), 'delete', { kind: 'postType', name: 'post', id })
    expect([can(1), can(2)]).toEqual([false, undefined])
  })

  it('by an abort gives false without an error, in flight or while it waits', async () => {
    const desk = await postStore()
    const controller = new AbortController()
    const first = await desk.remove(1, {}, { signal: controller.signal })
    const second = await desk.remove(1, {}, { signal: controller.signal })
    controller.abort()
    expect(await first.promise).toBe(false)
    expect(await second.promise).toBe(false)
    expect(desk.server.log).toHaveLength(1)
    expect([isDeleting(desk), deleteError(desk)]).toEqual([false, undefined])
  })

  it('for want of an entity gives undefined, or rejects when asked to', async () => {
    const { store } = await postStore()
    expect(await store.dispatch(deleteEntityRecord('postType', 'nothing', 1))).toBeUndefined()
    expect(selectDeleteError(store.getState(), 'postType', 'nothing', 1)).toMatchObject({
      code: 'unknown_entity',
    })
    await expect(
      store.dispatch(deleteEntityRecord('postType', 'nothing', 1, {}, { throwOnError: true })),
    ).rejects.toMatchObject({ code: 'unknown_entity' })
  })

  it('for want of an id is refused', async () => {
    const { store } = await postStore()
    await expect(store.dispatch(deleteEntityRecord('postType', 'post', 0))).rejects.toMatchObject({
      code: 'missing_id',
    })
  })

  it('leaves nothing to be saved of a record that others removed', async () => {
    const { edit, store, server } = await postStore()
    edit(1, { title: 'New' })
    store.dispatch(removeEntityRecords('postType', 'post', 1))
    expect(await store.dispatch(saveDirtyEntityRecords())).toMatchObject({ saved: [], failed: [] })
    expect(server.log).toEqual([])
  })
})

describe('a deletion that is answered with 200 and something else', () => {
  it.each<[string, unknown]>([
    ['a word', 'ok'],
    ['a number', 5],
    ['a list', []],
    ['the list of all records', [post(1), post(2)]],
    ['a notice', { success: false, message: 'Maintenance' }],
    ['another record', post(2)],
    ['a refusal', { deleted: false, previous: post(1) }],
  ])('such as %s has failed: the record and its edits stay, and no lock', async (what, answer) => {
    const desk = await postStore()
    desk.edit(1, { title: 'New' })
    const { promise } = await desk.remove(1, { force: true })
    desk.server.waiting[0]?.answer(answer)
    expect(await promise).toBe(false)
    expect(deleteError(desk)).toMatchObject({ code: 'invalid_response' })
    expect([desk.record(1), desk.dirty()]).toMatchObject([{ id: 1 }, [1]])
    expect(selectHeldLocks(desk.store.getState())).toEqual([])
  })

  it('may have been done: not to find the record any more is a deletion then', async () => {
    const desk = await postStore()
    const first = await desk.remove(1)
    desk.server.waiting[0]?.answer('ok')
    await first.promise
    const second = await desk.remove(1)
    desk.server.waiting[0]?.fail(refusal(404, 'rest_post_invalid_id'))
    await second.promise
    expect([deleteError(desk), desk.record(1)]).toEqual([undefined, undefined])
  })

  it.each([true, false])('or refused gives its lock back, throwing or not: %s', async (throwOnError) => {
    const desk = await postStore()
    const { promise } = await desk.remove(1, {}, { throwOnError })
    desk.server.waiting[0]?.fail(refusal(500, 'down'))
    await promise.catch(() => undefined)
    expect(selectHeldLocks(desk.store.getState())).toEqual([])
  })
})

describe('a deletion that is repeated', () => {
  const gone = refusal(404, 'rest_post_invalid_id')

  it.each([
    ['was not answered', refusal(0, 'fetch_error')],
    ['ended in an error of the server', refusal(502, 'bad_gateway')],
  ])('after one that %s has deleted the record when there is none any more', async (what, lost) => {
    const desk = await postStore()
    const first = await desk.remove(1)
    desk.server.waiting[0]?.fail(lost)
    expect(await first.promise).toBe(false)
    const second = await desk.remove(1, {}, { throwOnError: true })
    desk.server.waiting[0]?.fail(gone)
    expect(await second.promise).toBeUndefined()
    expect(deleteError(desk)).toBeUndefined()
    expect(desk.record(1)).toBeUndefined()
  })

  it('after a lost one reads the record that is in the trash', async () => {
    const desk = await postStore()
    const first = await desk.remove(1)
    desk.server.waiting[0]?.fail(refusal(0, 'fetch_error'))
    await first.promise
    const second = await desk.remove(1)
    desk.server.waiting[0]?.fail(refusal(410, 'rest_already_trashed'))
    await settle()
    expect(desk.server.log.at(-1)).toBe('GET /wp/v2/posts/1?context=edit')
    desk.server.waiting[0]?.answer(post(1, { status: 'trash' }))
    await second.promise
    expect(deleteError(desk)).toBeUndefined()
    expect(desk.record(1)).toMatchObject({ status: 'trash' })
  })

  it.each([
    ['the first', []],
    ['one after a refusal', [refusal(403, 'rest_cannot_delete')]],
    ['the third, after one that was lost and one that was refused', [refusal(0, 'lost'), refusal(403, 'no')]],
  ])('fails for a record that is not there when it is %s', async (what, before) => {
    const desk = await postStore()
    for (const error of [...before, gone]) {
      const { promise } = await desk.remove(1)
      desk.server.waiting[0]?.fail(error)
      expect(await promise).toBe(false)
    }
    expect(deleteError(desk)).toMatchObject({ status: 404 })
  })
})

describe('a fetcher for one deletion', () => {
  it('sends it instead of that of the store', async () => {
    const { remove, server, record } = await postStore()
    const other = fakeServer(() => gone(1))
    const { promise } = await remove(1, { force: true }, { fetcher: other.fetcher })
    await promise
    expect(other.log).toHaveLength(1)
    expect(server.log).toEqual([])
    expect(record(1)).toBeUndefined()
  })
})
