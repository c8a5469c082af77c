import {
  createEntityStore,
  defineEntity,
  fetchEntityRecords,
  removeEntityRecords,
  selectEntityRecords,
} from 'copydesk'
import type { Middleware } from 'redux'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, reply } from '../support/fakeServer'

const pageSize = 100

/** A list of so many notes, one of which may stand on two pages, as where one is published while the list is read. */
function notesOf(count: number, isMoved = false) {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: isMoved && at === pageSize ? pageSize : at + 1,
  }))
  const { fetcher } = fakeServer(({ path }) => {
    const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1)
    return reply(rows.slice((page - 1) * pageSize, page * pageSize), {
      headers: { 'X-WP-Total': String(isMoved ? count - 1 : count) },
    })
  })
  const entities = [defineEntity({ kind: 'app', name: 'note', baseURL: '/notes' })]
  let brought = 0
  const counting: Middleware = () => (next) => (action) => {
    const { received } = action as { readonly received?: { readonly keys: readonly unknown[] } }
    brought += received?.keys.length ?? 0
    return next(action)
  }
  const store = createEntityStore({ fetcher, entities, middleware: [counting], devTools: false })
  const query = { per_page: -1 }
  return {
    read: (options = {}) => store.dispatch(fetchEntityRecords('app', 'note', query, options)),
    remove: (ids: readonly number[]) => store.dispatch(removeEntityRecords('app', 'note', ids)),
    length: () => selectEntityRecords(store.getState(), 'app', 'note', query)?.length,
    /** How many rows came into the state so far. */
    brought: () => brought,
  }
}

const methods = ['indexOf', 'includes', 'filter', 'find', 'findIndex', 'some'] as const

afterEach(() => {
  vi.restoreAllMocks()
})

/** How many places of arrays are gone through, at most, while something is done. */
async function searched(work: () => unknown): Promise<number> {
  let places = 0
  for (const method of methods) {
    const original = Array.prototype[method] as (...given: unknown[]) => unknown
    vi.spyOn(Array.prototype, method).mockImplementation(function (this: unknown[], ...given: unknown[]) {
      places += this.length
      return original.apply(this, given)
    } as never)
  }
  await work()
  vi.restoreAllMocks()
  return places
}

/** How many times as much is done for four times as many. */
async function growth(measure: (count: number) => Promise<number>): Promise<number> {
  // What is done once for all is done by now.
  await measure(500)
  const few = await measure(1000)
  return (await measure(4000)) / few
}

describe('a whole list of four times as many rows costs four times as much', () => {
  it('where its rows are shown as they come', async () => {
    const times = await growth(async (count) => {
      const notes = notesOf(count)
      await notes.read({ intermediateResults: true })
      expect(notes.length()).toBe(count)
      return notes.brought()
    })
    expect(times).toBeLessThan(4.5)
  })

  it('where a row moved to the next page while it was read', async () => {
    const times = await growth((count) =>
      searched(async () => {
        const notes = notesOf(count, true)
        await notes.read()
        expect(notes.length()).toBe(count - 1)
      }),
    )
    expect(times).toBeLessThan(4.5)
  })

  it('where half of it is removed at once', async () => {
    const times = await growth(async (count) => {
      const notes = notesOf(count)
      await notes.read()
      const odd = Array.from({ length: count / 2 }, (_, at) => 2 * at + 1)
      return searched(() => {
        notes.remove(odd)
        expect(notes.length()).toBe(count / 2)
      })
    })
    expect(times).toBeLessThan(4.5)
  })
})
