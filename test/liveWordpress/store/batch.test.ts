import {
  batch,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveDirtyEntityRecords,
  saveEntityRecord,
  selectDeleteError,
  selectDirtyEntityRecords,
  selectEntityRecord,
  selectHasEdits,
  selectSaveError,
  type BatchRequest,
} from 'copydesk'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { unique } from '../../support/siteFetch'
import { asUser, newPost, postOnServer, rawFetch, seededPost } from '../../support/wordpress'
import { storeWith, type StoreAtWork } from '../../support/wordpressStore'

const save =
  (id: number): BatchRequest =>
  ({ saveEditedEntityRecord }) =>
    saveEditedEntityRecord('postType', 'post', id)

const title = 'A post for one test'

async function postsWithEdits({ dispatch, sentSince }: StoreAtWork, count: number) {
  const ids: number[] = []
  for (let i = 0; i < count; i++) ids.push((await newPost({ title, status: 'draft' }, 'editor')).id)
  await dispatch(fetchEntityRecords('postType', 'post', { include: ids, status: 'any', per_page: 100 }))
  for (const id of ids) dispatch(editEntityRecord('postType', 'post', id, { title: `New ${id}` }))
  sentSince()
  return ids
}

/** Tags for one test, which finds them gone afterwards. */
async function newTags(count: number): Promise<number[]> {
  const word = unique('')
  const made = await inBatches(
    Array.from({ length: count }, (none, i) => ({ path: '/wp/v2/tags', body: { name: `${word}-${i}` } })),
  )
  const ids = made.map(({ id }) => id)
  onTestFinished(async () => {
    await inBatches(ids.map((id) => ({ path: `/wp/v2/tags/${id}?force=true`, method: 'DELETE' })))
  })
  return ids
}

/** What the server answers to many writes of an editor, sent as many at a time as it takes. */
async function inBatches(writes: readonly object[]): Promise<{ id: number }[]> {
  const answers: { id: number }[] = []
  for (let start = 0; start < writes.length; start += 25) {
    const requests = writes.slice(start, start + 25)
    const { data } = await asUser('editor')({ path: '/batch/v1', method: 'POST', data: { requests } })
    answers.push(...(data as { responses: { body: { id: number } }[] }).responses.map(({ body }) => body))
  }
  return answers
}

async function onServer(path: string): Promise<unknown> {
  return (await rawFetch('administrator', `/wp-json/wp/v2/${path}`)).json()
}

