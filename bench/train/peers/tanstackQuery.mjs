// TanStack Query with its persister in IndexedDB, as its documentation has it. It knows no unsaved edits: what is typed is
// kept by hand as data of a query; what is saved is a mutation, which waits for the network and goes on after a restart.
import { QueryClient } from '@tanstack/query-core'
import { persistQueryClient } from '@tanstack/query-persist-client-core'
import { del, get, set } from 'idb-keyval'
import * as site from '../site.mjs'

const queryClient = new QueryClient({
  defaultOptions: { queries: { gcTime: Infinity, staleTime: 0 }, mutations: { gcTime: Infinity } },
})
// One after the other: else the older of two saves of a post may arrive last.
const scope = { id: 'train' }
queryClient.setMutationDefaults(['save'], { mutationFn: site.savePost, scope })
queryClient.setMutationDefaults(['create'], { mutationFn: site.createPost, scope })
queryClient.setMutationDefaults(['upload'], { mutationFn: site.uploadFile, scope })
const persister = {
  persistClient: (client) => set('client', client),
  restoreClient: () => get('client'),
  removeClient: () => del('client'),
}
const [, restored] = persistQueryClient({ queryClient, persister })
await restored

const data = (...key) => queryClient.getQueryData(key)
const put = (key, value) => queryClient.setQueryData([key], value)
const lists = () => site.pages.map((page) => data('posts', page))
const idAt = (at) => data('posts', 1)?.rows[at]?.id
const mutate = (name, variables) =>
  void queryClient
    .getMutationCache()
    .build(queryClient, { mutationKey: [name] })
    .execute(variables)
    .catch(() => undefined)
const waiting = () =>
  queryClient
    .getMutationCache()
    .getAll()
    .filter(({ state }) => state.status === 'pending')

await site.open({
  read: async () => {
    const read = (queryKey, queryFn) => queryClient.fetchQuery({ queryKey, queryFn })
    await Promise.all(site.pages.map((page) => read(['posts', page], () => site.readPage(page))))
    await read(['user'], site.readUser)
    for (const at of [1, 2, 3]) await read(['mayDelete', at], () => site.mayDelete(idAt(at)))
    return lists().reduce((sum, list) => sum + list.rows.length, 0)
  },
  idAt,
  edit: (id, title) => put('edits', { ...data('edits'), [id]: title }),
  save: (id) => {
    const { [id]: title, ...rest } = data('edits')
    mutate('save', { id, title })
    put('edits', rest)
  },
  draft: (title) => put('drafts', [...(data('drafts') ?? []), title]),
  file: (name) => put('files', [...(data('files') ?? []), site.makeFile(name)]),
  shown: () =>
    site.shownOf({
      lists: lists(),
      permitted: [1, 2, 3].map((at) => data('mayDelete', at)),
      user: data('user')?.name,
      edits: data('edits') ?? {},
      drafts: data('drafts') ?? [],
      files: (data('files') ?? []).map(({ name }) => name),
      waiting: waiting().map(({ state }) => ['update', state.variables.title]),
    }),
  saveAll: async () => {
    for (const [id, title] of Object.entries(data('edits') ?? {})) mutate('save', { id, title })
    for (const title of data('drafts') ?? []) mutate('create', { title })
    for (const file of data('files') ?? []) mutate('upload', { file })
    for (const [key, nothing] of [
      ['edits', {}],
      ['drafts', []],
      ['files', []],
    ])
      put(key, nothing)
    await queryClient.resumePausedMutations()
    return waiting().map(({ state }) => state.variables)
  },
})
