import {
  createEntityStore,
  dehydrate,
  editEntityRecord,
  type EntityState,
  type EntityStore,
  fetchEntityRecords,
  fetchPermissions,
  selectEditedEntityRecord,
} from 'copydesk'
import {
  EntityStoreProvider,
  useCanUser,
  useEntityRecord,
  useEntityRecords,
  useEntitySelector,
} from 'copydesk/react'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeServer, post, reply, settle } from '../support/fakeServer'
import { after, siteStore } from '../support/screen'

function Page() {
  const { records, totalItems, isResolving } = useEntityRecords('postType', 'post', { per_page: 2 })
  const { editedRecord, edit, hasEdits } = useEntityRecord('postType', 'post', 1)
  const mayUpdate = useCanUser('update', { kind: 'postType', name: 'post', id: 1 })
  const edited = useEntitySelector((state) => Object.keys(state.edits.records).length)
  return (
    <>
      <p>
        {isResolving ? 'resolving' : records?.map(({ slug }) => slug).join()} of {totalItems}, {edited}
      </p>
      <b>
        {String(editedRecord?.title)} {String(hasEdits)} {String(mayUpdate)}
      </b>
      <button onClick={() => edit({ title: 'Clicked' })}>Edit</button>
    </>
  )
}

const page = (store: EntityStore) => (
  <EntityStoreProvider store={store}>
    <Page />
  </EntityStoreProvider>
)

const rule = ({ path, method }: { path: string; method: string }) =>
  method === 'OPTIONS'
    ? reply({}, { headers: { Allow: 'GET, PUT' } })
    : path.startsWith('/wp/v2/posts?')
      ? reply([post(1), post(2)], { headers: { 'X-WP-Total': '7', 'X-WP-TotalPages': '4' } })
      : undefined

async function serverStore() {
  const site = await siteStore(rule)
  await site.store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 }))
  await site.store.dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: 1 }))
  site.store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Draft' }))
  site.log.length = 0
  return site
}

/** What a browser makes of a page: the state comes as text. */
function browserStore(store: EntityStore) {
  const server = fakeServer()
  const preloadedState = JSON.parse(JSON.stringify(dehydrate(store.getState()))) as EntityState
  return { ...server, store: createEntityStore({ fetcher: server.fetcher, preloadedState, devTools: false }) }
}

afterEach(() => {
  document.body.replaceChildren()
})

describe('on a server', () => {
  it('a page shows the data that was loaded before, and sends no request', async () => {
    const { store, log } = await serverStore()
    const html = renderToString(page(store)).replace(/<!-- -->/g, '')
    expect(html).toContain('<p>post-1,post-2 of 7, 1</p>')
    expect(html).toContain('<b>Draft true true</b>')
    await settle()
    expect(log).toEqual([])
    expect(store.listenerCount()).toBe(0)
  })

  it('a page says resolving where nothing was loaded, and sends no request', async () => {
    const { store, log } = await siteStore()
    expect(renderToString(page(store))).toContain('resolving')
    await settle()
    expect(log).toEqual([])
  })
})

describe('in a browser', () => {
  it('a page takes over what the server rendered: no mismatch, no request, and it works on', async () => {
    const { store } = await serverStore()
    const browser = browserStore(store)
    const container = document.createElement('div')
    document.body.append(container)
    container.innerHTML = renderToString(page(store))
    const html = container.innerHTML
    const root = await act(async () => hydrateRoot(container, page(browser.store)))
    await after()
    // A mismatch would have been complained about.
    expect(container.innerHTML).toBe(html)
    expect(browser.log).toEqual([])
    await after(() => container.querySelector('button')?.click())
    expect(container.querySelector('b')?.textContent).toBe('Clicked true true')
    act(() => root.unmount())
    expect(browser.store.listenerCount()).toBe(0)
  })

  it('a page shows what the server rendered until it has taken over, where the store has moved on before that', async () => {
    const { store } = await serverStore()
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(page(store))
    const browser = browserStore(store)
    const serverState = browser.store.getState()
    browser.store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Moved on' }))
    const first: (string | null)[] = []
    const Noted = () => {
      const { editedRecord } = useEntityRecord('postType', 'post', 1)
      const title = useEntitySelector(
        (state) => selectEditedEntityRecord(state, 'postType', 'post', 1)?.title,
      )
      first.push(`${String(editedRecord?.title)}, ${String(title)}`)
      return null
    }
    await act(async () => {
      hydrateRoot(
        container,
        <EntityStoreProvider store={browser.store} serverState={serverState}>
          <Page />
          <Noted />
        </EntityStoreProvider>,
      )
      await settle()
    })
    expect(first[0]).toBe('Draft, Draft')
    expect(first.at(-1)).toBe('Moved on, Moved on')
    expect(container.querySelector('b')?.textContent).toBe('Moved on true true')
    expect(browser.log).toEqual([])
  })

  it('a page asks for what the server did not load, after it has taken over', async () => {
    const { store } = await siteStore()
    const browser = browserStore(store)
    const container = document.createElement('div')
    container.innerHTML = renderToString(page(store))
    const root = await act(async () => hydrateRoot(container, page(browser.store)))
    await after()
    expect([...browser.log].sort()).toEqual([
      'GET /wp/v2/posts/1?context=edit',
      'GET /wp/v2/posts?context=edit&per_page=2',
      'OPTIONS /wp/v2/posts/1',
    ])
    act(() => root.unmount())
  })
})