describe('A batch', () => {
  it('of 30 tags is two requests, after one for how many fit', async () => {
    const { dispatch, state, sentSince } = storeWith(asUser('editor'))
    const ids = await newTags(30)
    const query = { include: ids, per_page: 100 }
    await dispatch(fetchEntityRecords('taxonomy', 'post_tag', query))
    for (const id of ids) dispatch(editEntityRecord('taxonomy', 'post_tag', id, { description: `New ${id}` }))
    sentSince()
    const results = await dispatch(
      batch(
        ids.map(
          (id): BatchRequest =>
            ({ saveEditedEntityRecord }) =>
              saveEditedEntityRecord('taxonomy', 'post_tag', id),
        ),
      ),
    )
    expect(sentSince()).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1', 'POST /batch/v1'])
    expect(results.map((tag) => (tag as { id: number }).id)).toEqual(ids)
    expect(selectDirtyEntityRecords(state())).toEqual([])
    const saved = await asUser('editor')({
      path: `/wp/v2/tags?include=${ids.join()}&per_page=100&orderby=id`,
    })
    expect(saved.data).toMatchObject(ids.map((id) => ({ id, description: `New ${id}` })))
    await dispatch(
      batch(
        [0, 1].map(
          () =>
            ({ saveEntityRecord }) =>
              saveEntityRecord('postType', 'post', {}),
        ),
      ),
    )
    expect(sentSince()).not.toContain('OPTIONS /batch/v1')
  })

  it('with one invalid write among valid ones does none of them, and all stay dirty', async () => {
    const work = storeWith(asUser('editor'))
    const { dispatch, state } = work
    const [one = 0, two = 0] = await postsWithEdits(work, 2)
    dispatch(editEntityRecord('postType', 'post', two, { status: 'no-such-status' }))
    expect(await dispatch(batch([save(one), save(two)]))).toEqual([undefined, undefined])
    expect(selectSaveError(state(), 'postType', 'post', one)).toMatchObject({ code: 'batch_not_executed' })
    expect(selectSaveError(state(), 'postType', 'post', two)).toMatchObject({ code: 'rest_invalid_param' })
    expect(selectDirtyEntityRecords(state())).toHaveLength(2)
    expect(await postOnServer(one)).toMatchObject({ title: { raw: title } })
  })

  it('with one write that is not allowed does the others', async () => {
    const foreign = seededPost()
    const { dispatch, state } = storeWith(asUser('author'))
    const results = await dispatch(
      batch([
        ({ saveEntityRecord }) => saveEntityRecord('postType', 'post', { title: 'Mine' }),
        ({ saveEntityRecord }) => saveEntityRecord('postType', 'post', { id: foreign.id, title: 'Taken' }),
        ({ deleteEntityRecord }) => deleteEntityRecord('postType', 'post', foreign.id),
      ]),
    )
    expect(results).toMatchObject([{ title: { raw: 'Mine' } }, undefined, false])
    expect(selectSaveError(state(), 'postType', 'post', foreign.id)).toMatchObject({
      code: 'rest_cannot_edit',
      status: 403,
    })
    expect(selectDeleteError(state(), 'postType', 'post', foreign.id)).toMatchObject({
      code: 'rest_cannot_delete',
    })
  })

  it('with the same record twice ends, with the later write last', async () => {
    const work = storeWith(asUser('editor'))
    const [id = 0, other = 0] = await postsWithEdits(work, 2)
    const results = await work.dispatch(
      batch([
        save(id),
        save(other),
        ({ saveEntityRecord }) => saveEntityRecord('postType', 'post', { id, title: 'Last' }),
      ]),
    )
    expect(results).toMatchObject([
      { title: { raw: `New ${id}` } },
      { title: { raw: `New ${other}` } },
      { title: { raw: 'Last' } },
    ])
    expect(await postOnServer(id)).toMatchObject({ title: { raw: 'Last' } })
    expect(work.sentSince()).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1', `PUT /wp/v2/posts/${id}`])
  })

  it('deletes: into the trash, for good, and what is not there', async () => {
    const work = storeWith(asUser('editor'))
    const { dispatch, state, sentSince } = work
    const [one = 0, two = 0] = await postsWithEdits(work, 2)
    const results = await dispatch(
      batch([
        ({ deleteEntityRecord }) => deleteEntityRecord('postType', 'post', one),
        ({ deleteEntityRecord }) => deleteEntityRecord('postType', 'post', two, { force: true }),
        ({ deleteEntityRecord }) => deleteEntityRecord('postType', 'post', 999_999),
      ]),
    )
    expect(results).toMatchObject([{ id: one, status: 'trash' }, { deleted: true }, false])
    expect(sentSince()).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1'])
    expect(selectEntityRecord(state(), 'postType', 'post', two)).toBeUndefined()
    expect(selectDeleteError(state(), 'postType', 'post', 999_999)).toMatchObject({ status: 404 })
  })

  it('sends media, global styles, templates and comments beside, as the server does not batch them', async () => {
    const { dispatch, sentSince } = storeWith(asUser('administrator'))
    const styles = await globalStylesId()
    const altText = (await dispatch(fetchEntityRecord('root', 'media', 501)))?.alt_text ?? ''
    const { id } = await newPost({ status: 'publish' })
    const template = await dispatch(
      saveEntityRecord('postType', 'wp_template', { slug: unique('batch-'), title: 'T', content: 'x' }),
    )
    sentSince()
    const results = await dispatch(
      batch([
        ({ saveEntityRecord }) => saveEntityRecord('postType', 'post', { id, title: 'New' }),
        ({ saveEntityRecord }) => saveEntityRecord('root', 'media', { id: 501, alt_text: 'A boat' }),
        ({ saveEntityRecord }) => saveEntityRecord('root', 'globalStyles', { id: styles, title: 'Styles' }),
        ({ saveEntityRecord }) =>
          saveEntityRecord('postType', 'wp_template', { id: template?.id ?? '', content: 'y' }),
        ({ saveEntityRecord }) => saveEntityRecord('root', 'comment', { post: id, content: 'Hello' }),
        ({ saveEntityRecord }) => saveEntityRecord('taxonomy', 'category', { name: unique('Batched ') }),
      ]),
    )
    expect(results).toMatchObject([
      { title: { raw: 'New' } },
      { alt_text: 'A boat' },
      { title: { raw: 'Styles' } },
      { content: { raw: 'y' } },
      { content: { raw: 'Hello' } },
      { taxonomy: 'category' },
    ])
    expect(sentSince().filter((line) => line.includes('/batch/'))).toEqual([
      'OPTIONS /batch/v1',
      'POST /batch/v1',
    ])
    await dispatch(deleteEntityRecord('postType', 'wp_template', template?.id ?? '', { force: true }))
    // Other tests find the site as it was.
    await dispatch(deleteEntityRecord('taxonomy', 'category', results[5]?.id ?? 0, { force: true }))
    await dispatch(saveEntityRecord('root', 'globalStyles', { id: styles, title: 'Custom Styles' }))
    await dispatch(saveEntityRecord('root', 'media', { id: 501, alt_text: altText }))
  })
})

