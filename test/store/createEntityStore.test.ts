import {
  createEntityStore,
  createUndoLevel,
  editEntityRecord,
  type EntityState,
  type EntityStoreOptions,
  fetchEntityRecord,
  loadEntityConfigs,
  receiveEntityRecords,
  selectEntityConfig,
  selectEntityRecord,
  selectUndoHistory,
  type StoreAction,
  undo,
} from 'copydesk'
import { batched, entityKey, addresses } from 'copydesk/actions'
import { compose as composeFunctions, type StoreEnhancer } from 'redux'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, post, settle } from '../support/fakeServer'

const posts = addresses.entity(entityKey('postType', 'post'))
const postAt = (id: string | number) => addresses.record(entityKey('postType', 'post'), String(id) as never)

async function siteStore(options: Partial<EntityStoreOptions> = {}) {
  const server = fakeServer()
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false, ...options })
  await store.dispatch(loadEntityConfigs('postType'))
  server.log.length = 0
  return { ...server, store }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

describe('createEntityStore', () => {
  it.each([
    [undefined, 'undefined'],
    [{}, 'undefined'],
    [{ fetcher: 'https://example.org' }, '"https://example.org"'],
  ])('asks for a fetcher when it is given %o', (options, shown) => {
    expect(() => createEntityStore(options as unknown as EntityStoreOptions)).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringContaining(`The store needs a fetcher, but got ${shown}.`),
      }),
    )
  })

  it.each([0, -1, 1.5, '3', Infinity, NaN, null])('refuses %o undo levels', (undoLimit) => {
    const options = { fetcher: fakeServer().fetcher, undoLimit } as EntityStoreOptions
    expect(() => createEntityStore(options)).toThrow(expect.objectContaining({ code: 'invalid_option' }))
  })

  it.each([
    ['middleware', 5, '5'],
    ['middleware', ['logger'], '["logger"]'],
    ['enhancers', {}, '{}'],
    ['plugins', [undefined], '[null]'],
  ])('asks for functions when %s is %o', (option, given, shown) => {
    const options = { fetcher: fakeServer().fetcher, [option]: given } as EntityStoreOptions
    expect(() => createEntityStore(options)).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: `${option} is ${shown}. Pass an array of functions.`,
      }),
    )
  })

  it('keeps as many undo levels as it is told', async () => {
    const { store } = await siteStore({ undoLimit: 2 })
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    for (const title of ['A', 'B', 'C']) {
      store.dispatch(editEntityRecord('postType', 'post', 1, { title }))
      store.dispatch(createUndoLevel())
    }
    expect(selectUndoHistory(store.getState()).levels).toHaveLength(2)
  })

  it('refuses an entity that is not usable', () => {
    const entities = [{ kind: 'shop', name: 'order' }] as unknown as NonNullable<
      EntityStoreOptions['entities']
    >
    expect(() => createEntityStore({ fetcher: fakeServer().fetcher, entities })).toThrow(
      expect.objectContaining({ code: 'invalid_config' }),
    )
  })

  it('adds entities of its own to the built-in ones, replacing by kind and name', async () => {
    const { store } = await siteStore({
      entities: [
        { kind: 'shop', name: 'order', baseURL: '/shop/v1/orders' },
        { kind: 'root', name: 'media', baseURL: '/my/v1/media' },
      ],
    })
    expect(selectEntityConfig(store.getState(), 'shop', 'order')?.baseURL).toBe('/shop/v1/orders')
    expect(selectEntityConfig(store.getState(), 'root', 'media')?.baseURL).toBe('/my/v1/media')
    expect(selectEntityConfig(store.getState(), 'root', 'user')?.baseURL).toBe('/wp/v2/users')
  })

  it('goes on with part of a state', () => {
    const { fetcher } = fakeServer()
    const whole = createEntityStore({ fetcher }).getState()
    const { undo: history, ...preloadedState } = whole
    expect(Object.keys(createEntityStore({ fetcher, preloadedState }).getState()).sort()).toEqual(
      Object.keys({ ...preloadedState, undo: history }).sort(),
    )
  })

  it('makes stores that share nothing', async () => {
    const one = await siteStore()
    const two = await siteStore()
    const listener = vi.fn()
    two.store.subscribeTo(posts, listener)
    const before = two.store.getState()
    one.store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    one.store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    void one.store.dispatch(fetchEntityRecord('postType', 'post', 2))
    await settle()
    expect(two.store.getState()).toBe(before)
    expect(two.log).toEqual([])
    expect(listener).not.toHaveBeenCalled()
    two.store.dispatch(undo())
    expect(selectUndoHistory(one.store.getState()).levels).toHaveLength(1)
    void two.store.dispatch(fetchEntityRecord('postType', 'post', 2))
    await settle()
    expect([one.log, two.log]).toEqual([
      ['GET /wp/v2/posts/2?context=edit'],
      ['GET /wp/v2/posts/2?context=edit'],
    ])
  })
})

