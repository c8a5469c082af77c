import {
  createEntityStore,
  createRestFetcher,
  deleteEntityRecord,
  editEntityRecord,
  fetchEmbedPreview,
  fetchEntityRecord,
  fetchEntityRecords,
  type Fetcher,
  type FetchRequest,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  selectDeleteError,
  selectHasEdits,
  selectIsSaving,
  selectResolution,
  selectSaveError,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'

/** What `fetch` rejects with once an AbortController of somebody else has fired: a time limit, written by hand. */
const aborted = () => new DOMException('The operation was aborted.', 'AbortError')

const failure = { name: 'RestError', code: 'fetch_error', status: 0, cause: { name: 'AbortError' } }

interface Site {
  readonly fetcher: Fetcher
  /** Whether requests are given up from now on, as by a fetcher that has a time limit of its own. */
  isSlow: boolean
}

function ownFetcher(): Site {
  const server = fakeServer(({ path }) => (path.startsWith('/wp/v2/posts?') ? [post(1)] : post(1)))
  const site = {
    isSlow: false,
    fetcher: (request: FetchRequest) => (site.isSlow ? Promise.reject(aborted()) : server.fetcher(request)),
  }
  return site
}

function ownFetch(): Site {
  const server = ownFetcher()
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (site.isSlow) throw aborted()
    const { pathname, search } = new URL(url)
    const { data } = await server.fetcher({ path: pathname.replace('/wp-json', '') + search })
    return Response.json(data, { status: init.method === 'POST' ? 201 : 200 })
  }
  const root = 'https://example.org/wp-json/'
  const site = { isSlow: false, fetcher: createRestFetcher({ root, fetch, retry: false }) }
  return site
}

describe.each([
  ['the fetcher', ownFetcher],
  ['the fetch of createRestFetcher', ownFetch],
])('a request that %s gives up by itself', (_, makeSite) => {
  it('ends a first read with an error, and so a list, which is null', async () => {
    const site = makeSite()
    const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
    site.isSlow = true
    await expect(store.dispatch(fetchEntityRecord('root', 'user', 1))).rejects.toMatchObject(failure)
    expect(selectResolution(store.getState(), 'fetchEntityRecord', 'root', 'user', 1)).toMatchObject({
      status: 'error',
      error: failure,
    })
    expect(await store.dispatch(fetchEntityRecords('root', 'user', {}))).toBeNull()
    expect(selectResolution(store.getState(), 'fetchEntityRecords', 'root', 'user', {})).toMatchObject({
      status: 'error',
      error: failure,
    })
    expect(await store.dispatch(fetchEmbedPreview('https://example.org/tides'))).toBe(false)
    // Whoever asks again is answered.
    site.isSlow = false
    expect(await store.dispatch(fetchEntityRecord('root', 'user', 1))).toMatchObject({ id: 1 })
  })

  it('fails a save and a deletion, which say so, and keeps what was typed', async () => {
    const site = makeSite()
    const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
    const state = () => store.getState()
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    site.isSlow = true
    expect(await store.dispatch(saveEditedEntityRecord('postType', 'post', 1))).toBeUndefined()
    expect(selectSaveError(state(), 'postType', 'post', 1)).toMatchObject(failure)
    expect(selectIsSaving(state(), 'postType', 'post', 1)).toBe(false)
    expect(selectHasEdits(state(), 'postType', 'post', 1)).toBe(true)
    expect(await store.dispatch(saveDirtyEntityRecords())).toMatchObject({
      saved: [],
      failed: [{ key: 1, error: failure }],
    })
    expect(await store.dispatch(deleteEntityRecord('postType', 'post', 1))).toBe(false)
    expect(selectDeleteError(state(), 'postType', 'post', 1)).toMatchObject(failure)
  })
})

it('a save by a fetcher of its own that gives it up fails, and one that the caller gives up does not', async () => {
  const { fetcher } = fakeServer(() => post(1))
  const store = createEntityStore({ fetcher, devTools: false })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
  const givesUp: Fetcher = () => Promise.reject(aborted())
  await store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { fetcher: givesUp }))
  expect(selectSaveError(store.getState(), 'postType', 'post', 1)).toMatchObject({ name: 'AbortError' })

  const controller = new AbortController()
  const { signal } = controller
  const isStopped: Fetcher = () => {
    controller.abort()
    return Promise.reject(signal.reason as Error)
  }
  await store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { fetcher: isStopped, signal }))
  expect(selectSaveError(store.getState(), 'postType', 'post', 1)).toBeUndefined()
  expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(true)
})
