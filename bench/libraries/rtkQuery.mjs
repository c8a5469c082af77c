// One cache entry with an entity adapter into which pages are merged, and a slice for the edits, as its guides do it.
import { configureStore, createEntityAdapter, createSelector, createSlice } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query/react'
import { createElement } from 'react'
import { Provider, useSelector } from 'react-redux'

export const title = 'RTK Query'
export const cannot = {
  undo: 'no undo',
  typingUnderUndo: 'no undo',
  typingTogether: 'no collaboration',
  typingTogetherSlowly: 'no collaboration',
  batchSave: 'no batch',
}

const adapter = createEntityAdapter()
const nameOf = ({ page, tags }) => (tags === undefined ? `page ${page}` : `tags ${tags}`)

export async function open({ server }) {
  const api = createApi({
    baseQuery: async ({ ask }) => ({ data: await ask() }),
    endpoints: (build) => ({
      posts: build.query({
        query: (query) => ({ ask: () => server.list(query) }),
        serializeQueryArgs: () => 'posts',
        merge: (cache, posts, { arg }) => {
          adapter.upsertMany(cache.records, posts)
          cache.lists[nameOf(arg)] = posts.map(({ id }) => id)
        },
        forceRefetch: () => true,
      }),
      // As by default: what nobody shows goes after a minute.
      search: build.query({ query: (at) => ({ ask: () => server.list({ tags: at }) }) }),
      post: build.query({ query: (id) => ({ ask: () => server.one(id) }) }),
      remove: build.mutation({
        query: (id) => ({ ask: () => server.remove(id) }),
        onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
          await queryFulfilled
          dispatch(
            api.util.updateQueryData('posts', undefined, (cache) => {
              adapter.removeOne(cache.records, id)
              for (const name of Object.keys(cache.lists)) {
                const at = cache.lists[name].indexOf(id)
                if (at >= 0) cache.lists[name].splice(at, 1)
              }
            }),
          )
        },
      }),
    }),
  })
  const edits = createSlice({
    name: 'edits',
    initialState: {},
    reducers: {
      edited: (state, { payload: { id, fields } }) => {
        state[id] = { ...state[id], ...fields }
      },
      saved: (state, { payload: id }) => {
        delete state[id]
      },
    },
  })
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, edits: edits.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
    // Else listeners are told a frame later, which would look free.
    enhancers: (defaults) => defaults({ autoBatch: false }),
  })
  const { dispatch, getState } = store
  await dispatch(
    api.util.upsertQueryData('posts', undefined, { records: adapter.getInitialState(), lists: {} }),
  )
  const entry = api.endpoints.posts.select(undefined)
  const cached = (state) => entry(state).data
  const record = (state, id) => cached(state).records.entities[id]
  const selectList = createSelector(
    [(state) => cached(state).records.entities, (state, query) => cached(state).lists[nameOf(query)]],
    (entities, ids) => ids.map((id) => entities[id]),
  )
  const selectEdited = createSelector([record, (state, id) => state.edits[id]], (post, fields) =>
    fields ? { ...post, ...fields } : post,
  )
  const selectDirty = createSelector([(state) => state.edits], (all) =>
    Object.entries(all).map(([id, fields]) => ({ id: Number(id), title: fields.title })),
  )
  const readPage = async (query) => {
    await dispatch(api.endpoints.posts.initiate(query, { forceRefetch: true }))
  }
  const change = (recipe) => dispatch(api.util.updateQueryData('posts', undefined, recipe))

  return {
    readPage,
    readPageAgain: readPage,
    preload: (pages) => {
      change((cache) => {
        adapter.upsertMany(cache.records, pages.flat())
        pages.forEach((page, at) => (cache.lists[nameOf({ page: at + 1 })] = page.map(({ id }) => id)))
      })
    },
    // The records are there already.
    putList: (query, posts) =>
      change((cache) => {
        cache.lists[nameOf(query)] = posts.map(({ id }) => id)
      }),
    receiveOne: (post) => change((cache) => void adapter.setOne(cache.records, post)),
    byId: (id) => record(getState(), id) ?? api.endpoints.post.select(id)(getState()).data,
    list: (query) => selectList(getState(), query),
    edit: (id, fields) => dispatch(edits.actions.edited({ id, fields })),
    edited: (id) => selectEdited(getState(), id),
    dirty: () => selectDirty(getState()),
    readOne: async (id) => (await dispatch(api.endpoints.post.initiate(id))).data,
    remove: (id) => dispatch(api.endpoints.remove.initiate(id)).unwrap(),
    search: async (at) => {
      const shown = dispatch(api.endpoints.search.initiate(at))
      await shown
      shown.unsubscribe()
    },
    saveDirty: () =>
      Promise.all(
        Object.entries(getState().edits).map(async ([id, fields]) => {
          const post = await server.save(Number(id), fields)
          change((cache) => void adapter.setOne(cache.records, post))
          dispatch(edits.actions.saved(id))
        }),
      ),
    Provider: ({ children }) => createElement(Provider, { store }, children),
    useTitle: (id) => useSelector((state) => state.edits[id]?.title ?? record(state, id).title.raw),
    useRows: (query) => useSelector((state) => cached(state).lists[nameOf(query)]),
    useRow: (id) => useSelector((state) => record(state, id)).title.raw,
  }
}
