import { act } from '@testing-library/react'
import { createEntityStore, fetchEntityRecord, fetchEntityRecords, type StoreDefaults } from 'copydesk'
import {
  EntityStoreProvider,
  useEntityRecord,
  useEntityRecords,
  useSuspenseEntityRecord,
} from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { after, show } from '../support/screen'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(1_000_000))
afterEach(() => void vi.useRealTimers())

async function known(defaults: StoreDefaults) {
  const site = createMockSite({ posts: [{ id: 1, title: 'Tides' }] })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false, defaults })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  await store.dispatch(fetchEntityRecords('postType', 'post', { search: 'Tides' }))
  site.clearRequests()
  return { site, store, asked: () => site.requests.map(({ path }) => path.split('?')[0]) }
}

const Post = ({ staleTime }: { staleTime?: number }) => (
  <>{useEntityRecord('postType', 'post', 1, staleTime === undefined ? {} : { staleTime }).status}</>
)
const Posts = () => <>{useEntityRecords('postType', 'post', { search: 'Tides' }).totalItems}</>
const Waiting = () => <>{useSuspenseEntityRecord('postType', 'post', 1).record.id}</>

describe('The staleTime of a store', () => {
  it('lets hooks read on mount what is older, and what is younger not', async () => {
    const { store, asked } = await known({ staleTime: 60_000 })
    vi.setSystemTime(Date.now() + 30_000)
    show(
      store,
      <>
        <Post />
        <Posts />
      </>,
    )
    await after()
    expect(asked()).toEqual([])
    vi.setSystemTime(Date.now() + 30_000)
    show(
      store,
      <>
        <Post />
        <Posts />
      </>,
    )
    await after()
    expect(asked()).toEqual(['/wp/v2/posts/1', '/wp/v2/posts'])
  })

  it('gives way to what a hook says itself', async () => {
    const { store, asked } = await known({ staleTime: 0 })
    show(store, <Post staleTime={60_000} />)
    await after()
    expect(asked()).toEqual([])
  })

  it('of 0 lets a component that suspends come on screen', async () => {
    const { store, site } = await known({ staleTime: 0 })
    const { container } = show(store, <Waiting />)
    await after()
    expect([container.textContent, site.requests.length <= 1]).toEqual(['1', true])
  })
})

describe('refetchOnFocus of a store', () => {
  it.each([
    [{ refetchOnFocus: true }, 5001, 1],
    [{ refetchOnFocus: true }, 4000, 0],
    [{ refetchOnFocus: true, staleTime: 60_000 }, 5001, 0],
    [{}, 5001, 0],
  ])(
    '%j: after %i milliseconds the page asks %i times when it comes back',
    async (defaults, passed, times) => {
      const { store, asked } = await known(defaults)
      const { unmount } = show(store, <Post />)
      await after()
      vi.setSystemTime(Date.now() + passed)
      await act(async () => window.dispatchEvent(new Event('focus')))
      await after()
      expect(asked()).toHaveLength(times)
      unmount()
      vi.setSystemTime(Date.now() + 100_000)
      await act(async () => window.dispatchEvent(new Event('focus')))
      expect(asked()).toHaveLength(times)
    },
  )
})

describe('EntityStoreProvider', () => {
  it.each([
    [undefined, /was given undefined as its store\. Pass what createEntityStore gives/],
    [{}, /was given \{\} as its store/],
    [{ dispatch: () => undefined, getState: () => ({}) }, /a Redux store that is no entity store/],
  ])('says what it was given instead of a store: %s', (store, message) => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => show(store as never, <EntityStoreProvider store={store as never} />)).toThrow(message)
    told.mockRestore()
  })
})
