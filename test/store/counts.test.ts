import {
  addEntities,
  batch,
  createEntityStore,
  defineEntity,
  editEntityRecord,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  loadEntityConfigs,
  receiveEntityRecords,
  redo,
  removeEntityRecords,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectEntityRecords,
  undo,
} from 'copydesk'
import { describe, expect, it, vi } from 'vitest'
import { answersBatches } from '../support/batches'
import { fakeServer, post, type Rule } from '../support/fakeServer'

const sparse = (at: number) => 37 * at + 5
const postsFrom = (start: number, count: number) =>
  Array.from({ length: count }, (none, at) => post(sparse(start + at)))

const answers: Rule = ({ path, data }) =>
  path.startsWith('/wp/v2/posts?')
    ? postsFrom(0, 100)
    : post(Number(/posts\/(\d+)/.exec(path)?.[1]), {
        title: { raw: (data as { title?: string } | undefined)?.title ?? 'Told', rendered: '' },
      })

async function storeOf(count: number, rule: Rule = answers) {
  const server = fakeServer(rule)
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  await store.dispatch(loadEntityConfigs('postType'))
  store.dispatch(receiveEntityRecords('postType', 'post', postsFrom(0, count)))
  server.log.length = 0
  return { ...server, store }
}

/** A store with a thousand records, of which the first hundred stand in a hundred lists. */
async function hundredLists() {
  const { store } = await storeOf(1000)
  const queries = Array.from({ length: 100 }, (none, at) => ({ per_page: 100, tags: at }))
  for (const query of queries) {
    store.dispatch(receiveEntityRecords('postType', 'post', postsFrom(0, 100), query))
  }
  const read = () =>
    queries.map((query) => selectEntityRecords(store.getState(), 'postType', 'post', query) ?? [])
  return { store, read }
}

/** How many objects of the state are new after something was done. */
function made(store: EntityStore, act: () => unknown): number {
  const before = objectsIn(store.getState())
  act()
  return [...objectsIn(store.getState())].filter((object) => !before.has(object)).length
}

function objectsIn(value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found
  found.add(value)
  for (const entry of Object.values(value)) objectsIn(entry, found)
  return found
}

describe('requests', () => {
  it('are one for each record, however many ask for it at once', async () => {
    const { store, log } = await storeOf(0)
    const ids = Array.from({ length: 200 }, (none, at) => sparse(at))
    await Promise.all(
      ids.flatMap((id) =>
        Array.from({ length: 10 }, () => store.dispatch(fetchEntityRecord('postType', 'post', id))),
      ),
    )
    expect(log).toHaveLength(200)
  })

  it('are none for records and lists that are known from a list', async () => {
    const { store, log } = await storeOf(0)
    const query = { per_page: 100, page: 1 }
    await store.dispatch(fetchEntityRecords('postType', 'post', query))
    await store.dispatch(fetchEntityRecords('postType', 'post', { ...query }))
    await Promise.all(
      Array.from({ length: 100 }, (none, at) =>
        store.dispatch(fetchEntityRecord('postType', 'post', sparse(at))),
      ),
    )
    expect(log).toHaveLength(1)
  })

  it('are one for 25 saves in a batch, beside the one that asks how many it may have', async () => {
    const { store, log } = await storeOf(25, answersBatches(answers))
    const ids = Array.from({ length: 25 }, (none, at) => sparse(at))
    for (const id of ids) store.dispatch(editEntityRecord('postType', 'post', id, { title: `Saved ${id}` }))
    await store.dispatch(
      batch(
        ids.map(
          (id) =>
            ({ saveEditedEntityRecord }) =>
              saveEditedEntityRecord('postType', 'post', id),
        ),
      ),
    )
    expect(log).toHaveLength(2)
    expect(selectDirtyEntityRecords(store.getState())).toEqual([])
  })
})

describe('listeners', () => {
  it('are told once of a page of a hundred records, and once of each edit, undo and redo', async () => {
    const { store } = await storeOf(10)
    let told = 0
    store.subscribe(() => told++)
    store.dispatch(receiveEntityRecords('postType', 'post', postsFrom(10, 100), { per_page: 100 }))
    expect(told).toBe(1)
    store.dispatch(editEntityRecord('postType', 'post', sparse(1), { title: 'New' }))
    store.dispatch(undo())
    store.dispatch(redo())
    expect(told).toBe(4)
  })
})

describe('dispatches', () => {
  /** How often the state changed while something was done. */
  async function changes(store: EntityStore, act: () => unknown): Promise<number> {
    let count = 0
    const leave = store.subscribe(() => count++)
    await act()
    leave()
    return count
  }

  it('are two for a read of one record or of a page, and none for what is known', async () => {
    const { store } = await storeOf(0)
    const readOne = () => store.dispatch(fetchEntityRecord('postType', 'post', sparse(500)))
    const readPage = () => store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 100 }))
    expect(await changes(store, readOne)).toBe(2)
    expect(await changes(store, readPage)).toBe(2)
    expect(await changes(store, readOne)).toBe(0)
    expect(await changes(store, readPage)).toBe(0)
  })

  it('are two for each of a hundred reads at once, whoever waits for them', async () => {
    const { store } = await storeOf(0)
    const readAll = () =>
      Promise.all(
        Array.from({ length: 300 }, (none, at) =>
          store.dispatch(fetchEntityRecord('postType', 'post', sparse(at % 100))),
        ),
      )
    expect(await changes(store, readAll)).toBe(200)
  })

  it('are one for an edit and two for a save: what is sent with the lock that it takes, and the answer that gives it back', async () => {
    const { store } = await storeOf(10)
    const edit = () => store.dispatch(editEntityRecord('postType', 'post', sparse(1), { title: 'New' }))
    const save = () => store.dispatch(saveEditedEntityRecord('postType', 'post', sparse(1)))
    expect(await changes(store, edit)).toBe(1)
    expect(await changes(store, save)).toBe(2)
  })
})

