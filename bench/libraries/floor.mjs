// What the work costs when nothing but the work is done: a Map and arrays, written by hand for these workloads alone.
import { useSyncExternalStore } from 'react'

export const title = 'by hand'

export const cannot = { typingTogether: 'no collaboration', typingTogetherSlowly: 'no collaboration' }

export function open({ server }) {
  const posts = new Map()
  const lists = new Map()
  const listsOf = new Map()
  const edits = new Map()
  const merged = new Map()
  const listeners = new Map()
  const past = []
  const future = []
  let dirty = []
  const places = new Map()

  const nameOf = ({ page, tags }) => (tags === undefined ? `page ${page}` : `tags ${tags}`)
  const tell = (id) => listeners.get(id)?.forEach((listener) => listener())

  function put(query, arrived) {
    const rows = arrived.map((post) => {
      posts.set(post.id, post)
      return post
    })
    const name = nameOf(query)
    lists.set(name, rows)
    if (query.tags !== undefined) {
      rows.forEach(({ id }, at) => listsOf.set(id, [...(listsOf.get(id) ?? []), [name, at]]))
    }
  }

  function setEdits(id, next) {
    edits.set(id, next)
    const edited = { ...posts.get(id), ...next }
    merged.set(id, edited)
    const at = places.get(id)
    const summary = { id, title: edited.title }
    if (at === undefined) {
      places.set(id, dirty.length)
      dirty = [...dirty, summary]
    } else {
      dirty = dirty.slice()
      dirty[at] = summary
    }
    tell(id)
  }

  function listen(id, listener) {
    const set = listeners.get(id) ?? new Set()
    listeners.set(id, set.add(listener))
    return () => set.delete(listener)
  }

  const desk = {
    readPage: async (query) => put(query, await server.list(query)),
    preload: (pages) => pages.forEach((page, at) => put({ page: at + 1 }, page)),
    putList: put,
    readPageAgain: async (query) => {
      const rows = lists.get(nameOf(query))
      const arrived = await server.list(query)
      arrived.forEach((post, at) => {
        if (!deepEqual(posts.get(post.id), post)) posts.set(post.id, (rows[at] = post))
      })
    },
    receiveOne: (post) => {
      posts.set(post.id, post)
      for (const [name, at] of listsOf.get(post.id) ?? []) {
        const rows = lists.get(name).slice()
        rows[at] = post
        lists.set(name, rows)
      }
      tell(post.id)
    },
    byId: (id) => posts.get(id),
    list: (query) => lists.get(nameOf(query)),
    edit: (id, fields) => {
      const before = edits.get(id)
      past.push({ id, before, after: { ...before, ...fields } })
      future.length = 0
      setEdits(id, past.at(-1).after)
    },
    edited: (id) => merged.get(id) ?? posts.get(id),
    dirty: () => dirty,
    // What is typed in a row joins the last step.
    typeKey: (id, fields) => {
      past.at(-1).after = { ...past.at(-1).after, ...fields }
      setEdits(id, past.at(-1).after)
    },
    hasUndo: () => past.length > 0,
    undo: () => {
      const step = past.pop()
      future.push(step)
      if (step.before) setEdits(step.id, step.before)
      else {
        edits.delete(step.id)
        merged.delete(step.id)
        places.delete(step.id)
        dirty = dirty.filter(({ id }) => id !== step.id)
        dirty.forEach(({ id }, at) => places.set(id, at))
        tell(step.id)
      }
    },
    redo: () => {
      const step = future.pop()
      past.push(step)
      setEdits(step.id, step.after)
    },
    readOne: reading(async (id) => {
      const post = await server.one(id)
      posts.set(id, post)
      return post
    }),
    remove: async (id) => {
      await server.remove(id)
      posts.delete(id)
      for (const [name] of listsOf.get(id) ?? []) {
        lists.set(
          name,
          lists.get(name).filter((post) => post.id !== id),
        )
      }
    },
    saveAll: async (ids) => {
      const saved = await server.saveAll(ids.map((id) => ({ id, edits: edits.get(id) })))
      for (const post of saved) {
        posts.set(post.id, post)
        edits.delete(post.id)
        merged.delete(post.id)
      }
      dirty = dirty.filter(({ id }) => edits.has(id))
    },
    // Shows what it got and keeps nothing.
    search: (at) => server.list({ tags: at }),
    saveDirty: () => desk.saveAll(dirty.map(({ id }) => id)),
    Provider: ({ children }) => children,
    useTitle: (id) => {
      const post = useSyncExternalStore(
        (listener) => listen(id, listener),
        () => desk.edited(id),
      )
      return post.title.raw ?? post.title
    },
    useRows: (query) => desk.list(query).map(({ id }) => id),
    useRow: (id) =>
      useSyncExternalStore(
        (listener) => listen(id, listener),
        () => posts.get(id),
      ).title.raw,
  }
  return desk
}

/** Reads of one id that are under way are shared. */
function reading(read) {
  const underWay = new Map()
  return (id) => {
    let answer = underWay.get(id)
    if (answer === undefined) {
      answer = read(id).finally(() => underWay.delete(id))
      underWay.set(id, answer)
    }
    return answer
  }
}

/** Deep comparison alone: what receiving equal posts costs at least. */
function deepEqual(one, other) {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false
    for (let i = 0; i < one.length; i++) if (!deepEqual(one[i], other[i])) return false
    return true
  }
  const fields = Object.keys(one)
  if (fields.length !== Object.keys(other).length) return false
  for (const field of fields)
    if (!Object.hasOwn(other, field) || !deepEqual(one[field], other[field])) return false
  return true
}