describe('Saving everything that is dirty', () => {
  let before: { title?: unknown; description?: unknown } = {}

  beforeAll(async () => {
    before = (await asUser('administrator')({ path: '/wp/v2/settings' })).data as typeof before
  })

  afterAll(async () => {
    const { description } = before
    await asUser('administrator')({ path: '/wp/v2/settings', method: 'POST', data: { description } })
  })

  it('saves terms, posts, media and the settings of the site, those last', async () => {
    const work = storeWith(asUser('administrator'))
    const { dispatch, state, sentSince } = work
    await dispatch(fetchEntityRecord('root', 'site'))
    dispatch(editEntityRecord('root', 'site', undefined, { description: 'Where ships come in' }))
    const ids = await postsWithEdits(work, 3)
    await dispatch(fetchEntityRecord('root', 'media', 501))
    dispatch(editEntityRecord('root', 'media', 501, { caption: 'A harbour' }))
    const term = await dispatch(saveEntityRecord('taxonomy', 'category', { name: unique('Ships ') }))
    dispatch(editEntityRecord('taxonomy', 'category', term?.id, { description: 'All of them' }))
    sentSince()
    const { saved, failed } = await dispatch(saveDirtyEntityRecords())
    expect(failed).toEqual([])
    expect(saved.map(({ name }) => name)).toEqual(['category', 'post', 'post', 'post', 'attachment', 'site'])
    const sent = sentSince()
    expect(sent.slice(0, -1).sort()).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1', 'PUT /wp/v2/media/501'])
    expect(sent.at(-1)).toBe('POST /wp/v2/settings')
    expect(selectDirtyEntityRecords(state())).toEqual([])
    expect(await postOnServer(ids[2] ?? 0)).toMatchObject({ title: { raw: `New ${ids[2]}` } })
    expect(await onServer('settings')).toMatchObject({ description: 'Where ships come in' })
    expect(await onServer('media/501?context=edit')).toMatchObject({ caption: { raw: 'A harbour' } })
  })

  it('saves what is valid, reports what is not, and then sends that alone', async () => {
    const work = storeWith(asUser('editor'))
    const { dispatch, state, sentSince } = work
    const [one = 0, two = 0, three = 0] = await postsWithEdits(work, 3)
    dispatch(editEntityRecord('postType', 'post', two, { status: 'no-such-status' }))
    const { saved, failed } = await dispatch(saveDirtyEntityRecords())
    expect(saved.map(({ key }) => key)).toEqual([one, three])
    expect(failed).toMatchObject([{ key: two, error: { code: 'rest_invalid_param' } }])
    expect(selectHasEdits(state(), 'postType', 'post', one)).toBe(false)
    expect(selectDirtyEntityRecords(state())).toMatchObject([{ key: two }])
    expect(sentSince()).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1', 'POST /batch/v1'])
    dispatch(editEntityRecord('postType', 'post', two, { status: 'pending' }))
    expect(await dispatch(saveDirtyEntityRecords())).toMatchObject({ saved: [{ key: two }], failed: [] })
    expect(sentSince()).toEqual([`PUT /wp/v2/posts/${two}`])
  })
})

async function globalStylesId(): Promise<number> {
  const { data } = await asUser('administrator')({ path: '/wp/v2/themes?status=active&context=edit' })
  const [theme] = data as { _links: Record<string, { href: string }[]> }[]
  return Number(/(\d+)(\?|$)/.exec(theme?._links['wp:user-global-styles']?.[0]?.href ?? '')?.[1])
}
