import {
  acquireLock,
  batch,
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  hydrated,
  invalidate,
  loadEntityConfigs,
  receiveEntityRecords,
  receiveRevisions,
  redo,
  releaseLock,
  removeEntityRecords,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
  selectEntityRecordsBeingSaved,
  selectHasUndo,
  undo,
} from 'copydesk'
import { EntityStoreProvider, useDirtyEntityRecords, useEntityRecord, useEntityRecords } from 'copydesk/react'
import { createElement } from 'react'

export const title = 'Copydesk'

const wholeQuery = { per_page: -1 }

export async function open({ server, id: options }) {
  const store = createEntityStore({ fetcher: server.handle, devTools: false, ...options })
  const { dispatch, getState } = store
  await dispatch(loadEntityConfigs('postType'))
  const pages = new Map()
  // The query of a page, by one object: as a component's is.
  const pageQuery = ({ page, tags }) => {
    const name = tags === undefined ? page : -tags - 1
    if (!pages.has(name))
      pages.set(name, tags === undefined ? { page, per_page: 100 } : { tags, per_page: 100 })
    return pages.get(name)
  }
  const readPage = (query, options) =>
    dispatch(fetchEntityRecords('postType', 'post', pageQuery(query), options))
  const putList = async (query, posts) => {
    server.putList(query, posts)
    await readPage(query)
  }

  return {
    readPage: (query) => readPage(query),
    readPageAgain: (query) => readPage(query, { force: true }),
    preload: async (all) => {
      for (const [at, posts] of all.entries()) await putList({ page: at + 1 }, posts)
    },
    putList,
    readWhole: (options) => dispatch(fetchEntityRecords('postType', 'post', wholeQuery, options)),
    wholeList: () => selectEntityRecords(getState(), 'postType', 'post', wholeQuery),
    removeMany: (ids) => dispatch(removeEntityRecords('postType', 'post', ids)),
    receiveOne: (post) => dispatch(receiveEntityRecords('postType', 'post', post)),
    byId: (id) => selectEntityRecord(getState(), 'postType', 'post', id),
    list: (query) => selectEntityRecords(getState(), 'postType', 'post', pageQuery(query)),
    edit: (id, fields) => dispatch(editEntityRecord('postType', 'post', id, fields)),
    edited: (id) => selectEditedEntityRecord(getState(), 'postType', 'post', id),
    dirty: () => selectDirtyEntityRecords(getState()),
    typeKey: (id, fields) => dispatch(editEntityRecord('postType', 'post', id, fields, { isCached: true })),
    hasUndo: () => selectHasUndo(getState()),
    undo: () => dispatch(undo()),
    redo: () => dispatch(redo()),
    readOne: (id) => dispatch(fetchEntityRecord('postType', 'post', id)),
    remove: (id) =>
      dispatch(deleteEntityRecord('postType', 'post', id, { force: true }, { throwOnError: true })),
    saveAll: (ids) =>
      dispatch(
        batch(
          ids.map(
            (id) =>
              ({ saveEditedEntityRecord }) =>
                saveEditedEntityRecord('postType', 'post', id),
          ),
        ),
      ),
    search: (at) => dispatch(fetchEntityRecords('postType', 'post', { tags: at, per_page: 100 })),
    saveDirty: () => dispatch(saveDirtyEntityRecords()),
    save: (id) => dispatch(saveEditedEntityRecord('postType', 'post', id)),
    useDirty: () => useDirtyEntityRecords(),
    listen: (listener) => store.subscribe(listener),
    beingSaved: () => selectEntityRecordsBeingSaved(getState()),
    invalidateList: (query) =>
      dispatch(invalidate({ kind: 'postType', name: 'post', query: pageQuery(query) })),
    receiveMany: (posts) => dispatch(receiveEntityRecords('postType', 'post', posts)),
    receiveRevision: (id, revision) => dispatch(receiveRevisions('postType', 'post', id, [revision], {})),
    // As if each had been made under an id of this page.
    makeLocal: (ids) => {
      const state = getState()
      const entity = 'postType/post'
      const createdAt = '2026-01-01T00:00:00.000Z'
      const aliases = Object.fromEntries(
        ids.map((id, at) => [`-1${String(at).padStart(15, '0')}`, { entity, createdAt, id }]),
      )
      dispatch(hydrated({ ...state, entities: { ...state.entities, aliases } }))
    },
    acquire: (path, exclusive) => dispatch(acquireLock(path, { exclusive })),
    release: (lock) => dispatch(releaseLock(lock)),
    show: (id) => store.subscribeTo(`postType/post/${id}`, () => undefined),
    Provider: ({ children }) => createElement(EntityStoreProvider, { store }, children),
    useTitle: (id) => {
      const { title: shown } = useEntityRecord('postType', 'post', id).editedRecord
      return shown
    },
    useRows: (query) => useEntityRecords('postType', 'post', pageQuery(query)).records,
    useRow: (post) => post.title.raw,
  }
}
