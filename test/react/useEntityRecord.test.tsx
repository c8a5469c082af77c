import {
  addEntities,
  defineEntity,
  type EntityStore,
  fetchEntityRecords,
  invalidate,
  receiveEntityRecords,
  undo,
} from 'copydesk'
import {
  useEntityProp,
  useEntityRecord,
  type UseEntityRecordOptions,
  type UseEntityRecordResult,
} from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { post, refusal, reply } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

type Shown = UseEntityRecordResult<'postType', 'post', 'edit'>

interface Props extends UseEntityRecordOptions {
  readonly id?: number | string | undefined
}

/** Shows a post and keeps what the hook gave at each render. */
function shownPost(store: EntityStore, first: Props = { id: 1 }) {
  const all: Shown[] = []
  function Post({ id, ...options }: Props) {
    const shown = useEntityRecord('postType', 'post', id, options)
    all.push({ ...shown } as Shown)
    return null
  }
  const { rerender, unmount } = show(store, <Post {...first} />)
  return {
    all,
    last: () => all.at(-1) as Shown,
    rerender: (props: Props) => rerender(<Post {...props} />),
    unmount,
  }
}

describe('edit of useEntityRecord', () => {
  it('takes a recipe, which gives the edits and the undo level that an object would', async () => {
    const { store } = await siteStore(({ method }) => (method === 'GET' ? post(1) : undefined))
    const Form = () => {
      const { editedRecord, edit } = useEntityRecord('postType', 'post', 1)
      const change = () =>
        edit((draft) => {
          draft.title = `${draft.title}!`
          draft.meta.a = 5
        })
      return <button onClick={change}>{editedRecord?.title}</button>
    }
    const { getByRole } = show(store, <Form />)
    await after()
    await after(() => getByRole('button').click())
    expect(getByRole('button').textContent).toBe('Post 1!')
    await after(() => store.dispatch(undo()))
    expect(getByRole('button').textContent).toBe('Post 1')
  })
})

