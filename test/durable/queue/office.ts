import {
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  loadEntityConfigs,
  RestError,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  uploadMedia,
  type EntityConfig,
  type EntityStore,
  type EntityId,
  type Fetcher,
} from 'copydesk'
import {
  createEntityRecord,
  memoryStorage,
  selectIsQueued,
  type DurabilityOptions,
  type DurableStorage,
  type MemoryStorage,
  type MemoryTab,
} from 'copydesk/durable'
import { createMockSite, type MockSite, type MockSiteOptions } from 'copydesk/testing'
import { owner, person } from '../../support/person'
import { until } from '../../support/until'

export { owner } from '../../support/person'

/** A site with posts from 11 on, three by default, and two people, and the browser of the first. */
export function openOffice({
  posts = 3,
  ...options
}: Pick<MockSiteOptions, 'durable' | 'postMeta'> & { posts?: number } = {}) {
  const ids = Array.from({ length: posts }, (_, at) => 11 + at)
  const site = createMockSite({
    ...options,
    users: [
      { id: 1, username: 'ada', role: 'administrator' },
      { id: 2, username: 'ben', role: 'administrator' },
    ],
    posts: ids.map((id) => ({ id, title: `Post ${id}`, content: '', status: 'publish' as const })),
  })
  const storage = memoryStorage()
  return { site, storage, ...networkOf(site, storage) }
}

