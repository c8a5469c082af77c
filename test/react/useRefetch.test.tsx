import { editEntityRecord, fetchEntityRecord, fetchEntityRecords } from 'copydesk'
import {
  useEntityProp,
  useEntityRecord,
  useEntityRecords,
  useInfiniteEntityRecords,
  useRefetch,
  type UseRefetchOptions,
} from 'copydesk/react'
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { post, refusal, reply } from '../support/fakeServer'
import { after, show, siteStore, takeComplaints } from '../support/screen'

const isHidden = vi.fn(() => false)
const isOnline = vi.fn(() => true)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  isHidden.mockReturnValue(false)
  isOnline.mockReturnValue(true)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(isHidden)
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(isOnline)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const focus = () => after(() => window.dispatchEvent(new Event('focus')))
const appear = () => after(() => document.dispatchEvent(new Event('visibilitychange')))
const reconnect = () => after(() => window.dispatchEvent(new Event('online')))
/** Timers and dates go on, and what follows happens. */
const wait = (milliseconds: number) => after(() => vi.advanceTimersByTime(milliseconds))

const Refetch = (options: UseRefetchOptions) => {
  useRefetch(options)
  return null
}
const One = ({ id = 1 }: { id?: number }) => {
  const { editedRecord, status } = useEntityRecord('postType', 'post', id)
  return <p>{editedRecord?.title ?? status}</p>
}
const List = ({ search }: { search?: string }) => {
  const { records, status } = useEntityRecords('postType', 'post', { per_page: 2, search })
  return <p>{records?.map(({ id }) => id).join() ?? status}</p>
}

const rule = ({ path }: { path: string }) => {
  const id = /posts\/(\d+)/.exec(path)?.[1]
  return id
    ? post(Number(id))
    : reply([post(1), post(2)], { headers: { 'X-WP-Total': '2', 'X-WP-TotalPages': '1' } })
}

const one = 'GET /wp/v2/posts/1?context=edit'
const list = 'GET /wp/v2/posts?context=edit&per_page=2'

/** A site with something on screen that was read a minute ago. */
async function screen(element: ReactNode, answer: (request: { path: string }) => unknown = rule) {
  const site = await siteStore(answer)
  const shown = show(site.store, element)
  await after()
  await wait(60_000)
  site.log.length = 0
  return { ...site, ...shown, text: () => shown.container.textContent }
}

describe('useRefetch', () => {
  it.each([
    { name: 'comment', every: 30_000 },
    { id: 1, onFocus: true },
  ])('says that %j names no entity, instead of never asking', async (options) => {
    const { store } = await siteStore(rule)
    expect(() => show(store, <Refetch {...options} />)).toThrow(
      expect.objectContaining({ code: 'invalid_resource' }) as Error,
    )
    takeComplaints()
  })
})

describe('useRefetch onFocus', () => {
  it('reads again what is on screen, once, however the page comes back', async () => {
    const { log } = await screen(
      <>
        <Refetch onFocus />
        <Refetch onFocus />
        <One />
        <One />
        <List search="a" />
      </>,
    )
    await appear()
    await focus()
    expect(log.sort()).toEqual([one, 'GET /wp/v2/posts?context=edit&per_page=2&search=a'])
  })

  it('sends one request while it is under way, and rows stay on screen', async () => {
    let isHeld = false
    const { log, waiting, text } = await screen(
      <>
        <Refetch onFocus />
        <List />
      </>,
      (request) => (isHeld ? undefined : rule(request)),
    )
    isHeld = true
    await focus()
    await focus()
    expect([log, text()]).toEqual([[list], '1,2'])
    await after(() => waiting[0]?.answer([post(2)]))
    expect(text()).toBe('2')
    expect(log).toHaveLength(1)
  })

  it('leaves alone what is younger than the stale time', async () => {
    const { log, store } = await screen(
      <>
        <Refetch onFocus staleTime={30_000} />
        <One />
        <List search="a" />
      </>,
    )
    await store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    log.length = 0
    await wait(29_000)
    await focus()
    expect(log).toEqual(['GET /wp/v2/posts?context=edit&per_page=2&search=a'])
    await wait(1000)
    await focus()
    expect(log.slice(1)).toEqual([one])
  })

  it('does not read again what is not on screen, which stays fresh', async () => {
    const { log, store } = await screen(
      <>
        <Refetch onFocus />
        <One />
      </>,
    )
    await store.dispatch(fetchEntityRecord('postType', 'post', 2))
    log.length = 0
    await wait(60_000)
    await focus()
    await store.dispatch(fetchEntityRecord('postType', 'post', 2))
    expect(log).toEqual([one])
  })

  it('does not read rows one by one that came with a list on screen', async () => {
    const site = await siteStore(rule)
    await site.store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 }))
    const { unmount } = show(
      site.store,
      <>
        <Refetch onFocus />
        <List />
        <One id={1} />
        <One id={2} />
      </>,
    )
    await wait(60_000)
    site.log.length = 0
    await focus()
    expect(site.log).toEqual([list])
    unmount()
  })

  it('reads a record that came with a list which is gone from the screen', async () => {
    const site = await siteStore(rule)
    await site.store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 }))
    const Title = () => <p>{useEntityProp('postType', 'post', 'title', 1)[0]}</p>
    show(
      site.store,
      <>
        <Refetch onFocus />
        <Title />
      </>,
    )
    await wait(60_000)
    site.log.length = 0
    await focus()
    expect(site.log).toEqual([one])
  })

  it('keeps what is being edited', async () => {
    const { text, store } = await screen(
      <>
        <Refetch onFocus />
        <One />
      </>,
    )
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Mine' })))
    await focus()
    expect(text()).toBe('Mine')
  })

  it('reads all pages of a growing list with one request', async () => {
    const Growing = () => {
      const query = { per_page: 1 }
      const { records, fetchNextPage } = useInfiniteEntityRecords('postType', 'post', query)
      return <button onClick={() => void fetchNextPage()}>{records?.length}</button>
    }
    const { container, log } = await screen(
      <>
        <Refetch onFocus />
        <Growing />
      </>,
      ({ path }) =>
        reply(path.includes('per_page=2') ? [post(1), post(2)] : [post(path.includes('&page=2') ? 2 : 1)], {
          headers: { 'X-WP-Total': '2', 'X-WP-TotalPages': '2' },
        }),
    )
    await after(() => container.querySelector('button')?.click())
    expect(container.textContent).toBe('2')
    log.length = 0
    await wait(60_000)
    await focus()
    expect(log).toEqual([list])
    await wait(60_000)
    await focus()
    expect(log).toEqual([list, list])
  })

  it('reads only what it is asked to', async () => {
    const { log } = await screen(
      <>
        <Refetch onFocus kind="postType" name="post" query={{ search: 'a' }} />
        <Refetch onFocus kind="postType" name="post" id="1" />
        <One />
        <One id={2} />
        <List search="a" />
        <List search="b" />
      </>,
    )
    await focus()
    expect(log.sort()).toEqual([one, 'GET /wp/v2/posts?context=edit&per_page=2&search=a'])
  })

  it('reads only the kind or entity it is asked to', async () => {
    const User = () => <p>{useEntityRecord('root', 'user', 1).status}</p>
    const { log } = await screen(
      <>
        <Refetch onFocus kind="root" />
        <Refetch onFocus kind="postType" name="page" />
        <One />
        <User />
      </>,
    )
    await focus()
    expect(log).toEqual(['GET /wp/v2/users/1?context=edit'])
  })

  it('does nothing while the page is hidden or offline', async () => {
    const { log } = await screen(
      <>
        <Refetch onFocus />
        <One />
      </>,
    )
    isHidden.mockReturnValue(true)
    await appear()
    isHidden.mockReturnValue(false)
    isOnline.mockReturnValue(false)
    await focus()
    expect(log).toEqual([])
  })
})