describe('useEntityRecord, reading', () => {
  it('says resolving from its very first render', async () => {
    const { store } = await siteStore()
    const { all } = shownPost(store)
    expect(all[0]).toMatchObject({
      status: 'resolving',
      isResolving: true,
      isFetching: true,
      hasStarted: true,
      hasResolved: false,
      record: undefined,
      editedRecord: undefined,
      edits: {},
      hasEdits: false,
      error: undefined,
    })
  })

  it('shows the record when it has come, with plain texts where it can be edited', async () => {
    const { store, log } = await siteStore(() => post(1))
    const { last } = shownPost(store)
    await after()
    expect(last()).toMatchObject({
      status: 'success',
      isResolving: false,
      isFetching: false,
      hasResolved: true,
    })
    expect(last().record).toEqual(post(1))
    expect(last().editedRecord).toMatchObject({ id: 1, title: 'Post 1' })
    expect(log).toEqual(['GET /wp/v2/posts/1?context=edit'])
  })

  it('shows a known record at once, and asks for nothing', async () => {
    const { store, log } = await siteStore(() => reply([post(1)], { headers: { 'X-WP-Total': '1' } }))
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    log.length = 0
    const { all } = shownPost(store)
    await after()
    expect(all[0]).toMatchObject({ status: 'success', isResolving: false })
    expect(log).toEqual([])
  })

  it('shows a record that was put in by hand at once, while it is read for the first time', async () => {
    const { store, waiting } = await siteStore()
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    const { all, last } = shownPost(store)
    await after()
    expect(waiting).toHaveLength(1)
    for (const shown of all) expect(shown).toMatchObject({ status: 'success', isResolving: false })
    expect(last()).toMatchObject({ isFetching: true, record: post(1) })
  })

  it('tells what a request failed with, and shows the record after trying again', async () => {
    let isDown = true
    const down = refusal(503, 'down', 'Out for lunch.')
    const { store } = await siteStore(() => (isDown ? down : post(1)))
    const { last } = shownPost(store)
    await after()
    expect(last()).toMatchObject({
      status: 'error',
      record: undefined,
      hasResolved: true,
      isResolving: false,
    })
    expect(last().error).toBe(down)
    isDown = false
    await after(() => last().refetch())
    expect(last()).toMatchObject({ status: 'success', error: undefined })
    expect(last().record?.id).toBe(1)
  })

  it('keeps the record it has when a later request fails', async () => {
    let isDown = false
    const { store } = await siteStore(() => (isDown ? refusal(503, 'down') : post(1)))
    const { last } = shownPost(store)
    await after()
    isDown = true
    await after(() => last().refetch())
    expect(last().status).toBe('error')
    expect(last().record?.id).toBe(1)
    expect(last().editedRecord?.title).toBe('Post 1')
  })

  it('resolves refetch to undefined when the request fails: nobody has to catch it', async () => {
    const { store } = await siteStore(() => refusal(500, 'broken'))
    const { last } = shownPost(store)
    await after()
    await after(() => expect(last().refetch()).resolves.toBeUndefined())
    expect(last().error).toMatchObject({ code: 'broken' })
  })

  it('stays on the record while it is read again', async () => {
    const { store, waiting } = await siteStore()
    const { all, last } = shownPost(store)
    await after()
    await after(() => waiting[0]?.answer(post(1)))
    const before = all.length
    await after(() => void last().refetch())
    expect(last()).toMatchObject({ status: 'success', isFetching: true, isResolving: false })
    await after(() => waiting[0]?.answer(post(1, { slug: 'other' })))
    expect(last()).toMatchObject({ isFetching: false })
    expect(last().record?.slug).toBe('other')
    expect(all.slice(before).every(({ record }) => record !== undefined)).toBe(true)
  })

  it('reads again what was made stale while it is on screen', async () => {
    const { store, log } = await siteStore(() => post(1))
    shownPost(store)
    await after()
    await after(() => store.dispatch(invalidate({ kind: 'postType', name: 'post', id: 1 })))
    await after(() => store.dispatch(invalidate({ kind: 'postType' })))
    await after(() => store.dispatch(invalidate()))
    await after(() => store.dispatch(invalidate({ kind: 'postType', name: 'post', id: 2 })))
    expect(log.filter((line) => line.includes('/posts/'))).toHaveLength(4)
  })

  it('reads a known record again on mount only when it is older than staleTime', async () => {
    const { store, log } = await siteStore(() => post(1))
    const first = shownPost(store)
    await after()
    first.unmount()
    shownPost(store, { id: 1, staleTime: 60_000 }).unmount()
    await after()
    expect(log).toHaveLength(1)
    shownPost(store, { id: 1, staleTime: 0 })
    await after()
    expect(log).toHaveLength(2)
  })

  it('shows the copy of another context where it is asked to, and still edits the own one', async () => {
    const { store, log } = await siteStore(({ path }) =>
      path.includes('context=view') ? { id: 1, title: { rendered: 'Seen' } } : post(1),
    )
    const { last } = shownPost(store, { id: 1, context: 'view' })
    await after()
    expect(log).toEqual(['GET /wp/v2/posts/1?context=view'])
    expect(last().record).toEqual({ id: 1, title: { rendered: 'Seen' } })
    expect(last().editedRecord).toBeUndefined()
  })

  it('tells of an entity that nobody knows', async () => {
    const { store, log } = await siteStore()
    let shown: { status: string; error: unknown } | undefined
    const Unknown = () => {
      const { status, error } = useEntityRecord('postType', 'unicorn', 1)
      shown = { status, error }
      return null
    }
    show(store, <Unknown />)
    await after()
    expect(shown?.status).toBe('error')
    expect(shown?.error).toMatchObject({ code: 'unknown_entity' })
    expect(log).toEqual([])
  })
})

