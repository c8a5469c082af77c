import { type EntityStore, invalidate } from 'copydesk'
import { useInfiniteEntityRecords, type UseInfiniteEntityRecordsResult } from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { django, feathers, notesOn, plain, upTo } from '../support/pagedServers'
import { after, show } from '../support/screen'

type List = UseInfiniteEntityRecordsResult<{ id: number }>

function shownNotes(store: EntityStore, query: { per_page?: number } = {}, initialPages = 1) {
  let last: List | undefined
  function Notes() {
    last = { ...useInfiniteEntityRecords('app', 'note', query, { initialPages }) } as unknown as List
    return null
  }
  show(store, <Notes />)
  const list = () => last as List
  return {
    list,
    ids: () => list().records?.map(({ id }) => id),
    more: () => after(() => void list().fetchNextPage()),
  }
}

describe('an endless list on a server of one’s own', () => {
  it('goes on page by page where the entity is declared by no more than its address', async () => {
    const { store } = notesOn(plain({ rows: 23 }))
    const { list, ids, more } = shownNotes(store)
    await after(() => undefined)
    expect(ids()).toEqual(upTo(10))
    expect(list().hasNextPage).toBe(true)
    await more()
    await more()
    expect(ids()).toEqual(upTo(23))
    expect(list().hasNextPage).toBe(false)
  })

  it('goes on likewise where the server does not count', async () => {
    const { store } = notesOn(plain({ rows: 23, isCounted: false }))
    const { list, ids, more } = shownNotes(store)
    await after(() => undefined)
    for (let page = 0; page < 3; page++) await more()
    expect(ids()).toEqual(upTo(23))
    expect(list().hasNextPage).toBe(false)
  })

  it.each([
    ['is said', { mostRows: 50 }],
    ['is not said', {}],
  ])('shows all rows of five pages where the length of the server’s pages %s', async (name, config) => {
    const { store } = notesOn(django({ rows: 130, most: 50 }), config)
    const { ids, more, list } = shownNotes(store, { per_page: 20 }, 5)
    await after(() => undefined)
    expect(ids()).toEqual(upTo(100))
    expect(list().pages).toBe(5)
    await more()
    expect(ids()).toEqual(upTo(120))
  })

  it('keeps all its rows when it goes stale', async () => {
    const { store } = notesOn(feathers({ rows: 130, most: 50 }), { mostRows: 50 })
    const { ids, more } = shownNotes(store, { per_page: 20 })
    await after(() => undefined)
    for (let page = 0; page < 4; page++) await more()
    expect(ids()).toEqual(upTo(100))
    await after(() => store.dispatch(invalidate({ kind: 'app', name: 'note' })))
    expect(ids()).toEqual(upTo(100))
  })
})
