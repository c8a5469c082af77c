// RTK Query with redux-persist, in IndexedDB: the cache of the API and a slice of what is typed. A mutation that fails
// without a network is not tried again by itself; so what is saved stays in the slice until it is.
import { combineReducers, configureStore, createSlice } from '@reduxjs/toolkit'
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query'
import { get, set, del } from 'idb-keyval'
import { persistReducer, persistStore } from 'redux-persist'
import * as site from '../site.mjs'

const asking = (ask) => ({
  queryFn: (given) =>
    ask(given).then(
      (data) => ({ data }),
      (error) => ({ error: String(error) }),
    ),
  keepUnusedDataFor: 1e6,
})
const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery(),
  endpoints: ({ query, mutation }) => ({
    page: query(asking(site.readPage)),
    user: query(asking(() => site.readUser())),
    mayDelete: query(asking(site.mayDelete)),
    save: mutation(asking(site.savePost)),
    create: mutation(asking(site.createPost)),
    upload: mutation(asking(site.uploadFile)),
  }),
})
const work = createSlice({
  name: 'work',
  initialState: { edits: {}, drafts: [], files: [] },
  reducers: {
    edited: (state, { payload: { id, title } }) => void (state.edits[id] = title),
    drafted: (state, { payload }) => void state.drafts.push(payload),
    filed: (state, { payload }) => void state.files.push(payload),
    saved: (state, { payload: { kind, key } }) => {
      if (kind === 'edits') delete state.edits[key]
      else state[kind] = state[kind].filter((one) => (one.name ?? one) !== key)
    },
  },
})
const storage = {
  getItem: (key) => get(key),
  setItem: (key, value) => set(key, value),
  removeItem: (key) => del(key),
}
const store = configureStore({
  reducer: persistReducer(
    { key: 'train', storage },
    combineReducers({ api: api.reducer, work: work.reducer }),
  ),
  middleware: (getDefault) =>
    getDefault({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
})
const persistor = persistStore(store)
await new Promise((resolve) => {
  const look = () => persistor.getState().bootstrapped && resolve()
  persistor.subscribe(look)
  look()
})

const { endpoints } = api
const { edited, drafted, filed, saved } = work.actions
const state = () => store.getState()
const page = (number) => endpoints.page.select(number)(state()).data
const idAt = (at) => page(1)?.rows[at]?.id
/** Keeps what is on screen from being removed as unused. */
const show = (endpoint, given) => store.dispatch(endpoint.initiate(given))

async function save(kind, key, endpoint, variables) {
  const { error } = await store.dispatch(endpoint.initiate(variables))
  if (error === undefined) store.dispatch(saved({ kind, key }))
}

await site.open({
  read: async () => {
    await Promise.all(site.pages.map((number) => show(endpoints.page, number)))
    await show(endpoints.user)
    for (const at of [1, 2, 3]) await show(endpoints.mayDelete, idAt(at))
    return site.pages.reduce((sum, number) => sum + page(number).rows.length, 0)
  },
  idAt,
  edit: (id, title) => void store.dispatch(edited({ id, title })),
  save: (id) => save('edits', id, endpoints.save, { id, title: state().work.edits[id] }),
  draft: (title) => void store.dispatch(drafted(title)),
  file: (name) => void store.dispatch(filed(site.makeFile(name))),
  shown: () => {
    const { edits, drafts, files } = state().work
    return site.shownOf({
      lists: site.pages.map(page),
      permitted: [1, 2, 3].map((at) => endpoints.mayDelete.select(idAt(at))(state()).data),
      user: endpoints.user.select()(state()).data?.name,
      edits,
      drafts,
      files: files.flatMap((file) => (file instanceof File ? [file.name] : [])),
      waiting: [],
    })
  },
  saveAll: async () => {
    const { edits, drafts, files } = state().work
    for (const [id, title] of Object.entries(edits)) await save('edits', id, endpoints.save, { id, title })
    for (const title of drafts) await save('drafts', title, endpoints.create, { title })
    for (const file of files)
      if (file instanceof File) await save('files', file.name, endpoints.upload, { file })
    const left = state().work
    return [...Object.keys(left.edits), ...left.drafts]
  },
})
