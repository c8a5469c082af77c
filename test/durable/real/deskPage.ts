// A page for a real browser: a store with durability, and short words for what tests do in it. With `?wordpress` it is
// signed in on the site that it comes from, by cookie and nonce; without, nothing can be asked.
import {
  createEntityStore,
  createRestFetcher,
  editEntityRecord,
  type EntityId,
  type EntityQuery,
  fetchEntityRecord,
  fetchEntityRecords,
  type Fetcher,
  loadEntityConfigs,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecordEdits,
  selectEntityRecords,
  selectHasUndo,
  selectSaveError,
  undo,
} from 'copydesk'
import {
  createDurability,
  createEntityRecord,
  type Durability,
  durabilityOf,
  type DurabilityTrouble,
  resolveConflict,
  selectCurrentId,
  selectSaveConflict,
} from 'copydesk/durable'

interface Signed {
  readonly fetcher: Fetcher
  readonly user: number
}

async function signedIn(): Promise<Signed> {
  const askNonce = async () => (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text()
  const fetcher = createRestFetcher({
    root: `${location.origin}/wp-json/`,
    nonce: { initial: await askNonce(), refresh: askNonce },
  })
  const { data } = await fetcher({ path: '/wp/v2/users/me?_fields=id' })
  return { fetcher, user: (data as { id: number }).id }
}

const nobody: Signed = { fetcher: () => Promise.reject(new Error('Nothing is asked.')), user: 1 }
const isOnWordPress = new URLSearchParams(location.search).has('wordpress')
const { fetcher, user } = isOnWordPress ? await signedIn() : nobody
const owner = { site: location.origin, user }
const troubles: DurabilityTrouble[] = []
const makeStore = () =>
  createEntityStore({
    fetcher,
    entities: [{ kind: 'shop', name: 'book', baseURL: '/books' }],
    plugins: [createDurability({ owner, onTrouble: (trouble) => void troubles.push(trouble) })],
    devTools: false,
    collectAfter: false,
  })
const store = makeStore()
const { dispatch, getState } = store
const durability = durabilityOf(store) as Durability
let typed = 0
let ending = new AbortController()

const kind = isOnWordPress ? 'postType' : 'shop'
const firstName = isOnWordPress ? 'post' : 'book'
const codeOf = (error: unknown) => (error === undefined ? null : String((error as { code?: unknown }).code))

const words = {
  user: () => user,
  // What is edited.
  edit: (id: EntityId, edits: object, name = firstName) =>
    dispatch(editEntityRecord<string, string>(kind, name, id, edits)),
  type: (text: string) =>
    dispatch(editEntityRecord<string, string>(kind, firstName, 1, { text }, { isCached: true })),
  typeOn: () =>
    void setInterval(() => words.type(Array.from({ length: ++typed }, (none, at) => at + 1).join(' ')), 20),
  typed: () => typed,
  /** Writes all that was edited, and gives how much of it had been typed before. */
  flushed: async () => {
    const before = typed
    await durability.flush()
    return before
  },
  edits: (id: EntityId = 1, name = firstName) => selectEntityRecordEdits(getState(), kind, name, id) ?? null,
  text: () => words.edits()?.text ?? '',
  dirty: () => selectDirtyEntityRecords(getState()).map(({ key }) => key),
  undo: () => void dispatch(undo()),
  hasUndo: () => selectHasUndo(getState()),
  // What is kept.
  flush: () => durability.flush(),
  status: () => durability.status(),
  troubles: () => troubles.map(({ code }) => code),
  recovered: () => durability.recovered().map(({ key, from, standing }) => ({ key, from, standing })),
  check: () => durability.check(),
  restoreAll: async () => (await durability.restore(durability.recovered())).restored.length,
  /** What a second store of the same person in this page is told. */
  second: () => {
    try {
      makeStore()
      return null
    } catch (error) {
      return codeOf(error)
    }
  },
  // What the site has.
  load: async (...ids: EntityId[]) => {
    await dispatch(loadEntityConfigs('postType'))
    await dispatch(loadEntityConfigs('taxonomy'))
    for (const id of ids) await dispatch(fetchEntityRecord(kind, firstName, id))
  },
  read: async (id: EntityId, name: string) => void (await dispatch(fetchEntityRecord(kind, name, id))),
  shown: (id: EntityId, name = firstName) =>
    selectEditedEntityRecord<string, string>(getState(), kind, name, id) ?? null,
  list: async (query: EntityQuery, force = false) => {
    await dispatch(fetchEntityRecords('postType', 'post', query, { force }))
    return words.listed(query)
  },
  listed: (query: EntityQuery) =>
    selectEntityRecords(getState(), 'postType', 'post', query)?.map(({ id }) => id),
  draft: (values: object, name = firstName) =>
    dispatch(createEntityRecord<string, string>(kind, name, values)),
  current: (id: EntityId, name = firstName) => selectCurrentId(getState(), kind, name, id) ?? null,
  save: async (id: EntityId, name = firstName) => {
    await dispatch(saveEditedEntityRecord(kind, name, id))
    return codeOf(selectSaveError(getState(), kind, name, id))
  },
  /** The same, to be given up by `giveUp`. */
  saveUntil: async (id: EntityId, name = firstName) => {
    ending = new AbortController()
    const options = { throwOnError: true, signal: ending.signal }
    return dispatch(saveEditedEntityRecord(kind, name, id, options)).then(
      () => null,
      (error: unknown) => codeOf(error),
    )
  },
  giveUp: () => ending.abort(),
  saveAll: async () => {
    const { failed } = await dispatch(saveDirtyEntityRecords())
    return failed.map(({ key, error }) => ({ key, code: codeOf(error) }))
  },
  conflict: (id: EntityId, name = firstName) => {
    const found = selectSaveConflict(getState(), kind, name, id)
    return found ? { reason: found.reason, fields: Object.keys(found.fields) } : null
  },
  resolve: (id: EntityId, choices: { [field: string]: 'mine' | 'theirs' }) =>
    void dispatch(resolveConflict(kind, firstName, id, choices)),
  // What waits.
  queue: () => ({
    ...durability.queue.status(),
    entries: durability.queue.entries().map(({ what, state }) => `${what} ${state}`),
  }),
  retry: () => durability.queue.retry(),
}

/** What tests say to the page. */
export type DeskWords = typeof words

// A frame without an origin can say nothing of itself but by its document.
document.title = 'opening'
await durability.ready
Object.assign(globalThis, { desk: words })
document.title = 'ready'
