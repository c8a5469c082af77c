import {
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  loadEntityConfigs,
  RestError,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  type EntityId,
  type Fetcher,
} from 'copydesk'
import {
  createDurability,
  createEntityRecord,
  durabilityOf,
  memoryStorage,
  selectIsQueued,
  type Durability,
  type DurabilityOptions,
  type DurabilityTrouble,
  type DurableStorage,
  type MemoryStorage,
} from 'copydesk/durable'
import { createMockSite, type MockSite } from 'copydesk/testing'

export const owner = { site: 'https://example.org/wp-json/', user: 1 }

/** A site with three posts and two people, and the browser of the first. */
export function openOffice() {
  const site = createMockSite({
    users: [
      { id: 1, username: 'ada', role: 'administrator' },
      { id: 2, username: 'ben', role: 'administrator' },
    ],
    posts: [11, 12, 13].map((id) => ({ id, title: `Post ${id}`, content: '', status: 'publish' as const })),
  })
  const storage = memoryStorage()
  return { site, storage, ...networkOf(site, storage) }
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
    /** What the site was sent, with the body. */
    writes: () =>
      site.requests.flatMap(({ method, path, body }) =>
        method === 'GET' || method === 'OPTIONS'
          ? []
          : [`${method} ${path.split('?')[0] ?? ''} ${JSON.stringify(body)}`],
      ),
  }
}

export type Office = ReturnType<typeof openOffice>
export type Tab = Awaited<ReturnType<typeof openTab>>

/** A tab of the browser, with its posts read, and short words for what tests do in it. */
export async function openTab(
  office: Office,
  { page = office.storage.tab(), ...options }: Partial<DurabilityOptions> & { page?: DurableStorage } = {},
) {
  const troubles: DurabilityTrouble[] = []
  const store = createEntityStore({
    fetcher: office.fetcher,
    devTools: false,
    collectAfter: false,
    plugins: [
      createDurability({ owner, storage: page, onTrouble: (one) => void troubles.push(one), ...options }),
    ],
  })
  const { dispatch, getState } = store
  const durability = durabilityOf(store) as Durability
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
    edit: (id: EntityId, edits: object) =>
      dispatch(editEntityRecord<string, string>('postType', 'post', id, edits)),
    save: (id: EntityId) => dispatch(saveEditedEntityRecord('postType', 'post', id)),
    saveAll: () => dispatch(saveDirtyEntityRecords()),
    remove: (id: EntityId, name = 'post', query?: object) =>
      dispatch(deleteEntityRecord(name === 'post' ? 'postType' : 'taxonomy', name, id, query as never)),
    draft: (values: object) => dispatch(createEntityRecord<string, string>('postType', 'post', values)),
    term: (name: string) => dispatch(createEntityRecord('taxonomy', 'category', { name })),
    shown: (id: EntityId) => selectEditedEntityRecord<string, string>(getState(), 'postType', 'post', id),
    isQueued: (id: EntityId) => selectIsQueued(getState(), 'postType', 'post', id),
    brief: () => durability.queue.entries().map(({ what, key, state }) => `${what} ${key} ${state}`),
  }
}

/** Resolves as soon as something holds; the test's own limit ends it where it never does. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2))
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
