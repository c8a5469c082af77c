import {
  type EntityConfig,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  type Fetcher,
  type FetchResponse,
  loadEntityConfigs,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectSaveError,
} from 'copydesk'
import {
  createEntityRecord,
  memoryStorage,
  selectSaveConflict,
  type ListMismatch,
  type MemoryTab,
} from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { only, person, type PersonOptions } from '../../support/person'
import { settle } from '../../support/fakeServer'
import { shownList } from '../../support/shownList'
import { conflictStore } from '../conflicts/conflictStores'
import { openPage, owner } from '../journal/page'

const checked = { conflicts: 'merge' } as const

/** The next page after one that has died with the title of post 1 typed: what was typed is listed. */
async function afterDeath(options: PersonOptions) {
  const open = (page: MemoryTab) =>
    person({ ...options, durability: only({ storage: page, restore: 'ask' }) })
  const tab = memoryStorage().tab()
  const { dispatch, durability } = open(tab)
  await dispatch(fetchEntityRecord('postType', 'post', 1))
  dispatch(editEntityRecord('postType', 'post', 1, { title: 'Mine' }))
  await durability.flush()
  tab.kill()
  const next = open(tab.reload())
  await next.durability.ready
  return next
}

describe('The site', () => {
  it.each([
    ['trashed', 'trashed'],
    ['deleted', 'gone'],
  ] as const)('F33: a post that was %s is not written to, and the edits stay', async (what, reason) => {
    const { edit, save, others, conflict, sent, edited } = await conflictStore()
    edit(1, { title: 'Mine' })
    await others({ path: `/wp/v2/posts/1${what === 'deleted' ? '?force=true' : ''}`, method: 'DELETE' })
    await save(1)
    expect([conflict()?.reason, sent(), edited(1)?.title]).toEqual([reason, [], 'Mine'])
  })

  it('F33: a post that was moved to another type is gone from its own, and its edits can be taken along', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const site = createMockSite({ posts: [{ id: 1, title: 'One' }] })
    /** A plugin has made a page of post 1: under posts it is found no more. */
    let isMoved = false
    const fetcher: Fetcher = async (request) => {
      const isAsked = isMoved && request.path?.startsWith('/wp/v2/posts')
      if (isAsked && /posts\/1(\?|$)/.test(request.path ?? '')) {
        const gone = { status: 404, code: 'rest_post_invalid_id' }
        site.fail(({ path }) => path.startsWith('/wp/v2/posts/1'), gone)
      }
      const answer = await site.fetcher(request)
      return isAsked && Array.isArray(answer.data) ? { ...answer, data: [] } : answer
    }
    const { store } = person({ store: { fetcher }, durability: only({ ...checked, storage: tab }) })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Mine' }))
    isMoved = true
    await store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
    expect(selectSaveConflict(store.getState(), 'postType', 'post', 1)).toMatchObject({ reason: 'gone' })
    expect(site.requests.filter(({ method }) => method === 'PUT')).toEqual([])
    expect(selectEntityRecordEdits(store.getState(), 'postType', 'post', 1)).toEqual({ title: 'Mine' })
  })

  it('F34: a page whose parent was deleted is not saved under it without a word', async () => {
    const site = createMockSite({
      users: [{ username: 'ada', role: 'administrator' }],
      posts: [
        { id: 1, type: 'page', title: 'Parent' },
        { id: 2, type: 'page', title: 'Child' },
      ],
    })
    const { store } = person({ site, durability: only(checked) })
    await store.dispatch(fetchEntityRecord('postType', 'page', 2))
    store.dispatch(editEntityRecord('postType', 'page', 2, { parent: 1 }))
    await site.as('ada')({ path: '/wp/v2/pages/1?force=true', method: 'DELETE' })
    await store.dispatch(saveEditedEntityRecord('postType', 'page', 2))
    expect(selectSaveError(store.getState(), 'postType', 'page', 2)).toMatchObject({
      code: 'rest_post_invalid_id',
    })
    expect(selectEntityRecordEdits(store.getState(), 'postType', 'page', 2)).toEqual({ parent: 1 })
    store.dispatch(editEntityRecord('postType', 'page', 2, { parent: 0, title: 'Alone' }))
    await store.dispatch(saveEditedEntityRecord('postType', 'page', 2))
    expect(selectEntityRecord(store.getState(), 'postType', 'page', 2)).toMatchObject({ parent: 0 })
  })

  it('F34: a draft whose parent was given up is held back, with its edits', async () => {
    const site = createMockSite({})
    const { store } = person({ site, durability: only(checked) })
    const { dispatch, getState } = store
    await dispatch(loadEntityConfigs('postType'))
    const parent = dispatch(createEntityRecord('postType', 'page', { title: 'Parent' }))
    const child = dispatch(
      createEntityRecord('postType', 'page', { title: 'Child', parent: parent as number }),
    )
    site.fail('POST /wp/v2/pages', { status: 400, code: 'rest_refused' })
    const { failed } = await dispatch(saveDirtyEntityRecords())
    expect(failed).toHaveLength(2)
    expect(selectSaveError(getState(), 'postType', 'page', child)).toMatchObject({ code: 'local_reference' })
    expect(site.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('F35: a term that was merged into another is not given to a post again by an edit of other terms', async () => {
    const { edit, save, others, onSite, conflict } = await conflictStore()
    edit(1, { categories: [11, 12] })
    // Term 11 was merged into 13: the post has that one instead.
    await others({ path: '/wp/v2/categories/11?force=true', method: 'DELETE' })
    await others({ path: '/wp/v2/posts/1', method: 'PUT', data: { categories: [13] } })
    await save(1)
    expect(conflict()).toBeUndefined()
    expect((await onSite()).categories).toEqual([12, 13])
  })

  it('F36: a right that was lost fails the save with the words of the server, and loses nothing', async () => {
    const { edit, save, site, saveError, edited, sent, dirty, conflict } = await conflictStore()
    edit(1, { title: 'Mine' })
    const refused = { status: 403, code: 'rest_forbidden_context' }
    const ends = [
      site.fail(/^GET /, refused, 100),
      site.fail('PUT /wp/v2/posts/1', { status: 403, code: 'rest_cannot_edit' }),
    ]
    await save(1)
    expect(saveError(1)).toMatchObject({ code: 'rest_cannot_edit', status: 403 })
    expect([edited(1)?.title, dirty().length, conflict()]).toEqual(['Mine', 1, undefined])
    for (const end of ends) end()
    await save(1)
    expect(sent()).toEqual([{ title: 'Mine' }, { title: 'Mine' }])
  })

  it('F36: recovered edits of a record that may not be read any more can be restored, to be copied', async () => {
    const site = createMockSite({ posts: [{ id: 1, title: 'One' }] })
    const next = await afterDeath({ site })
    site.fail(/^GET \/wp\/v2\/posts/, { status: 403, code: 'rest_forbidden' }, 100)
    await next.durability.check()
    const [item] = next.durability.recovered()
    expect(item).toMatchObject({ standing: 'forbidden', values: { title: 'Mine' } })
    expect((await next.durability.restore(item ?? [])).restored).toHaveLength(1)
    expect(selectEntityRecordEdits(next.store.getState(), 'postType', 'post', 1)).toEqual({ title: 'Mine' })
  })

  it('recovered edits are compared with what the site has now, where its host caches what it has answered', async () => {
    const site = createMockSite({ posts: [{ id: 1, title: 'One' }] })
    const cache = new Map<string, FetchResponse>()
    const fetcher: Fetcher = async (request) => {
      const { path = '', method = 'GET' } = request
      const answer = (method === 'GET' && cache.get(path)) || (await site.fetcher(request))
      if (method === 'GET') cache.set(path, answer)
      return answer
    }
    const next = await afterDeath({ store: { fetcher } })
    await next.durability.check()
    expect(next.durability.recovered()).toMatchObject([{ standing: 'same' }])
    await site.fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: { title: 'Theirs' } })
    await next.durability.check()
    expect(next.durability.recovered()).toMatchObject([{ standing: 'conflict' }])
  })

  it.each([
    ['between others', 'Bees'],
    ['at the top', 'A book of Bees'],
    ['at the end', 'The Bees'],
  ])(
    'F41: a list that a plugin filters is found out by its next answer, told, and patched no more: a row %s',
    async (where, title) => {
      const site = createMockSite({
        posts: [
          { id: 1, title: 'Ants' },
          { id: 2, title: 'Cats' },
        ],
      })
      /** Shows nobody what is about bees. */
      const fetcher: Fetcher = async (request) => {
        const answer = await site.fetcher(request)
        if (!Array.isArray(answer.data)) return answer
        const data = (answer.data as { title?: { raw?: string } }[]).filter(
          ({ title }) => !title?.raw?.includes('Bees'),
        )
        const headers = new Headers({ 'X-WP-Total': String(data.length), 'X-WP-TotalPages': '1' })
        return { ...answer, data, headers }
      }
      const mismatches: ListMismatch[] = []
      const { store } = person({
        store: { fetcher },
        durability: only({ lists: { onMismatch: (mismatch) => void mismatches.push(mismatch) } }),
      })
      const list = await shownList(store, 'postType', 'post', { orderby: 'title', order: 'asc' })
      const save = (title: string) =>
        store.dispatch(saveEntityRecord('postType', 'post', { title, status: 'publish' }))
      const bees = await save(title)
      expect(list.ids()).toContain(bees?.id)
      await store.dispatch(
        fetchEntityRecords('postType', 'post', { orderby: 'title', order: 'asc' }, { force: true }),
      )
      expect(list.ids()).toEqual([1, 2])
      expect(mismatches).toHaveLength(1)
      await save('More Bees')
      await settle()
      expect(list.ids()).toEqual([1, 2])
    },
  )

  it('F42: an edit of a field that is registered no more ends with the save, and is no conflict', async () => {
    const { store, edit, save, others, conflict, dirty, onSite } = await conflictStore()
    edit(1, { title: 'Mine' })
    store.dispatch(
      editEntityRecord<string, string>('postType', 'post', 1, { subtitle: 'Of a plugin that is gone' }),
    )
    await others({ path: '/wp/v2/posts/1', method: 'PUT', data: { excerpt: 'Theirs' } })
    await save(1)
    expect(conflict()).toBeUndefined()
    expect(await onSite()).toMatchObject({ title: { raw: 'Mine' }, excerpt: { raw: 'Theirs' } })
    expect(dirty()).toEqual([])
  })

  it('F42: recovered edits of an entity that is registered no more can be read, and stay', async () => {
    const gone: EntityConfig = { kind: 'shop', name: 'gone', baseURL: '/gone' }
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab, { entities: [gone] })
    await page.ready
    page.store.dispatch(editEntityRecord('shop', 'gone', 1, { title: 'Mine' }))
    await page.flush()
    const next = openPage(tab.reload())
    await next.ready
    await next.durability.check()
    const [item] = next.recovered()
    expect(item).toMatchObject({ values: { title: 'Mine' }, standing: 'unknownEntity' })
    expect(await next.durability.restore(item ?? [])).toMatchObject({
      failed: [{ error: { code: 'unknown_entity' } }],
    })
    expect(next.recovered()).toHaveLength(1)
  })

  it('F43: what was kept of a site whose address has changed is listed under the old one only, and still there', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    await page.ready
    page.edit(1, { title: 'Mine' })
    await page.flush()
    const moved = tab.reload()
    const next = openPage(moved, { owner: { ...owner, site: 'https://www.example.org/wp-json/' } })
    await next.ready
    expect([next.recovered(), next.dirty()]).toEqual([[], []])
    // A slash at its end makes no other site.
    const back = openPage(moved.reload(), { owner: { ...owner, site: owner.site.replace(/\/$/, '') } })
    await back.ready
    expect(back.edits(1)).toEqual({ title: 'Mine' })
  })
})
