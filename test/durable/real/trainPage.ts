// An application that is used on a train: its files are kept by a service worker, who is signed in by itself, and all else by
// the store. What it shows is what the store has, and nothing is waited for.
import {
  createEntityStore,
  createRestFetcher,
  editEntityRecord,
  type EntityId,
  fetchCurrentUser,
  fetchEntityRecords,
  fetchPermissions,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  selectCanUser,
  selectCurrentUser,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  uploadMedia,
} from 'copydesk'
import {
  createDurability,
  createEntityRecord,
  type Durability,
  durabilityOf,
  selectDrafts,
  selectUnsavedRecords,
} from 'copydesk/durable'

const askNonce = async () => (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text()
const fetcher = createRestFetcher({
  root: `${location.origin}/wp-json/`,
  nonce: { initial: 'unknown', refresh: askNonce },
})

/**
 * Who was signed in when there was a network last. Kept beside the files: a browser that is killed forgets what
 * `localStorage` was given in its last seconds.
 */
async function whoIsThere(): Promise<number> {
  const cache = await caches.open('train')
  const known = await cache.match('/train-user')
  if (known) return Number(await known.text())
  const { data } = await fetcher({ path: '/wp/v2/users/me?_fields=id' })
  const { id } = data as { readonly id: number }
  await cache.put('/train-user', new Response(String(id)))
  return id
}

await navigator.serviceWorker.register('/train-worker.js')
await navigator.serviceWorker.ready
const store = createEntityStore({
  fetcher,
  plugins: [createDurability({ owner: { site: location.origin, user: await whoIsThere() } })],
  devTools: false,
})
const { dispatch, getState } = store
const durability = durabilityOf(store) as Durability
await durability.ready
// There is one tab: what a browser that was killed has left is its own.
await durability.restore(durability.recovered())

const lists = Array.from(
  { length: 20 },
  (none, at) => ({ per_page: 25, page: at + 1, status: 'any' }) as const,
)
const permitted = [1, 2, 3].map((at) => ({ kind: 'postType', name: 'post', at }))
const idAt = (at: number) => selectEntityRecords(getState(), 'postType', 'post', lists[0])?.[at]?.id

const words = {
  /** Reads all that is shown later. */
  read: async () => {
    await Promise.all(lists.map((query) => dispatch(fetchEntityRecords('postType', 'post', query))))
    await dispatch(fetchCurrentUser())
    for (const { kind, name, at } of permitted)
      await dispatch(fetchPermissions({ kind, name, id: idAt(at) as EntityId }))
    return words.shown().rows
  },
  idAt,
  edit: (id: EntityId, title: string) => dispatch(editEntityRecord('postType', 'post', id, { title })),
  save: async (id: EntityId) => void (await dispatch(saveEditedEntityRecord('postType', 'post', id))),
  draft: (title: string) => dispatch(createEntityRecord('postType', 'post', { title })),
  file: async (name: string) => {
    const pixel = Uint8Array.from(atob('R0lGODlhAQABAAAAACwAAAAAAQABAAA='), (letter) => letter.charCodeAt(0))
    const file = new File([pixel], name, { type: 'image/gif' })
    return dispatch(uploadMedia(file, { draft: true }))
  },
  /** All that is on screen, and how much of it there is. */
  shown: () => {
    const state = getState()
    const pages = lists.map((query) => selectEntityRecords(state, 'postType', 'post', query))
    const unsaved = selectDirtyEntityRecords(state)
    const { storage, reason } = durability.status()
    const all = {
      pages: pages.map((rows) => rows?.map((row) => [row.id, row.title, row.modified])),
      totals: lists.map((query) => selectEntityRecordsTotalItems(state, 'postType', 'post', query)),
      permitted: permitted.map(({ kind, name, at }) =>
        selectCanUser(state, 'delete', { kind, name, id: idAt(at) as EntityId }),
      ),
      user: selectCurrentUser(state)?.name,
      unsaved: unsaved.map(({ kind, name, key }) => ({
        key,
        record: selectEditedEntityRecord<string, string>(state, kind, name, key as EntityId),
      })),
      waiting: durability.queue.entries().map(({ what, title }) => [what, title]),
      drafts: ['post', 'attachment'].map((name) =>
        selectDrafts(state, 'postType', name).map(({ id, title }) => [id, title]),
      ),
    }
    return {
      storage: [storage, reason],
      // A draft's file has another address in each page.
      all: JSON.parse(JSON.stringify(all).replaceAll(/blob:[^"]+/g, 'blob:')) as typeof all,
      rows: pages.reduce((sum, rows) => sum + (rows?.length ?? 0), 0),
      unsaved: unsaved.length,
      asked: durability.recovered().length,
    }
  },
  /** Saves all, and gives what is not on the site yet, each by how it stands. */
  saveAll: async () => {
    await dispatch(saveDirtyEntityRecords())
    await durability.queue.retry()
    const waiting = durability.queue
      .entries()
      .map(({ what, title, state, error }) => ({ what, title, state, error }))
    return [...selectUnsavedRecords(getState()).map(({ title }) => title), ...waiting]
  },
}

/** What tests say to the page. */
export type TrainWords = typeof words

Object.assign(globalThis, { desk: words })
