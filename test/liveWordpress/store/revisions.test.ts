import {
  editEntityRecord,
  fetchEntityRecord,
  fetchRevision,
  fetchRevisions,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectEntityRecord,
  selectResolution,
  selectRevision,
  selectRevisions,
  selectRevisionsTotalItems,
} from 'copydesk'
import { beforeAll, describe, expect, it } from 'vitest'
import { unique } from '../../support/siteFetch'
import { asUser, asVisitor, newPost } from '../../support/wordpress'
import { storeWith, type StoreAtWork } from '../../support/wordpressStore'
import { serverDoes } from '../../support/wordpressVersion'

const refused = { status: 'error', error: { code: 'rest_cannot_read' } }

/** Saves a record with one title after the other, each of which WordPress keeps as a revision. */
async function saveTitles(
  { dispatch }: StoreAtWork,
  name: string,
  id: number | string,
  titles: readonly string[],
) {
  await dispatch(fetchEntityRecord('postType', name, id))
  for (const title of titles) {
    dispatch(editEntityRecord('postType', name, id, { title }))
    await dispatch(saveEditedEntityRecord('postType', name, id, { throwOnError: true }))
  }
}

describe('Revisions of a post', () => {
  let id = 0
  beforeAll(async () => {
    ;({ id } = await newPost({ status: 'publish' }))
    await saveTitles(storeWith(asUser('administrator')), 'post', id, ['One', 'Two', 'Three'])
  })

  it('are there for each save, newest first, in pages with totals', async () => {
    const { dispatch, state, sentSince } = storeWith(asUser('administrator'))
    const first = await dispatch(fetchRevisions('postType', 'post', id, { per_page: 2 }))
    expect(first?.map(({ title }) => title.rendered)).toEqual(['Three', 'Two'])
    expect(first?.[0]).toMatchObject({ parent: id, slug: `${id}-revision-v1` })
    expect(selectRevisionsTotalItems(state(), 'postType', 'post', id)).toBe(3)
    const second = await dispatch(fetchRevisions('postType', 'post', id, { per_page: 2, page: 2 }))
    expect(second?.map(({ title }) => title.rendered)).toEqual(['One'])
    expect(selectRevisions(state(), 'postType', 'post', id, { per_page: -1 })).toHaveLength(3)
    expect(sentSince().filter((line) => line.includes('/revisions'))).toEqual([
      `GET /wp/v2/posts/${id}/revisions?per_page=2`,
      `GET /wp/v2/posts/${id}/revisions?page=2&per_page=2`,
    ])
  })

  it('can be read one by one, in each context and with some fields', async () => {
    const { dispatch, state, sentSince } = storeWith(asUser('administrator'))
    const [newest] = (await dispatch(fetchRevisions('postType', 'post', id))) ?? []
    const revisionId = newest?.id
    sentSince()
    expect(await dispatch(fetchRevision('postType', 'post', id, revisionId))).toBe(newest)
    expect(sentSince()).toEqual([])
    const raw = await dispatch(fetchRevision('postType', 'post', id, revisionId, { context: 'edit' }))
    expect(raw?.title.raw).toBe('Three')
    const part = { context: 'edit', _fields: 'id,content.raw' } as const
    expect(await dispatch(fetchRevision('postType', 'post', id, revisionId, part))).toEqual({
      id: revisionId,
      content: { raw: 'Hello' },
    })
    const embedded = await dispatch(fetchRevision('postType', 'post', id, revisionId, { context: 'embed' }))
    expect(embedded).not.toHaveProperty('content')
    expect(sentSince()).toEqual([
      `GET /wp/v2/posts/${id}/revisions/${revisionId}?context=edit`,
      `GET /wp/v2/posts/${id}/revisions/${revisionId}?context=embed`,
    ])
    expect(selectRevision(state(), 'postType', 'post', id, revisionId)).toBe(newest)
  })

  it('are more after another save', async () => {
    const { id: saved } = await newPost()
    const desk = storeWith(asUser('administrator'))
    await saveTitles(desk, 'post', saved, ['One'])
    expect(await desk.dispatch(fetchRevisions('postType', 'post', saved))).toHaveLength(1)
    await saveTitles(desk, 'post', saved, ['Two'])
    expect(await desk.dispatch(fetchRevisions('postType', 'post', saved))).toHaveLength(2)
  })

  it('come without permalinks, too', async () => {
    const { dispatch } = storeWith(asUser('administrator', { plain: true }))
    const [newest] = (await dispatch(fetchRevisions('postType', 'post', id, { per_page: 5 }))) ?? []
    const query = { context: 'edit' } as const
    expect(await dispatch(fetchRevision('postType', 'post', id, newest?.id, query))).toMatchObject({
      title: { raw: 'Three' },
    })
  })

  it.each(['author', 'contributor', 'subscriber'] as const)(
    'are kept from the %s, who sees why in the resolution',
    async (role) => {
      const { dispatch, state } = storeWith(asUser(role))
      expect(await dispatch(fetchRevisions('postType', 'post', id))).toBeNull()
      expect(await dispatch(fetchRevision('postType', 'post', id, 1))).toBeUndefined()
      expect(selectResolution(state(), 'fetchRevisions', 'postType', 'post', id)).toMatchObject(refused)
      expect(selectResolution(state(), 'fetchRevision', 'postType', 'post', id, 1).status).toBe('error')
    },
  )

  it('are kept from a visitor', async () => {
    const { dispatch, state } = storeWith(asVisitor())
    expect(await dispatch(fetchRevisions('postType', 'post', id))).toBeNull()
    expect(selectResolution(state(), 'fetchRevisions', 'postType', 'post', id)).toMatchObject(refused)
  })

  it('are there for a contributor’s own draft', async () => {
    const { id: own } = await newPost({ status: 'draft' }, 'contributor')
    const desk = storeWith(asUser('contributor'))
    await saveTitles(desk, 'post', own, ['One', 'Two'])
    const revisions = await desk.dispatch(fetchRevisions('postType', 'post', own))
    expect(revisions?.map(({ title }) => title.rendered)).toEqual(['Two', 'One'])
  })

  it('of a post or a revision that is not there are nothing, with the error in the resolution', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    expect(await dispatch(fetchRevisions('postType', 'post', 99999999))).toBeNull()
    expect(await dispatch(fetchRevision('postType', 'post', id, 99999999))).toBeUndefined()
    expect(selectResolution(state(), 'fetchRevisions', 'postType', 'post', 99999999)).toMatchObject({
      error: { code: 'rest_post_invalid_parent' },
    })
    expect(selectResolution(state(), 'fetchRevision', 'postType', 'post', id, 99999999)).toMatchObject({
      error: { code: 'rest_post_invalid_id' },
    })
    await expect(
      dispatch(fetchRevisions('postType', 'post', 99999999, {}, { throwOnError: true })),
    ).rejects.toMatchObject({ code: 'rest_post_invalid_parent' })
  })
})