interface SentWrite {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** The network between a browser and a site: the browser knows whether it is there. */
function networkOf(site: MockSite, storage: MemoryStorage) {
  let isThere = true
  const fetcher: Fetcher = (request) => {
    if (isThere) return site.fetcher(request)
    const message = 'There is no network.'
    return Promise.reject(new RestError({ code: 'fetch_error', message }))
  }
  return {
    fetcher,
    goOffline: () => {
      isThere = false
      storage.setOnline(false)
    },
    goOnline: () => {
      isThere = true
      storage.setOnline(true)
    },
    /** The browser believes in a network that does not answer. */
    breakNetwork: () => {
      isThere = false
    },
    mendNetwork: () => {
      isThere = true
    },
    /** What the site was sent, with the body; of a batch its writes. */
    writes: () =>
      site.requests.flatMap(({ method, path, body }) => {
        if (method === 'GET' || method === 'OPTIONS') return []
        const all = path === '/batch/v1' ? (body.requests as SentWrite[]) : [{ method, path, body }]
        return all.map((one) => `${one.method} ${one.path.split('?')[0] ?? ''} ${JSON.stringify(one.body)}`)
      }),
    /** How many writes each batch had. */
    batches: () =>
      site.requests.flatMap(({ method, path, body }) =>
        method === 'POST' && path === '/batch/v1' ? [(body.requests as SentWrite[]).length] : [],
      ),
  }
}

export type Office = ReturnType<typeof openOffice>
export type Tab = Awaited<ReturnType<typeof openTab>>

/** A tab of the browser, with its posts read, and short words for what tests do in it. */
export async function openTab(
  office: Office,
  {
    page = office.storage.tab(),
    entities = [],
    onStore,
    ...options
  }: Partial<DurabilityOptions> & {
    page?: DurableStorage
    entities?: readonly EntityConfig[]
    /** Is given the store at once, before it is known what is kept. */
    onStore?: (store: EntityStore) => void
  } = {},
) {
  const { store, dispatch, getState, durability, troubles } = person({
    site: office.site,
    network: office,
    durability: { storage: page, ...options },
    store: { collectAfter: false, entities },
  })
  onStore?.(store)
  await durability.ready
  await until(() => options.queue === false || durability.queue.status().state !== 'off')
  return {
    page,
    store,
    dispatch,
    getState,
    durability,
    troubles,
    queue: durability.queue,
    load: async (...ids: EntityId[]) => {
      await dispatch(loadEntityConfigs('postType'))
      await dispatch(loadEntityConfigs('taxonomy'))
      for (const id of ids) await dispatch(fetchEntityRecord('postType', 'post', id))
    },
    readAgain: (id: EntityId) =>
      dispatch(fetchEntityRecord('postType', 'post', id, undefined, { force: true })),
    edit: (id: EntityId, edits: object) =>
      dispatch(editEntityRecord<string, string>('postType', 'post', id, edits)),
    save: (id: EntityId) => dispatch(saveEditedEntityRecord('postType', 'post', id)),
    saveAll: () => dispatch(saveDirtyEntityRecords()),
    remove: (id: EntityId, name = 'post', query?: object) =>
      dispatch(deleteEntityRecord(name === 'post' ? 'postType' : 'taxonomy', name, id, query as never)),
    draft: (values: object) => dispatch(createEntityRecord<string, string>('postType', 'post', values)),
    upload: (name = 'boat.png', data: object = {}) =>
      dispatch(
        uploadMedia(new File(['a picture'], name, { type: 'image/png' }), {
          draft: true,
          data,
        }),
      ),
    file: (id: EntityId) => selectEditedEntityRecord<string, string>(getState(), 'root', 'media', id),
    term: (name: string) => dispatch(createEntityRecord('taxonomy', 'category', { name })),
    shown: (id: EntityId) => selectEditedEntityRecord<string, string>(getState(), 'postType', 'post', id),
    isQueued: (id: EntityId) => selectIsQueued(getState(), 'postType', 'post', id),
    brief: () => durability.queue.entries().map(({ what, key, state }) => `${what} ${key} ${state}`),
  }
}

/** A page without Web Locks, as without https. */
export function withoutLocks(page: MemoryTab): DurableStorage {
  return new Proxy(page, {
    get: (target, name) => {
      if (name === 'locks') return undefined
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** A tab that has saved without a network what somebody else has changed since, and that waits to be sent. */
export async function waitingSave() {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11)
  office.goOffline()
  tab.edit(11, { title: 'Off' })
  await tab.save(11)
  await office.site.as('ben')({ path: '/wp/v2/posts/11', method: 'PUT', data: { title: 'Theirs' } })
  office.site.clearRequests()
  return { office, tab }
}

/**
 * Saves without the queue and by it, an update and a create, so that all that it takes to send is loaded: time can stand
 * still from here on. Leaves the browser offline.
 */
export async function loadSending(office: Office, tab: Tab): Promise<void> {
  tab.edit(12, { title: 'Saved' })
  await tab.save(12)
  office.goOffline()
  tab.edit(12, { title: 'Post 12' })
  await tab.save(12)
  await tab.save(tab.draft({ title: 'Sent before' }))
  office.goOnline()
  await tab.queue.whenEmpty()
  office.goOffline()
}

/** What a page calls the database of the owner, and the channel to the owner's other pages. */
export const databaseName = `copydesk/durable ${JSON.stringify([owner.site.replace(/\/$/, ''), '1'])}`

/** Does something to what is stored of the queue, as another page or a script of the origin can. */
export async function changeRows(
  { storage }: Office,
  change: (put: (key: string, value: unknown) => void) => void,
): Promise<void> {
  const quiet = { onSuperseded: () => undefined, onDeleted: () => undefined, onTerminated: () => undefined }
  const database = await storage.open(databaseName, quiet)
  await database.transaction(['queue'], 'relaxed', (transaction) => {
    change((key, value) => transaction.put('queue', key, value))
    transaction.commit()
  })
  database.close()
}

/** The writes that wait, as they are stored. */
export function queueRows({ storage }: Office): readonly { readonly key: string; readonly value: unknown }[] {
  return storage.rows().filter(({ store, key }) => store === 'queue' && key.startsWith('entry '))
}

/** All posts of the site by title, as its owner sees them. */
export async function postsOf({
  site,
}: Office): Promise<readonly { title: string; status: string; slug: string }[]> {
  const path = '/wp/v2/posts?context=edit&status=any,trash&per_page=100&orderby=id&order=asc'
  const { data } = await site.as('ada')({ path })
  return (data as { title: { raw: string }; status: string; slug: string }[]).map((post) => ({
    title: post.title.raw,
    status: post.status,
    slug: post.slug,
  }))
}
