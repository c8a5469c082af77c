import { createEntityStore, dehydrate, type EntityState, type EntityStore } from 'copydesk'
import { EntityStoreProvider, useSuspenseEntityRecord, useSuspenseEntityRecords } from 'copydesk/react'
import { act } from '@testing-library/react'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Suspense, type ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToPipeableStream } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeServer, post, refusal, reply, type Rule } from '../support/fakeServer'
import { after, siteStore, takeComplaints } from '../support/screen'

const Title = () => {
  const { editedRecord, edit } = useSuspenseEntityRecord('postType', 'post', 1)
  return <button onClick={() => edit({ title: 'Clicked' })}>{editedRecord.title}</button>
}
const List = () => {
  const { records } = useSuspenseEntityRecords('postType', 'post', { per_page: 2 })
  return <p>{records.map(({ id }) => id).join()}</p>
}
const page = (store: EntityStore) => (
  <EntityStoreProvider store={store}>
    <main>
      <Suspense fallback={<i>waiting for the title</i>}>
        <Title />
      </Suspense>
      <Suspense fallback={<i>waiting for the list</i>}>
        <List />
      </Suspense>
    </main>
  </EntityStoreProvider>
)

const rule: Rule = ({ path }) =>
  path.startsWith('/wp/v2/posts/1')
    ? post(1)
    : reply([post(1), post(2)], { headers: { 'X-WP-Total': '2', 'X-WP-TotalPages': '1' } })

/** Everything that a server sends of a page, in the end. */
async function streamed(element: ReactElement, onError: (error: unknown) => void = () => undefined) {
  const sink = new PassThrough()
  const whole = text(sink)
  const { pipe } = renderToPipeableStream(element, { onShellReady: () => pipe(sink), onError })
  return whole
}

/** A page as a browser has it when all of the stream has come, without the scripts that put its parts in place. */
function arrived(html: string): HTMLElement {
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = html
  return container
}

afterEach(() => {
  document.body.replaceChildren()
})

describe('a server that streams', () => {
  it('sends what was waited for after its fallback, and asks once for each', async () => {
    const { store, log } = await siteStore(rule)
    const html = await streamed(page(store))
    expect(html).toContain('<button>Post 1</button>')
    expect(html).toContain('<p>1,2</p>')
    expect([...log].sort()).toEqual([
      'GET /wp/v2/posts/1?context=edit',
      'GET /wp/v2/posts?context=edit&per_page=2',
    ])
    expect(store.listenerCount()).toBe(0)
  })

  it('leaves to the browser what failed, which asks again there', async () => {
    const { store } = await siteStore((request) =>
      request.path.startsWith('/wp/v2/posts?') ? refusal(500, 'broken', 'It broke.') : rule(request),
    )
    const errors: unknown[] = []
    const html = await streamed(page(store), (error) => void errors.push(error))
    expect(html).toContain('<button>Post 1</button>')
    expect(html).toContain('waiting for the list')
    expect(errors).toEqual([expect.objectContaining({ message: 'It broke.' })])
  })
})

describe('a browser that gets a page for which a server has waited', () => {
  it.each([
    ['with the state', true, []],
    ['without it', false, ['GET /wp/v2/posts/1?context=edit', 'GET /wp/v2/posts?context=edit&per_page=2']],
  ])('takes it over %s: nothing flashes or differs, and it works on', async (title, isGiven, requests) => {
    const { store } = await siteStore(rule)
    // Waits for all of it, as for a crawler: the page comes in one piece.
    await streamed(page(store))
    const html = await streamed(page(store))
    const server = fakeServer(rule)
    const preloadedState = JSON.parse(JSON.stringify(dehydrate(store.getState()))) as EntityState
    const browser = createEntityStore({
      fetcher: server.fetcher,
      devTools: false,
      ...(isGiven && { preloadedState }),
    })
    const container = arrived(html)
    const before = container.innerHTML
    const seen = new Set<string>()
    const watcher = new MutationObserver(() => seen.add(container.textContent))
    watcher.observe(container, { subtree: true, childList: true, characterData: true })
    const root = await act(async () => hydrateRoot(container, page(browser)))
    await after()
    expect([...server.log].filter((line) => !line.includes('types')).sort()).toEqual(requests)
    expect(container.innerHTML).toBe(before)
    await after(() => container.querySelector('button')?.click())
    expect(container.querySelector('button')?.textContent).toBe('Clicked')
    expect([...seen].join()).not.toContain('waiting')
    watcher.disconnect()
    act(() => root.unmount())
    expect(browser.listenerCount()).toBe(0)
    // React minds that its server and its browser run in one process here, and would mind what differs.
    expect(takeComplaints()).not.toMatch(/hydrat|match/i)
  })
})