describe('the list of dirty records', () => {
  it('looks at a few of a thousand again after one of them was edited', async () => {
    const { store } = await storeOf(1000)
    let looked = 0
    const getTitle = ({ title }: { readonly title?: unknown }) => {
      looked++
      return String(title)
    }
    store.dispatch(
      addEntities([defineEntity({ kind: 'postType', name: 'post', baseURL: '/wp/v2/posts', getTitle })]),
    )
    for (let at = 0; at < 1000; at++) {
      store.dispatch(editEntityRecord('postType', 'post', sparse(at), { title: `Title ${at}` }))
    }
    expect(selectDirtyEntityRecords(store.getState())).toHaveLength(1000)
    expect(looked).toBe(1000)
    store.dispatch(editEntityRecord('postType', 'post', sparse(500), { title: 'New' }))
    expect(selectDirtyEntityRecords(store.getState())).toHaveLength(1000)
    expect(looked).toBeGreaterThan(1000)
    expect(looked).toBeLessThanOrEqual(1000 + 8)
  })
})

describe('objects that are made', () => {
  it('for a page of a hundred are no more among ten thousand records than among a thousand', async () => {
    const page = (store: EntityStore) =>
      made(store, () =>
        store.dispatch(receiveEntityRecords('postType', 'post', postsFrom(20_000, 100), { per_page: 100 })),
      )
    const few = page((await storeOf(1000)).store)
    const many = page((await storeOf(10_000)).store)
    expect(many).toBeLessThan(few * 1.5)
  })

  it('for receiving the same page again are neither its rows nor its array', async () => {
    const { store } = await storeOf(0)
    const query = { per_page: 100 }
    const receive = () => store.dispatch(receiveEntityRecords('postType', 'post', postsFrom(0, 100), query))
    receive()
    const shown = selectEntityRecords(store.getState(), 'postType', 'post', query)
    receive()
    const again = selectEntityRecords(store.getState(), 'postType', 'post', query)
    expect(again).toBe(shown)
    expect(again).toHaveLength(100)
  })

  it('for comparing a page with the same one are no arrays of the fields of its records', async () => {
    const { store } = await storeOf(0)
    const query = { per_page: 100 }
    const pages = [postsFrom(0, 100), postsFrom(0, 100)]
    const lookedThrough: unknown[] = []
    const spies = (['keys', 'values', 'entries'] as const).map((name) => {
      const original = Object[name] as (object: object) => never
      return vi.spyOn(Object, name).mockImplementation((object: object) => {
        lookedThrough.push(object)
        return original(object)
      })
    })
    for (const page of pages) store.dispatch(receiveEntityRecords('postType', 'post', page, query))
    for (const spy of spies) spy.mockRestore()
    expect(lookedThrough.filter((object) => objectsIn(pages).has(object as object))).toEqual([])
  })

  it('for a change to a record in a hundred lists are one array for each list, with the other rows as they were', async () => {
    const { store, read } = await hundredLists()
    const before = read()
    store.dispatch(receiveEntityRecords('postType', 'post', post(sparse(7), { slug: 'other' })))
    const other = read().map((rows, list) => rows.filter((row, at) => row !== before[list]?.[at]))
    expect(other).toHaveLength(100)
    for (const rows of other) expect(rows).toEqual([expect.objectContaining({ slug: 'other' })])
  })

  it('for a key that is typed, an undo and a redo are those on their way to one row, and its level', async () => {
    const { store } = await storeOf(1)
    const id = sparse(0)
    const type = (title: string) => store.dispatch(editEntityRecord('postType', 'post', id, { title }))
    type('N')
    type('Ne')
    const typed = made(store, () => type('New'))
    const undone = made(store, () => store.dispatch(undo()))
    const redone = made(store, () => store.dispatch(redo()))
    expect(Math.max(typed, undone, redone)).toBeLessThanOrEqual(16)
  })

  it('for a row that leaves a hundred lists are one array for each list, made without looking for its other rows', async () => {
    const { store, read } = await hundredLists()
    const before = read()
    store.dispatch(removeEntityRecords('postType', 'post', sparse(7)))
    const lookedAt = vi.spyOn(String.prototype, 'charCodeAt')
    const after = read()
    // A row is looked for by a hash of its key; each list by that of its query.
    const letters = lookedAt.mock.calls.length
    lookedAt.mockRestore()
    expect(after.map((rows) => rows.length)).toEqual(Array(100).fill(99))
    after.forEach((rows, list) =>
      expect(rows.every((row, at) => row === before[list]?.[at < 7 ? at : at + 1])).toBe(true),
    )
    expect(letters).toBeLessThan(100 * 40)
  })

  it('for an edit are no more with a thousand edited records than with ten', async () => {
    const edited = async (count: number) => {
      const { store } = await storeOf(2000)
      for (let at = 0; at < count; at++) {
        store.dispatch(editEntityRecord('postType', 'post', sparse(at), { title: 'Other' }))
      }
      return made(store, () =>
        store.dispatch(editEntityRecord('postType', 'post', sparse(1999), { title: 'New' })),
      )
    }
    expect((await edited(1000)) - (await edited(10))).toBeLessThan(10)
  })
})
