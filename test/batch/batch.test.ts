import {
  batch,
  type BatchRequest,
  saveEditedEntityRecord,
  selectDeleteError,
  selectHasEntityRecord,
} from 'copydesk'
import { acquireLock, releaseLock, selectHeldLocks, selectPendingLocks } from 'copydesk/actions'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answersBatches, batchedIn, batchRefusal, batchSchema, refusedEntry } from '../support/batches'
import { post, refusal, reply, settle, type Rule } from '../support/fakeServer'
import { postStore, titled, type PostStoreOptions } from '../support/postStore'

/** A server that takes every write; posts that are created get the id 100. */
const taking: Rule = ({ method, path, data }) => {
  const { title = 'Untitled' } = (data ?? {}) as { title?: string }
  const id = Number(path.split(/[/?]/)[4])
  if (method === 'PUT') return titled(id, title)
  if (method === 'POST') return reply(titled(100, title), { status: 201 })
  return method === 'DELETE' ? { deleted: true, previous: post(id) } : undefined
}

async function batchStore(options: PostStoreOptions = {}) {
  const made = await postStore({ rule: answersBatches(taking), ...options })
  const { store, server } = made
  return {
    ...made,
    run: (...requests: BatchRequest[]) => store.dispatch(batch(requests)),
    batches: () => server.seen.map(batchedIn).filter(({ length }) => length > 0),
  }
}

const save =
  (id: number): BatchRequest =>
  ({ saveEditedEntityRecord: saveEdits }) =>
    saveEdits('postType', 'post', id)
const strictly =
  (id: number): BatchRequest =>
  ({ saveEditedEntityRecord: saveEdits }) =>
    saveEdits('postType', 'post', id, { throwOnError: true })

describe('a batch', () => {
  it('sends creates, updates and deletions in one request and gives their results in order', async () => {
    const { edit, store, server, record, hasEdits } = await batchStore()
    edit(1, { title: 'New' })
    const results = await store.dispatch(
      batch([
        ({ saveEntityRecord }) => saveEntityRecord('postType', 'post', { title: 'Created' }),
        ({ saveEditedEntityRecord }) => saveEditedEntityRecord('postType', 'post', 1),
        ({ deleteEntityRecord }) => deleteEntityRecord('postType', 'post', 2, { force: true }),
      ]),
    )
    expect(server.log).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1'])
    expect(server.seen[1]?.data).toEqual({
      validation: 'require-all-validate',
      requests: [
        { path: '/wp/v2/posts', method: 'POST', body: { title: 'Created' } },
        { path: '/wp/v2/posts/1', method: 'PUT', body: { title: 'New' } },
        { path: '/wp/v2/posts/2?force=true', method: 'DELETE' },
      ],
    })
    expect(results[0]?.id).toBe(100)
    expect(results).toEqual([titled(100, 'Created'), titled(1, 'New'), { deleted: true, previous: post(2) }])
    expect([hasEdits(1), record(1)?.title.raw, record(2)]).toEqual([false, 'New', undefined])
  })

  it('of nothing is an empty list, with no request', async () => {
    const { run, server } = await batchStore()
    expect(await run()).toEqual([])
    expect(server.log).toEqual([])
  })

  it('of a single write is that write alone', async () => {
    const { edit, run, server } = await batchStore()
    edit(1, { title: 'New' })
    expect(await run(save(1))).toEqual([titled(1, 'New')])
    expect(server.log).toEqual(['PUT /wp/v2/posts/1'])
  })

  it('of 30 with at most 25 in a request is OPTIONS, 25 and 5', async () => {
    const posts = Array.from({ length: 30 }, (_, i) => post(i + 1))
    const { edit, run, server, batches, dirty } = await batchStore({ posts })
    for (const { id } of posts) edit(id as number, { title: 'New' })
    expect(await run(...posts.map(({ id }) => save(id as number)))).toHaveLength(30)
    expect(server.log[0]).toBe('OPTIONS /batch/v1')
    expect(batches().map(({ length }) => length)).toEqual([25, 5])
    expect(dirty()).toEqual([])
  })

  it('of one store tells nothing to another store', async () => {
    const create: BatchRequest = ({ saveEntityRecord }) =>
      saveEntityRecord('postType', 'post', { title: 'A' })
    for (const { run, server } of [await batchStore(), await batchStore()]) {
      await run(create, create)
      await run(create, create)
      expect(server.log).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1', 'POST /batch/v1'])
    }
  })

  it('refuses what is no list of functions', async () => {
    const { store } = await batchStore()
    await expect(store.dispatch(batch([save(1), 'save'] as never))).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining('"save"') as unknown,
    })
    await expect(store.dispatch(batch({} as never))).rejects.toMatchObject({ code: 'invalid_option' })
  })
})

