import {
  type BlockCodec,
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  type EditOptions,
  type EntityConfig,
  type EntityState,
  fetchEntityRecord,
  loadEntityConfigs,
  saveEditedEntityRecord,
  type SaveEditsOptions,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectHasEdits,
  selectIsSaving,
  selectNonTransientEdits,
  selectSaveError,
  type WriteOptions,
  type RecordData,
} from 'copydesk'
import { fakeServer, post, settle, type Rule } from './fakeServer'

/** What a test may choose about its store. */
export interface PostStoreOptions {
  /** Posts that are loaded at the start. Default: 1 and 2. */
  readonly posts?: readonly Record<string, unknown>[]
  readonly entities?: readonly EntityConfig[]
  readonly rule?: Rule
  readonly undoLimit?: number
  readonly undoBytes?: number
  readonly lenient?: boolean
  readonly blocks?: BlockCodec
  readonly preloadedState?: EntityState
}

/** A store in front of a fake server, with posts loaded, and short words for what tests do to them. */
export async function postStore({
  posts = [post(1), post(2)],
  entities = [],
  rule,
  undoLimit,
  undoBytes,
  lenient,
  blocks,
  preloadedState,
}: PostStoreOptions = {}) {
  const server = fakeServer(rule)
  const store = createEntityStore({
    fetcher: server.fetcher,
    entities,
    devTools: false,
    ...(undoLimit !== undefined && { undoLimit }),
    ...(undoBytes !== undefined && { undoBytes }),
    ...(lenient !== undefined && { lenient }),
    ...(blocks && { blocks }),
    ...(preloadedState && { preloadedState }),
  })
  await store.dispatch(loadEntityConfigs('postType'))
  for (const one of posts) {
    const loaded = store.dispatch(fetchEntityRecord('postType', 'post', one.id as number))
    await settle()
    server.waiting[0]?.answer(one)
    await loaded
  }
  server.log.length = 0
  server.seen.length = 0
  return {
    store,
    server,
    edit: (id: number, edits: RecordData, options?: EditOptions) =>
      store.dispatch(editEntityRecord('postType', 'post', id, edits, options)),
    record: (id: number) => selectEntityRecord(store.getState(), 'postType', 'post', id),
    edited: (id: number) => selectEditedEntityRecord(store.getState(), 'postType', 'post', id),
    edits: (id: number) => selectEntityRecordEdits(store.getState(), 'postType', 'post', id),
    toSave: (id: number) => selectNonTransientEdits(store.getState(), 'postType', 'post', id),
    hasEdits: (id: number) => selectHasEdits(store.getState(), 'postType', 'post', id),
    dirty: () => selectDirtyEntityRecords(store.getState()).map(({ key }) => key),
    isSaving: (id: number) => selectIsSaving(store.getState(), 'postType', 'post', id),
    saveError: (id: number) => selectSaveError(store.getState(), 'postType', 'post', id),
    /** Begins a save, and gives its promise when the request is out. */
    save: async (id: number, options?: SaveEditsOptions) => {
      const promise = store.dispatch(saveEditedEntityRecord('postType', 'post', id, options))
      promise.catch(() => undefined)
      await settle()
      return { promise }
    },
    remove: async (id: number, query?: RecordData, options?: WriteOptions) => {
      const promise = store.dispatch(deleteEntityRecord('postType', 'post', id, query, options))
      promise.catch(() => undefined)
      await settle()
      return { promise }
    },
  }
}

/** A post with another title, as the server gives it. */
export function titled(id: number, title: string, fields: Record<string, unknown> = {}) {
  return post(id, { title: { raw: title, rendered: `<b>${title}</b>` }, ...fields })
}
