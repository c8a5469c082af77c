// react-admin's offline mode (its core, without a user interface): queries and mutations of its data provider, kept in
// localStorage as its documentation has it. What is typed stands in a form, which nobody keeps.
import { QueryClient } from '@tanstack/query-core'
import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import { persistQueryClient } from '@tanstack/query-persist-client-core'
import { addOfflineSupportToQueryClient } from 'ra-core'
import * as site from '../site.mjs'

const dataProvider = {
  getList: async (resource, { pagination }) => {
    const { rows, total } = await site.readPage(pagination.page)
    return { data: rows, total }
  },
  update: async (resource, { id, data }) => ({ data: await site.savePost({ id, ...data }) }),
  create: async (resource, { data }) => ({
    data: await (resource === 'media' ? site.uploadFile(data) : site.createPost(data)),
  }),
}
const queryClient = addOfflineSupportToQueryClient({
  queryClient: new QueryClient({
    defaultOptions: { queries: { gcTime: Infinity, networkMode: 'offlineFirst' } },
  }),
  dataProvider,
  resources: ['posts', 'media'],
})
const persister = createAsyncStoragePersister({ storage: localStorage })
const [, restored] = persistQueryClient({ queryClient, persister })
await restored

/** What stands in forms. */
const form = { edits: {}, drafts: [], files: [] }
const keyOf = (page) => ['posts', 'getList', { pagination: { page, perPage: 25 } }]
const page = (number) => {
  const list = queryClient.getQueryData(keyOf(number))
  return list && { rows: list.data, total: list.total }
}
const idAt = (at) => page(1)?.rows[at]?.id
/** As its hooks do in the page that is there; after a restart what the library has registered goes on. */
const run =
  (method) =>
  ({ resource, ...params }) =>
    dataProvider[method](resource, params)
const mutations = () => queryClient.getMutationCache()
const mutate = (resource, method, params) =>
  void mutations()
    .build(queryClient, { mutationKey: [resource, method, params], mutationFn: run(method) })
    .execute({ resource, ...params })
    .catch(() => undefined)
const waiting = () =>
  mutations()
    .getAll()
    .filter(({ state }) => state.status === 'pending')

await site.open({
  read: async () => {
    const read = (queryKey, queryFn) => queryClient.fetchQuery({ queryKey, queryFn })
    for (const number of site.pages)
      await read(keyOf(number), () => dataProvider.getList('posts', { pagination: { page: number } }))
    await read(['auth', 'getIdentity'], site.readUser)
    for (const at of [1, 2, 3]) await read(['auth', 'canAccess', at], () => site.mayDelete(idAt(at)))
    return site.pages.reduce((sum, number) => sum + page(number).rows.length, 0)
  },
  idAt,
  edit: (id, title) => void (form.edits[id] = title),
  save: (id) => {
    mutate('posts', 'update', { id, data: { title: form.edits[id] } })
    delete form.edits[id]
  },
  draft: (title) => void form.drafts.push(title),
  file: (name) => void form.files.push(site.makeFile(name)),
  shown: () =>
    site.shownOf({
      lists: site.pages.map(page),
      permitted: [1, 2, 3].map((at) => queryClient.getQueryData(['auth', 'canAccess', at])),
      user: queryClient.getQueryData(['auth', 'getIdentity'])?.name,
      edits: form.edits,
      drafts: form.drafts,
      files: form.files.map(({ name }) => name),
      waiting: waiting().map(({ state }) => ['update', state.variables.data?.title]),
    }),
  saveAll: async () => {
    for (const [id, title] of Object.entries(form.edits)) mutate('posts', 'update', { id, data: { title } })
    for (const title of form.drafts) mutate('posts', 'create', { data: { title } })
    for (const file of form.files) mutate('media', 'create', { data: { file } })
    Object.assign(form, { edits: {}, drafts: [], files: [] })
    await queryClient.resumePausedMutations()
    return waiting().map(({ state }) => state.variables)
  },
})