it('Revisions of a page are there for each save', async () => {
  const desk = storeWith(asUser('editor'))
  const page = await desk.dispatch(saveEntityRecord('postType', 'page', { title: 'Zero', status: 'publish' }))
  const id = page?.id ?? 0
  await saveTitles(desk, 'page', id, ['One', 'Two'])
  const revisions = await desk.dispatch(fetchRevisions('postType', 'page', id, { per_page: -1 }))
  expect(revisions?.map(({ title }) => title.rendered)).toEqual(['Two', 'One'])
})

it('Revisions of a type that keeps none are nothing, with the error in the resolution', async () => {
  const { dispatch, state } = storeWith(asUser('administrator'))
  expect(await dispatch(fetchRevisions('taxonomy', 'category', 1))).toBeNull()
  expect(selectResolution(state(), 'fetchRevisions', 'taxonomy', 'category', 1)).toMatchObject({
    status: 'error',
    error: { code: 'rest_no_route' },
  })
})

it('Revisions of a template are below its id, and told apart by wp_id', async () => {
  const desk = storeWith(asUser('administrator'))
  const { dispatch, state, sentSince } = desk
  const slug = unique('revised-')
  const made = await dispatch(
    saveEntityRecord(
      'postType',
      'wp_template',
      { slug, title: 'Revised', content: '<p>Zero</p>' },
      { throwOnError: true },
    ),
  )
  const id = made?.id ?? ''
  expect(id).toContain('//')
  for (const content of ['<p>One</p>', '<p>Two</p>']) {
    dispatch(editEntityRecord('postType', 'wp_template', id, { content }))
    await dispatch(saveEditedEntityRecord('postType', 'wp_template', id, { throwOnError: true }))
  }
  sentSince()
  const list = await dispatch(fetchRevisions('postType', 'wp_template', id, { context: 'edit' }))
  const keys = list?.map(({ wp_id }) => wp_id) ?? []
  expect(list?.map(({ content }) => content.raw)).toEqual(['<p>Two</p>', '<p>One</p>'])
  expect(new Set([...keys, selectEntityRecord(state(), 'postType', 'wp_template', id)?.wp_id]).size).toBe(3)
  expect(selectRevisionsTotalItems(state(), 'postType', 'wp_template', id, { context: 'edit' })).toBe(2)

  const older = selectRevision(state(), 'postType', 'wp_template', id, keys[1], { context: 'edit' })
  expect(older).toBe(list?.[1])
  expect(await dispatch(fetchRevision('postType', 'wp_template', id, keys[0]))).toMatchObject({
    wp_id: keys[0],
  })
  const [newest] = (await dispatch(fetchRevisions('postType', 'wp_template', id, { per_page: 1 }))) ?? []
  expect(newest).toMatchObject({ wp_id: keys[0] })
  expect(await dispatch(fetchRevisions('postType', 'wp_template', id, { per_page: -1 }))).toHaveLength(2)
  expect(sentSince()).toEqual([
    `GET /wp/v2/templates/${id}/revisions?context=edit`,
    `GET /wp/v2/templates/${id}/revisions/${keys[0]}`,
    `GET /wp/v2/templates/${id}/revisions?per_page=1`,
    `GET /wp/v2/templates/${id}/revisions?page=1&per_page=100`,
  ])
})

it('A template of the theme that nobody changed has no revisions', async () => {
  const { dispatch, state } = storeWith(asUser('administrator'))
  const id = 'twentytwentyfour//page-wide'
  expect(await dispatch(fetchRevisions('postType', 'wp_template', id))).toBeNull()
  expect(selectResolution(state(), 'fetchRevisions', 'postType', 'wp_template', id)).toMatchObject(
    serverDoes('noRevisionsOfThemeFiles')
      ? { status: 'error', error: { code: 'rest_invalid_template', status: 400 } }
      : refused,
  )
})
