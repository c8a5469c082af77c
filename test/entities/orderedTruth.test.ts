import {
  createEntityStore,
  deleteEntityRecord,
  type EntityQuery,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  receiveEntityRecords,
  removeEntityRecords,
  saveEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
  type RecordData,
} from 'copydesk'
import { entityKey } from 'copydesk/actions'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { readPath, writePath } from '../../src/core/paths'
import { eachRow, getRow } from '../../src/core/recordTable'
import { expectEqual } from '../support/expectEqual'
import { fakeServer, settle, type SeenRequest } from '../support/fakeServer'
import { seeds } from '../support/seeds'
import { longestLaw } from '../support/lawRuns'

const thing = { kind: 'shop', name: 'thing', baseURL: '/things', supportsPagination: true }
const paths = ['a', 'b', 'n.x', 'n.y']

/** A site with things whose fields are numbers that only grow; it works on requests in the order of their sending. */
function thingSite(ids: readonly number[]) {
  let version = 0
  const records = new Map<number, RecordData>(ids.map((id) => [id, { id, a: 0, b: 0, n: { x: 0, y: 0 } }]))
  const answers = new Map<SeenRequest, unknown>()

  function raise(id: number, path: string): void {
    const record = records.get(id)
    if (record) records.set(id, writePath(record, path, ++version) as RecordData)
  }

  function shown(record: RecordData, fields: string | null): RecordData {
    if (fields === null) return record
    return fields
      .split(',')
      .reduce<RecordData>(
        (some, path) => writePath(some, path, readPath(record, path).value) as RecordData,
        {},
      )
  }

  function work({ method, path, data }: SeenRequest): unknown {
    const [route = '', search] = path.split('?')
    const fields = new URLSearchParams(search).get('_fields')
    const id = Number(/\/things\/(\d+)/.exec(route)?.[1])
    if (method === 'PATCH')
      for (const field of Object.keys(data as object)) raise(id, field === 'n' ? 'n.x' : field)
    if (method === 'DELETE') {
      records.delete(id)
      return { deleted: true }
    }
    if (method === 'POST') {
      const made = records.size + 100
      records.set(made, { id: made, a: ++version, b: 0, n: { x: 0, y: 0 } })
      return records.get(made)
    }
    const record = records.get(id)
    return record ? shown(record, fields) : [...records.values()].map((row) => shown(row, fields))
  }

  const server = fakeServer((request) => {
    // As it is at that time: what changes later becomes a new object.
    answers.set(request, work(request))
    return undefined
  })
  const store = createEntityStore({ fetcher: server.fetcher, entities: [thing], devTools: false })

  return {
    ...server,
    store,
    raise,
    records,
    /** Lets an answer arrive; requests are counted in the order of their sending. */
    deliver: async (index: number) => {
      const request = server.waiting[index]
      if (request) request.answer(answers.get(request), { headers: { 'X-WP-Total': `${records.size}` } })
      await settle()
    },
  }
}

