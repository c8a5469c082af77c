// A query per record and per list of ids; edits and the list of them are queries without a server.
import { notifyManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'

export const title = 'TanStack Query'
export const cannot = {
  undo: 'no undo',
  typingUnderUndo: 'no undo',
  typingTogether: 'no collaboration',
  typingTogetherSlowly: 'no collaboration',
  batchSave: 'no batch',
}

// Else listeners are told a millisecond later, by a timer.
notifyManager.setScheduler(queueMicrotask)

const nameOf = ({ page, tags }) => (tags === undefined ? `page ${page}` : `tags ${tags}`)

export function open({ server }) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } },
  })
  // What a reducer would do by itself; comparing the whole list of edits with itself would only cost.
  client.setQueryDefaults(['dirty'], { structuralSharing: false })
  const listKey = (query) => ['list', nameOf(query)]
  const post = (id) => client.getQueryData(['post', id])
  const edits = (id) => client.getQueryData(['edits', id])
  const put = (posts) => {
    for (const each of posts) client.setQueryData(['post', each.id], each)
    return posts.map(({ id }) => id)
  }
  const readPage = (query) =>
    client.fetchQuery({
      queryKey: listKey(query),
      queryFn: async () => put(await server.list(query)),
      staleTime: 0,
    })
  const putList = (query, posts) => client.setQueryData(listKey(query), put(posts))
  const known = (queryKey) => ({ queryKey, enabled: false })

  return {
    readPage,
    readPageAgain: readPage,
    preload: (pages) => pages.forEach((posts, at) => putList({ page: at + 1 }, posts)),
    putList,
    receiveOne: (one) => client.setQueryData(['post', one.id], one),
    byId: post,
    list: (query) => client.getQueryData(listKey(query)).map(post),
    edit: (id, fields) => {
      const next = { ...edits(id), ...fields }
      client.setQueryData(['edits', id], next)
      client.setQueryData(['dirty'], (before = []) => {
        const at = before.findIndex((each) => each.id === id)
        const summary = { id, title: next.title }
        return at < 0 ? [...before, summary] : before.with(at, summary)
      })
    },
    edited: (id) => ({ ...post(id), ...edits(id) }),
    dirty: () => client.getQueryData(['dirty']),
    readOne: (id) => client.fetchQuery({ queryKey: ['post', id], queryFn: () => server.one(id) }),
    remove: async (id) => {
      await server.remove(id)
      client.removeQueries({ queryKey: ['post', id], exact: true })
      client.setQueriesData({ queryKey: ['list'] }, (ids) => {
        const at = ids.indexOf(id)
        return at < 0 ? ids : ids.toSpliced(at, 1)
      })
    },
    // As by default: what nobody shows goes after five minutes.
    search: (at) =>
      client.fetchQuery({
        queryKey: ['search', at],
        queryFn: () => server.list({ tags: at }),
        gcTime: 300_000,
      }),
    saveDirty: () =>
      Promise.all(
        (client.getQueryData(['dirty']) ?? []).map(async ({ id }) => {
          client.setQueryData(['post', id], await server.save(id, edits(id)))
          client.removeQueries({ queryKey: ['edits', id], exact: true })
          client.setQueryData(['dirty'], (before) => before.filter((each) => each.id !== id))
        }),
      ),
    Provider: ({ children }) => createElement(QueryClientProvider, { client }, children),
    useTitle: (id) => {
      const fields = useQuery(known(['edits', id])).data
      const record = useQuery(known(['post', id])).data
      return fields?.title ?? record.title.raw
    },
    useRows: (query) => useQuery(known(listKey(query))).data,
    useRow: (id) => useQuery(known(['post', id])).data.title.raw,
  }
}
