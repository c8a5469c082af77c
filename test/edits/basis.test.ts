import {
  createEntityStore,
  dehydrate,
  fetchEntityRecords,
  redo,
  saveSpecifiedEntityEdits,
  undo,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { selectEditBasis } from 'copydesk/durable'
import { post, refusal, settle } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

async function basedStore(options: Parameters<typeof postStore>[0] = {}) {
  const made = await postStore(options)
  return {
    ...made,
    basis: (id: number) => selectEditBasis(made.store.getState(), 'postType', 'post', id),
    /** Brings a post as a list has it. */
    read: async (row: Record<string, unknown>, query?: Record<string, unknown>) => {
      const read = made.store.dispatch(
        fetchEntityRecords('postType', 'post', { ...query, search: `${made.server.log.length}` }),
      )
      await settle()
      made.server.waiting.at(-1)?.answer([row])
      await read
    },
  }
}

describe('what an edit is based on', () => {
  it('is the value that the server had when the field was edited first', async () => {
    const { edit, basis, read } = await basedStore()
    edit(1, { title: 'Mine' })
    await read(titled(1, 'Theirs'))
    edit(1, { title: 'Mine too', slug: 'mine' })
    expect(basis(1)).toEqual({ title: 'Post 1', slug: 'post-1' })
  })

  it('is of merged properties the entries that are edited', async () => {
    const { edit, basis, read } = await basedStore()
    edit(1, { meta: { a: 7 } })
    await read(post(1, { meta: { a: 5, b: 6 } }))
    edit(1, { meta: { b: 8 } })
    expect(basis(1)).toEqual({ meta: { a: 1, b: 6 } })
  })

  it('is nothing without edits, and of nothing that is edited no more', async () => {
    const { edit, basis } = await basedStore()
    expect(basis(1)).toBeUndefined()
    edit(1, { title: 'Mine', slug: 'mine' })
    edit(1, { title: undefined })
    expect(basis(1)).toEqual({ slug: 'post-1' })
    edit(1, { slug: 'post-1' })
    expect(basis(1)).toBeUndefined()
  })

  it('is taken anew where an edit was given up, or comes back by undo', async () => {
    const { edit, basis, read, store } = await basedStore()
    edit(1, { title: 'Mine' })
    store.dispatch(undo())
    await read(titled(1, 'Theirs'))
    store.dispatch(redo())
    expect(basis(1)).toEqual({ title: 'Theirs' })
  })

  it('is known of a record of which only some fields were read', async () => {
    const { edit, basis, read } = await basedStore({ posts: [] })
    await read({ id: 3, title: { raw: 'Three', rendered: '3' } }, { _fields: 'id,title' })
    await read({ id: 3, excerpt: { rendered: '<p>E</p>' } }, { _fields: 'id,excerpt.rendered' })
    edit(3, { title: 'Mine', slug: 'mine', excerpt: 'Mine' })
    expect(basis(3)).toEqual({ title: 'Three' })
  })

  it('is what was read first, where the record was edited before', async () => {
    const { edit, basis, read } = await basedStore({ posts: [] })
    edit(3, { title: 'Mine' })
    expect(basis(3)).toBeUndefined()
    await read(titled(3, 'Theirs'))
    await read(titled(3, 'Others'))
    expect(basis(3)).toEqual({ title: 'Theirs' })
  })

  it('moves with the answer to a save, also for what was typed meanwhile', async () => {
    const { edit, basis, save, server } = await basedStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    edit(1, { title: 'Newer', slug: 'mine' })
    server.waiting[0]?.answer(titled(1, 'New, as the server has it'))
    await promise
    expect(basis(1)).toEqual({ title: 'New, as the server has it', slug: 'post-1' })
  })

  it('stays for a field that was not sent, where the answer shows what others wrote', async () => {
    const { edit, basis, store, server } = await basedStore()
    edit(1, { title: 'New', slug: 'mine' })
    const saved = store.dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, ['title']))
    await settle()
    server.waiting[0]?.answer(titled(1, 'New', { slug: 'theirs' }))
    await saved
    expect(basis(1)).toEqual({ slug: 'post-1' })
  })

  it('moves with an autosave that counts as a save, and with no other', async () => {
    const draft = { status: 'draft' }
    const { edit, basis, save, server } = await basedStore({ posts: [post(1, draft), post(2)] })
    for (const [id, answer] of [
      [1, titled(1, 'Trimmed', draft)],
      [2, titled(77, 'Trimmed', { parent: 2 })],
    ] as const) {
      edit(id, { title: 'New' })
      const { promise } = await save(id, { isAutosave: true })
      edit(id, { title: 'Newer' })
      server.waiting.at(-1)?.answer(answer)
      await promise
    }
    expect([basis(1), basis(2)]).toEqual([{ title: 'Trimmed' }, { title: 'Post 2' }])
  })

  it('stays when a save is refused or lost', async () => {
    const { edit, basis, save, server } = await basedStore()
    for (const error of [refusal(400, 'no'), refusal(500, 'down')]) {
      edit(1, { title: `New ${error.status}` })
      const { promise } = await save(1)
      server.waiting.at(-1)?.fail(error)
      await promise
    }
    expect(basis(1)).toEqual({ title: 'Post 1' })
  })

  it('stays of an entry of meta that was not sent, where the answer shows what others wrote beside', async () => {
    const { edit, basis, store, server } = await basedStore()
    edit(1, { meta: { a: 7, b: 8 } })
    const saved = store.dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, ['meta.a']))
    await settle()
    server.waiting[0]?.answer(post(1, { meta: { a: 7, b: 99 } }))
    await saved
    expect(basis(1)).toEqual({ meta: { b: 2 } })
  })

  it('is what a lost save has brought, for what was typed over it, once the record shows that', async () => {
    const { edit, basis, read, save, server } = await basedStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    edit(1, { title: 'New and on' })
    server.waiting.at(-1)?.fail(refusal(500, 'down'))
    await promise
    expect(basis(1)).toEqual({ title: 'Post 1' })
    await read(titled(1, 'New'))
    expect(basis(1)).toEqual({ title: 'New' })
  })

  it('is in a dehydrated state, and goes on from there', async () => {
    const { edit, store, server } = await basedStore()
    edit(1, { title: 'Mine', meta: { a: 5 } })
    const state = dehydrate(store.getState())
    const later = createEntityStore({ fetcher: server.fetcher, devTools: false, preloadedState: state })
    expect(selectEditBasis(later.getState(), 'postType', 'post', 1)).toEqual({
      title: 'Post 1',
      meta: { a: 1 },
    })
  })

  it('is kept with the version of the record, which moves only to one that has the same values', async () => {
    const links = (revision: number, count: number) => ({
      'predecessor-version': [{ id: revision, href: '' }],
      'version-history': [{ count, href: '' }],
    })
    const at = (minute: number, fields: object = {}) =>
      post(1, {
        modified_gmt: `2026-01-01T00:0${minute}:00`,
        _links: links(10 + minute, minute),
        ...fields,
      })
    const { edit, read, store } = await basedStore({ posts: [at(1)] })
    const version = () => JSON.stringify(store.getState().edits).match(/"version":(\{[^}]*\})/)?.[1] ?? 'none'
    edit(1, { title: 'Mine' })
    expect(JSON.parse(version())).toEqual({ modified: '2026-01-01T00:01:00', revision: 11, revisions: 1 })
    await read(at(2))
    expect(JSON.parse(version())).toMatchObject({ modified: '2026-01-01T00:02:00' })
    await read(at(3, { title: { raw: 'Theirs', rendered: '' } }))
    await read({ id: 1, modified_gmt: '2026-01-01T00:04:00' }, { _fields: 'id,modified_gmt' })
    expect(JSON.parse(version())).toMatchObject({ modified: '2026-01-01T00:02:00' })
  })

  it('keeps the row of edits as it was, for a field that is typed on', async () => {
    const { edit, store } = await basedStore()
    const basisText = () => JSON.stringify(store.getState().edits).match(/"basis":.*/)?.[0]
    edit(1, { title: 'M' })
    const before = basisText()
    edit(1, { title: 'Mi' })
    expect(basisText()).toBe(before)
  })
})
