import {
  createEntityStore,
  dehydrate,
  editEntityRecord,
  type EntityState,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  invalidate,
  loadEntityConfigs,
  receivePermissions,
  saveEditedEntityRecord,
  selectCanUser,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityConfig,
  selectEntityRecord,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectHasUndo,
  selectIsSaving,
  selectNonTransientEdits,
  selectResolution,
  selectSaveError,
} from 'copydesk'
import { acquireLock, selectIsLockAvailable } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, refusal, reply, settle, type Rule } from '../support/fakeServer'

const rule: Rule = ({ path, method, data }) =>
  method === 'OPTIONS'
    ? reply({}, { headers: { Allow: 'GET, PUT' } })
    : method === 'PUT' || method === 'POST'
      ? post(1, data as Record<string, unknown>)
      : path.startsWith('/wp/v2/posts?')
        ? reply([post(1), post(2)], { headers: { 'X-WP-Total': '12', 'X-WP-TotalPages': '6' } })
        : post(Number(/posts\/(\d+)/.exec(path)?.[1]))

async function firstStore(ownRule: Rule = rule) {
  const server = fakeServer(ownRule)
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  await store.dispatch(loadEntityConfigs('postType'))
  await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 }))
  return { ...server, store }
}

/** A store that begins with what another one ended with, after a way as text. */
function nextStore(store: EntityStore, ownRule: Rule = rule) {
  const server = fakeServer(ownRule)
  const preloadedState = JSON.parse(JSON.stringify(dehydrate(store.getState()))) as EntityState
  return { ...server, store: createEntityStore({ fetcher: server.fetcher, preloadedState, devTools: false }) }
}

describe('a dehydrated state', () => {
  it('is the same after a way as text', async () => {
    const { store } = await firstStore()
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New', meta: { a: 9 } }))
    const state = dehydrate(store.getState())
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
    expect(dehydrate(nextStore(store).store.getState())).toEqual(state)
  })

  it('brings records, lists, totals, permissions and edits', async () => {
    const { store } = await firstStore()
    await store.dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: 1 }))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New', meta: { a: 9 } }))
    const state = nextStore(store).store.getState()
    expect(selectEntityRecord(state, 'postType', 'post', 2)).toEqual(post(2))
    expect(selectEntityRecords(state, 'postType', 'post', { per_page: 2 })).toEqual([post(1), post(2)])
    expect(selectEntityRecordsTotalItems(state, 'postType', 'post', { per_page: 2 })).toBe(12)
    expect(selectCanUser(state, 'update', { kind: 'postType', name: 'post', id: 1 })).toBe(true)
    expect(selectEditedEntityRecord(state, 'postType', 'post', 1)).toMatchObject({
      title: 'New',
      meta: { a: 9, b: 2 },
    })
    expect(selectDirtyEntityRecords(state)).toEqual([
      { kind: 'postType', name: 'post', key: 1, title: 'New' },
    ])
  })

  it('makes reads of what it holds ask for nothing', async () => {
    const { store } = await firstStore()
    await store.dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: 1 }))
    const next = nextStore(store)
    await next.store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 }))
    await next.store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await next.store.dispatch(fetchEntityRecord('postType', 'post', 2, { _fields: 'slug' }))
    await next.store.dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: 1 }))
    expect(next.log).toEqual([])
  })

  it('knows the entities with their functions', async () => {
    const { store } = await firstStore()
    const config = selectEntityConfig(nextStore(store).store.getState(), 'postType', 'post')
    expect(config?.getTitle?.({ title: 'A &amp; B' })).toBe(
      selectEntityConfig(store.getState(), 'postType', 'post')?.getTitle?.({ title: 'A &amp; B' }),
    )
  })

  it('has lazy edits computed, and transient ones left out', async () => {
    const { store } = await firstStore()
    store.dispatch(
      editEntityRecord('postType', 'post', 1, {
        slug: 'new-slug',
        content: ({ slug }: { slug: string }) => `Text of ${slug}`,
        selection: { start: 3 },
      }),
    )
    const next = nextStore(store)
    expect(selectNonTransientEdits(next.store.getState(), 'postType', 'post', 1)).toEqual({
      slug: 'new-slug',
      content: 'Text of new-slug',
    })
    expect(selectEditedEntityRecord(next.store.getState(), 'postType', 'post', 1)).not.toHaveProperty(
      'selection',
    )
    await next.store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
    expect(next.seen.at(-1)?.data).toEqual({ slug: 'new-slug', content: 'Text of new-slug' })
  })

  it('leaves out a record that only had transient edits', async () => {
    const { store } = await firstStore()
    store.dispatch(editEntityRecord('postType', 'post', 1, { selection: { start: 3 } }))
    expect(JSON.stringify(dehydrate(store.getState()).edits.records)).not.toContain('selection')
  })

  it('leaves out what was under way: reads, saves, locks and undo levels', async () => {
    const { store } = await firstStore(({ method, path, ...rest }) =>
      method === 'PUT' || method === 'POST' || path.includes('/9')
        ? undefined
        : rule({ method, path, ...rest }),
    )
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    void store.dispatch(fetchEntityRecord('postType', 'post', 9))
    void store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
    void store.dispatch(acquireLock(['mine'], { exclusive: true }))
    await settle()
    expect(selectIsSaving(store.getState(), 'postType', 'post', 1)).toBe(true)
    const next = nextStore(store)
    const state = next.store.getState()
    expect(selectIsSaving(state, 'postType', 'post', 1)).toBe(false)
    expect(selectResolution(state, 'fetchEntityRecord', 'postType', 'post', 9).status).toBe('idle')
    expect(selectIsLockAvailable(state, ['mine'], { exclusive: true })).toBe(true)
    expect(selectHasUndo(state)).toBe(false)
    expect(selectEditedEntityRecord(state, 'postType', 'post', 1)?.title).toBe('New')
    await next.store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
    expect(next.seen.at(-1)?.data).toMatchObject({ title: 'New' })
    await next.store.dispatch(fetchEntityRecord('postType', 'post', 9))
    expect(next.log.at(-1)).toBe('GET /wp/v2/posts/9?context=edit')
  })

  it('tells errors by their plain data', async () => {
    const { store } = await firstStore(({ method, ...rest }) =>
      method === 'PUT' || method === 'POST' ? refusal(403, 'no', 'Not you.') : rule({ method, ...rest }),
    )
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    await store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
    expect(selectSaveError(nextStore(store).store.getState(), 'postType', 'post', 1)).toMatchObject({
      name: 'RestError',
      code: 'no',
      message: 'Not you.',
      status: 403,
    })
  })

  it('shares nothing with the store it came from, and does not change it', async () => {
    const { store } = await firstStore()
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    const before = store.getState()
    const text = JSON.stringify(before)
    const next = nextStore(store)
    next.store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Newer' }))
    selectDirtyEntityRecords(next.store.getState())
    expect(store.getState()).toBe(before)
    expect(JSON.stringify(before)).toBe(text)
    expect(selectDirtyEntityRecords(store.getState())[0]?.title).toBe('New')
  })
})