describe('answers that come out of order', () => {
  let site: ReturnType<typeof thingSite>
  let store: EntityStore
  beforeEach(() => {
    site = thingSite([1, 2])
    ;({ store } = site)
  })
  const read = (query?: EntityQuery, options?: object) =>
    store.dispatch(fetchEntityRecord('shop', 'thing', 1, query, options))
  const list = (query?: EntityQuery, options?: object) =>
    store.dispatch(fetchEntityRecords('shop', 'thing', query, options))
  const record = (query?: object) => selectEntityRecord(store.getState(), 'shop', 'thing', 1, query)
  const ids = (query?: object) =>
    (selectEntityRecords(store.getState(), 'shop', 'thing', query) as { id: number }[] | null)?.map(
      ({ id }) => id,
    )

  it('a late single read does not replace what a list told meanwhile', async () => {
    const late = read()
    await settle()
    site.raise(1, 'a')
    void list()
    await settle()
    await site.deliver(1)
    await site.deliver(0)
    expect(await late).toMatchObject({ a: 1 })
    expect(record()).toMatchObject({ a: 1 })
  })

  it('a late list does not replace what a newer list told, rows and order alike', async () => {
    void list({ per_page: 5 })
    await settle()
    site.records.delete(1)
    site.raise(2, 'a')
    const newer = list({ per_page: 6 })
    await settle()
    await site.deliver(1)
    await newer
    await site.deliver(0)
    expect(ids({ per_page: 6 })).toEqual([2])
    expect(selectEntityRecord(store.getState(), 'shop', 'thing', 2)).toMatchObject({ a: 1 })
  })

  it('a late whole read fills in what a newer partial one left out, and nothing else', async () => {
    void read()
    await settle()
    site.raise(1, 'n.x')
    site.raise(1, 'b')
    void read({ _fields: 'n.x' })
    await settle()
    await site.deliver(1)
    await site.deliver(0)
    expect(record()).toEqual({ id: 1, a: 0, b: 0, n: { x: 1, y: 0 } })
  })

  it('a late partial read of a parent does not replace the part of it that is newer', async () => {
    void read({ _fields: 'n' })
    await settle()
    site.raise(1, 'n.x')
    void read({ _fields: 'n.x' })
    await settle()
    await site.deliver(1)
    await site.deliver(0)
    expect(record({ _fields: 'n' })).toEqual({ id: 1, n: { x: 1, y: 0 } })
  })

  it('a late partial read of a part does not replace the parent that is newer', async () => {
    void read({ _fields: 'n.x' })
    await settle()
    site.raise(1, 'n.x')
    void read({ _fields: 'n' })
    await settle()
    await site.deliver(1)
    await site.deliver(0)
    expect(record({ _fields: 'n' })).toEqual({ id: 1, n: { x: 1, y: 0 } })
  })

  it('what a newer partial answer no longer has is gone, though an older whole one comes late', async () => {
    void read()
    await settle()
    store.dispatch(receiveEntityRecords('shop', 'thing', { id: 1 }, { _fields: 'a' }))
    await site.deliver(0)
    expect(record()).toEqual({ id: 1, a: undefined, b: 0, n: { x: 0, y: 0 } })
  })

  it('a read that was sent before a save does not bring the old record back', async () => {
    const late = read()
    await settle()
    void store.dispatch(saveEntityRecord('shop', 'thing', { id: 1, a: 5 }))
    await settle()
    await site.deliver(1)
    expect(record()).toMatchObject({ a: 1 })
    await site.deliver(0)
    for (let i = 0; i < 3; i++) await site.deliver(0)
    expect(await late).toMatchObject({ a: 1 })
    expect(record()).toMatchObject({ a: 1 })
  })

  it('a read of a record that was removed meanwhile is asked again', async () => {
    const late = read()
    await settle()
    store.dispatch(removeEntityRecords('shop', 'thing', 1))
    await site.deliver(0)
    expect(record()).toBeUndefined()
    expect(site.log).toEqual(['GET /things/1', 'GET /things/1'])
    await site.deliver(0)
    expect(await late).toMatchObject({ id: 1 })
  })

  it('a read in another context that was sent before a save is asked again', async () => {
    const late = read({ context: 'view' })
    await settle()
    void store.dispatch(saveEntityRecord('shop', 'thing', { id: 1, a: 5 }))
    await settle()
    await site.deliver(1)
    await site.deliver(0)
    expect(record({ context: 'view' })).toBeUndefined()
    expect(site.log.at(-1)).toBe('GET /things/1?context=view')
    await site.deliver(0)
    expect(await late).toMatchObject({ a: 1 })
  })

  it('a copy in another context is read again after a save, and is shown meanwhile', async () => {
    void read({ context: 'view' })
    await settle()
    await site.deliver(0)
    void store.dispatch(saveEntityRecord('shop', 'thing', { id: 1, a: 5 }))
    await settle()
    await site.deliver(0)
    expect(record({ context: 'view' })).toMatchObject({ a: 0 })
    const again = read({ context: 'view' })
    await settle()
    await site.deliver(0)
    expect(await again).toMatchObject({ a: 1 })
  })

  it.each([
    ['created', () => saveEntityRecord('shop', 'thing', { a: 1 }), [1, 2, 102]],
    ['saved', () => saveEntityRecord('shop', 'thing', { id: 1, a: 1 }), [1, 2]],
    ['deleted', () => deleteEntityRecord('shop', 'thing', 1), [2]],
  ] as const)('a list in flight while a record is %s is asked again', async (title, write, expected) => {
    const wanted = list()
    await settle()
    void store.dispatch(write() as ReturnType<typeof saveEntityRecord>)
    await settle()
    await site.deliver(1)
    await site.deliver(0)
    expect(ids()).toBeUndefined()
    expect(site.log.filter((line) => line === 'GET /things')).toHaveLength(2)
    await site.deliver(0)
    expect((await wanted)?.map((row) => row.id)).toEqual(expected)
  })

  it('a write does not wait for a list that is under way', async () => {
    void list()
    await settle()
    void store.dispatch(saveEntityRecord('shop', 'thing', { id: 1, a: 1 }))
    await settle()
    expect(site.log).toEqual(['GET /things', 'PATCH /things/1'])
  })
})