describe('useEntityRecord, disabled or without an id', () => {
  it('asks for nothing and shows stable empty values while it is disabled', async () => {
    const { store, log } = await siteStore()
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    const { all, last, rerender } = shownPost(store, { id: 1, enabled: false })
    rerender({ id: 1, enabled: false })
    await after()
    expect(log).toEqual([])
    expect(last()).toMatchObject({ status: 'idle', hasStarted: false, record: undefined, hasEdits: false })
    expect(last().editedRecord).toBeUndefined()
    expect(all[0]?.edits).toBe(last().edits)
  })

  it('reads when it is enabled, and stops showing when it is disabled again', async () => {
    const { store, log } = await siteStore(() => post(1))
    const { all, last, rerender } = shownPost(store, { id: 1, enabled: false })
    rerender({ id: 1 })
    expect(all[1]?.status).toBe('resolving')
    await after()
    expect(last().record?.id).toBe(1)
    rerender({ id: 1, enabled: false })
    expect(last().record).toBeUndefined()
    expect(log).toHaveLength(1)
  })

  it.each([undefined, '', 0])('is idle and asks for nothing with the id %o', async (id) => {
    const { store, log } = await siteStore()
    const { last } = shownPost(store, { id })
    await after()
    expect(last()).toMatchObject({ status: 'idle', isResolving: false, record: undefined })
    await after(() => expect(last().refetch()).resolves.toBeUndefined())
    expect(log).toEqual([])
  })

  it('needs no id for the record of an entity that has just one', async () => {
    const { store, log, seen } = await siteStore(({ method }) =>
      method === 'GET' ? { title: 'My site' } : { title: 'New name' },
    )
    let shown: UseEntityRecordResult<'root', 'site', 'view'> | undefined
    const Site = () => {
      shown = { ...useEntityRecord('root', 'site') }
      return null
    }
    show(store, <Site />)
    expect(shown?.status).toBe('resolving')
    await after()
    expect(shown?.record?.title).toBe('My site')
    await after(() => shown?.edit({ title: 'New name' }))
    expect(shown?.hasEdits).toBe(true)
    await after(() => shown?.save())
    expect(shown?.hasEdits).toBe(false)
    expect(shown?.record?.title).toBe('New name')
    expect(log.filter((line) => !line.startsWith('OPTIONS'))).toEqual([
      'GET /wp/v2/settings',
      expect.stringMatching(/^(POST|PUT) \/wp\/v2\/settings$/),
    ])
    expect(seen.find(({ data }) => data !== undefined)?.data).toEqual({ title: 'New name' })
  })

  it.each<[string, () => unknown]>([
    ['useEntityRecord', () => useEntityRecord<string, string>('shop', 'options').record],
    ['useEntityProp', () => useEntityProp<string, string, string>('shop', 'options', 'title')[0]],
  ])('reads the one record of an entity that is added while %s shows it, once', async (hook, useShown) => {
    const { store, log } = await siteStore(() => ({ title: 'My shop' }))
    let shown: unknown
    const Options = () => {
      shown = useShown()
      return null
    }
    show(store, <Options />)
    await after()
    expect(log).toEqual([])
    const options = defineEntity({ kind: 'shop', name: 'options', baseURL: '/shop/v1/options', key: false })
    await after(() => store.dispatch(addEntities([options])))
    expect(log).toEqual(['GET /shop/v1/options'])
    expect([{ title: 'My shop' }, 'My shop']).toContainEqual(shown)
    await after(() => store.dispatch(addEntities([options])))
    expect(log).toHaveLength(1)
  })

  it('takes a number and the same number as text as one id', async () => {
    const { store, log } = await siteStore(() => post(1))
    const { last, rerender } = shownPost(store, { id: 1 })
    await after()
    const { edit } = last()
    rerender({ id: '1' })
    await after()
    expect(last().edit).toBe(edit)
    expect(log).toHaveLength(1)
  })
})

describe('useEntityRecord, when the id changes under way', () => {
  it('aborts the request of the record before and never shows that one', async () => {
    const { store, waiting, seen } = await siteStore()
    const { all, last, rerender } = shownPost(store, { id: 1 })
    await after()
    rerender({ id: 2 })
    const second = all.length - 1
    await after()
    expect(seen[0]?.request.signal?.aborted).toBe(true)
    await after(() => waiting[0]?.answer(post(2)))
    expect(last().record?.id).toBe(2)
    expect(all.slice(second).some(({ record }) => record?.id === 1)).toBe(false)
  })

  it('never shows the record before while the next one is read', async () => {
    const { store } = await siteStore(({ path }) => (path.includes('/1') ? post(1) : undefined))
    const { all, last, rerender } = shownPost(store, { id: 1 })
    await after()
    expect(last().record?.id).toBe(1)
    const before = all.length
    rerender({ id: 2 })
    await after()
    for (const shown of all.slice(before)) {
      expect(shown).toMatchObject({ record: undefined, status: 'resolving' })
      expect(shown.editedRecord).toBeUndefined()
    }
  })

  it('lets the request go on as long as another component waits for it', async () => {
    const { store, waiting, log } = await siteStore()
    const one = shownPost(store)
    const other = shownPost(store)
    await after()
    one.unmount()
    await after(() => waiting[0]?.answer(post(1)))
    expect(other.last().record?.id).toBe(1)
    expect(log).toHaveLength(1)
  })

  it('aborts the request when the last component goes, and asks anew when one comes back', async () => {
    const { store, waiting, seen } = await siteStore()
    const one = shownPost(store)
    await after()
    one.unmount()
    await after()
    expect(seen[0]?.request.signal?.aborted).toBe(true)
    expect(waiting).toEqual([])
    const back = shownPost(store)
    await after()
    await after(() => waiting[0]?.answer(post(1)))
    expect(back.last().status).toBe('success')
  })
})

