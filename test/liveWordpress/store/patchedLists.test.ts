import {
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveDirtyEntityRecords,
  saveEntityRecord,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  type EntityQuery,
} from 'copydesk'
import { createEntityRecord, selectCurrentId } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { only } from '../../support/person'
import { asUser, newPost } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

/** A store with nothing of durability but lists and local ids, on the real WordPress. */
function patchedStore() {
  const work = storeWith(asUser('administrator'), {}, only({ lists: true }))
  const ids = (kind: string, name: string, query: EntityQuery) =>
    (selectEntityRecords(work.state(), kind, name, query) as readonly { readonly id: number }[] | null)?.map(
      ({ id }) => id,
    ) ?? null
  return { ...work, ids, reads: () => work.sentSince().filter((line) => line.startsWith('GET')) }
}

describe('lists that are patched', () => {
  it('D1, D4: are what WordPress gives, after a draft was published and after it went to the trash', async () => {
    const { dispatch, state, ids, reads } = patchedStore()
    const category = await dispatch(saveEntityRecord('taxonomy', 'category', { name: 'Patched lists' }))
    const categories = [category?.id ?? 0]
    // Of two posts of one second nobody knows which comes first.
    await newPost({ status: 'publish', title: 'There before', date: '2024-03-01T09:00:00', categories })
    const { id } = await newPost({ status: 'draft', title: 'To be published', categories })
    const drafts = { status: 'draft', categories }
    const published = { categories }
    for (const query of [drafts, published]) await dispatch(fetchEntityRecords('postType', 'post', query))
    reads()
    const same = async () => {
      for (const query of [drafts, published]) {
        const known = ids('postType', 'post', query)
        const total = selectEntityRecordsTotalItems(state(), 'postType', 'post', query)
        await dispatch(fetchEntityRecords('postType', 'post', query, { force: true }))
        expect(known).toEqual(ids('postType', 'post', query))
        expect(total).toBe(selectEntityRecordsTotalItems(state(), 'postType', 'post', query))
      }
    }

    await dispatch(saveEntityRecord('postType', 'post', { id, status: 'publish' }))
    for (const query of [drafts, published]) await dispatch(fetchEntityRecords('postType', 'post', query))
    expect(reads()).toEqual([])
    expect(ids('postType', 'post', published)).toContain(id)
    await same()
    reads()
    await dispatch(deleteEntityRecord('postType', 'post', id))
    for (const query of [drafts, published]) await dispatch(fetchEntityRecords('postType', 'post', query))
    expect(reads()).toEqual([])
    expect(ids('postType', 'post', published)).not.toContain(id)
    await same()
  })

  it('D12: have a term among others by its name', async () => {
    const { dispatch, ids, reads } = patchedStore()
    const made = []
    for (const name of ['Zz list apples', 'Zz list cats'])
      made.push(await dispatch(saveEntityRecord('taxonomy', 'post_tag', { name })))
    const query = { search: '', per_page: 100, hide_empty: false, orderby: 'name', order: 'asc' } as const
    await dispatch(fetchEntityRecords('taxonomy', 'post_tag', query))
    reads()
    const bees = await dispatch(saveEntityRecord('taxonomy', 'post_tag', { name: 'Zz list bees' }))
    await dispatch(fetchEntityRecords('taxonomy', 'post_tag', query))
    expect(reads()).toEqual([])
    const known = ids('taxonomy', 'post_tag', query)
    expect(known?.slice(-3)).toEqual([made[0]?.id, bees?.id, made[1]?.id])
    await dispatch(fetchEntityRecords('taxonomy', 'post_tag', query, { force: true }))
    expect(known).toEqual(ids('taxonomy', 'post_tag', query))
  })
})

describe('records with local ids', () => {
  it('C1: are created before what refers to them, with the id that WordPress gives', async () => {
    const { dispatch, state, sent } = patchedStore()
    const { id } = await newPost({ title: 'With a new category' })
    await dispatch(fetchEntityRecord('postType', 'post', id))
    await dispatch(fetchEntityRecords('taxonomy', 'category', {}))
    const category = dispatch(createEntityRecord('taxonomy', 'category', { name: `New of ${id}` }))
    dispatch(editEntityRecord('postType', 'post', id, { categories: [category as number] }))
    expect((await dispatch(saveDirtyEntityRecords())).failed).toEqual([])
    const real = selectCurrentId(state(), 'taxonomy', 'category', category)
    const post = await dispatch(fetchEntityRecord('postType', 'post', id, undefined, { force: true }))
    expect(post?.categories).toEqual([real])
    expect(sent.join()).not.toContain(String(category))
  })
})