type Step =
  | {
      readonly kind: 'read'
      readonly id: number
      readonly context: string
      readonly fields: string
      readonly force: boolean
    }
  | { readonly kind: 'list'; readonly context: string; readonly fields: string; readonly perPage: number }
  | { readonly kind: 'save'; readonly id: number; readonly path: string }
  | { readonly kind: 'raise'; readonly id: number; readonly path: string }
  | { readonly kind: 'deliver'; readonly index: number }
  | { readonly kind: 'stale' }

const id = fc.constantFrom(1, 2)
const context = fc.constantFrom('', '', 'view')
const fields = fc.constantFrom('', '', 'a', 'b,n', 'n.x', 'a,n.y', 'n')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('read' as const), id, context, fields, force: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('list' as const),
      context,
      fields,
      perPage: fc.constantFrom(-1, 5, 7),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('save' as const), id, path: fc.constantFrom('a', 'b', 'n') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('raise' as const), id, path: fc.constantFrom(...paths) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('deliver' as const), index: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stale' as const) }) },
)

/** Calls back with every number that the store holds, by context, record and path. */
function eachValue(store: EntityStore, visit: (name: string, value: unknown) => void): void {
  const contexts = getRow(store.getState().entities.records, entityKey('shop', 'thing'))?.contexts ?? {}
  for (const [name, table] of Object.entries(contexts))
    eachRow(table, ({ record }, key) => {
      for (const path of paths) visit(`${name} ${key} ${path}`, readPath(record, path).value)
    })
}

describe('any order of reads, saves and answers', () => {
  it.each(seeds(9000, 300))(
    'never takes a field back to an older version, and ends with what the server has, $seeded',
    async ({ parameters }) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
          const site = thingSite([1, 2])
          const { store } = site
          const newest = new Map<string, number>()
          const older: string[] = []
          store.subscribe(() =>
            eachValue(store, (name, value) => {
              const before = newest.get(name) ?? -1
              if (typeof value === 'number' && value >= before) newest.set(name, value)
              else if (before >= 0) older.push(`${name}: ${before}, then ${String(value)}`)
            }),
          )
          const query = (given: { context: string; fields: string }): EntityQuery => ({
            ...(given.context === 'view' && { context: given.context }),
            ...(given.fields && { _fields: given.fields }),
          })
          const reads: Promise<unknown>[] = []
          for (const action of steps) {
            if (action.kind === 'read')
              reads.push(
                store.dispatch(
                  fetchEntityRecord('shop', 'thing', action.id, query(action), { force: action.force }),
                ),
              )
            else if (action.kind === 'list')
              reads.push(
                store.dispatch(
                  fetchEntityRecords('shop', 'thing', { ...query(action), per_page: action.perPage }),
                ),
              )
            else if (action.kind === 'save')
              reads.push(
                store.dispatch(saveEntityRecord('shop', 'thing', { id: action.id, [action.path]: 1 })),
              )
            else if (action.kind === 'raise') site.raise(action.id, action.path)
            else if (action.kind === 'stale') store.dispatch(invalidate())
            else await site.deliver(action.index)
            await settle()
            expectEqual(older, [])
          }
          for (let rounds = 0; site.waiting.length > 0 && rounds < 200; rounds++)
            await site.deliver(rounds % site.waiting.length)
          await Promise.all(reads)
          expectEqual(older, [])

          store.dispatch(invalidate())
          for (const wanted of [1, 2]) {
            const last = store.dispatch(fetchEntityRecord('shop', 'thing', wanted))
            await settle()
            await site.deliver(0)
            expectEqual(await last, site.records.get(wanted))
          }
        }),
        parameters,
      )
    },
    longestLaw,
  )
})
