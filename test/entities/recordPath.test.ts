import {
  createEntityStore,
  deleteEntityRecord,
  fetchEntityRecord,
  selectResolution,
  recordKey,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { requestToRead } from '../../src/entities/recordPath'
import { normalizeQuery } from '../../src/core/query'
import { fakeServer, refusal } from '../support/fakeServer'

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
  const config = { kind: 'shop', name: 'book', baseURL: '/books', baseURLParams: { context: 'edit' } }
  const key = recordKey('a')

  it.each<[string, object, object | undefined, string]>([
    ['its own parameters', {}, undefined, '/books/a?context=edit'],
    ['those of the query in their place', { context: 'view', b: 1 }, undefined, '/books/a?context=view&b=1'],
    [
      'the key beside other fields',
      { _fields: 'title.raw' },
      undefined,
      '/books/a?context=edit&_fields=title.raw%2Cid',
    ],
    ['the key once', { _fields: ['id', 'b'] }, undefined, '/books/a?context=edit&_fields=id%2Cb'],
    ['ids as one text', { include: [2, '1'] }, undefined, '/books/a?context=edit&include=2%2C1'],
    ['the page', { page: 1, b: 1 }, { page: 3 }, '/books/a?context=edit&page=3&b=1'],
  ])('has %s', (what, query, paging, path) => {
    expect(requestToRead(config, normalizeQuery(query), key, paging).path).toBe(path)
  })

  it('asks for no key where there is none', () => {
    const site = { ...config, key: false } as const
    expect(requestToRead(site, normalizeQuery({ _fields: 'a' }), recordKey('')).path).toBe(
      '/books?context=edit&_fields=a',
    )
  })
})

describe('an entity whose kind could not be loaded', () => {
  it('reads as undefined, with what the server said in the resolution', async () => {
    const down = refusal(503, 'service_down', 'Back at nine.')
    const store = createEntityStore({ fetcher: () => Promise.reject(down) })
    await expect(store.dispatch(fetchEntityRecord('postType', 'post', 1))).resolves.toBeUndefined()
    const { error } = selectResolution(store.getState(), 'fetchEntityRecord', 'postType', 'post', 1)
    expect(error).toMatchObject({ code: 'unknown_entity', cause: down })
    expect((error as Error).message).toContain('Back at nine.')
  })
})
