import {
  fetchAutosaves,
  fetchEntityRecord,
  receiveAutosaves,
  receiveEntityRecords,
  removeEntityRecords,
  selectAutosave,
  selectAutosaves,
  selectResolution,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { post, refusal, reply, settle, type Rule } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

const type = (slug: string, supports: Record<string, boolean> = { autosave: true }) => ({
  slug,
  rest_base: `${slug}s`,
  rest_namespace: 'wp/v2',
  supports,
})
const copy = (author: number, title = 'Copy') => ({
  id: 900 + author,
  parent: 1,
  author,
  title: { raw: title },
})

/** A site with three types: posts, things without autosaves, and books under a namespace that is not told. */
const site =
  (lists: () => unknown): Rule =>
  ({ path }) => {
    if (path.startsWith('/wp/v2/types/post?')) return type('post')
    if (path.startsWith('/wp/v2/types/thing?')) return type('thing', { title: true })
    if (path.startsWith('/wp/v2/types/book?')) return { ...type('book'), rest_namespace: undefined }
    if (path.startsWith('/wp/v2/types/')) return refusal(404, 'rest_type_invalid')
    return path.includes('/autosaves') ? lists() : undefined
  }

async function reading(lists: () => unknown = () => reply([copy(4), copy(5)])) {
  const made = await postStore({ rule: site(lists) })
  const { store } = made
  return {
    ...made,
    read: (postType = 'post', id: number | string = 1) => store.dispatch(fetchAutosaves(postType, id)),
    autosaves: (postType = 'post', id: number | string = 1) =>
      selectAutosaves(store.getState(), postType, id),
    autosave: (author?: number) => selectAutosave(store.getState(), 'post', 1, author),
    standing: (postType = 'post', id: number | string = 1) =>
      selectResolution(store.getState(), 'fetchAutosaves', postType, id).status,
  }
}

describe('reading the autosaves of a post', () => {
  it('takes no body for no autosaves', async () => {
    const { read, autosaves, standing } = await reading(() => reply(null))
    expect(await read()).toBeUndefined()
    expect([autosaves(), standing()]).toEqual([undefined, 'success'])
  })

  it('asks for the type and then for them, once, and keeps one for each author', async () => {
    const { read, server, autosaves, autosave, standing } = await reading()
    const [first, second] = await Promise.all([read(), read('post', '1')])
    expect(server.log).toEqual([
      'GET /wp/v2/types/post?context=edit',
      'GET /wp/v2/posts/1/autosaves?context=edit',
    ])
    expect(first).toEqual([copy(4), copy(5)])
    expect(second).toBe(first)
    expect(autosaves()).toBe(await read())
    expect([autosave(4), autosave(5), autosave(6), autosave()]).toEqual([
      copy(4),
      copy(5),
      undefined,
      undefined,
    ])
    expect([server.log.length, standing()]).toEqual([2, 'success'])
  })

  it('asks for nothing where the type has none, and has finished then', async () => {
    const { read, server, standing, autosaves } = await reading()
    expect(await read('thing')).toBeUndefined()
    expect(server.log).toEqual(['GET /wp/v2/types/thing?context=edit'])
    expect([standing('thing'), autosaves('thing')]).toEqual(['success', undefined])
  })

  it('finishes quietly for a type that there is not', async () => {
    const { read, standing, autosaves } = await reading()
    expect(await read('ghost')).toBeUndefined()
    expect(await read('constructor')).toBeUndefined()
    expect([standing('ghost'), autosaves('ghost')]).toEqual(['success', undefined])
  })

  it('asks below wp/v2 where the type tells no namespace', async () => {
    const { read, server } = await reading()
    await read('book', 3)
    expect(server.log[1]).toBe('GET /wp/v2/books/3/autosaves?context=edit')
  })

  it('keeps no empty list, unless there were some before', async () => {
    let list: unknown[] = []
    const { read, autosaves, store } = await reading(() => reply(list))
    expect(await read()).toBeUndefined()
    expect(autosaves()).toBeUndefined()
    list = [copy(4)]
    await store.dispatch(fetchAutosaves('post', 1, { force: true }))
    list = []
    expect(await store.dispatch(fetchAutosaves('post', 1, { force: true }))).toEqual([])
  })

  it('rejects when it fails, with the error in its resolution, and asks again', async () => {
    let isBroken = true
    const { read, standing } = await reading(() => (isBroken ? refusal(500, 'broken') : reply([copy(4)])))
    await expect(read()).rejects.toMatchObject({ code: 'broken' })
    expect(standing()).toBe('error')
    isBroken = false
    expect(await read()).toEqual([copy(4)])
  })

  it('asks nothing without an id', async () => {
    const { read, server, autosaves } = await reading()
    expect([await read('post', 0), await read('post', '')]).toEqual([undefined, undefined])
    expect([server.log, autosaves('post', 0)]).toEqual([[], undefined])
  })

  it('refuses an id that would address something else', async () => {
    const { read } = await reading()
    await expect(read('post', '../7')).rejects.toMatchObject({ code: 'invalid_id' })
  })

  it('asks again after the post was saved, not before', async () => {
    const { read, edit, save, server } = await reading()
    await read()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    await read()
    expect(server.log.filter((line) => line.includes('/autosaves'))).toHaveLength(2)
  })

  it('asks again when one was received while the answer travelled', async () => {
    const { read, server, store } = await reading(() => undefined)
    const promise = read()
    await settle()
    store.dispatch(receiveAutosaves('post', 1, copy(4, 'Mine')))
    server.waiting[0]?.answer([copy(5)])
    await settle()
    server.waiting[0]?.answer([copy(5), copy(4, 'Mine')])
    expect(await promise).toEqual([copy(5), copy(4, 'Mine')])
  })
})

describe('autosaves received by hand', () => {
  it("are one author's beside the others', or all of them as a list", async () => {
    const { store, autosaves } = await reading()
    store.dispatch(receiveAutosaves('post', 1, [copy(4), copy(5)]))
    store.dispatch(receiveAutosaves('post', 1, copy(4, 'Newer')))
    expect(autosaves()).toEqual([copy(5), copy(4, 'Newer')])
    store.dispatch(receiveAutosaves('post', 1, [copy(6)]))
    expect(autosaves()).toEqual([copy(6)])
  })

  it('hold for a post of any type without one, a single one in a list of its own', async () => {
    const { store, autosaves } = await reading()
    store.dispatch(receiveAutosaves(1, copy(4)))
    expect([autosaves(), autosaves('page'), autosaves('post', 2)]).toEqual([[copy(4)], [copy(4)], undefined])
    store.dispatch(receiveAutosaves('post', 1, copy(5)))
    expect([autosaves(), autosaves('page')]).toEqual([[copy(4), copy(5)], [copy(4)]])
  })

  it('put in without a type count in place of older ones of a type', async () => {
    const { store, autosaves } = await reading()
    store.dispatch(receiveAutosaves('post', 1, [copy(4), copy(5)]))
    store.dispatch(receiveAutosaves(1, copy(6)))
    expect([autosaves(), autosaves('page')]).toEqual([[copy(6)], [copy(6)]])
  })

  it('of posts with the same id and another type are told apart', async () => {
    const { store, autosaves } = await reading()
    store.dispatch(receiveAutosaves('wp_template', 'theme//header', [copy(4)]))
    expect([
      autosaves('wp_template', 'theme//header'),
      autosaves('wp_template_part', 'theme//header'),
    ]).toEqual([[copy(4)], undefined])
  })

  it.each([null, 'text', [copy(4), 7]])('must be objects, not %j', async (given) => {
    const { store } = await reading()
    expect(() => store.dispatch(receiveAutosaves('post', 1, given as never))).toThrow('no autosave')
  })

  it('keep the identity of those that say the same', async () => {
    const { store, autosaves } = await reading()
    store.dispatch(receiveAutosaves('post', 1, [copy(4)]))
    const before = autosaves()
    store.dispatch(receiveAutosaves('post', 1, [copy(4)]))
    expect(autosaves()).toBe(before)
  })
})

describe('a post that is removed', () => {
  it('takes its autosaves along, and no others', async () => {
    const { store, autosaves } = await reading()
    for (const id of [1, 2]) store.dispatch(receiveAutosaves('post', id, [copy(4)]))
    store.dispatch(removeEntityRecords('postType', 'post', 1))
    expect([autosaves('post', 1), autosaves('post', 2)]).toEqual([undefined, [copy(4)]])
  })

  it('keeps them while it is only in the trash', async () => {
    const { store, remove, server, autosaves } = await reading()
    store.dispatch(receiveAutosaves('post', 1, [copy(4)]))
    const { promise } = await remove(1)
    server.waiting[0]?.answer(post(1, { status: 'trash' }))
    await promise
    expect(autosaves()).toEqual([copy(4)])
  })

  it('may have new ones when it comes back', async () => {
    const { store, autosaves } = await reading()
    store.dispatch(receiveAutosaves('post', 1, [copy(4)]))
    store.dispatch(removeEntityRecords('postType', 'post', 1))
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1)]))
    store.dispatch(receiveAutosaves('post', 1, [copy(5)]))
    expect(autosaves()).toEqual([copy(5)])
  })
})

describe('what an autosave knows of its type', () => {
  it('is read once for the type and all who ask', async () => {
    const { read, store, server } = await reading()
    await store.dispatch(fetchEntityRecord('root', 'postType', 'post'))
    await read()
    await read('post', 2)
    expect(server.log.filter((line) => line.includes('/types/'))).toHaveLength(1)
  })
})
