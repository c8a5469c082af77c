import {
  createEntityStore,
  deleteEntityRecord,
  type EntityQuery,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer } from '../support/fakeServer'

describe('the path of a record', () => {
  it.each(['12/revisions/15', '../users/1', '..', 'a/./b'])(
    'never reaches another endpoint by the id %s',
    async (id) => {
      const { fetcher, log } = fakeServer()
      const store = createEntityStore({ fetcher })
      const read = store.dispatch(fetchEntityRecord('postType', 'post', id))
      await expect(read).rejects.toMatchObject({ code: 'invalid_id' })
      const deletion = store.dispatch(
        deleteEntityRecord('postType', 'post', id, undefined, { throwOnError: true }),
      )
      await expect(deletion).rejects.toMatchObject({ code: 'invalid_id' })
      expect(log).toEqual(['GET /wp/v2/types?context=view'])
    },
  )

  it('keeps the slashes of a template', async () => {
    const { fetcher, log } = fakeServer(() => ({ id: 'theme//home', slug: 'home' }))
    const store = createEntityStore({ fetcher })
    await store.dispatch(fetchEntityRecord('postType', 'wp_template', 'theme//home'))
    expect(log).toContain('GET /wp/v2/templates/theme//home?context=edit')
  })
})

describe('the path of a read', () => {
  const book = { kind: 'shop', name: 'book', baseURL: '/books', baseURLParams: { context: 'edit' } }

  /** What is asked by a read of a book. */
  async function askedBy(read: (store: EntityStore) => Promise<unknown>, config: object = {}) {
    const { fetcher, log } = fakeServer(({ path }) => (/\/a\?/.test(path) ? { id: 'a' } : []))
    const store = createEntityStore({ fetcher, devTools: false, entities: [{ ...book, ...config }] })
    await read(store).catch(() => undefined)
    return log
  }

  it.each<[string, EntityQuery, string]>([
    ['its own parameters', {}, '?context=edit'],
    ['those of the query in their place', { context: 'view', b: 1 }, '?context=view&b=1'],
    ['the key beside other fields', { _fields: 'title.raw' }, '?context=edit&_fields=title.raw,id'],
    ['the key once', { _fields: ['id', 'b'] }, '?context=edit&_fields=id,b'],
    ['ids as one text', { include: [2, '1'] }, '?context=edit&include=2,1'],
  ])('has %s', async (what, query, parameters) => {
    const asked = await askedBy((store) => store.dispatch(fetchEntityRecord('shop', 'book', 'a', query)))
    expect(asked).toEqual([`GET /books/a${parameters}`])
  })

  it('has the page of a list', async () => {
    const query = { page: 3, b: 1 }
    const asked = await askedBy((store) => store.dispatch(fetchEntityRecords('shop', 'book', query)))
    // How many rows stand before it depends on the size, which another server may have otherwise.
    expect(asked).toEqual(['GET /books?context=edit&page=3&per_page=10&b=1'])
  })

  it('asks for no key where there is none', async () => {
    const read = (store: EntityStore) =>
      store.dispatch(fetchEntityRecord('shop', 'book', undefined, { _fields: 'a' }))
    expect(await askedBy(read, { key: false })).toEqual(['GET /books?context=edit&_fields=a'])
  })
})
