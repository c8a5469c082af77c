import {
  createEntityStore,
  createRestFetcher,
  editEntityRecord,
  type EntityStore,
  type Fetcher,
  fetchEntityRecord,
  receiveEntityRecords,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectSaveError,
  uploadMedia,
} from 'copydesk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, post, settle } from '../support/fakeServer'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A browser with six connections to a site that takes two seconds for each write and refuses batches. */
function slowSite() {
  const waiting: (() => void)[] = []
  let free = 6
  const most = { handed: 0, now: 0 }
  async function fetch(url: string, { method = 'GET', body, signal }: RequestInit): Promise<Response> {
    most.now++
    most.handed = Math.max(most.handed, most.now)
    if (free > 0) free--
    else {
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve)
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      })
    }
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const next = waiting.shift()
    if (next) next()
    else free++
    most.now--
    const { pathname } = new URL(url)
    if (pathname.endsWith('/types'))
      return Response.json({ post: { slug: 'post', rest_base: 'posts', rest_namespace: 'wp/v2' } })
    if (pathname.endsWith('/batch/v1')) return Response.json({ code: 'rest_no_route' }, { status: 404 })
    const id = Number(pathname.split('/').at(-1))
    return Response.json(method === 'GET' ? post(id) : { id, ...(JSON.parse(String(body)) as object) })
  }
  const fetcher = createRestFetcher({ root: 'https://example.org/wp-json/', fetch })
  const entities = [{ kind: 'app', name: 'note', baseURL: '/notes' }]
  return { store: createEntityStore({ fetcher, entities, devTools: false }), most }
}

/** Makes 300 records dirty. */
function editMany({ dispatch }: EntityStore, kind: string, name: string): void {
  const ids = Array.from({ length: 300 }, (_, i) => i + 1)
  dispatch(
    receiveEntityRecords(
      kind,
      name,
      ids.map((id) => ({ id, slug: 'old' })),
    ),
  )
  for (const id of ids) dispatch(editEntityRecord(kind, name, id, { slug: 'new' }))
}

const saveAll = (store: EntityStore) => store.dispatch(saveDirtyEntityRecords())
const saveEach = (store: EntityStore, kind: string, name: string) =>
  Promise.all(
    selectDirtyEntityRecords(store.getState()).map(({ key }) =>
      store.dispatch(saveEditedEntityRecord(kind, name, key)),
    ),
  )

describe('300 saves over six connections, which take longer in all than one may', () => {
  it.each<[string, string, string, (store: EntityStore, kind: string, name: string) => Promise<unknown>]>([
    ['saved as one, of a server without batches', 'app', 'note', saveAll],
    ['saved as one, of a site that refuses the batch', 'postType', 'post', saveAll],
    ['saved each by itself', 'app', 'note', saveEach],
  ])('all arrive: %s', async (...[, kind, name, save]) => {
    const { store, most } = slowSite()
    const first = store.dispatch(fetchEntityRecord(kind, name, 1))
    await vi.advanceTimersByTimeAsync(5000)
    await first
    editMany(store, kind, name)
    const saved = save(store, kind, name)
    await vi.advanceTimersByTimeAsync(180_000)
    await saved
    expect(selectDirtyEntityRecords(store.getState())).toEqual([])
    expect(most.handed).toBe(6)
  })
})

describe('writes that wait for their turn', () => {
  /** A store whose writes the test answers. */
  async function busyStore(fetcherOf: (fetcher: Fetcher) => Fetcher = (fetcher) => fetcher) {
    const server = fakeServer(({ method }) => (method === 'GET' ? post(1) : undefined))
    const entities = [{ kind: 'app', name: 'note', baseURL: '/notes' }]
    const store = createEntityStore({ fetcher: fetcherOf(server.fetcher), entities, devTools: false })
    editMany(store, 'app', 'note')
    return { ...server, ...store }
  }

  it('leave in order, as soon as one has ended, well or not', async () => {
    const { dispatch, log, waiting } = await busyStore()
    for (let id = 1; id <= 9; id++) void dispatch(saveEditedEntityRecord('app', 'note', id))
    await settle()
    expect(log).toHaveLength(6)
    waiting[2]?.fail(new Error('down'))
    waiting[0]?.answer({ id: 1, slug: 'new' })
    await settle()
    expect(log.slice(6)).toEqual(['PATCH /notes/7', 'PATCH /notes/8'])
  })

  it('are not sent when they are given up before, and hold up nobody', async () => {
    const { dispatch, getState, log, waiting } = await busyStore()
    for (let id = 1; id <= 6; id++) void dispatch(saveEditedEntityRecord('app', 'note', id))
    const controller = new AbortController()
    const { signal } = controller
    const given = dispatch(saveEditedEntityRecord('app', 'note', 7, { signal }))
    void dispatch(saveEditedEntityRecord('app', 'note', 8))
    await settle()
    controller.abort()
    expect(await given).toBeUndefined()
    expect(selectSaveError(getState(), 'app', 'note', 7)).toBeUndefined()
    waiting[0]?.answer({ id: 1, slug: 'new' })
    await settle()
    expect(log.slice(6)).toEqual(['PATCH /notes/8'])
  })

  it('do not wait for files, nor reads for writes', async () => {
    const { dispatch, log } = await busyStore()
    for (let i = 0; i < 8; i++) void dispatch(uploadMedia(new File(['x'], 'x.png', { type: 'image/png' })))
    void dispatch(saveEditedEntityRecord('app', 'note', 1))
    await settle()
    expect(log).toHaveLength(7)
    expect(log.at(-1)).toBe('PATCH /notes/1')
    await dispatch(fetchEntityRecord('root', 'user', 1))
  })
})
