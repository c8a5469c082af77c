import { act, render, screen } from '@testing-library/react'
import {
  addEntities,
  batch,
  createEntityReducer,
  createEntityStore,
  createUndoLevel,
  deleteEntityRecord,
  editEntityRecord,
  entityReducer,
  fetchCurrentUser,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  invalidate,
  receiveEntityRecords,
  redo,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityConfig,
  selectEntityRecord,
  selectHasEdits,
  selectSaveError,
  undo,
  type EntityState,
  type EntityStoreOptions,
  type StoreAction,
} from 'copydesk'
import {
  acquireLock,
  matchAction,
  releaseLock,
  type EntityStoreActionOf,
  entityKey,
  addresses,
} from 'copydesk/actions'
import { EntityStoreProvider, useEntityRecord, useEntityRecords } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import type { ReactNode } from 'react'
import { Provider, useSelector } from 'react-redux'
import { combineReducers, legacy_createStore, type Middleware } from 'redux'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { configureStore, createListenerMiddleware, createSlice } from './libraries'

interface AppState {
  readonly copydesk: EntityState
  readonly app: { readonly saved: number }
}

const book = { kind: 'shop', name: 'book', baseURL: '/shop/v1/books', getTitle: () => 'A book' }

/** An application with Redux Toolkit, whose state is Copydesk's under one name. */
function setUp(
  options: Partial<EntityStoreOptions> = {},
  further: readonly Middleware[] = [],
  preloadedState = {},
) {
  const site = createMockSite({
    posts: [1, 2, 3].map((id) => ({ id, title: `Post ${id}`, status: 'publish' })),
  })
  const actions: StoreAction[] = []
  const app = createSlice({
    name: 'app',
    initialState: { saved: 0 },
    reducers: {},
    extraReducers: (builder) =>
      builder.addCase('edits/recordEdited', (draft) => {
        draft.saved++
      }),
  })
  const noting: Middleware = () => (next) => (action) => {
    actions.push(action as StoreAction)
    return next(action)
  }
  const host = configureStore<AppState>({
    reducer: { copydesk: entityReducer, app: app.reducer },
    // How long the checks take depends on the machine; what they find does not.
    middleware: (defaults) =>
      defaults({
        serializableCheck: { warnAfter: Infinity },
        immutableCheck: { warnAfter: Infinity },
      }).concat(noting, ...further),
    preloadedState,
    devTools: false,
  })
  const store = createEntityStore({ fetcher: site.fetcher, store: host, reducerPath: 'copydesk', ...options })
  const state = () => host.getState().copydesk
  return { site, host, store, state, actions }
}

