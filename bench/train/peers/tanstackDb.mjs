// TanStack DB: query collections on a persisted query cache, offline transactions for what is saved, and collections in
// localStorage for what is typed, which can't hold a file.
import { createCollection, localStorageCollectionOptions } from '@tanstack/db'
import { startOfflineExecutor } from '@tanstack/offline-transactions'
import { QueryClient } from '@tanstack/query-core'
import { persistQueryClient } from '@tanstack/query-persist-client-core'
import { queryCollectionOptions } from '@tanstack/query-db-collection'
import { del, get, set } from 'idb-keyval'
import * as site from '../site.mjs'

const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity, staleTime: 0 } } })
const persister = {
  persistClient: (client) => set('client', client),
  restoreClient: () => get('client'),
  removeClient: () => del('client'),
}
const [, restored] = persistQueryClient({ queryClient, persister })
await restored

const reading = (id, queryFn, getKey) =>
  createCollection(queryCollectionOptions({ id, queryKey: [id], queryFn, queryClient, getKey }))
const posts = reading(
  'posts',
  async () => {
    const all = await Promise.all(site.pages.map(site.readPage))
    return all.flatMap(({ rows, total }, index) => rows.map((row) => ({ ...row, page: index + 1, total })))
  },
  ({ id }) => id,
)
const answers = reading(
  'answers',
  async () => {
    const ids = onPage(1).map(({ id }) => id)
    const permitted = [1, 2, 3].map(async (at) => ({ id: `may${at}`, value: await site.mayDelete(ids[at]) }))
    return [{ id: 'user', value: (await site.readUser()).name }, ...(await Promise.all(permitted))]
  },
  ({ id }) => id,
)
const work = createCollection(
  localStorageCollectionOptions({ id: 'work', storageKey: 'work', getKey: ({ id }) => id }),
)
const offline = startOfflineExecutor({
  collections: { posts, work },
  mutationFns: {
    save: async ({ transaction }) => {
      for (const { modified } of transaction.mutations)
        await site.savePost({ id: modified.id, title: modified.title.raw })
    },
  },
})
await offline.waitForInit()
await work.preload()
if (queryClient.getQueryData(['posts'])) await Promise.all([posts.preload(), answers.preload()])

const onPage = (page) => posts.toArray.filter((row) => row.page === page)
const idAt = (at) => onPage(1)[at]?.id
const worksOf = (kind) => work.toArray.filter((row) => row.kind === kind)
const keep = (row) =>
  work.has(row.id) ? work.update(row.id, (draft) => Object.assign(draft, row)) : work.insert(row)

function save(id, title) {
  const transaction = offline.createOfflineTransaction({ mutationFnName: 'save', autoCommit: false })
  transaction.mutate(() =>
    posts.update(Number(id), (draft) => {
      draft.title = { ...draft.title, raw: title }
    }),
  )
  void transaction.commit().catch(() => undefined)
  work.delete(`edit ${id}`)
}

await site.open({
  read: async () => {
    await posts.preload()
    await answers.preload()
    return posts.size
  },
  idAt,
  edit: (id, title) => void keep({ id: `edit ${id}`, kind: 'edit', post: id, title }),
  save: (id) => save(id, work.get(`edit ${id}`).title),
  draft: (title) => void keep({ id: `draft ${title}`, kind: 'draft', title }),
  file: (name) => void keep({ id: `file ${name}`, kind: 'file', title: name, file: site.makeFile(name) }),
  shown: async () =>
    site.shownOf({
      lists: site.pages.map((page) => {
        const rows = onPage(page)
        return rows.length > 0 ? { rows, total: rows[0].total } : undefined
      }),
      permitted: [1, 2, 3].map((at) => answers.get(`may${at}`)?.value),
      user: answers.get('user')?.value,
      edits: Object.fromEntries(worksOf('edit').map(({ post, title }) => [post, title])),
      drafts: worksOf('draft').map(({ title }) => title),
      files: worksOf('file').flatMap(({ title, file }) => (file instanceof File ? [title] : [])),
      waiting: (await offline.peekOutbox()).map(({ mutations }) => [
        'update',
        mutations[0].modified.title.raw,
      ]),
    }),
  saveAll: async () => {
    for (const { post, title } of worksOf('edit')) save(post, title)
    for (const { id, title } of worksOf('draft')) {
      await site.createPost({ title })
      work.delete(id)
    }
    for (const { id, file } of worksOf('file')) {
      if (file instanceof File) await site.uploadFile({ file })
      work.delete(id)
    }
    return (await offline.peekOutbox()).map(({ id }) => id)
  },
})
