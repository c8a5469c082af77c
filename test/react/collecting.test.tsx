import {
  clearEntityRecordEdits,
  type CollectingOptions,
  editEntityRecord,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  saveEditedEntityRecord,
  selectEntityRecord,
  startCollecting,
} from 'copydesk'
import { acquireLock } from 'copydesk/actions'
import {
  useCanUser,
  useEntityProp,
  useEntityRecord,
  useEntityRecords,
  useInfiniteEntityRecords,
} from 'copydesk/react'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { post, reply } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'
import { tableRows } from '../support/tableRows'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

const rule = ({ path, method }: { path: string; method: string }) => {
  if (method === 'OPTIONS') return reply({}, { headers: { Allow: 'GET, PUT' } })
  const id = /posts\/(\d+)/.exec(path)?.[1]
  if (id) return post(Number(id), method === 'GET' ? {} : { title: { raw: 'New', rendered: 'New' } })
  const size = Number(/per_page=(\d+)/.exec(path)?.[1] ?? 10)
  const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1)
  return reply(
    Array.from({ length: size }, (_, i) => post((page - 1) * size + i + 1)),
    { headers: { 'X-WP-Total': '40', 'X-WP-TotalPages': String(40 / size) } },
  )
}

async function collected(
  options: CollectingOptions = { after: 1000 },
  answer: typeof rule | (() => undefined) = rule,
) {
  const site = await siteStore(answer, { collectAfter: false })
  const stop = startCollecting(site.store, options)
  return { ...site, stop }
}

const wait = (milliseconds: number) =>
  after(async () => {
    vi.advanceTimersByTime(milliseconds)
    await vi.dynamicImportSettled()
  })
const isKnown = (store: EntityStore, id: number) =>
  selectEntityRecord(store.getState(), 'postType', 'post', id) !== undefined

interface Sized {
  size: number
}

interface KeptRecords {
  contexts: Record<string, Sized>
  written: Sized
}

/** How much of what comes and goes is in the state. */
function counts(store: EntityStore) {
  const { entities, queries, permissions, resolution } = store.getState()
  const post = tableRows<KeptRecords>(entities.records).get('postType/post')
  const lists = tableRows<Sized>(queries).get('postType/post')
  return {
    records: Object.values(post?.contexts ?? {}).reduce((sum, { size }) => sum + size, 0),
    written: post?.written.size ?? 0,
    lists: lists?.size ?? 0,
    permissions: permissions.size,
    questions: resolution.entries.size,
  }
}