describe('a store', () => {
  it('gives back what it was told, and what a thunk gives', async () => {
    const { store } = await siteStore()
    const action = { type: 'anything' }
    expect(store.dispatch(action)).toBe(action)
    expect(store.dispatch(() => 3)).toBe(3)
  })

  it('keeps its state for an action that nobody knows, and wakes nobody', async () => {
    const { store } = await siteStore()
    const before = store.getState()
    const listener = vi.fn()
    store.subscribeTo(posts, listener)
    store.dispatch({ type: 'anything' })
    expect(store.getState()).toBe(before)
    expect(listener).not.toHaveBeenCalled()
  })

  it('makes facts that belong together true at once, with one notification', async () => {
    const { store } = await siteStore()
    const actions: StoreAction[] = []
    const record = (id: number) =>
      receiveEntityRecords('postType', 'post', post(id))(
        (action: unknown) => {
          actions.push(action as StoreAction)
          return action as never
        },
        store.getState,
        { nextSeq: () => id } as never,
      )
    record(1)
    record(2)
    const seen: unknown[] = []
    const titles = () => [1, 2].map((id) => selectEntityRecord(store.getState(), 'postType', 'post', id)?.id)
    store.subscribe(() => seen.push(titles()))
    store.subscribeTo(posts, () => seen.push(titles()))
    store.dispatch(batched(actions))
    expect(seen).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('refuses a listener that is no function, in the words of Redux', async () => {
    const { store } = await siteStore()
    expect(() => store.subscribe(undefined as never)).toThrow('Expected the listener to be a function')
  })

  it('lets a listener dispatch and leave while it is woken', async () => {
    const { store } = await siteStore()
    const seen: unknown[] = []
    const title = (id: number) => selectEntityRecord(store.getState(), 'postType', 'post', id)?.slug
    const leave = store.subscribeTo(postAt(1), () => {
      leave()
      store.dispatch(receiveEntityRecords('postType', 'post', post(2)))
    })
    store.subscribeTo(postAt(2), () => seen.push(title(2)))
    store.subscribeTo(postAt(1), () => seen.push(title(1)))
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    expect(seen).toEqual(['post-2', 'post-1'])
    store.dispatch(receiveEntityRecords('postType', 'post', post(1, { slug: 'again' })))
    expect(seen).toEqual(['post-2', 'post-1', 'again'])
  })

  it('wakes who waits for several things once for a change of all of them, and no more once they have left', async () => {
    const { store } = await siteStore()
    let woken = 0
    const before = store.listenerCount()
    const leave = store.subscribeToAll([postAt(1), postAt(2), addresses.undo], () => woken++)
    expect(store.listenerCount()).toBe(before + 3)
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1), post(2)]))
    expect(woken).toBe(1)
    store.dispatch(receiveEntityRecords('postType', 'post', post(2, { slug: 'again' })))
    expect(woken).toBe(2)
    leave()
    leave()
    expect(store.listenerCount()).toBe(before)
    store.dispatch(receiveEntityRecords('postType', 'post', post(1, { slug: 'third' })))
    expect(woken).toBe(2)
  })

  it('wakes everybody concerned when a Redux listener dispatches in the middle', async () => {
    const { store } = await siteStore()
    const woken: string[] = []
    store.subscribeTo(postAt(1), () => woken.push('1'))
    store.subscribeTo(postAt(2), () => woken.push('2'))
    const leave = store.subscribe(() => {
      leave()
      store.dispatch(receiveEntityRecords('postType', 'post', post(2)))
    })
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    expect(woken.sort()).toEqual(['1', '2'])
  })

  it('wakes those whom a change concerns also when a Redux listener throws', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const { store } = await siteStore()
    const woken: string[] = []
    store.subscribeTo(postAt(1), () => woken.push('1'))
    store.subscribeTo(postAt(2), () => woken.push('2'))
    const leave = store.subscribe(() => {
      throw new Error('not mine')
    })
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    expect(woken).toEqual(['1'])
    expect(reported.mock.calls).toEqual([[new Error('not mine')]])
    leave()
    store.dispatch(receiveEntityRecords('postType', 'post', post(2)))
    expect(woken).toEqual(['1', '2'])
  })

  it('wakes those whom it concerns when its state is replaced from outside, as by a tool that travels in time', async () => {
    const { store } = await siteStore()
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    const before = store.getState()
    store.dispatch(receiveEntityRecords('postType', 'post', post(1, { slug: 'later' })))
    const seen: unknown[] = []
    store.subscribeTo(postAt(1), () =>
      seen.push(selectEntityRecord(store.getState(), 'postType', 'post', 1)?.slug),
    )
    store.subscribeTo(addresses.undo, () => seen.push('undo'))
    store.subscribeTo(postAt(2), () => seen.push('other'))
    store.replaceReducer(() => before)
    expect(seen).toEqual(['post-1'])
  })
})

describe('the devTools option', () => {
  function fakeExtension() {
    const compose = vi.fn((options: { name: string }) => {
      void options
      const watched =
        (createStore: (...given: unknown[]) => object) =>
        (...given: unknown[]) => ({ ...createStore(...given), isWatched: true })
      return (...enhancers: StoreEnhancer[]) => composeFunctions(...enhancers, watched as never)
    })
    vi.stubGlobal('__REDUX_DEVTOOLS_EXTENSION_COMPOSE__', compose)
    return compose
  }
  const { fetcher } = fakeServer()

  it.each([
    [undefined, 'Copydesk'],
    [true, 'Copydesk'],
    [{ name: 'Editor' }, 'Editor'],
  ])('%o joins the extension as %s', (devTools, name) => {
    const compose = fakeExtension()
    const store = createEntityStore({ fetcher, ...(devTools !== undefined && { devTools }) })
    expect(compose.mock.calls).toEqual([[{ name }]])
    expect(store).toHaveProperty('isWatched')
  })

  it('false leaves it out', () => {
    const compose = fakeExtension()
    createEntityStore({ fetcher, devTools: false })
    expect(compose).not.toHaveBeenCalled()
  })

  it('is off in production unless it is told otherwise', () => {
    const compose = fakeExtension()
    vi.stubEnv('NODE_ENV', 'production')
    createEntityStore({ fetcher })
    expect(compose).not.toHaveBeenCalled()
    createEntityStore({ fetcher, devTools: true })
    expect(compose).toHaveBeenCalledTimes(1)
  })

  it('does no harm without an extension', () => {
    const state: EntityState = createEntityStore({ fetcher, devTools: true }).getState()
    expect(state.undo.levels).toEqual([])
  })
})
