import {
  deleteEntityRecord,
  type EntityQuery,
  fetchEntityRecords,
  loadEntityConfigs,
  saveEntityRecord,
  selectEntityRecords,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { only, person } from '../../support/person'
import { settle } from '../../support/fakeServer'
import { shownList } from '../../support/shownList'

/** A site where terms, pages and comments lie below others, and its lists as they are shown. */
async function openSite() {
  const site = createMockSite({
    terms: [
      { id: 2, name: 'Sea' },
      { id: 3, name: 'Boats', parent: 2 },
      { id: 4, name: 'Ferries', parent: 3 },
      { id: 5, name: 'Land' },
    ],
    posts: [{ id: 10, title: 'Post', terms: { category: [3] } }],
    pages: [
      { id: 21, title: 'About', date: '2023-01-01T10:00:00' },
      { id: 22, title: 'Team', parent: 21, date: '2023-01-02T10:00:00' },
      { id: 23, title: 'Ada', parent: 22, date: '2023-01-03T10:00:00' },
    ],
  })
  const { store } = person({ site, durability: only({ lists: true }) })
  await store.dispatch(loadEntityConfigs('postType'))
  await store.dispatch(loadEntityConfigs('taxonomy'))
  // So that all that patches lists is loaded.
  await store.dispatch(saveEntityRecord('postType', 'post', { id: 10, title: 'Post 10' }))
  const reads = () => site.requests.flatMap(({ method, path }) => (method === 'GET' ? [path] : []))
  const remove = async (kind: string, name: string, id: number, query: object = { force: true }) => {
    await settle()
    site.clearRequests()
    await store.dispatch(deleteEntityRecord(kind, name, id, query as never))
    await settle()
  }
  return { site, store, reads, remove, shown: shownList.bind(null, store) }
}

const parentsOf = ({ records }: { readonly records: () => readonly unknown[] | null }) =>
  records()?.map((row) => {
    const { id, parent } = row as { readonly id: number; readonly parent: number }
    return `${id} below ${parent}`
  })

describe('the deletion of a record that others are below', () => {
  it('reads the lists that show one of them: WordPress puts it below the one above', async () => {
    const { shown, remove, reads } = await openSite()
    const all = await shown('taxonomy', 'category', { orderby: 'id' })
    const others = await shown('taxonomy', 'category', { include: [1, 2, 5], orderby: 'id' })
    await remove('taxonomy', 'category', 3)
    expect(parentsOf(all)).toEqual(['1 below 0', '2 below 0', '4 below 2', '5 below 0'])
    expect(reads().map((path) => path.replace(/&_fresh=\w+/, ''))).toEqual([
      '/wp/v2/categories?context=edit&orderby=id',
    ])
    expect(others.ids()).toEqual([1, 2, 5])
  })

  it('reads the lists of what is below a record', async () => {
    const { shown, store, remove } = await openSite()
    const query: EntityQuery = { parent: 2 }
    const below = await shown('taxonomy', 'category', query)
    const ofPage = await shown('postType', 'page', { parent: 21 })
    expect([below.ids(), ofPage.ids()]).toEqual([[3], [22]])
    await remove('taxonomy', 'category', 3)
    await remove('postType', 'page', 22)
    expect([below.ids(), below.total()]).toEqual([[4], 1])
    expect([ofPage.ids(), ofPage.total()]).toEqual([[23], 1])
    // A list that nobody shows is asked for when it is wanted.
    const unshown: EntityQuery = { parent: 21, order: 'asc' }
    await store.dispatch(fetchEntityRecords('postType', 'page', unshown))
    await remove('postType', 'page', 23)
    await store.dispatch(fetchEntityRecords('postType', 'page', unshown))
    expect(selectEntityRecords(store.getState(), 'postType', 'page', unshown)).toEqual([])
  })

  it('reads no list for what was only put into the trash', async () => {
    const { shown, remove, reads } = await openSite()
    const pages = await shown('postType', 'page', { orderby: 'id', order: 'asc' })
    await remove('postType', 'page', 22, {})
    expect(reads()).toEqual([])
    expect(parentsOf(pages)).toEqual(['21 below 0', '23 below 22'])
  })

  it('reads the lists of terms that look at posts: those of the deleted one get the default one', async () => {
    const { shown, remove } = await openSite()
    const used = await shown('taxonomy', 'category', { hide_empty: true, orderby: 'id' })
    const ofPost = await shown('taxonomy', 'category', { post: 10 })
    expect([used.ids(), ofPost.ids()]).toEqual([[3], [3]])
    await remove('taxonomy', 'category', 3)
    expect([used.ids(), used.total()]).toEqual([[1], 1])
    expect([ofPost.ids(), ofPost.total()]).toEqual([[1], 1])
  })
})

describe('the save of a record that others are below', () => {
  const linksOf = ({ records }: { readonly records: () => readonly unknown[] | null }) =>
    records()?.map((row) => (row as { readonly link: string }).link.replace('https://site.test', ''))

  it.each(['page', 'category'] as const)(
    'reads the lists that show one of them where its address is another: so are theirs (%s)',
    async (name) => {
      const { shown, store, reads, site } = await openSite()
      const [kind, id] = name === 'page' ? (['postType', 21] as const) : (['taxonomy', 2] as const)
      const [child, grandchild] = name === 'page' ? ([22, 23] as const) : ([3, 4] as const)
      const below = await shown(kind, name, { include: [child], orderby: 'id' })
      const deep = await shown(kind, name, { include: [grandchild], orderby: 'id' })
      const others = await shown(kind, name, { include: [1, 5], orderby: 'id' })
      await store.dispatch(fetchEntityRecords(kind, name, { include: [id] }))
      const save = async (fields: object) => {
        await settle()
        site.clearRequests()
        await store.dispatch(saveEntityRecord<string, string>(kind, name, { id, ...fields }))
        await settle()
      }
      await save(name === 'page' ? { menu_order: 3 } : { description: 'x' })
      expect(reads()).toEqual([])
      await save({ slug: 'tides' })
      const top = name === 'page' ? '/tides' : '/category/tides'
      const [one, two] = name === 'page' ? ['team', 'ada'] : ['boats', 'ferries']
      expect([linksOf(below), linksOf(deep)]).toEqual([[`${top}/${one}/`], [`${top}/${one}/${two}/`]])
      expect(others.records()).not.toBeNull()
      expect(reads()).toHaveLength(2)
    },
  )
})
