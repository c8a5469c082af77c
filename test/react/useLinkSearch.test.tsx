import { createEntityStore, type EntityStore, type Fetcher } from 'copydesk'
import { useLinkSearch, type UseLinkSearchOptions, type UseLinkSearchResult } from 'copydesk/react'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refusal, type Rule } from '../support/fakeServer'
import { after, show, siteStore, takeComplaints } from '../support/screen'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Props extends UseLinkSearchOptions {
  readonly search: string
}

/** Shows a search of posts and keeps what the hook gave at each render; the options are written in place each time. */
function shownSearch(store: EntityStore, first: Props, strict = false) {
  const all: UseLinkSearchResult[] = []
  function Search({ search, ...options }: Props) {
    all.push(useLinkSearch(search, { type: 'post', ...options }))
    return null
  }
  const { rerender, unmount } = show(store, <Search {...first} />, { strict })
  return {
    all,
    last: () => all.at(-1) as UseLinkSearchResult,
    type: (props: Props) => rerender(<Search {...props} />),
    unmount,
  }
}

/** Lets time pass, that of the debounce unless told otherwise, and everything happen that follows. */
async function pass(milliseconds = 200) {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds)
  })
  await after()
}

/** Answers with a post that has the searched text as title. */
const echo: Rule = ({ path }) => [{ id: 1, title: /search=([^&]*)/.exec(path)?.[1], url: 'u', type: 'post' }]
const titles = ({ results }: UseLinkSearchResult) => results && results.map(({ title }) => title)
const searched = (log: readonly string[]) => log.map((line) => /search=([^&]*)/.exec(line)?.[1])

