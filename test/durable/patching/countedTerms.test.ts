import {
  createEntityStore,
  deleteEntityRecord,
  type EntityQuery,
  type EntityStore,
  fetchEntityRecord,
  type Fetcher,
  loadEntityConfigs,
  saveEntityRecord,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { only, person } from '../../support/person'
import { settle } from '../../support/fakeServer'
import { shownList } from '../../support/shownList'
import { openOffice, openTab } from '../queue/office'
import { until } from '../../support/until'

const stores: [string, (fetcher: Fetcher) => EntityStore][] = [
  ['without durability', (fetcher) => createEntityStore({ fetcher, devTools: false })],
  [
    'with lists that are patched',
    (fetcher) => person({ store: { fetcher }, durability: only({ lists: true }) }).store,
  ],
]

/** A site with a custom taxonomy, and lists of its terms on screen. */
async function openSite(open: (fetcher: Fetcher) => EntityStore) {
  const site = createMockSite({
    taxonomies: {
      genre: {
        name: 'Genres',
        restBase: 'genres',
        hierarchical: false,
        types: ['story'],
        manage: 'manage_categories',
        assign: 'edit_posts',
      },
    },
    postTypes: { story: { name: 'Stories', restBase: 'stories', taxonomies: ['genre'] } },
    terms: [
      { id: 2, name: 'Sea' },
      { id: 3, name: 'Land' },
      { id: 4, name: 'new', taxonomy: 'post_tag' },
      { id: 5, name: 'Novel', taxonomy: 'genre' },
    ],
    posts: [
      { id: 10, title: 'Post', terms: { category: [3] } },
      { id: 11, title: 'Second', terms: { category: [3], post_tag: [4] } },
    ],
  })
  const store = open(site.fetcher)
  await store.dispatch(loadEntityConfigs('postType'))
  await store.dispatch(loadEntityConfigs('taxonomy'))
  // So that all that patches lists is loaded.
  await store.dispatch(saveEntityRecord('postType', 'post', { id: 10, title: 'Post 10' }))
  const shown = (name: string, query: EntityQuery) => shownList(store, 'taxonomy', name, query)
  const lists = {
    byCount: await shown('category', { orderby: 'count', order: 'desc', include: [2, 3] }),
    used: await shown('category', { hide_empty: true, orderby: 'id' }),
    all: await shown('category', { orderby: 'id' }),
    unhidden: await shown('category', { hide_empty: false, orderby: 'id' }),
    usedTags: await shown('post_tag', { hide_empty: true }),
    usedGenres: await shown('genre', { hide_empty: true }),
  }
  const after = async (work: () => Promise<unknown>) => {
    await settle()
    site.clearRequests()
    await work()
    await settle()
    const reads = site.requests.flatMap(({ method, path }) =>
      method === 'GET' && /categories|tags|genres/.test(path) ? [path.replace('/wp/v2/', '')] : [],
    )
    return reads.sort()
  }
  const save = (fields: object) =>
    after(() => store.dispatch(saveEntityRecord('postType', 'post', { id: 10, ...fields })))
  return { site, store, lists, after, save }
}

const counted = {
  categories: [
    'categories?context=edit&hide_empty=true&orderby=id',
    'categories?context=edit&orderby=count&order=desc&include=2,3',
  ],
  genres: ['genres?context=edit&hide_empty=true'],
  tags: ['tags?context=edit&hide_empty=true'],
}

describe.each(stores)('lists of terms by how many posts have them, %s', (_, open) => {
  it('are read again when the terms of a post have changed, and no other list of terms is', async () => {
    const { save, lists } = await openSite(open)
    expect(lists.used.ids()).toEqual([3])
    expect(await save({ categories: [2] })).toEqual(counted.categories)
    expect(lists.used.ids()).toEqual([2, 3])
    expect(await save({ tags: [] })).toEqual(counted.tags)
  })

  it('are read again by the address of a custom taxonomy', async () => {
    const { store, after, lists } = await openSite(open)
    const save = (story: object) => store.dispatch(saveEntityRecord('postType', 'story', story))
    const made = await save({ title: 'Story', status: 'publish' })
    expect(lists.usedGenres.ids()).toEqual([])
    expect(await after(() => save({ id: made?.id, genres: [5] }))).toEqual(counted.genres)
    expect(lists.usedGenres.ids()).toEqual([5])
  })

  it('are read again when a post gets another status, of every taxonomy', async () => {
    const { save, lists } = await openSite(open)
    const asked = await save({ status: 'draft' })
    expect(asked).toEqual(Object.values(counted).flat())
    expect(lists.used.ids()).toEqual([3])
  })

  it.each([
    ['into the trash', {}],
    ['for good', { force: true }],
  ])('are read again when a post is deleted %s', async (_name, query) => {
    const { store, after, lists } = await openSite(open)
    expect(lists.usedTags.ids()).toEqual([4])
    const asked = await after(() => store.dispatch(deleteEntityRecord('postType', 'post', 11, query)))
    expect(asked).toEqual(Object.values(counted).flat())
    expect(lists.usedTags.ids()).toEqual([])
  })

  it('are read again for a new post', async () => {
    const { store, after, lists } = await openSite(open)
    const made = { title: 'New', status: 'publish', categories: [2] } as const
    await after(() => store.dispatch(saveEntityRecord('postType', 'post', made)))
    expect(lists.used.ids()).toEqual([2, 3])
  })

  it('of one post are read again when its terms have changed, and by no other save of it', async () => {
    const { store, save } = await openSite(open)
    const ofPost = await shownList(store, 'taxonomy', 'category', { post: 10 })
    expect(ofPost.ids()).toEqual([3])
    expect(await save({ categories: [2] })).toContain('categories?context=edit&post=10')
    expect(ofPost.ids()).toEqual([2])
    expect(await save({ title: 'Another' })).toEqual([])
  })

  it('are left in peace by a save that says nothing of terms', async () => {
    const { save } = await openSite(open)
    expect(await save({ title: 'Another', content: 'text' })).toEqual([])
  })
})

it('reads a term by itself again, which says how many posts have it, when the terms or the status of a post have changed, or it is deleted', async () => {
  const { fetcher } = createMockSite({
    terms: [
      { id: 2, name: 'Sea' },
      { id: 3, name: 'Land' },
    ],
    posts: [
      { id: 10, title: 'Post', terms: { category: [3] } },
      { id: 11, title: 'Second', terms: { category: [3] } },
    ],
  })
  const { dispatch } = createEntityStore({ fetcher, devTools: false })
  const counts = async () => {
    const terms = [2, 3].map((id) => dispatch(fetchEntityRecord('taxonomy', 'category', id)))
    return (await Promise.all(terms)).map((term) => term?.count)
  }
  for (const id of [10, 11]) await dispatch(fetchEntityRecord('postType', 'post', id))
  expect(await counts()).toEqual([0, 2])
  await dispatch(saveEntityRecord('postType', 'post', { id: 10, categories: [2] }))
  expect(await counts()).toEqual([1, 1])
  await dispatch(saveEntityRecord('postType', 'post', { id: 10, status: 'draft' }))
  expect(await counts()).toEqual([0, 1])
  await dispatch(deleteEntityRecord('postType', 'post', 11))
  expect(await counts()).toEqual([0, 0])
  await dispatch(saveEntityRecord('postType', 'post', { id: 10, status: 'publish' }))
  expect(await counts()).toEqual([1, 0])
  await dispatch(deleteEntityRecord('postType', 'post', 10, { force: true }))
  expect(await counts()).toEqual([0, 0])
  const made = { title: 'New', status: 'publish', categories: [3] } as const
  await dispatch(saveEntityRecord('postType', 'post', made))
  expect(await counts()).toEqual([0, 1])
})

it('reads the lists of used terms in the tab beside the one that has saved the terms of a post', async () => {
  const office = openOffice()
  const [one, other] = [
    await openTab(office, { queue: 'always' }),
    await openTab(office, { queue: 'always' }),
  ]
  await one.load(11)
  await other.load(11)
  const made = office.site.as('ben')({ path: '/wp/v2/tags', method: 'POST', data: { name: 'new' } })
  const { id } = (await made).data as { id: number }
  const used = await shownList(other.store, 'taxonomy', 'post_tag', { hide_empty: true })
  expect(used.ids()).toEqual([])
  one.edit(11, { tags: [id] })
  await one.save(11)
  await until(() => used.ids()?.length === 1)
  expect(used.ids()).toEqual([id])
})