describe('useEntityRecord, writing', () => {
  const saved = (rule?: (method: string) => unknown) =>
    siteStore(({ method, data }) => {
      const title = (data as { title?: string } | undefined)?.title
      return rule?.(method) ?? post(1, title === undefined ? {} : { title: { raw: title, rendered: title } })
    })

  it('keeps the identity of its functions through edits, saves and answers', async () => {
    const { store } = await saved()
    const { all, last, rerender } = shownPost(store)
    await after()
    await after(() => last().edit({ title: 'New' }))
    await after(() => last().save())
    rerender({ id: 1, staleTime: 5 })
    rerender({ id: 1, enabled: false })
    for (const { edit, save, remove, refetch } of all) {
      expect([edit, save, remove, refetch]).toEqual([
        all[0]?.edit,
        all[0]?.save,
        all[0]?.remove,
        all[0]?.refetch,
      ])
    }
  })

  it('shows edits at once and lets go of them when they are saved', async () => {
    const { store, seen } = await saved()
    const { last } = shownPost(store)
    await after()
    await after(() => last().edit({ title: 'New' }))
    expect(last()).toMatchObject({ hasEdits: true, edits: { title: 'New' } })
    expect(last().editedRecord?.title).toBe('New')
    expect(last().record?.title.raw).toBe('Post 1')
    await after(() => last().save())
    expect(last()).toMatchObject({ hasEdits: false, edits: {}, isSaving: false })
    expect(last().record?.title.raw).toBe('New')
    expect(seen.at(-1)?.data).toEqual({ title: 'New' })
  })

  it('says that it is saving until the answer comes', async () => {
    const { store, waiting } = await siteStore(({ method }) => (method === 'GET' ? post(1) : undefined))
    const { all, last } = shownPost(store)
    await after()
    await after(() => last().edit({ slug: 'new' }))
    await after(() => void last().save())
    expect(last().isSaving).toBe(true)
    await after(() => waiting[0]?.answer(post(1, { slug: 'new' })))
    expect(last().isSaving).toBe(false)
    expect(all.some(({ isDeleting }) => isDeleting)).toBe(false)
  })

  it('rejects a failed save, keeps the edits and tells the error', async () => {
    const denied = refusal(403, 'rest_cannot_edit')
    const { store } = await saved((method) => (method === 'GET' ? undefined : denied))
    const { last } = shownPost(store)
    await after()
    await after(() => last().edit({ title: 'New' }))
    await after(() => expect(last().saveAsync()).rejects.toBe(denied))
    expect(last()).toMatchObject({ saveError: denied, isSaving: false, hasEdits: true })
    expect(last().status).toBe('success')
  })

  it('resolves a failed save to what it failed with', async () => {
    const { store } = await saved((method) => (method === 'GET' ? undefined : refusal(500, 'broken')))
    const { last } = shownPost(store)
    await after()
    await after(() => last().edit({ title: 'New' }))
    await after(() =>
      expect(last().save()).resolves.toMatchObject({ status: 'failed', error: { code: 'broken' } }),
    )
    expect(last().saveError).toMatchObject({ code: 'broken' })
  })

  it('says that it is deleting, forgets the record, and does not ask for it again', async () => {
    const { store, waiting, log } = await siteStore(({ method }) => (method === 'GET' ? post(1) : undefined))
    const { last } = shownPost(store)
    await after()
    await after(() => void last().remove({ force: true }))
    expect(last().isDeleting).toBe(true)
    await after(() => waiting[0]?.answer({ deleted: true, previous: post(1) }))
    expect(last()).toMatchObject({ isDeleting: false, record: undefined, isResolving: false })
    expect(last().editedRecord).toBeUndefined()
    expect(log).toEqual(['GET /wp/v2/posts/1?context=edit', 'DELETE /wp/v2/posts/1?force=true'])
  })

  it('rejects a failed deletion and tells the error beside the record', async () => {
    const { store } = await saved((method) => (method === 'DELETE' ? refusal(403, 'no') : undefined))
    const { last } = shownPost(store)
    await after()
    await after(() => expect(last().removeAsync()).rejects.toMatchObject({ code: 'no' }))
    expect(last().deleteError).toMatchObject({ code: 'no' })
    expect(last().record?.id).toBe(1)
    await after(() =>
      expect(last().remove()).resolves.toMatchObject({ status: 'failed', error: { code: 'no' } }),
    )
  })

  it('writes to the record that it shows now, also from a function taken before the id changed', async () => {
    const { store, log } = await siteStore(({ path }) => post(path.includes('/2') ? 2 : 1))
    const { last, rerender } = shownPost(store, { id: 1 })
    await after()
    const { edit } = last()
    rerender({ id: 2 })
    await after(() => last().edit({ slug: 'two' }))
    expect(last().edit).not.toBe(edit)
    await after(() => last().save())
    expect(log.at(-1)).toMatch(/^(PUT|POST) \/wp\/v2\/posts\/2/)
  })
})
