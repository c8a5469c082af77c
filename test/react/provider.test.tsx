import { act, render } from '@testing-library/react'
import { Provider, useDispatch, useSelector } from 'react-redux'
import { legacy_createStore } from 'redux'
import { StrictMode, useMemo, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { selectEntityCount, titleOf } from './screenTexts'
import {
  addEntities,
  createEntityStore,
  editEntityRecord,
  EntityStoreError,
  fetchEntityRecord,
  receiveEntityRecords,
  selectEntityRecord,
  type EntityState,
  type EntityStore,
} from 'copydesk'
import {
  EntityStoreProvider,
  useEntityDispatch,
  useEntityRecord,
  useEntitySelector,
  useEntityStore,
} from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { post } from '../support/fakeServer'
import { after, show, siteStore, takeComplaints } from '../support/screen'

function Title({ id = 1 }: { id?: number }) {
  return <p>{titleOf(useEntityRecord('postType', 'post', id))}</p>
}

const inStore = (store: EntityStore) =>
  function Page({ children }: { children: ReactNode }) {
    return <EntityStoreProvider store={store}>{children}</EntityStoreProvider>
  }

const makeStore = () => createEntityStore({ fetcher: createMockSite().fetcher, devTools: false })
const once = makeStore()
const made = [0, 1, 2].map(makeStore)

describe('EntityStoreProvider', () => {
  it.each([
    ['useEntityRecord', () => useEntityRecord('postType', 'post', 1)],
    ['useEntityStore', () => useEntityStore()],
    ['useEntityDispatch', () => useEntityDispatch()],
    ['useEntitySelector', () => useEntitySelector((state) => state)],
  ])('is asked for by %s where it is missing', (name, useHook) => {
    const Lost = () => {
      useHook()
      return null
    }
    expect(() => render(<Lost />)).toThrow(
      new EntityStoreError(
        'missing_provider',
        'No entity store was found above this component. Wrap it in <EntityStoreProvider store={store}>.',
      ),
    )
    takeComplaints()
  })

  it('says in development, once, that a store is made by each render: what is typed and read is lost with each', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const Page = ({ text }: { text: string }) => {
      return <EntityStoreProvider store={makeStore()}>{text}</EntityStoreProvider>
    }
    const { rerender } = render(<Page text="" />)
    const said: number[] = []
    for (const text of ['t', 'ti', 'tid', 'tide']) {
      rerender(<Page text={text} />)
      said.push(warned.mock.calls.length)
    }
    const sentences = warned.mock.calls.flat()
    warned.mockRestore()
    expect(said).toEqual([0, 1, 1, 1])
    expect(sentences).toEqual([
      expect.stringMatching(
        /has got a new store with each render, .* Call createEntityStore once, outside of components/,
      ),
    ])
  })

  it.each<[string, (user: number) => EntityStore, readonly number[]]>([
    ['made once', () => once, [0, 1, 2]],
    [
      'made for each person, who render more than once',
      (user) => useMemo(() => makeStore(), [user]),
      [0, 1, 1, 2, 2],
    ],
    ['made elsewhere, as by hot reload', (user) => made[user] as EntityStore, [1, 2, 0, 1]],
  ])('says nothing of a store that is %s', async (_, useStore, users) => {
    const warned = vi.spyOn(console, 'warn')
    const Page = ({ user }: { user: number }) => (
      <EntityStoreProvider store={useStore(user)}>{user}</EntityStoreProvider>
    )
    const { rerender } = render(<Page user={0} />, { wrapper: StrictMode })
    for (const user of users) rerender(<Page user={user} />)
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  it('keeps two stores on one page apart', async () => {
    const one = await siteStore(() => post(1, { title: { raw: 'One', rendered: 'One' } }))
    const two = await siteStore(() => post(1, { title: { raw: 'Two', rendered: 'Two' } }))
    const { container } = render(
      <>
        <EntityStoreProvider store={one.store}>
          <Title />
          <EntityStoreProvider store={two.store}>
            <Title />
          </EntityStoreProvider>
        </EntityStoreProvider>
      </>,
    )
    await after()
    expect(container.textContent).toBe('OneTwo')
    await after(() => one.store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Eins' })))
    expect(container.textContent).toBe('EinsTwo')
  })

  it('shows the records of another store when it is given one', async () => {
    const one = await siteStore(() => post(1, { title: { raw: 'One', rendered: 'One' } }))
    const two = await siteStore(() => post(1, { title: { raw: 'Two', rendered: 'Two' } }))
    const page = (store: EntityStore) => (
      <EntityStoreProvider store={store}>
        <Title />
      </EntityStoreProvider>
    )
    const { container, rerender } = render(page(one.store))
    await after()
    rerender(page(two.store))
    expect(container.textContent).toBe('resolving')
    await after()
    expect(container.textContent).toBe('Two')
    expect(one.store.listenerCount()).toBe(0)
  })

  it('leaves a Redux store of the application alone', async () => {
    const { store } = await siteStore(() => post(1))
    const clicked = (state: { clicks: number } = { clicks: 0 }, action: { type: string }) =>
      action.type === 'clicked' ? { clicks: state.clicks + 1 } : state
    const theirs = legacy_createStore(clicked)
    const Clicks = () => <b>{useSelector((state: { clicks: number }) => state.clicks)}</b>
    const { container } = render(
      <Provider store={theirs}>
        <EntityStoreProvider store={store}>
          <Clicks />
          <Title />
        </EntityStoreProvider>
      </Provider>,
    )
    await after(() => theirs.dispatch({ type: 'clicked' }))
    expect(container.textContent).toBe('1Post 1')
  })
})

describe('react-redux below EntityStoreProvider', () => {
  it('sees the store by useSelector and useDispatch', async () => {
    const { store } = await siteStore(() => post(1))
    const Reader = () => {
      const slug = useSelector((state: EntityState) => selectEntityRecord(state, 'postType', 'post', 1)?.slug)
      const dispatch = useDispatch<EntityStore['dispatch']>()
      return <button onClick={() => void dispatch(fetchEntityRecord('postType', 'post', 1))}>{slug}</button>
    }
    const { getByRole } = show(store, <Reader />)
    await after(() => getByRole('button').click())
    expect(getByRole('button').textContent).toBe('post-1')
  })

  it('sees the nearest of two entity stores', async () => {
    const one = await siteStore()
    const two = await siteStore()
    two.store.dispatch(addEntities([{ kind: 'shop', name: 'book', baseURL: '/books' }]))
    const Entities = () => <i>{useSelector(selectEntityCount)}</i>
    const { container } = render(
      <EntityStoreProvider store={one.store}>
        <EntityStoreProvider store={two.store}>
          <Entities />
        </EntityStoreProvider>
      </EntityStoreProvider>,
    )
    expect(container.textContent).toBe(String(selectEntityCount(one.store.getState()) + 1))
  })
})

describe('useEntitySelector', () => {
  it('shows what its selector gives, and renders again only when that is another value', async () => {
    const { store } = await siteStore()
    let renders = 0
    const Entities = () => {
      renders++
      return <p>{useEntitySelector(selectEntityCount)}</p>
    }
    const { container } = show(store, <Entities />)
    const count = selectEntityCount(store.getState())
    expect(container.textContent).toBe(String(count))
    act(() => store.dispatch(receiveEntityRecords('postType', 'post', post(1))))
    expect(renders).toBe(1)
    act(() => void store.dispatch(addEntities([{ kind: 'shop', name: 'book', baseURL: '/books' }])))
    expect(container.textContent).toBe(String(count + 1))
    expect(renders).toBe(2)
  })

  it('takes a comparison of its own', async () => {
    const { store } = await siteStore()
    let renders = 0
    const Entities = () => {
      renders++
      return (
        <p>
          {useEntitySelector(
            (state) => Object.keys(state.config.entities),
            (before, after) => before.join() === after.join(),
          )}
        </p>
      )
    }
    show(store, <Entities />)
    act(() => store.dispatch(receiveEntityRecords('postType', 'post', post(1))))
    expect(renders).toBe(1)
  })
})

describe('useEntitySelector with a selector written in place', () => {
  it('keeps the value that is on screen where the new one is equal', async () => {
    const { store } = await siteStore()
    const seen = new Set<unknown>()
    const Kinds = ({ text }: { text: string }) => {
      seen.add(
        useEntitySelector(
          (state) => Object.keys(state.config.entities),
          (before, after) => before.join() === after.join(),
        ),
      )
      return <p>{text}</p>
    }
    const { container, rerender } = render(<Kinds text="one" />, { wrapper: inStore(store) })
    rerender(<Kinds text="two" />)
    act(() => store.dispatch(receiveEntityRecords('postType', 'post', post(1))))
    expect(container.textContent).toBe('two')
    expect(seen.size).toBe(1)
  })

  it('shows what it gives for new props at once', async () => {
    const { store } = await siteStore()
    act(() => store.dispatch(receiveEntityRecords('postType', 'post', [post(1), post(2)])))
    const Slug = ({ id }: { id: number }) => (
      <p>{useEntitySelector((state) => selectEntityRecord(state, 'postType', 'post', id)?.slug)}</p>
    )
    const { container, rerender } = render(<Slug id={1} />, { wrapper: inStore(store) })
    expect(container.textContent).toBe('post-1')
    rerender(<Slug id={2} />)
    expect(container.textContent).toBe('post-2')
    act(() => store.dispatch(receiveEntityRecords('postType', 'post', post(2, { slug: 'new' }))))
    expect(container.textContent).toBe('new')
  })

  it('leaves nothing behind on the store', async () => {
    const { store } = await siteStore()
    let calls = 0
    const Kinds = () => {
      useEntitySelector(() => calls++ && 0)
      return null
    }
    const { unmount } = show(store, <Kinds />)
    unmount()
    calls = 0
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    expect(calls).toBe(0)
  })
})

describe("react-redux's own Provider", () => {
  it('takes the store, and useSelector and useDispatch work on it', async () => {
    const { store } = await siteStore()
    const Entities = () => {
      const count = useSelector(selectEntityCount)
      const dispatch = useDispatch<typeof store.dispatch>()
      const add = () => dispatch(addEntities([{ kind: 'shop', name: 'book', baseURL: '/books' }]))
      return <button onClick={add}>{count}</button>
    }
    const { getByRole } = render(
      <Provider store={store}>
        <Entities />
      </Provider>,
    )
    const count = selectEntityCount(store.getState())
    expect(getByRole('button').textContent).toBe(String(count))
    act(() => getByRole('button').click())
    expect(getByRole('button').textContent).toBe(String(count + 1))
  })
})

describe("the package's hooks below react-redux's own Provider", () => {
  it('work where its store is an entity store', async () => {
    const { store } = await siteStore(() => post(1))
    const Reader = () => {
      const count = useEntitySelector(selectEntityCount)
      return (
        <>
          <Title /> {count} {String(useEntityStore() === store)}
        </>
      )
    }
    const { container } = render(
      <Provider store={store}>
        <Reader />
      </Provider>,
    )
    await after()
    expect(container.textContent).toBe(`Post 1 ${selectEntityCount(store.getState())} true`)
  })

  it('miss their provider where its store is another one', () => {
    const theirs = legacy_createStore(() => ({}))
    expect(() =>
      render(
        <Provider store={theirs}>
          <Title />
        </Provider>,
      ),
    ).toThrow('No entity store was found above this component.')
    takeComplaints()
  })
})

describe('useEntityDispatch', () => {
  it('gives the dispatch of the store, which takes thunks', async () => {
    const { store, log } = await siteStore(() => post(1))
    let dispatch: unknown
    const Reader = () => {
      const send = useEntityDispatch()
      dispatch = send
      return <button onClick={() => void send(fetchEntityRecord('postType', 'post', 1))}>Read</button>
    }
    const { getByText } = show(store, <Reader />)
    await after(() => getByText('Read').click())
    expect(log).toEqual(['GET /wp/v2/posts/1?context=edit'])
    expect(dispatch).toBe(store.dispatch)
  })
})
