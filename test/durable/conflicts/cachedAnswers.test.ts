import {
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  selectEntityRecords,
  type Fetcher,
  type FetchResponse,
} from 'copydesk'
import { fetchConflictAuthor, type ConflictPolicy } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { conflictStore } from './conflictStores'

/** A store on a host that answers reads by their addresses, for as long as so many saves are done. */
async function cachingHost(saves: number, conflicts: ConflictPolicy = 'merge') {
  let ask: Fetcher = () => Promise.reject(new Error('Nothing to ask yet.'))
  const cache = new Map<string, { answer: FetchResponse; at: number }>()
  let done = 0
  const made = await conflictStore({
    conflicts,
    ask: (fetcher) => void (ask = fetcher),
    store: {
      fetcher: async (request) => {
        const { path = '', method = 'GET' } = request
        if (method !== 'GET') {
          const answer = await ask(request)
          done++
          return answer
        }
        const known = cache.get(path)
        if (known && done - known.at < saves) return known.answer
        const answer = await ask(request)
        cache.set(path, { answer: structuredClone({ ...answer, headers: undefined }) as never, at: done })
        Object.assign(cache.get(path)?.answer ?? {}, { headers: answer.headers })
        return answer
      },
    },
  })
  return {
    ...made,
    asAda: (data: object) => ask({ path: '/wp/v2/posts/1', method: 'PUT', data }),
    isAskedAnew: () => made.site.requests.some(({ path }) => path.includes('_fresh=')),
  }
}

const titles = (rows: readonly unknown[] | null) =>
  rows?.map((row) => (row as { title: { raw: string } }).title.raw)

describe('a host that caches REST by address', () => {
  it('does not turn a saved title back, where its list is read again', async () => {
    const { store, edit, save } = await cachingHost(3)
    const query = { orderby: 'id', order: 'asc' } as const
    await store.dispatch(fetchEntityRecords('postType', 'post', query))
    edit(1, { title: 'Saved' })
    await save(1)
    store.dispatch(invalidate())
    await store.dispatch(fetchEntityRecords('postType', 'post', query))
    expect(titles(selectEntityRecords(store.getState(), 'postType', 'post', query))).toEqual(['Saved', 'Two'])
  })

  it('nor where the record is', async () => {
    const { store, edit, save, load, record } = await cachingHost(3)
    edit(1, { title: 'Saved' })
    await save(1)
    await load(1, undefined, { force: true })
    expect(record(1)).toMatchObject({ title: { raw: 'Saved' } })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    expect(record(1)).toMatchObject({ title: { raw: 'Saved' } })
  })

  it.each([1, 2, 3, 5])(
    'never makes somebody else of the person who saves (%i saves long)',
    async (saves) => {
      const { edit, save, conflict, onSite } = await cachingHost(saves)
      for (let at = 0; at < 8; at++) {
        edit(1, { title: `Title ${at}` })
        await save(1)
        expect(conflict()).toBeUndefined()
        expect((await onSite()).title.raw).toBe(`Title ${at}`)
      }
    },
  )

  it("never hides a colleague's title from the check of a save", async () => {
    const { edit, save, elsewhere, conflict, site } = await cachingHost(1000)
    edit(1, { title: 'Mine' })
    site.fail('PUT /wp/v2/posts/1', 'offline')
    await save(1)
    await elsewhere({ title: 'Theirs' })
    await save(1)
    expect(conflict()?.fields.title).toMatchObject({ mine: 'Mine', theirs: 'Theirs' })
  })

  it('nor from who looks afterwards what a save has replaced', async () => {
    const { edit, save, elsewhere, conflict } = await cachingHost(1000, 'detect')
    for (const title of ['Theirs', 'Theirs again']) {
      edit(1, { title: `Mine over ${title}` })
      await elsewhere({ title })
      await save(1)
      expect(conflict()).toMatchObject({ reason: 'overtaken', fields: { title: { theirs: title } } })
    }
  })

  it('nor the one who wrote last from who asks with whom a save is in conflict', async () => {
    const { store, edit, trySave, elsewhere, asAda } = await cachingHost(1000)
    const author = () => store.dispatch(fetchConflictAuthor('postType', 'post', 1))
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    await trySave()
    expect(await author()).toMatchObject({ id: 2 })
    await asAda({ title: 'On my telephone' })
    expect(await author()).toMatchObject({ id: 1 })
  })

  it('is asked by the plain address while nothing old was noticed, but by checks and by force', async () => {
    const { edit, load, isAskedAnew } = await cachingHost(1)
    await load(2)
    edit(1, { title: 'Mine' })
    expect(isAskedAnew()).toBe(false)
    await load(2, undefined, { force: true })
    expect(isAskedAnew()).toBe(true)
  })
})