describe('useRefetch onReconnect', () => {
  it('tries again what has failed, however lately, and reads again what is old', async () => {
    let isDown = true
    const { log, text } = await screen(
      <>
        <Refetch onReconnect />
        <One />
        <List />
      </>,
      (request) => (isDown ? refusal(0, 'offline_error') : rule(request)),
    )
    expect(text()).toBe('errorerror')
    isDown = false
    await reconnect()
    expect(text()).toBe('Post 11,2')
    expect(log.sort()).toEqual([one, list])
    await reconnect()
    expect(log).toHaveLength(2)
  })
})

describe('useRefetch every so often', () => {
  it('reads again as often, and stops with the component', async () => {
    const { log, rerender } = await screen(
      <>
        <Refetch every={10_000} />
        <One />
      </>,
    )
    await wait(10_000)
    await wait(10_000)
    expect(log).toEqual([one, one])
    rerender(<One />)
    await wait(50_000)
    expect(log).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('shares the requests of several components, whenever they began', async () => {
    const site = await siteStore(rule)
    const all = (count: number) => (
      <>
        <One />
        {Array.from({ length: count }, (_, at) => (
          <Refetch key={at} kind="postType" name="post" id={1} every={10_000} />
        ))}
      </>
    )
    const { rerender } = show(site.store, all(1))
    await wait(4000)
    rerender(all(3))
    await wait(3000)
    rerender(all(5))
    site.log.length = 0
    for (let second = 0; second < 60; second++) await wait(1000)
    expect(site.log).toHaveLength(6)
  })

  it('pauses while the page is hidden, and catches up when it is back', async () => {
    const { log } = await screen(
      <>
        <Refetch every={10_000} />
        <One />
      </>,
    )
    isHidden.mockReturnValue(true)
    await wait(35_000)
    expect(log).toEqual([])
    isHidden.mockReturnValue(false)
    await appear()
    expect(log).toEqual([one])
  })

  it('does not ask while the answer before is on its way', async () => {
    const { log } = await screen(
      <>
        <Refetch every={10_000} />
        <One id={3} />
      </>,
      () => undefined,
    )
    await wait(50_000)
    expect(log).toEqual([])
  })
})

it('listens to nothing unless asked to, and to nothing after the component has gone', async () => {
  const added: string[] = []
  const left: string[] = []
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target)
    const remove = target.removeEventListener.bind(target)
    const isOurs = (event: string) => ['focus', 'online', 'visibilitychange'].includes(event)
    vi.spyOn(target, 'addEventListener').mockImplementation((event: string, ...rest: unknown[]) => {
      if (isOurs(event)) added.push(event)
      add(event, ...(rest as [() => void]))
    })
    vi.spyOn(target, 'removeEventListener').mockImplementation((event: string, ...rest: unknown[]) => {
      if (isOurs(event)) left.push(event)
      remove(event, ...(rest as [() => void]))
    })
  }
  const { store } = await siteStore(rule)
  const { rerender, unmount } = show(store, <Refetch />)
  expect(added).toEqual([])
  rerender(<Refetch onFocus onReconnect every={1000} />)
  expect(added.sort()).toEqual(['focus', 'online', 'visibilitychange', 'visibilitychange'])
  act(() => unmount())
  expect(left.sort()).toEqual(added)
})