describe('startCollecting', () => {
  it('forgets what nobody shows any more, and all that was noted of it', async () => {
    const { store } = await collected()
    const before = counts(store)
    const Page = () => {
      useEntityRecords('postType', 'post', { per_page: 20 })
      useEntityRecord('postType', 'post', 30)
      useEntityRecord('postType', 'post', 2, { context: 'view' })
      useCanUser('update', { kind: 'postType', name: 'post', id: 31 })
      useCanUser('create', 'media')
      return null
    }
    const { unmount } = show(store, <Page />)
    await after()
    await after(() =>
      store.dispatch(editEntityRecord('postType', 'post', 30, { title: 'New' }, { undoIgnore: true })),
    )
    await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', 30)))
    expect(counts(store)).toMatchObject({ lists: 1, written: 1 })
    await wait(5000)
    expect(counts(store)).toMatchObject({ records: 22, lists: 1 })
    act(() => unmount())
    await wait(900)
    expect(counts(store)).toMatchObject({ records: 22, lists: 1 })
    await wait(1000)
    await wait(1000)
    expect(counts(store)).toEqual({ ...before })
  })

  it('never takes from a component what it shows, and asks nothing again for it', async () => {
    const { store, log } = await collected()
    const Page = () => {
      const { records } = useEntityRecords('postType', 'post', { per_page: 2 })
      const growing = useInfiniteEntityRecords('postType', 'post', { per_page: 5, search: 'a' })
      const { editedRecord } = useEntityRecord('postType', 'post', 20)
      const [title] = useEntityProp('postType', 'post', 'title', 21)
      const mayUpdate = useCanUser('update', { kind: 'postType', name: 'post', id: 22 })
      const shown = [records?.length, growing.records?.length, editedRecord?.title, title, mayUpdate]
      return <button onClick={() => void growing.fetchNextPage()}>{JSON.stringify(shown)}</button>
    }
    const { container } = show(store, <Page />)
    await after()
    await after(() => container.querySelector('button')?.click())
    const shown = '[2,10,"Post 20","Post 21",true]'
    expect(container.textContent).toBe(shown)
    const asked = log.length
    for (let i = 0; i < 10; i++) await wait(1000)
    expect(container.textContent).toBe(shown)
    expect(log).toHaveLength(asked)
  })

  it('keeps how the read of a shown record stands, whether or not a component looks at that', async () => {
    const { store, log } = await collected()
    const Title = () => <p>{useEntityRecord('postType', 'post', 1).editedRecord?.title}</p>
    const Field = () => <i>{useEntityProp('postType', 'post', 'title', 2)[0]}</i>
    const Fresh = ({ id }: { id: number }) => (
      <b>{useEntityRecord('postType', 'post', id, { staleTime: 4000 }).record?.id}</b>
    )
    show(store, [<Title key="title" />, <Field key="field" />])
    await after()
    for (let i = 0; i < 5; i++) await wait(1000)
    expect(log).toHaveLength(2)
    // Old enough to be asked for again, which only the time of its answer tells.
    show(store, [<Fresh key="1" id={1} />, <Fresh key="2" id={2} />])
    await after()
    expect(log).toHaveLength(4)
  })

  it('reads again what was forgotten, as if it had never been known', async () => {
    const { store, log } = await collected()
    const List = () => <p>{useEntityRecords('postType', 'post', { per_page: 2 }).records?.length}</p>
    const first = show(store, <List />)
    await after()
    first.unmount()
    await wait(3000)
    const { container } = show(store, <List />)
    expect(container.textContent).toBe('')
    await after()
    expect(container.textContent).toBe('2')
    expect(log).toHaveLength(2)
  })

  it('leaves no list with a row missing: either all of it is known or it is read again', async () => {
    const { store, log } = await collected()
    await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 3 }))
    store.dispatch(editEntityRecord('postType', 'post', 2, { title: 'Mine' }))
    await wait(3000)
    expect(isKnown(store, 1)).toBe(false)
    expect(isKnown(store, 2)).toBe(true)
    expect(await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 3 }))).toHaveLength(3)
    expect(log).toHaveLength(2)
  })

  it('keeps what is edited, in the undo history, or locked, until that is over', async () => {
    const { store } = await collected()
    for (const id of [1, 2, 3, 4]) await store.dispatch(fetchEntityRecord('postType', 'post', id))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Mine' }, { undoIgnore: true }))
    store.dispatch(editEntityRecord('postType', 'post', 2, { title: 'Mine' }))
    store.dispatch(editEntityRecord('postType', 'post', 2, { title: 'Post 2' }))
    await store.dispatch(acquireLock(['entities', 'records', 'postType', 'post', '3'], { exclusive: true }))
    await wait(3000)
    expect([1, 2, 3, 4].map((id) => isKnown(store, id))).toEqual([true, true, true, false])
    store.dispatch(clearEntityRecordEdits('postType', 'post', 1))
    await wait(3000)
    expect(isKnown(store, 3)).toBe(true)
  })

  it('keeps a record while it is being saved', async () => {
    const { store, waiting } = await collected({ after: 1000 }, () => undefined)
    void store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await after()
    await after(() => waiting[0]?.answer(post(1)))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }, { undoIgnore: true }))
    const saved = store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
    await wait(5000)
    expect(isKnown(store, 1)).toBe(true)
    await after(() => waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } })))
    expect((await saved)?.title.raw).toBe('New')
    await wait(3000)
    expect(isKnown(store, 1)).toBe(false)
  })

  it('keeps what it is asked to keep', async () => {
    const keep = vi.fn((kind: string, name: string, id: string | undefined) => name === 'post' && id === '2')
    const { store } = await collected({ after: 1000, keep })
    for (const id of [1, 2]) await store.dispatch(fetchEntityRecord('postType', 'post', id))
    await wait(3000)
    expect([1, 2].map((id) => isKnown(store, id))).toEqual([false, true])
    expect(keep).toHaveBeenCalledWith('postType', 'post', '1')
  })

  it('begins anew when something is shown in between', async () => {
    const { store } = await collected()
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    const One = () => <p>{useEntityRecord('postType', 'post', 1).status}</p>
    await wait(750)
    const { unmount } = show(store, <One />)
    await wait(750)
    act(() => unmount())
    await wait(1000)
    expect(isKnown(store, 1)).toBe(true)
    await wait(750)
    expect(isKnown(store, 1)).toBe(false)
  })

  it('asks for permissions again that were forgotten', async () => {
    const { store, log } = await collected()
    await store.dispatch(fetchPermissions('media'))
    await wait(3000)
    expect(await store.dispatch(fetchPermissions('media'))).toMatchObject({ update: true })
    expect(log).toEqual(['OPTIONS /wp/v2/media', 'OPTIONS /wp/v2/media'])
  })

  it('changes nothing when there is nothing to forget, and nothing after it was stopped', async () => {
    const { store, stop } = await collected()
    const before = store.getState()
    await wait(3000)
    expect(store.getState()).toBe(before)
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    stop()
    await wait(5000)
    expect(isKnown(store, 1)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('takes nothing any more when it was stopped', async () => {
    const { store, stop } = await collected()
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await wait(500)
    stop()
    await wait(2000)
    expect(isKnown(store, 1)).toBe(true)
  })

  it.each([0, -1, NaN, Infinity])('refuses %s as a time', async (time) => {
    const { store } = await siteStore()
    expect(() => startCollecting(store, { after: time })).toThrow('Pass a number of milliseconds above 0.')
  })

  it('does not wake components that it takes nothing from', async () => {
    const { store } = await collected()
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    let renders = 0
    const Two = () => {
      renders++
      return <p>{useEntityRecord('postType', 'post', 2).status}</p>
    }
    show(store, <Two />)
    await after()
    const before = renders
    await wait(3000)
    expect(isKnown(store, 1)).toBe(false)
    expect(renders).toBe(before)
  })
})
