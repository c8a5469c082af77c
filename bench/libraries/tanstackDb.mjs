// A collection that the server's answers are written to, the ids of the server's lists beside it (its own lists are
// queries over what it holds), and one open transaction that holds the edits.
import { createCollection, createTransaction, eq } from '@tanstack/db'
import { useLiveQuery } from '@tanstack/react-db'

export const title = 'TanStack DB'
export const cannot = {
  undo: 'no undo',
  searching: 'its lists are queries over what it holds, and what it holds stays',
  typingUnderUndo: 'no undo',
  savingDirty: 'its one transaction is saved as a whole by what an application writes',
  typingTogether: 'no collaboration',
  typingTogetherSlowly: 'no collaboration',
  batchSave: 'no batch',
  listView: 'its lists are queries over what it holds, not what the server answered',
}

/** What the adapter has to do for it, so that it is no equal work. */
export const lacks = {
  singleReads: 'it has no single reads: the adapter keeps which are under way',
  sharedReads: 'it has no single reads: the adapter keeps which are under way',
}

const nameOf = ({ page, tags }) => (tags === undefined ? `page ${page}` : `tags ${tags}`)

export async function open({ server }) {
  let feed
  const posts = createCollection({
    id: 'posts',
    getKey: ({ id }) => id,
    startSync: true,
    gcTime: 0,
    sync: {
      sync: (given) => {
        feed = given
        given.markReady()
      },
    },
  })
  await posts.preload()
  const lists = new Map()
  const write = (arrived) => {
    feed.begin()
    for (const value of arrived) feed.write({ type: posts.has(value.id) ? 'update' : 'insert', value })
    feed.commit()
  }
  const put = (query, arrived) => {
    write(arrived)
    lists.set(
      nameOf(query),
      arrived.map(({ id }) => id),
    )
  }
  const readPage = async (query) => put(query, await server.list(query))
  const transaction = createTransaction({ autoCommit: false, mutationFn: () => Promise.resolve() })
  const underWay = new Map()

  return {
    readPage,
    readPageAgain: readPage,
    preload: (pages) => pages.forEach((page, at) => put({ page: at + 1 }, page)),
    putList: (query, rows) =>
      lists.set(
        nameOf(query),
        rows.map(({ id }) => id),
      ),
    receiveOne: (post) => write([post]),
    byId: (id) => posts.get(id),
    list: (query) => lists.get(nameOf(query)).map((id) => posts.get(id)),
    edit: (id, fields) =>
      transaction.mutate(() => {
        posts.update(id, (draft) => void Object.assign(draft, fields))
      }),
    edited: (id) => posts.get(id),
    dirty: () => transaction.mutations.map(({ key, modified }) => ({ id: key, title: modified.title })),
    readOne: (id) => {
      if (!underWay.has(id)) {
        const read = server.one(id).then((post) => {
          write([post])
          underWay.delete(id)
          return posts.get(id)
        })
        underWay.set(id, read)
      }
      return underWay.get(id)
    },
    remove: async (id) => {
      await server.remove(id)
      feed.begin()
      feed.write({ type: 'delete', key: id, value: posts.get(id) })
      feed.commit()
      for (const [name, ids] of lists) {
        const at = ids.indexOf(id)
        if (at >= 0) lists.set(name, ids.toSpliced(at, 1))
      }
    },
    Provider: ({ children }) => children,
    useTitle: (id) => {
      const { data } = useLiveQuery(
        (query) =>
          query
            .from({ post: posts })
            .where(({ post }) => eq(post.id, id))
            .findOne(),
        [id],
      )
      return data.title.raw ?? data.title
    },
  }
}
