import apiFetch from '@wordpress/api-fetch'
import { store as coreStore } from '@wordpress/core-data'
import { createRegistry, RegistryProvider, useSelect } from '@wordpress/data'
import { createElement } from 'react'

export const title = 'core-data'
/** Its import reads the page it stands on. */
export const needsPage = true

export const cannot = {
  searching: 'its reads wait for timers, which the clock of this workload does not run meanwhile',
  typingTogether: 'its collaboration is an experiment that a page switches on',
  typingTogetherSlowly: 'its collaboration is an experiment that a page switches on',
}

export async function open({ server }) {
  apiFetch.setFetchHandler(async ({ path, method, headers, data, parse = true }) => {
    const response = await server.handle({ path, method, headers, data })
    return parse ? response.data : { ...response, ok: true, json: () => Promise.resolve(response.data) }
  })
  const registry = createRegistry()
  registry.register(coreStore)
  const select = registry.select(coreStore)
  const resolve = registry.resolveSelect(coreStore)
  const dispatch = registry.dispatch(coreStore)
  await resolve.getEntitiesConfig('postType')
  const queries = new Map()
  const pageQuery = ({ page, tags }) => {
    const name = tags === undefined ? page : -tags - 1
    if (!queries.has(name))
      queries.set(name, tags === undefined ? { page, per_page: 100 } : { tags, per_page: 100 })
    return queries.get(name)
  }
  const readPage = (query) => resolve.getEntityRecords('postType', 'post', pageQuery(query))
  // Reading a record that was put in by hand would ask the server for it: it is said to be read.
  const saidToBeRead = (posts) =>
    dispatch.finishResolutions(
      'getEntityRecord',
      posts.map(({ id }) => ['postType', 'post', id]),
    )
  const putList = (query, posts) => {
    dispatch.receiveEntityRecords('postType', 'post', posts, pageQuery(query))
    saidToBeRead(posts)
    dispatch.finishResolution('getEntityRecords', ['postType', 'post', pageQuery(query)])
  }

  return {
    readPage,
    readPageAgain: async (query) => {
      await dispatch.invalidateResolution('getEntityRecords', ['postType', 'post', pageQuery(query)])
      await readPage(query)
    },
    // All at once: page by page it takes minutes.
    preload: (all) => {
      const posts = all.flat()
      dispatch.receiveEntityRecords('postType', 'post', posts, pageQuery({ page: 1 }))
      saidToBeRead(posts)
      dispatch.finishResolutions(
        'getEntityRecords',
        all.map((page, at) => ['postType', 'post', pageQuery({ page: at + 1 })]),
      )
    },
    putList,
    receiveOne: (post) => dispatch.receiveEntityRecords('postType', 'post', post),
    byId: (id) => select.getEntityRecord('postType', 'post', id),
    list: (query) => select.getEntityRecords('postType', 'post', pageQuery(query)),
    edit: (id, fields) => dispatch.editEntityRecord('postType', 'post', id, fields),
    edited: (id) => select.getEditedEntityRecord('postType', 'post', id),
    dirty: () => select.__experimentalGetDirtyEntityRecords(),
    typeKey: (id, fields) => dispatch.editEntityRecord('postType', 'post', id, fields, { isCached: true }),
    hasUndo: () => select.hasUndo(),
    undo: () => dispatch.undo(),
    redo: () => dispatch.redo(),
    readOne: (id) => resolve.getEntityRecord('postType', 'post', id),
    remove: (id) =>
      dispatch.deleteEntityRecord('postType', 'post', id, { force: true }, { throwOnError: true }),
    saveAll: (ids) =>
      dispatch.__experimentalBatch(
        ids.map(
          (id) =>
            ({ saveEditedEntityRecord }) =>
              saveEditedEntityRecord('postType', 'post', id),
        ),
      ),
    saveDirty: () =>
      Promise.all(
        select
          .__experimentalGetDirtyEntityRecords()
          .map(({ key }) => dispatch.saveEditedEntityRecord('postType', 'post', key)),
      ),
    Provider: ({ children }) => createElement(RegistryProvider, { value: registry }, children),
    useTitle: (id) =>
      useSelect((read) => read(coreStore).getEditedEntityRecord('postType', 'post', id).title, [id]),
    useRows: (query) =>
      useSelect((read) => read(coreStore).getEntityRecords('postType', 'post', pageQuery(query)), [query]),
    useRow: (post) => post.title.raw,
  }
}