describe('useLinkSearch', () => {
  it('says resolving from its first render, with undefined for what is not known', async () => {
    const { store } = await siteStore()
    const { all } = shownSearch(store, { search: 'sea' })
    expect(all[0]).toMatchObject({
      results: undefined,
      status: 'resolving',
      error: undefined,
      isResolving: true,
      isFetching: true,
      isPrevious: false,
      hasStarted: true,
      hasResolved: false,
    })
  })

  it('shows what was found', async () => {
    const { store, log } = await siteStore(echo)
    const { last } = shownSearch(store, { search: 'sea', subtype: 'page' })
    await pass()
    expect(log).toEqual(['GET /wp/v2/search?search=sea&per_page=20&type=post&subtype=page'])
    expect(titles(last())).toEqual(['sea'])
    expect(last()).toMatchObject({
      status: 'success',
      error: undefined,
      isResolving: false,
      isFetching: false,
      isPrevious: false,
      hasResolved: true,
    })
  })

  it.each(['', '  '])('asks for three suggestions at once while %j is typed', async (search) => {
    const { store, log } = await siteStore(echo)
    shownSearch(store, { search, initialSuggestionsSearchOptions: { subtype: 'page' } })
    await pass(0)
    expect(log).toEqual(['GET /wp/v2/search?search=&per_page=3&type=post&subtype=page'])
  })

  it('waits until somebody stops typing, and asks once', async () => {
    const { store, log } = await siteStore(echo)
    const { type } = shownSearch(store, { search: '' })
    await pass()
    for (const search of ['s', 'se', 'sea']) {
      type({ search })
      await pass(199)
    }
    expect(searched(log)).toEqual([''])
    await pass(1)
    expect(searched(log)).toEqual(['', 'sea'])
  })

  it('waits as long as it is asked to', async () => {
    const { store, log } = await siteStore(echo)
    const { type } = shownSearch(store, { search: '', debounce: 1000 })
    await pass()
    type({ search: 'sea', debounce: 1000 })
    await pass(999)
    expect(log).toHaveLength(1)
    await pass(1)
    expect(log).toHaveLength(2)
  })

  it('does not search again for what says the same', async () => {
    const { store, log } = await siteStore(echo)
    const { last, type } = shownSearch(store, { search: 'sea', page: 1 })
    await pass()
    const { results, refetch } = last()
    type({ search: 'sea ', page: 1 })
    type({ page: 1, search: ' sea' })
    await pass(1000)
    expect(log).toHaveLength(1)
    expect(last()).toMatchObject({ status: 'success', isFetching: false })
    expect(last().results).toBe(results)
    expect(last().refetch).toBe(refetch)
  })

  it('keeps the results before until the next ones are there', async () => {
    const { store, waiting } = await siteStore()
    const { last, type } = shownSearch(store, { search: 'sea' })
    await pass()
    await after(() => waiting[0]?.answer([{ id: 1, title: 'Sea' }]))
    type({ search: 'land' })
    expect(titles(last())).toEqual(['Sea'])
    expect(last()).toMatchObject({
      isPrevious: true,
      isResolving: true,
      isFetching: true,
      hasResolved: false,
    })
    await pass(200)
    expect(titles(last())).toEqual(['Sea'])
    await after(() => waiting[0]?.answer([{ id: 2, title: 'Land' }]))
    expect(titles(last())).toEqual(['Land'])
    expect(last()).toMatchObject({ isPrevious: false, isResolving: false, isFetching: false })
  })

  it('aborts the search before as soon as something else is typed', async () => {
    const { store, seen, waiting } = await siteStore()
    const { last, type } = shownSearch(store, { search: 'sea' })
    await pass()
    type({ search: 'land' })
    expect(seen[0]?.request.signal?.aborted).toBe(true)
    await pass(200)
    expect(seen[1]?.request.signal?.aborted).toBe(false)
    await after(() => waiting[0]?.answer([{ id: 2, title: 'Land' }]))
    expect(titles(last())).toEqual(['Land'])
  })

  it('takes no late answer of a fetcher that knows no abort', async () => {
    const late: ((title: string) => void)[] = []
    const fetcher: Fetcher = () =>
      new Promise((resolve) =>
        late.push((title) =>
          resolve({ status: 200, headers: { get: () => null }, data: [{ id: 1, title }] }),
        ),
      )
    const store = createEntityStore({ fetcher, devTools: false })
    const { last, type } = shownSearch(store, { search: 'sea' })
    await pass()
    type({ search: 'land' })
    await pass(200)
    await after(() => late[1]?.('Land'))
    await after(() => late[0]?.('Sea'))
    expect(titles(last())).toEqual(['Land'])
  })

  it('says what every source failed with, and searches again when asked', async () => {
    let isDown = true
    const offline = refusal(0, 'offline_error')
    const { store, log } = await siteStore((request) => (isDown ? offline : echo(request)))
    const { last } = shownSearch(store, { search: 'sea' })
    await pass()
    expect(last()).toMatchObject({
      status: 'error',
      results: undefined,
      isResolving: false,
      hasResolved: true,
    })
    expect(last().error).toBe(offline)
    isDown = false
    await after(() => last().refetch())
    expect(last()).toMatchObject({ status: 'resolving', isFetching: true, results: undefined })
    await pass(200)
    expect(log).toHaveLength(2)
    expect(titles(last())).toEqual(['sea'])
    expect(last()).toMatchObject({ status: 'success', error: undefined, isFetching: false })
  })

  it('shows what one source found when the others fail, without an error', async () => {
    const { store } = await siteStore((request) =>
      request.path.includes('type=term') ? echo(request) : refusal(500, 'broken'),
    )
    const { last } = shownSearch(store, { search: 'sea', type: undefined })
    await pass()
    expect(titles(last())).toEqual(['sea'])
    expect(last()).toMatchObject({ status: 'success', error: undefined })
  })

  it('keeps the results while it searches for the same once more', async () => {
    const { store, waiting } = await siteStore()
    const { last } = shownSearch(store, { search: '' })
    await pass()
    await after(() => waiting[0]?.answer([{ id: 1, title: 'Sea' }]))
    await after(() => last().refetch())
    expect(last()).toMatchObject({ status: 'resolving', isFetching: true, isPrevious: true })
    expect(titles(last())).toEqual(['Sea'])
    await pass()
    await after(() => waiting[0]?.answer([{ id: 2, title: 'Land' }]))
    expect(titles(last())).toEqual(['Land'])
  })

  it('shows no results of another search beside an error', async () => {
    const { store } = await siteStore((request) =>
      request.path.includes('search=land') ? refusal(500, 'broken') : echo(request),
    )
    const { last, type } = shownSearch(store, { search: 'sea' })
    await pass()
    type({ search: 'land' })
    await pass(200)
    expect(last()).toMatchObject({ status: 'error', results: undefined, isPrevious: false })
  })

  it('asks nothing while it is disabled, and says idle', async () => {
    const { store, log } = await siteStore(echo)
    const { last, type } = shownSearch(store, { search: 'sea', enabled: false })
    await pass(1000)
    expect(log).toEqual([])
    expect(last()).toMatchObject({ status: 'idle', results: undefined, isFetching: false, hasStarted: false })
    type({ search: 'sea' })
    expect(last()).toMatchObject({ status: 'resolving', isFetching: true })
    await pass()
    expect(titles(last())).toEqual(['sea'])
  })

  it('aborts its search when it goes, or is disabled', async () => {
    const { store, seen } = await siteStore()
    const { type } = shownSearch(store, { search: 'sea' })
    await pass()
    type({ search: 'sea', enabled: false })
    expect(seen[0]?.request.signal?.aborted).toBe(true)
    const other = shownSearch(store, { search: 'sea' })
    await pass()
    other.unmount()
    expect(seen[1]?.request.signal?.aborted).toBe(true)
  })

  it('leaves no timer behind when it goes while somebody types', async () => {
    const { store, log } = await siteStore(echo, { collectAfter: false })
    const { type, unmount } = shownSearch(store, { search: '' })
    await pass()
    type({ search: 'sea' })
    unmount()
    await pass(1000)
    expect(searched(log)).toEqual([''])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('sends each search once in StrictMode, which runs every effect twice', async () => {
    const { store, log, seen } = await siteStore(echo)
    const { last, type } = shownSearch(store, { search: '' }, true)
    await pass()
    type({ search: 'sea' })
    await pass(200)
    expect(searched(log)).toEqual(['', 'sea'])
    expect(titles(last())).toEqual(['sea'])
    expect(seen[1]?.request.signal?.aborted).toBe(false)
  })

  it('renders no more than for the text, and once for the answer', async () => {
    const { store } = await siteStore(echo)
    const { all, type } = shownSearch(store, { search: 'sea' })
    await pass()
    expect(all).toHaveLength(2)
    type({ search: 'land' })
    await pass(200)
    expect(all).toHaveLength(4)
  })

  it('keeps nothing in the store, and no listener', async () => {
    const { store } = await siteStore(echo)
    const before = store.getState()
    const listeners = store.listenerCount()
    shownSearch(store, { search: 'sea' })
    await pass()
    expect(store.getState()).toBe(before)
    expect(store.listenerCount()).toBe(listeners)
  })

  it('refuses options that are not plain data, with words that say so', async () => {
    const { store } = await siteStore(echo)
    const odd = { search: 'sea', fetcher: () => undefined } as unknown as Props
    expect(() => shownSearch(store, odd)).toThrow('The query.fetcher holds a function')
    takeComplaints()
  })
})
