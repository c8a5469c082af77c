import { dehydrate, deleteEntityRecord, saveEntityRecord, selectEntityRecord } from 'copydesk'
import {
  EntityStoreProvider,
  useInfiniteEntityRecords,
  useSuspenseEntityRecord,
  useSuspenseEntityRecords,
} from 'copydesk/react'
import { Window } from 'happy-dom'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Suspense } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { asUser, newPost, rawFetch } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'
import { passes } from '../../support/until'

const oldest = { orderby: 'date', order: 'asc', per_page: 4 } as const

async function idsOnServer(count: number): Promise<number[]> {
  const query = `orderby=date&order=asc&per_page=${count}&_fields=id`
  const response = await rawFetch('administrator', `/wp-json/wp/v2/posts?${query}`)
  return ((await response.json()) as { id: number }[]).map(({ id }) => id)
}

describe('A list that grows', () => {
  it('has the rows of the server in their order, also after one of them was deleted and one created', async () => {
    const { store, dispatch, sentSince } = storeWith(asUser('administrator'))
    type Shown = ReturnType<typeof useInfiniteEntityRecords<'postType', 'post', typeof oldest>>
    let shown: Shown | undefined
    const List = () => {
      const list = useInfiniteEntityRecords('postType', 'post', oldest)
      shown = { ...list }
      return null
    }
    const ids = () => shown?.records?.map(({ id }) => id)
    // For this file alone, and to its end: React goes on looking at its window for a while.
    const page = new Window()
    vi.stubGlobal('window', page)
    vi.stubGlobal('document', page.document)
    vi.stubGlobal('navigator', page.navigator)
    const { createRoot } = await import('react-dom/client')
    const root = createRoot(page.document.createElement('div') as unknown as Element)
    root.render(
      <EntityStoreProvider store={store}>
        <List />
      </EntityStoreProvider>,
    )
    await passes(() => expect(ids()).toHaveLength(4))
    await shown?.fetchNextPage()
    await passes(() => expect(ids()).toHaveLength(8))
    await Promise.all([shown?.fetchNextPage(), shown?.fetchNextPage()])
    await passes(() => expect(ids()).toHaveLength(12))
    expect(ids()).toEqual(await idsOnServer(12))
    expect(sentSince().filter((line) => line.includes('/posts?'))).toHaveLength(3)

    const old = { title: 'Old', status: 'publish', date: '2001-01-01T00:00:00' } as const
    const created = await dispatch(saveEntityRecord('postType', 'post', old))
    await passes(() => expect(ids()?.[0]).toBe(created?.id))
    expect(ids()).toEqual(await idsOnServer(12))
    expect(sentSince().filter((line) => line.includes('/posts?'))).toHaveLength(1)
    await dispatch(deleteEntityRecord('postType', 'post', created?.id ?? 0, { force: true }))
    expect(ids()).not.toContain(created?.id)
    await passes(() => expect(ids()).toHaveLength(12))
    expect(ids()).toEqual(await idsOnServer(12))
    root.unmount()
    await passes(() => expect(store.listenerCount()).toBe(0))
  })
})

describe('A page that a server streams', () => {
  it('has the records of the server in it, each asked for once, and its state is taken with it', async () => {
    const post = await newPost({ title: 'Streamed', status: 'publish' })
    const { store, state, sentSince } = storeWith(asUser('administrator'))
    const Title = () => <b>{useSuspenseEntityRecord('postType', 'post', post.id).editedRecord.title}</b>
    const List = () => (
      <p>
        {useSuspenseEntityRecords('postType', 'post', oldest)
          .records.map(({ id }) => id)
          .join()}
      </p>
    )
    const sink = new PassThrough()
    const whole = text(sink)
    const { pipe } = renderToPipeableStream(
      <EntityStoreProvider store={store}>
        <Suspense fallback="waiting">
          <Title />
        </Suspense>
        <Suspense fallback="waiting">
          <List />
        </Suspense>
      </EntityStoreProvider>,
      { onShellReady: () => pipe(sink) },
    )
    const html = await whole
    expect(html).toContain('<b>Streamed</b>')
    expect(html).toContain(`<p>${(await idsOnServer(4)).join()}</p>`)
    expect(sentSince().filter((line) => line.includes('/posts'))).toHaveLength(2)
    const { store: browser, sentSince: sentThere } = storeWith(asUser('administrator'), {
      preloadedState: dehydrate(state()),
    })
    expect(selectEntityRecord(browser.getState(), 'postType', 'post', post.id)?.title.raw).toBe('Streamed')
    expect(sentThere()).toEqual([])
    await rawFetch('administrator', `/wp-json/wp/v2/posts/${post.id}?force=true`, { method: 'DELETE' })
  })

  it('tells what a record failed with', async () => {
    const { store } = storeWith(asUser('administrator'))
    const Title = () => <b>{useSuspenseEntityRecord('postType', 'post', 99_999_999).editedRecord.title}</b>
    const sink = new PassThrough()
    const whole = text(sink)
    const errors: unknown[] = []
    const { pipe } = renderToPipeableStream(
      <EntityStoreProvider store={store}>
        <Suspense fallback="waiting">
          <Title />
        </Suspense>
      </EntityStoreProvider>,
      { onShellReady: () => pipe(sink), onError: (error) => void errors.push(error) },
    )
    expect(await whole).toContain('waiting')
    expect(errors).toEqual([expect.objectContaining({ code: 'rest_post_invalid_id', status: 404 })])
  })
})
