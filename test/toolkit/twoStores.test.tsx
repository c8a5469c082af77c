import { act, renderHook } from '@testing-library/react'
import {
  createEntityReducer,
  createEntityStore,
  createUndoLevel,
  dehydrate,
  editEntityRecord,
  entityReducer,
  fetchEntityRecord,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectHasUndo,
  undo,
  type StoreAction,
} from 'copydesk'
import { matchAction, type EntityStoreActionOf } from 'copydesk/actions'
import { EntityStoreProvider, useEntityRecord } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import type { ReactNode } from 'react'
import type { Middleware, UnknownAction } from 'redux'
import { describe, expect, it, vi } from 'vitest'
import { configureStore, createListenerMiddleware } from './libraries'

describe('Two entity stores in one Redux Toolkit application', () => {
  const paths = ['news', 'shop'] as const
  const reducer = Object.fromEntries(
    paths.map((reducerPath) => [reducerPath, createEntityReducer({ reducerPath })]),
  ) as Record<(typeof paths)[number], typeof entityReducer>

  function setUpTwo(further: readonly Middleware[] = []) {
    const actions: StoreAction[] = []
    const noting: Middleware = () => (next) => (action) => {
      actions.push(action as StoreAction)
      return next(action)
    }
    const host = configureStore({
      reducer,
      middleware: (defaults) =>
        defaults({
          serializableCheck: { warnAfter: Infinity },
          immutableCheck: { warnAfter: Infinity },
        }).concat(noting, ...further),
      devTools: false,
    })
    const stores = paths.map((reducerPath) => {
      const posts = [1, 2].map((id) => ({ id, title: `${reducerPath} ${id}`, slug: `${reducerPath}-${id}` }))
      const site = createMockSite({ posts })
      return createEntityStore({ fetcher: site.fetcher, store: host, reducerPath })
    })
    return { host, news: stores[0]!, shop: stores[1]!, actions }
  }

  const post = ['postType', 'post', 1] as const

  it('keep their records, edits, undo levels and saves apart', async () => {
    const { news, shop, host } = setUpTwo()
    await Promise.all([news, shop].map((store) => store.dispatch(fetchEntityRecord(...post))))
    news.dispatch(editEntityRecord(...post, { title: 'Typed' }))
    const state = host.getState()
    expect(selectEditedEntityRecord(state.news, ...post)?.title).toBe('Typed')
    expect(selectEditedEntityRecord(state.shop, ...post)?.title).toBe('shop 1')
    expect([selectHasUndo(news.getState()), selectHasUndo(shop.getState())]).toEqual([true, false])
    const [shopBefore] = [shop.getState()]
    await news.dispatch(saveEditedEntityRecord(...post))
    expect(selectEntityRecord(news.getState(), ...post)?.title).toMatchObject({ raw: 'Typed' })
    expect(shop.getState()).toBe(shopBefore)
    expect(selectDirtyEntityRecords(news.getState())).toEqual([])
  })

  it('wake nobody who shows what the other one has', async () => {
    const { news, shop } = setUpTwo()
    await Promise.all([news, shop].map((store) => store.dispatch(fetchEntityRecord(...post))))
    const [woken, changed] = [vi.fn(), vi.fn()]
    shop.subscribe(changed)
    const wrapper = ({ children }: { children?: ReactNode }) => (
      <EntityStoreProvider store={shop}>{children}</EntityStoreProvider>
    )
    renderHook(
      () => {
        woken()
        return useEntityRecord(...post).editedRecord?.title
      },
      { wrapper },
    )
    const renders = woken.mock.calls.length
    act(() => news.dispatch(editEntityRecord(...post, { title: 'Typed' })))
    expect(changed).not.toHaveBeenCalled()
    expect(woken).toHaveBeenCalledTimes(renders)
    act(() => shop.dispatch(editEntityRecord(...post, { title: 'Typed' })))
    expect(woken.mock.calls.length).toBeGreaterThan(renders)
  })

  it('name themselves in their actions, by which a listener tells them apart', async () => {
    const heard: string[] = []
    const listener = createListenerMiddleware()
    listener.startListening({
      matcher: matchAction('edits/recordEdited', { reducerPath: 'shop' }),
      effect: ({ key }: EntityStoreActionOf<'edits/recordEdited'>) => void heard.push(`shop ${key}`),
    })
    listener.startListening({
      matcher: matchAction('edits/recordEdited'),
      effect: ({ key }: EntityStoreActionOf<'edits/recordEdited'>) => void heard.push(`any ${key}`),
    })
    const { news, shop, actions } = setUpTwo([listener.middleware])
    await Promise.all([news, shop].map((store) => store.dispatch(fetchEntityRecord(...post))))
    news.dispatch(editEntityRecord(...post, { title: 'Typed' }))
    shop.dispatch(editEntityRecord('postType', 'post', 2, { title: 'Typed' }))
    expect(heard).toEqual(['any 1', 'shop 2', 'any 2'])
    for (const action of actions)
      expect(action).toMatchObject({
        meta: { reducerPath: expect.stringMatching(/^(news|shop)$/) as string },
      })
  })

  it('come to the same state where a tool makes their actions again', async () => {
    const { news, shop, host, actions } = setUpTwo()
    await Promise.all([news, shop].map((store) => store.dispatch(fetchEntityRecord(...post))))
    news.dispatch(editEntityRecord(...post, { title: 'Typed' }))
    news.dispatch(createUndoLevel())
    shop.dispatch(editEntityRecord(...post, { title: 'Other' }))
    news.dispatch(undo())
    const again = configureStore({ reducer, devTools: false })
    for (const action of JSON.parse(JSON.stringify(actions)) as UnknownAction[]) again.dispatch(action)
    expect(JSON.stringify(again.getState())).toBe(JSON.stringify(host.getState()))
  })

  it('take what the other one has dehydrated without its name', async () => {
    const { news } = setUpTwo()
    await news.dispatch(fetchEntityRecord(...post))
    const preloadedState = dehydrate(news.getState())
    const host = configureStore({ reducer, devTools: false })
    const shop = createEntityStore({
      ...{ fetcher: createMockSite().fetcher, store: host, reducerPath: 'shop', preloadedState },
    })
    shop.dispatch(editEntityRecord(...post, { slug: 'other' }))
    expect(selectEditedEntityRecord(host.getState().shop, ...post)?.slug).toBe('other')
    const own = createEntityStore({ fetcher: createMockSite().fetcher, preloadedState, devTools: false })
    own.dispatch(editEntityRecord(...post, { slug: 'third' }))
    expect(selectEditedEntityRecord(own.getState(), ...post)?.slug).toBe('third')
  })

  it.each<[string, () => unknown, string]>([
    [
      'on one path',
      () => {
        const { host } = setUpTwo()
        createEntityStore({ fetcher: createMockSite().fetcher, store: host, reducerPath: 'news' })
      },
      'There is an entity store on "news" of this store already.',
    ],
    [
      'by a reducer that is made for another path',
      () => {
        const store = configureStore({ reducer: { desk: reducer.news }, devTools: false })
        createEntityStore({ fetcher: createMockSite().fetcher, store, reducerPath: 'desk' })
      },
      'The reducer under "desk" is made for "news".',
    ],
    [
      'where the reducer of one of them takes every action',
      () => {
        const store = configureStore({ reducer: { news: reducer.news, all: entityReducer }, devTools: false })
        for (const reducerPath of ['all', 'news'])
          createEntityStore({ fetcher: createMockSite().fetcher, store, reducerPath })
      },
      'Make both reducers with createEntityReducer({ reducerPath }).',
    ],
    [
      'where the reducer of the second one takes every action',
      () => {
        const store = configureStore({ reducer: { news: reducer.news, all: entityReducer }, devTools: false })
        for (const reducerPath of ['news', 'all'])
          createEntityStore({ fetcher: createMockSite().fetcher, store, reducerPath })
      },
      'Make both reducers with createEntityReducer({ reducerPath }).',
    ],
    ['by a path without a name', () => createEntityReducer({ reducerPath: '' }), 'reducerPath is "".'],
  ])('are refused %s, with an error that says what to do', (where, make, message) => {
    expect(make).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringContaining(message) as string,
      }),
    )
  })
})
