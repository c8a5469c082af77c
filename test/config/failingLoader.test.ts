import {
  createEntityStore,
  createRestFetcher,
  deleteEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  RestError,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectDeleteError,
  selectResolution,
  selectSaveError,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, reply } from '../support/fakeServer'

const root = 'https://example.org/wp-json/'

/** A store at a site that answers every request alike. */
function storeAt(answer: () => Response | Promise<Response>) {
  const fetcher = createRestFetcher({ root, retry: false, fetch: async () => answer() })
  return createEntityStore({ fetcher, devTools: false })
}

const refused = (status: number, code: string) => () =>
  Response.json({ code, message: 'Sorry.', data: { status } }, { status })

describe.each([
  ['a server that is down', refused(503, 'service_down'), { code: 'service_down', status: 503 }],
  ['a session that is gone', refused(401, 'rest_not_logged_in'), { code: 'rest_not_logged_in', status: 401 }],
  ['a login page', () => new Response('<html>'), { code: 'invalid_json', status: 200 }],
  ['no connection', () => Promise.reject(new TypeError('failed')), { code: 'fetch_error', status: 0 }],
])('the first read of a post type, of %s', (_, answer, expected) => {
  it('rejects with the error of the server itself, which stands in the resolution', async () => {
    const store = storeAt(answer)
    const error = await store.dispatch(fetchEntityRecord('postType', 'post', 1)).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(RestError)
    expect(error).toMatchObject(expected)
    const standing = selectResolution(store.getState(), 'fetchEntityRecord', 'postType', 'post', 1)
    expect(standing).toEqual({ status: 'error', error })
    expect(standing.error).toBe(error)
  })

  it('of a list is null, or rejects with that error where it is asked to', async () => {
    const store = storeAt(answer)
    expect(await store.dispatch(fetchEntityRecords('postType', 'post'))).toBeNull()
    const standing = selectResolution(store.getState(), 'fetchEntityRecords', 'postType', 'post')
    expect(standing).toMatchObject({ status: 'error', error: expected })
    const asked = store.dispatch(fetchEntityRecords('postType', 'post', {}, { throwOnError: true }))
    await expect(asked).rejects.toMatchObject(expected)
  })

  it('is what a save and a deletion say that came before it', async () => {
    const store = storeAt(answer)
    const throwOnError = true
    expect(await store.dispatch(saveEntityRecord('postType', 'post', { title: 'A' }))).toBeUndefined()
    expect(selectSaveError(store.getState(), 'postType', 'post')).toMatchObject(expected)
    expect(await store.dispatch(deleteEntityRecord('postType', 'post', 1))).toBe(false)
    expect(selectDeleteError(store.getState(), 'postType', 'post', 1)).toMatchObject(expected)
    const save = store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { throwOnError }))
    await expect(save).rejects.toMatchObject(expected)
    const deletion = store.dispatch(deleteEntityRecord('postType', 'post', 1, {}, { throwOnError }))
    await expect(deletion).rejects.toMatchObject(expected)
  })
})

it('an answer that is no table of post types is what the read fails with', async () => {
  const { fetcher } = fakeServer(({ path }) => (path.includes('taxonomies') ? reply([1]) : undefined))
  const store = createEntityStore({ fetcher, devTools: false })
  await expect(store.dispatch(fetchEntityRecord('taxonomy', 'tag', 1))).rejects.toMatchObject({
    code: 'invalid_response',
  })
})

it('a name that the server was asked for and does not know is an unknown entity, also where it is to reject', async () => {
  const { fetcher } = fakeServer()
  const store = createEntityStore({ fetcher, devTools: false })
  expect(await store.dispatch(fetchEntityRecord('postType', 'unicorn', 1))).toBeUndefined()
  const strict = store.dispatch(fetchEntityRecord('postType', 'unicorn', 1, {}, { throwOnError: true }))
  await expect(strict).rejects.toMatchObject({ code: 'unknown_entity' })
  const lax = { throwOnError: false }
  expect(await store.dispatch(fetchEntityRecord('postType', 'unicorn', 1, {}, lax))).toBeUndefined()
})
