import { afterEach, describe, expect, it } from 'vitest'
import {
  createEntityStore,
  editEntityRecord,
  receiveEntityRecords,
  saveDirtyEntityRecords,
  type Fetcher,
} from 'copydesk'
import { selectHeldLocks } from 'copydesk/actions'

const nothing = { get: () => null }
const iterator = Array.prototype[Symbol.iterator]
const { some, filter, every, find, findIndex } = Array.prototype

afterEach(() => {
  Array.prototype[Symbol.iterator] = iterator
  Object.assign(Array.prototype, { some, filter, every, find, findIndex })
})

/** How many elements of arrays are looked at while something is done. */
async function looks(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  Array.prototype[Symbol.iterator] = function (this: unknown[]) {
    count += this.length
    return iterator.call(this)
  }
  const counted = (method: (this: unknown[], ...args: never[]) => unknown) =>
    function (this: unknown[], ...args: never[]) {
      count += this.length
      return method.apply(this, args)
    }
  const methods = { some, filter, every, find, findIndex } as never as Record<
    string,
    (this: unknown[], ...args: never[]) => unknown
  >
  for (const [name, method] of Object.entries(methods))
    Object.assign(Array.prototype, { [name]: counted(method) })
  await work()
  Array.prototype[Symbol.iterator] = iterator
  Object.assign(Array.prototype, { some, filter, every, find, findIndex })
  return count
}

/** A store with as many edited notes, and a server that answers at once. */
function edited(count: number, config: object) {
  const fetcher: Fetcher = async ({ path, method, data }) => {
    if (path === '/batch/v1') {
      const { requests = [] } = (data ?? {}) as { requests?: { path: string; body: object }[] }
      const responses = requests.map((request) => ({
        status: 200,
        headers: {},
        body: { id: Number(request.path.split('/').pop()), ...request.body },
      }))
      const schema = { endpoints: [{ args: { requests: { maxItems: 25 } } }] }
      return { status: 207, headers: nothing, data: method === 'OPTIONS' ? schema : { responses } }
    }
    return {
      status: 200,
      headers: nothing,
      data: { id: Number(path?.split('/').pop()), ...(data as object) },
    }
  }
  const entities = [{ kind: 'app', name: 'note', baseURL: '/notes', ...config }]
  const store = createEntityStore({ fetcher, devTools: false, entities })
  const ids = Array.from({ length: count }, (_, i) => i + 1)
  store.dispatch(
    receiveEntityRecords(
      'app',
      'note',
      ids.map((id) => ({ id, title: 'Old' })),
    ),
  )
  for (const id of ids) store.dispatch(editEntityRecord('app', 'note', id, { title: 'New' }))
  return store
}

describe('saving all of many edited records', () => {
  it.each([
    ['one by one', {}],
    ['in batches', { isBatchable: true }],
  ])('looks at no more than five times as much for four times as many: %s', async (how, config) => {
    const cost = async (count: number) => {
      const store = edited(count, config)
      const cost = await looks(async () => {
        const { saved } = await store.dispatch(saveDirtyEntityRecords())
        if (saved.length !== count) throw new Error(`${saved.length} of ${count} were saved.`)
      })
      expect(selectHeldLocks(store.getState())).toEqual([])
      return cost
    }
    await cost(10)
    expect((await cost(2000)) / (await cost(500))).toBeLessThan(5)
  })

  it('chosen by name looks at no more than five times as much for four times as many', async () => {
    const cost = (count: number) => {
      const store = edited(count, {})
      const only = Array.from({ length: count }, (_, i) => ({ kind: 'app', name: 'note', key: i + 1 }))
      return looks(() => store.dispatch(saveDirtyEntityRecords({ only })))
    }
    expect((await cost(2000)) / (await cost(500))).toBeLessThan(5)
  })
})