function below({ host, store }: Pick<ReturnType<typeof setUp>, 'host' | 'store'>) {
  return ({ children }: { children?: ReactNode }) => (
    <Provider store={host}>
      <EntityStoreProvider store={store}>{children}</EntityStoreProvider>
    </Provider>
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('An entity store in a Redux Toolkit application', () => {
  it('keeps everything under its path, where selectors find it', async () => {
    const { store, state, host } = setUp({ entities: [book] })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    expect(store.getState()).toBe(state())
    expect(selectEditedEntityRecord(state(), 'postType', 'post', 1)?.title).toBe('New')
    expect(selectDirtyEntityRecords(state())).toMatchObject([{ name: 'post', key: 1, title: 'New' }])
    expect(selectEntityConfig(state(), 'shop', 'book')?.getTitle?.({})).toBe('A book')
    expect(host.getState().app.saved).toBe(1)
  })

  it('serves hooks, beside those of the application', async () => {
    const setup = setUp()
    function Title() {
      const { editedRecord, edit } = useEntityRecord('postType', 'post', 1)
      const edits = useSelector(({ app }: AppState) => app.saved)
      const { records } = useEntityRecords('postType', 'post', { per_page: 2 })
      return (
        <button onClick={() => edit({ title: 'Typed' })}>
          {String(editedRecord?.title)} {edits} of {records?.length}
        </button>
      )
    }
    render(<Title />, { wrapper: below(setup) })
    expect((await screen.findByText('Post 1 0 of 2')).tagName).toBe('BUTTON')
    act(() => screen.getByRole('button').click())
    expect(screen.getByRole('button').textContent).toBe('Typed 1 of 2')
    await act(() => setup.store.dispatch(saveEditedEntityRecord('postType', 'post', 1)))
    expect(selectHasEdits(setup.state(), 'postType', 'post', 1)).toBe(false)
    expect(setup.site.requests.at(-1)?.method).not.toBe('POST')
  })

  it('wakes those whom a change concerns, through whichever store it was dispatched', async () => {
    const { store, host, actions } = setUp()
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    const woken: string[] = []
    const postAt = (id: string) => addresses.record(entityKey('postType', 'post'), id as never)
    for (const id of ['1', '2']) store.subscribeTo(postAt(id), () => woken.push(id))
    store.subscribe(() => woken.push('any'))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    expect(woken.sort()).toEqual(['1', 'any'])
    woken.length = 0
    const edited = actions.at(-1) as StoreAction & { fields: object }
    host.dispatch({ ...edited, fields: { title: { value: 'By hand' } } })
    expect(woken.sort()).toEqual(['1', 'any'])
    woken.length = 0
    host.dispatch({ type: 'app/anything' })
    expect(woken).toEqual([])
  })

  it('lets listeners and slices of the application react to its actions', async () => {
    const listener = createListenerMiddleware()
    const heard: unknown[] = []
    listener.startListening({
      matcher: matchAction('edits/recordEdited'),
      effect: (action: EntityStoreActionOf<'edits/recordEdited'>) =>
        void heard.push([action.name, action.key]),
    })
    const { store } = setUp({}, [listener.middleware])
    await store.dispatch(fetchEntityRecord('postType', 'post', 2))
    store.dispatch(editEntityRecord('postType', 'post', 2, { title: 'New' }))
    expect(heard).toEqual([['post', '2']])
  })

  it("stays plain and unchanged in the eyes of Toolkit's checks, in a whole session", async () => {
    const complaints = ['error', 'warn'].map((name) => vi.spyOn(console, name as 'error'))
    const { store, site } = setUp({
      blocks: {
        parse: (text) => [{ name: 'core/html', attributes: { text }, innerBlocks: [] }],
        serialize: () => 'Text',
      },
    })
    const { dispatch } = store
    await dispatch(fetchCurrentUser())
    await dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 }))
    await dispatch(fetchEntityRecord('postType', 'post', 3))
    await dispatch(fetchEntityRecord('root', 'site'))
    await dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: 1 }))
    await dispatch(fetchEntityRecord('postType', 'post', 404)).catch(() => undefined)
    dispatch(addEntities([book]))
    dispatch(editEntityRecord('postType', 'post', 1, { title: 'New', meta: { footnotes: '[]' } }))
    dispatch(editEntityRecord('postType', 'post', 2, { title: 'Typed' }, { isCached: true }))
    dispatch(createUndoLevel())
    dispatch(undo())
    dispatch(redo())
    await dispatch(saveEditedEntityRecord('postType', 'post', 1))
    site.fail('PUT /wp/v2/posts/2', 'offline')
    await dispatch(saveEditedEntityRecord('postType', 'post', 2))
    expect(selectSaveError(store.getState(), 'postType', 'post', 2)).toBeDefined()
    await dispatch(saveDirtyEntityRecords())
    const lock = await dispatch(acquireLock(['app'], { exclusive: true }))
    dispatch(releaseLock(lock))
    await dispatch(
      batch([({ saveEntityRecord }) => saveEntityRecord('postType', 'post', { id: 3, title: 'Batched' })]),
    )
    await dispatch(deleteEntityRecord('postType', 'post', 3, { force: true }))
    dispatch(receiveEntityRecords('shop', 'book', [{ id: 1 }], {}))
    dispatch(invalidate())
    for (const complaint of complaints) expect(complaint.mock.calls).toEqual([])
  })

  it('keeps its saves when a listener of the application throws', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const { store, host } = setUp()
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    const full = new Error('localStorage is full')
    host.subscribe(() => {
      throw full
    })
    await expect(
      store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { throwOnError: true })),
    ).resolves.toMatchObject({ id: 1 })
    expect(selectSaveError(store.getState(), 'postType', 'post', 1)).toBeUndefined()
    expect(reported).toHaveBeenCalledWith(full)
  })

  it('begins with what the application was given, and with what it is given itself', async () => {
    const first = setUp()
    await first.store.dispatch(fetchEntityRecord('postType', 'post', 1))
    const copydesk = JSON.parse(JSON.stringify(first.state())) as EntityState
    const slug = ({ state }: typeof first) => selectEntityRecord(state(), 'postType', 'post', 1)?.slug
    expect(slug(setUp({}, [], { copydesk }))).toBe('post-1')
    expect(slug(setUp({ preloadedState: copydesk }))).toBe('post-1')
  })

  it('shares nothing with another one that was given the same state', async () => {
    const first = setUp()
    await first.store.dispatch(fetchEntityRecord('postType', 'post', 1))
    const copydesk = first.state()
    const titled = (title: string) => ({ ...book, name: 'post', kind: 'postType', getTitle: () => title })
    const [one, two] = ['One', 'Two'].map((title) => setUp({ entities: [titled(title)] }, [], { copydesk }))
    for (const each of [one, two])
      each?.store.dispatch(editEntityRecord('postType', 'post', 1, { slug: 'new' }))
    expect(selectDirtyEntityRecords(one!.state())).toMatchObject([{ title: 'One' }])
    expect(selectDirtyEntityRecords(two!.state())).toMatchObject([{ title: 'Two' }])
    expect(selectDirtyEntityRecords(first.state())).toEqual([])
  })
})