describe('a store that goes on from a state', () => {
  it('takes newer answers for newer, also after something had been made stale without being read again', async () => {
    const { store } = await firstStore()
    for (let i = 0; i < 20; i++) store.dispatch(invalidate({ kind: 'postType', name: 'post', id: 1 }))
    const next = nextStore(store)
    await next.store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await next.store.dispatch(fetchEntityRecord('postType', 'post', 1))
    expect(next.log).toEqual(['GET /wp/v2/posts/1?context=edit'])
  })

  it('takes newer permissions for newer', async () => {
    const { store } = await firstStore()
    for (let i = 0; i < 20; i++) store.dispatch(receivePermissions({ 'update/media/1': true }))
    const next = nextStore(store, () => reply({}, { headers: { Allow: 'GET' } }))
    await next.store.dispatch(fetchPermissions('media', 1, { force: true }))
    expect(selectCanUser(next.store.getState(), 'update', 'media', 1)).toBe(false)
  })

  it('asks again for what is made stale there', async () => {
    const { fetcher } = fakeServer(() => ({}))
    const store = createEntityStore({ fetcher, devTools: false })
    await store.dispatch(loadEntityConfigs('taxonomy'))
    await store.dispatch(loadEntityConfigs('postType'))
    const next = nextStore(store)
    next.store.dispatch(invalidate({ kind: 'postType' }))
    await next.store.dispatch(loadEntityConfigs('postType'))
    expect(next.log).toEqual(['GET /wp/v2/types?context=view'])
  })

  it('takes the very state of another store, and keeps its memory apart', async () => {
    const { store } = await firstStore()
    const { fetcher, log } = fakeServer(rule)
    const next = createEntityStore({ fetcher, preloadedState: store.getState(), devTools: false })
    await next.dispatch(fetchEntityRecord('postType', 'post', 1))
    expect(log).toEqual([])
    next.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    expect(selectDirtyEntityRecords(next.getState())).toHaveLength(1)
    expect(selectDirtyEntityRecords(store.getState())).toEqual([])
  })
})
