import { act, renderHook } from '@testing-library/react'
import type { EntityStore } from 'copydesk'
import { useEntityRecords, useInfiniteEntityRecords } from 'copydesk/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { useStableQuery } from '../../src/react/internals/useStableQuery'
import { post, reply } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

const paged = ({ path }: { path: string }) => {
  const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1)
  const rows = Array.from({ length: 10 }, (none, at) => post(page * 100 + at))
  return reply(rows, { headers: { 'X-WP-Total': '50', 'X-WP-TotalPages': '5' } })
}

function Searches({ count }: { count: number }) {
  return Array.from({ length: count }, (none, at) => <Search key={at} text={`word ${count} ${at}`} />)
}

function Search({ text }: { text: string }) {
  return <i>{useEntityRecords('postType', 'page', { search: text }, { enabled: false }).status}</i>
}

describe('a thousand queries elsewhere on the page', () => {
  it('leave a growing list at the page it has come to', async () => {
    const { store, log } = await siteStore(paged)
    let more = () => Promise.resolve()
    const List = ({ children }: { children?: ReactNode }) => {
      const { records, fetchNextPage } = useInfiniteEntityRecords('postType', 'post', { search: 'boat' })
      more = fetchNextPage
      return (
        <>
          <p>{records?.length}</p>
          {children}
        </>
      )
    }
    const { container, rerender } = show(store, <List />)
    await after()
    await after(() => more())
    await after(() => more())
    expect(container.querySelector('p')?.textContent).toBe('30')
    const asked = log.length
    rerender(
      <List>
        <Searches count={1001} />
      </List>,
    )
    rerender(
      <List>
        <Searches count={1002} />
      </List>,
    )
    await after()
    expect(container.querySelector('p')?.textContent).toBe('30')
    expect(log).toHaveLength(asked)
  })

  it('leave the subscriptions of a list as they are', async () => {
    const { store } = await siteStore(paged)
    let subscriptions = 0
    const counted: EntityStore = {
      ...store,
      subscribeTo: (address, listener) => {
        if (address.includes('postType/post')) subscriptions++
        return store.subscribeTo(address, listener)
      },
      subscribeToAll: (addresses, listener) => {
        subscriptions += addresses.filter((address) => address.includes('postType/post')).length
        return store.subscribeToAll(addresses, listener)
      },
    }
    const List = ({ children }: { children?: ReactNode }) => {
      const { records } = useEntityRecords('postType', 'post', { search: 'boat' })
      return (
        <>
          {records?.length}
          {children}
        </>
      )
    }
    const { rerender } = show(counted, <List />)
    await after()
    const before = subscriptions
    expect(before).toBeGreaterThan(0)
    for (const count of [1001, 1002]) {
      rerender(
        <List>
          <Searches count={count} />
        </List>,
      )
    }
    await after()
    expect(subscriptions).toBe(before)
  })
})

describe('a query that is written in place', () => {
  const shown = (query: object) =>
    renderHook((given: object) => useStableQuery(given), { initialProps: query })

  it('is the same object for as long as it says the same', () => {
    const first = { search: 'boat', page: 1 }
    const { result, rerender } = shown(first)
    rerender({ page: 1, search: 'boat' })
    expect(result.current).toBe(first)
    rerender({ search: 'other' })
    expect(result.current).not.toBe(first)
  })

  it('is distinguished from one that gives the length of a page, as pages are then counted otherwise', () => {
    const { result, rerender } = shown({ search: 'length' })
    const before = result.current
    rerender({ search: 'length', per_page: 10 })
    expect(result.current).not.toBe(before)
  })

  it('holds few of the queries that were asked before, the latest ones', () => {
    const first = { search: 'word' }
    const { result, rerender } = shown(first)
    for (let at = 0; at < 100; at++) rerender({ search: `word ${at}` })
    const latest = result.current
    act(() => rerender({ search: 'word' }))
    expect(result.current).not.toBe(first)
    rerender({ search: 'word 99' })
    expect(result.current).toBe(latest)
  })
})

describe('what a component shows', () => {
  it('is the same list for equal queries of different components', async () => {
    const { store } = await siteStore(paged)
    const lists = new Set<unknown>()
    const List = () => {
      const { records } = useEntityRecords('postType', 'post', { search: 'boat', per_page: 10 })
      if (records) lists.add(records)
      return null
    }
    show(
      store,
      <>
        <List />
        <List />
      </>,
    )
    await after()
    expect(lists.size).toBe(1)
  })
})