describe('Where a store can not live', () => {
  const { fetcher } = createMockSite()
  const host = (name: string) => legacy_createStore(combineReducers({ [name]: entityReducer }))
  const options = (name = 'copydesk') => ({ fetcher, store: host(name), reducerPath: 'copydesk' })

  it.each<[string, () => Partial<EntityStoreOptions>, string]>([
    [
      'under another path',
      () => options('desk'),
      'The store has no entityReducer under "copydesk". It is mounted under "desk": pass reducerPath: "desk".',
    ],
    [
      'in a store without the reducer',
      () => ({ fetcher, store: legacy_createStore(() => ({ app: 1 })), reducerPath: 'copydesk' }),
      'The store has no entityReducer under "copydesk". Make it with configureStore({ reducer: { copydesk: entityReducer } }).',
    ],
    [
      'in a store that holds no object',
      () => ({ fetcher, store: legacy_createStore(() => undefined), reducerPath: 'copydesk' }),
      'The store has no entityReducer under "copydesk".',
    ],
    ['without a path', () => ({ fetcher, store: host('copydesk') }), 'reducerPath is undefined'],
    ['without a store', () => ({ fetcher, reducerPath: 'copydesk' }), 'store is undefined'],
    ['in what is no store', () => ({ fetcher, store: {} as never, reducerPath: 'copydesk' }), 'store is {}'],
    ['with middleware of its own', () => ({ ...options(), middleware: [] }), "middleware can't be chosen"],
    ['with enhancers of its own', () => ({ ...options(), enhancers: [] }), "enhancers can't be chosen"],
    ['with DevTools of its own', () => ({ ...options(), devTools: true }), "devTools can't be chosen"],
    [
      'with an undo limit of its own',
      () => ({ ...options(), undoLimit: 3 }),
      'Mount createEntityReducer({ undoLimit })',
    ],
  ])('%s, the error says what to do', (where, given, message) => {
    expect(() => createEntityStore(given() as EntityStoreOptions)).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringContaining(message) as string,
      }),
    )
  })

  it('on a path where another one lives, the error says so', () => {
    const shared = options()
    createEntityStore(shared)
    expect(() => createEntityStore(shared)).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringContaining(
          'There is an entity store on "copydesk" of this store already.',
        ) as string,
      }),
    )
  })

  it('beside another one, whose actions it would take, the error says so', () => {
    const store = legacy_createStore(
      combineReducers({ one: entityReducer, two: createEntityReducer({ undoLimit: 2 }) }),
    )
    createEntityStore({ fetcher, store, reducerPath: 'one' })
    expect(() => createEntityStore({ fetcher, store, reducerPath: 'two' })).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringContaining('There is an entity store on "one" of this store:') as string,
      }),
    )
  })

  it('a listener that is no function is refused in the words of Redux', () => {
    const store = createEntityStore(options())
    expect(() => store.subscribe(undefined as never)).toThrow('Expected the listener to be a function')
  })

  it('what a listener throws at a change by the store around is reported, and the change is made', () => {
    const given = options()
    const store = createEntityStore(given)
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const broken = new Error('broken')
    store.subscribe(() => {
      throw broken
    })
    given.store.dispatch(addEntities([book]))
    expect(reported.mock.calls).toEqual([[broken]])
    expect(selectEntityConfig(store.getState(), 'shop', 'book')).toMatchObject({ name: 'book' })
  })

  it('replaceReducer says where', () => {
    const store = createEntityStore(options())
    expect(() => store.replaceReducer(entityReducer as never)).toThrow('Replace the reducer there.')
  })
})