describe('what its parts do', () => {
  it('the same record twice: the second write waits for the first and sends what is left', async () => {
    const { edit, store, batches, edits } = await batchStore()
    edit(1, { title: 'New' })
    edit(2, { title: 'New' })
    const results = await store.dispatch(
      batch([
        save(1),
        save(2),
        ({ saveEntityRecord }) => saveEntityRecord('postType', 'post', { id: 1, title: 'Newer' }),
        ({ saveEntityRecord }) => saveEntityRecord('postType', 'post', { id: 2, title: 'Newer' }),
        save(1),
      ]),
    )
    expect(batches().map((requests) => requests.map(({ path, body }) => [path, body]))).toEqual([
      [
        ['/wp/v2/posts/1', { title: 'New' }],
        ['/wp/v2/posts/2', { title: 'New' }],
      ],
      [
        ['/wp/v2/posts/1', { title: 'Newer' }],
        ['/wp/v2/posts/2', { title: 'Newer' }],
      ],
    ])
    expect(results.map((result) => result !== undefined)).toEqual([true, true, true, true, false])
    expect(edits(1)).toBeUndefined()
    expect(selectHeldLocks(store.getState())).toEqual([])
    expect(selectPendingLocks(store.getState())).toEqual([])
  })

  it('many writes at once travel with those of the others, writes one after another in later requests', async () => {
    const { edit, run, batches } = await batchStore()
    edit(1, { title: 'New' })
    const [ids] = await run(async ({ saveEntityRecord }) => {
      const both = await Promise.all([
        saveEntityRecord('postType', 'post', { title: 'A' }),
        saveEntityRecord('postType', 'post', { title: 'B' }),
      ])
      const after = await saveEntityRecord('postType', 'post', { title: 'C' })
      return [...both, after].map((one) => one?.id)
    }, save(1))
    expect(ids).toEqual([100, 100, 100])
    expect(batches().map(({ length }) => length)).toEqual([3])
  })

  it('none writes: nothing is sent, and results are what they give', async () => {
    const { run, server } = await batchStore()
    expect(
      await run(
        () => 'text',
        () => undefined,
        async () => 7,
      ),
    ).toEqual(['text', undefined, 7])
    expect(server.log).toEqual([])
  })

  it('one throws before it writes: the others are saved, then the batch rejects with that', async () => {
    const { edit, run, dirty } = await batchStore()
    edit(1, { title: 'New' })
    edit(2, { title: 'New' })
    const broken = new Error('broken')
    const promise = run(
      () => {
        throw broken
      },
      save(1),
      save(2),
    )
    await expect(promise).rejects.toBe(broken)
    expect(dirty()).toEqual([])
  })

  it('one waits for an earlier write of another: both end', async () => {
    const { edit, run, server } = await batchStore()
    edit(1, { title: 'New' })
    let isSaved = () => {}
    const saved = new Promise<void>((resolve) => (isSaved = resolve))
    vi.useFakeTimers()
    const promise = run(
      async (writes) => {
        await save(1)(writes)
        isSaved()
      },
      async ({ saveEntityRecord }) => {
        await saved
        return saveEntityRecord('postType', 'post', { title: 'After' })
      },
    )
    await vi.advanceTimersByTimeAsync(1000)
    expect(await promise).toEqual([undefined, titled(100, 'After')])
    expect(server.log).toEqual(['PUT /wp/v2/posts/1', 'POST /wp/v2/posts'])
  })

  it('one does something slow first: the others wait a second for it, not longer', async () => {
    const { edit, run, server } = await batchStore()
    for (const id of [1, 2]) edit(id, { title: 'New' })
    vi.useFakeTimers()
    let go = () => {}
    const slow = new Promise<void>((resolve) => (go = resolve))
    const promise = run(save(1), save(2), async ({ saveEntityRecord }) => {
      await slow
      return saveEntityRecord('postType', 'post', { title: 'Late' })
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(server.log).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(server.log).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1'])
    go()
    expect((await promise)[2]).toEqual(titled(100, 'Late'))
    expect(server.log.at(-1)).toBe('POST /wp/v2/posts')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('one waits for a save outside the batch: the others do not', async () => {
    const { edit, store, run, server } = await batchStore({
      rule: (seen) => (seen.path === '/wp/v2/posts/1' ? undefined : answersBatches(taking)(seen)),
    })
    edit(1, { title: 'First' })
    const outside = store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
    await settle()
    edit(1, { title: 'Second' })
    edit(2, { title: 'New' })
    const promise = run(save(1), save(2))
    await settle()
    expect(server.log).toEqual(['PUT /wp/v2/posts/1', 'PUT /wp/v2/posts/2'])
    server.waiting[0]?.answer(titled(1, 'First'))
    await outside
    await settle()
    server.waiting[0]?.answer(titled(1, 'Second'))
    expect((await promise).map(Boolean)).toEqual([true, true])
  })

  it('two batches that want the same records in another order both end', async () => {
    const { edit, store, run, dirty } = await batchStore()
    for (const id of [1, 2]) edit(id, { title: 'New' })
    await Promise.all([run(save(1), save(2)), run(save(2), save(1))])
    expect(dirty()).toEqual([])
    expect(selectHeldLocks(store.getState())).toEqual([])
  })

  it('a record that somebody holds is saved with the lock, and waits without it', async () => {
    const { edit, store, run } = await batchStore()
    for (const id of [1, 2]) edit(id, { title: 'New' })
    const lock = await store.dispatch(
      acquireLock(['entities', 'records', 'postType', 'post', 1], { exclusive: true }),
    )
    const results = await run(
      ({ saveEditedEntityRecord: saveEdits }) => saveEdits('postType', 'post', 1, { lock }),
      save(2),
    )
    expect(results.map(Boolean)).toEqual([true, true])
    store.dispatch(releaseLock(lock))
  })

  afterEach(() => {
    vi.useRealTimers()
  })
})

describe('Batch failure: rejects every queued request; a per-item error rejects only that item.', () => {
  const refusing: Rule = (seen) =>
    seen.path === '/wp/v2/posts/2' && seen.method !== 'GET' ? refusal(403, 'rest_cannot_edit') : taking(seen)

  it('One failed save gives undefined and stands on its record alone', async () => {
    const { edit, run, dirty, saveError } = await batchStore({ rule: answersBatches(refusing) })
    for (const id of [1, 2]) edit(id, { title: 'New' })
    expect(await run(save(1), save(2))).toEqual([titled(1, 'New'), undefined])
    expect(dirty()).toEqual([2])
    expect(saveError(2)).toMatchObject({ code: 'rest_cannot_edit', status: 403 })
    expect(saveError(1)).toBeUndefined()
  })

  it('One failed deletion gives false', async () => {
    const { edit, store, run } = await batchStore({ rule: answersBatches(refusing) })
    edit(1, { title: 'New' })
    const results = await run(save(1), ({ deleteEntityRecord }) => deleteEntityRecord('postType', 'post', 2))
    expect(results).toEqual([titled(1, 'New'), false])
    expect(selectDeleteError(store.getState(), 'postType', 'post', 2)).toMatchObject({ status: 403 })
  })

  it('With throwOnError the batch rejects with what one failed with, after all have ended', async () => {
    const { edit, run, dirty, store } = await batchStore({ rule: answersBatches(refusing) })
    for (const id of [1, 2]) edit(id, { title: 'New' })
    await expect(run(strictly(2), save(1))).rejects.toMatchObject({ code: 'rest_cannot_edit' })
    expect(dirty()).toEqual([2])
    await expect(store.dispatch(batch([save(2)], { throwOnError: true }))).rejects.toMatchObject({
      code: 'rest_cannot_edit',
    })
  })

  it('A failed request rejects the batch, stands on each record, and keeps their edits', async () => {
    const lost = refusal(0, 'fetch_error')
    const { edit, run, dirty, saveError, store } = await batchStore({
      rule: ({ method }) => (method === 'OPTIONS' ? batchSchema(25) : method === 'POST' ? lost : undefined),
    })
    for (const id of [1, 2]) edit(id, { title: 'New' })
    await expect(run(save(1), save(2))).rejects.toBe(lost)
    expect(dirty()).toEqual([1, 2])
    expect([saveError(1), saveError(2)]).toEqual([lost, lost])
    expect(selectHeldLocks(store.getState())).toEqual([])
  })

  it('A failed request is not sent again by the next batch', async () => {
    let isBroken = true
    const { edit, run, batches } = await batchStore({
      rule: (seen) =>
        isBroken && seen.method === 'POST' ? refusal(502, 'bad_gateway') : answersBatches(taking)(seen),
    })
    for (const id of [1, 2]) edit(id, { title: 'New' })
    await expect(run(save(1), save(2))).rejects.toMatchObject({ code: 'bad_gateway' })
    isBroken = false
    const create: BatchRequest = ({ saveEntityRecord }) =>
      saveEntityRecord('postType', 'post', { title: 'A' })
    await run(create, create)
    expect(batches()[1]?.map(({ method }) => method)).toEqual(['POST', 'POST'])
  })

  it('A batch with something invalid rejects both, makes no junk record, and leaves both dirty', async () => {
    const { edit, run, dirty, saveError, store } = await batchStore({
      rule: ({ method }) => {
        if (method === 'OPTIONS') return batchSchema(25)
        return method === 'POST' ? batchRefusal([null, refusedEntry(400, 'rest_invalid_param')]) : undefined
      },
    })
    for (const id of [1, 2]) edit(id, { title: 'New' })
    expect(await run(save(1), save(2))).toEqual([undefined, undefined])
    expect(dirty()).toEqual([1, 2])
    expect(saveError(1)).toMatchObject({ code: 'batch_not_executed' })
    expect(saveError(2)).toMatchObject({ code: 'rest_invalid_param' })
    expect(selectHasEntityRecord(store.getState(), 'postType', 'post', 'undefined')).toBe(false)
    await expect(run(strictly(1), strictly(2))).rejects.toMatchObject({ code: 'batch_not_executed' })
  })
})

describe('options of a batch', () => {
  it('A signal that aborts gives all of it up, keeps the edits, and is no error', async () => {
    const { edit, store, dirty, saveError } = await batchStore({
      rule: ({ method }) => (method === 'OPTIONS' ? batchSchema(25) : undefined),
    })
    for (const id of [1, 2]) edit(id, { title: 'New' })
    const controller = new AbortController()
    const promise = store.dispatch(batch([save(1), save(2)], { signal: controller.signal }))
    await settle()
    controller.abort()
    expect(await promise).toEqual([undefined, undefined])
    expect(dirty()).toEqual([1, 2])
    expect(saveError(1)).toBeUndefined()
  })

  it('A signal of one write that aborts before the batch is sent leaves that write out', async () => {
    const { edit, run, server } = await batchStore()
    for (const id of [1, 2]) edit(id, { title: 'New' })
    const controller = new AbortController()
    let isQueued = () => {}
    const queued = new Promise<void>((resolve) => (isQueued = resolve))
    const promise = run(
      ({ saveEditedEntityRecord: saveEdits }) =>
        saveEdits('postType', 'post', 1, { signal: controller.signal }),
      save(2),
      () => queued,
    )
    await settle()
    controller.abort()
    isQueued()
    expect((await promise).slice(0, 2)).toEqual([undefined, titled(2, 'New')])
    expect(server.log).toEqual(['PUT /wp/v2/posts/2'])
  })

  it('A fetcher takes the place of that of the store', async () => {
    const { edit, store, server } = await batchStore()
    for (const id of [1, 2]) edit(id, { title: 'New' })
    const other = await batchStore()
    await store.dispatch(batch([save(1), save(2)], { fetcher: other.server.fetcher }))
    expect(server.log).toEqual([])
    expect(other.server.log).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1'])
  })

  it('With allowPartial the valid ones are saved', async () => {
    const isBad = (path = '') => path.endsWith('/2')
    const { edit, store, dirty } = await batchStore({
      rule: (seen) => {
        const requests = batchedIn(seen)
        return requests.some(({ path }) => isBad(path))
          ? batchRefusal(requests.map(({ path }) => (isBad(path) ? refusedEntry(400, 'bad') : null)))
          : answersBatches(taking)(seen)
      },
    })
    for (const id of [1, 2]) edit(id, { title: 'New' })
    const results = await store.dispatch(batch([save(1), save(2)], { allowPartial: true }))
    expect(results).toEqual([titled(1, 'New'), undefined])
    expect(dirty()).toEqual([2])
  })
})
