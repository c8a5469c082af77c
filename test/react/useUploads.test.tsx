import { act, renderHook } from '@testing-library/react'
import {
  createEntityStore,
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  selectEntityRecord,
  type Fetcher,
  type FetchRequest,
} from 'copydesk'
import { isLocalId } from 'copydesk/durable'
import { EntityStoreProvider, useUploads } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { only, person } from '../support/person'
import { after } from '../support/screen'
import { until } from '../support/until'

interface Sent {
  request: FetchRequest
  answer: (id: number) => void
  fail: () => void
}

/** Uploads to a server whose answers wait for the test. */
function openUploads() {
  const sent: Sent[] = []
  const headers = new Headers()
  const fetcher: Fetcher = (request) =>
    new Promise((resolve, reject) => {
      request.signal?.addEventListener('abort', () => reject(request.signal?.reason))
      sent.push({
        request,
        answer: (id) => resolve({ status: 201, headers, data: { id, source_url: `/${id}.png` } }),
        fail: () => reject(new Error('The server is full.')),
      })
    })
  const store = createEntityStore({ fetcher, devTools: false })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <EntityStoreProvider store={store}>{children}</EntityStoreProvider>
  )
  const open = () => renderHook(() => useUploads(), { wrapper })
  const { result, unmount } = open()
  const now = () => result.current
  const arrivals: (readonly unknown[])[] = []
  return {
    now,
    open,
    unmount,
    sent,
    arrivals,
    states: () => now().uploads.map(({ state }) => state),
    add: async (...names: string[]) => {
      const files = names.map((name) => new File(['x'], name))
      await after(
        () =>
          void now()
            .upload(files)
            .then((ids) => arrivals.push(ids)),
      )
    },
    /** Once the nth request was sent. */
    nth: (place: number) => act(() => until(() => sent[place] !== undefined)),
    idOf: (place: number) => now().uploads[place]?.id ?? 0,
    answer: (place: number, id: number) => after(() => sent[place]?.answer(id)),
    fail: (place: number) => after(() => sent[place]?.fail()),
  }
}

describe('Files on their way', () => {
  it('leave two at a time, in their order, and say when all have arrived', async () => {
    const { now, states, add, nth, answer, arrivals } = openUploads()
    await add('a', 'b', 'c')
    await nth(1)
    expect(states()).toEqual(['sending', 'sending', 'waiting'])
    expect(now().isUploading).toBe(true)
    await answer(0, 1)
    await nth(2)
    expect(states()).toEqual(['done', 'sending', 'sending'])
    expect(now().uploads[0]?.mediaId).toBe(1)
    expect(arrivals).toEqual([])
    await answer(1, 2)
    await answer(2, 3)
    expect(now().isUploading).toBe(false)
    expect(arrivals).toEqual([[1, 2, 3]])
  })

  it('keep what they failed with, and are sent again on demand', async () => {
    const { now, states, add, nth, answer, fail, idOf, arrivals } = openUploads()
    await add('a')
    await nth(0)
    await fail(0)
    expect(states()).toEqual(['failed'])
    expect(now().uploads[0]?.error).toMatchObject({ message: 'The server is full.' })
    expect(arrivals).toEqual([[]])
    await after(() => now().retry(idOf(0)))
    await nth(1)
    await answer(1, 5)
    expect(now().uploads[0]).toMatchObject({ state: 'done', error: undefined, mediaId: 5 })
  })

  it('that are cancelled are aborted, leave the list, and make room for the next', async () => {
    const { now, states, add, nth, sent, idOf } = openUploads()
    await add('a', 'b', 'c')
    await nth(1)
    await after(() => now().cancel(idOf(0)))
    expect(sent[0]?.request.signal?.aborted).toBe(true)
    await nth(2)
    expect(states()).toEqual(['sending', 'sending'])
  })

  it('that are cancelled while they wait are never sent', async () => {
    const { now, states, add, nth, answer, sent, idOf, arrivals } = openUploads()
    await add('a', 'b', 'c')
    await nth(1)
    await after(() => now().cancel(idOf(2)))
    await answer(0, 1)
    await answer(1, 2)
    expect(states()).toEqual(['done', 'done'])
    expect(sent).toHaveLength(2)
    expect(arrivals).toEqual([[1, 2]])
  })

  it('leave the list when it is cleared, but for those under way', async () => {
    const { now, states, add, nth, fail } = openUploads()
    await add('a', 'b')
    await nth(1)
    await fail(0)
    await after(() => now().clear())
    expect(states()).toEqual(['sending'])
  })

  it('go on when what began them has left the screen, and are the same for all who look', async () => {
    const { open, unmount, add, nth, answer } = openUploads()
    await add('a')
    await nth(0)
    unmount()
    const other = open()
    expect(other.result.current.uploads).toMatchObject([{ state: 'sending' }])
    await answer(0, 4)
    expect(other.result.current.uploads).toMatchObject([{ state: 'done', mediaId: 4 }])
  })

  it('that are taken without a network for a post have an id at once, and are sent when the post is', async () => {
    const site = createMockSite({ posts: [{ id: 11, title: 'With a boat' }] })
    const { store } = person({ site, durability: only({}) })
    await store.dispatch(fetchEntityRecord('postType', 'post', 11))
    const wrapper = ({ children }: { children: ReactNode }) => (
      <EntityStoreProvider store={store}>{children}</EntityStoreProvider>
    )
    const { result } = renderHook(() => useUploads(), { wrapper })
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const file = new File(['picture'], 'boat.png', { type: 'image/png' })
    const [id = 0] = await act(() => result.current.upload([file], { draft: true }))
    onLine.mockRestore()
    expect(isLocalId(id)).toBe(true)
    expect(result.current.uploads).toMatchObject([{ state: 'queued', mediaId: id }])
    store.dispatch(editEntityRecord('postType', 'post', 11, { featured_media: Number(id) }))
    await act(() => store.dispatch(saveEditedEntityRecord('postType', 'post', 11, { with: 'references' })))
    const { featured_media: sent = 0 } = selectEntityRecord(store.getState(), 'postType', 'post', 11) ?? {}
    expect(isLocalId(sent)).toBe(false)
    expect(selectEntityRecord(store.getState(), 'postType', 'attachment', sent)).toMatchObject({
      title: { raw: 'boat.png' },
    })
  })
})
