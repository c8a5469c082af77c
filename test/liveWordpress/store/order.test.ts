import {
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectDeleteError,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectEntityRecords,
  selectHasEdits,
  selectIsSaving,
  selectSaveError,
} from 'copydesk'
import { beforeAll, describe, expect, it } from 'vitest'
import { asUser, newPost, postOnServer, rawFetch, seededPost } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

const isList = (line: string) => line.startsWith('GET /wp/v2/posts?')
const isSave = (line: string) => line.startsWith('PUT ')

describe('A save while a slow list is on its way', () => {
  it('does not wait for the list, and the late list does not bring the old title back', async () => {
    const { id } = await newPost({ status: 'publish', title: 'Old' })
    const { dispatch, state, hold, sent } = storeWith(asUser('editor'))
    const query = { include: [id] }
    const { release } = hold(isList)

    const listed = dispatch(fetchEntityRecords('postType', 'post', query))
    await sentLine(sent, isList)
    await dispatch(fetchEntityRecord('postType', 'post', id))
    dispatch(editEntityRecord('postType', 'post', id, { title: 'New' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(selectEntityRecord(state(), 'postType', 'post', id)).toMatchObject({ title: { raw: 'New' } })
    release()

    expect(await listed).toMatchObject([{ id, title: { raw: 'New' } }])
    expect(selectEntityRecords(state(), 'postType', 'post', query)).toMatchObject([{ title: { raw: 'New' } }])
    expect(selectHasEdits(state(), 'postType', 'post', id)).toBe(false)
  })

  it('leaves out of the late list what was deleted meanwhile', async () => {
    const { id } = await newPost({ status: 'publish' })
    const other = seededPost()
    const { dispatch, hold, sent } = storeWith(asUser('editor'))
    const { release } = hold(isList)
    const listed = dispatch(fetchEntityRecords('postType', 'post', { include: [id, other.id] }))
    await sentLine(sent, isList)
    await dispatch(deleteEntityRecord('postType', 'post', id, { force: true }))
    release()
    expect((await listed)?.map((record) => record.id)).toEqual([other.id])
  })
})

describe('Typing while a save is on its way', () => {
  let id = 0
  let other = 0
  beforeAll(async () => {
    ;({ id } = await newPost({ title: 'Old' }, 'editor'))
    ;({ id: other } = await newPost({}, 'editor'))
  })

  it('is kept, and saved by the next save', async () => {
    const { dispatch, state, hold, sent } = storeWith(asUser('editor'))
    await dispatch(fetchEntityRecord('postType', 'post', id))
    dispatch(editEntityRecord('postType', 'post', id, { title: 'First' }))
    const { release } = hold(isSave)
    const saving = dispatch(saveEditedEntityRecord('postType', 'post', id))
    await sentLine(sent, isSave)
    dispatch(editEntityRecord('postType', 'post', id, { title: 'Old' }))
    release()
    await saving
    expect(selectEditedEntityRecord(state(), 'postType', 'post', id)).toMatchObject({ title: 'Old' })
    await dispatch(saveEditedEntityRecord('postType', 'post', id))
    expect(await postOnServer(id)).toMatchObject({ title: { raw: 'Old' } })
    expect(selectHasEdits(state(), 'postType', 'post', id)).toBe(false)
  })

  it('sends two quick saves one after the other, and nothing twice', async () => {
    const { dispatch, sent } = storeWith(asUser('editor'))
    await dispatch(fetchEntityRecord('postType', 'post', id))
    dispatch(editEntityRecord('postType', 'post', id, { title: 'Once' }))
    await Promise.all([
      dispatch(saveEditedEntityRecord('postType', 'post', id)),
      dispatch(saveEditedEntityRecord('postType', 'post', id)),
    ])
    expect(sent.filter(isSave)).toEqual([`PUT /wp/v2/posts/${id}`])
  })

  it('sends saves of two records at the same time', async () => {
    const { dispatch, hold, sent } = storeWith(asUser('administrator'))
    const { release } = hold(isSave)
    const saves = [id, other].map((one) =>
      dispatch(saveEntityRecord('postType', 'post', { id: one, title: 'Both' })),
    )
    await sentLine(sent, (line) => line === `PUT /wp/v2/posts/${other}`)
    expect(sent.filter(isSave)).toHaveLength(2)
    release()
    expect(await Promise.all(saves)).toMatchObject([{ title: { raw: 'Both' } }, { title: { raw: 'Both' } }])
  })
})

describe('Two users at one post', () => {
  let id = 0
  beforeAll(async () => {
    ;({ id } = await newPost({ title: 'Old', excerpt: 'Old', meta: { subtitle: 'Old' } }))
  })

  it('lose nothing when they edit different fields', async () => {
    const administrator = storeWith(asUser('administrator'))
    const editor = storeWith(asUser('editor'))
    for (const { dispatch } of [administrator, editor])
      await dispatch(fetchEntityRecord('postType', 'post', id))
    administrator.dispatch(editEntityRecord('postType', 'post', id, { title: 'By the administrator' }))
    editor.dispatch(editEntityRecord('postType', 'post', id, { excerpt: 'By the editor' }))
    await administrator.dispatch(saveEditedEntityRecord('postType', 'post', id))
    await editor.dispatch(saveEditedEntityRecord('postType', 'post', id))

    expect(await postOnServer(id)).toMatchObject({
      title: { raw: 'By the administrator' },
      excerpt: { raw: 'By the editor' },
    })
    expect(selectEntityRecord(editor.state(), 'postType', 'post', id)).toMatchObject({
      title: { raw: 'By the administrator' },
    })
  })

  it('keep the edits of the one while the other’s save is read', async () => {
    const { dispatch, state } = storeWith(asUser('editor'))
    await dispatch(fetchEntityRecord('postType', 'post', id))
    dispatch(editEntityRecord('postType', 'post', id, { excerpt: 'Mine' }))
    await rawFetch('administrator', `/wp-json/wp/v2/posts/${id}?_fields=id`, {
      method: 'PUT',
      body: '{"title":"Theirs"}',
    })
    await dispatch(fetchEntityRecord('postType', 'post', id, undefined, { force: true }))
    expect(selectEditedEntityRecord(state(), 'postType', 'post', id)).toMatchObject({
      title: 'Theirs',
      excerpt: 'Mine',
    })
    expect(selectEntityRecordEdits(state(), 'postType', 'post', id)).toEqual({ excerpt: 'Mine' })
  })

  it('have no edit left where the other has saved the same value', async () => {
    const { dispatch, state } = storeWith(asUser('editor'))
    await dispatch(fetchEntityRecord('postType', 'post', id))
    dispatch(editEntityRecord('postType', 'post', id, { title: 'The same' }))
    await rawFetch('administrator', `/wp-json/wp/v2/posts/${id}?_fields=id`, {
      method: 'PUT',
      body: '{"title":"The same"}',
    })
    await dispatch(fetchEntityRecord('postType', 'post', id, undefined, { force: true }))
    expect(selectHasEdits(state(), 'postType', 'post', id)).toBe(false)
  })
})

describe('A post that somebody else has deleted', () => {
  it('can not be saved: the error is reported, and the edits are kept', async () => {
    const { dispatch, state, id } = await withEditedPost()
    await rawFetch('administrator', `/wp-json/wp/v2/posts/${id}?force=true`, { method: 'DELETE' })
    expect(await dispatch(saveEditedEntityRecord('postType', 'post', id))).toBeUndefined()
    expect(selectSaveError(state(), 'postType', 'post', id)).toMatchObject({
      code: 'rest_post_invalid_id',
      message: 'Invalid post ID.',
      status: 404,
    })
    expect(selectIsSaving(state(), 'postType', 'post', id)).toBe(false)
    expect(selectEntityRecordEdits(state(), 'postType', 'post', id)).toEqual({ title: 'Mine' })
  })

  it('can not be deleted again: the error is reported, and the edits are kept', async () => {
    const { dispatch, state, id } = await withEditedPost()
    await rawFetch('administrator', `/wp-json/wp/v2/posts/${id}?force=true`, { method: 'DELETE' })
    expect(await dispatch(deleteEntityRecord('postType', 'post', id, { force: true }))).toBe(false)
    expect(selectDeleteError(state(), 'postType', 'post', id)).toMatchObject({
      code: 'rest_post_invalid_id',
      status: 404,
    })
    expect(selectEntityRecordEdits(state(), 'postType', 'post', id)).toEqual({ title: 'Mine' })
  })

  it('that lies in the trash can not be put there again: 410, and nothing is lost', async () => {
    const { dispatch, state, id } = await withEditedPost()
    await rawFetch('administrator', `/wp-json/wp/v2/posts/${id}`, { method: 'DELETE' })
    expect(await dispatch(deleteEntityRecord('postType', 'post', id))).toBe(false)
    expect(selectDeleteError(state(), 'postType', 'post', id)).toMatchObject({
      code: 'rest_already_trashed',
      message: 'The post has already been deleted.',
      status: 410,
    })
    expect(selectEntityRecordEdits(state(), 'postType', 'post', id)).toEqual({ title: 'Mine' })
  })

  it('can be brought back from the trash by saving a status', async () => {
    const { dispatch, state, id } = await withEditedPost()
    await dispatch(deleteEntityRecord('postType', 'post', id))
    expect(selectEntityRecord(state(), 'postType', 'post', id)).toMatchObject({ status: 'trash' })
    dispatch(editEntityRecord('postType', 'post', id, { status: 'draft' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(await postOnServer(id)).toMatchObject({ status: 'draft', title: { raw: 'Mine' } })
  })
})

async function withEditedPost() {
  const { id } = await newPost()
  const work = storeWith(asUser('editor'))
  await work.dispatch(fetchEntityRecord('postType', 'post', id))
  work.dispatch(editEntityRecord('postType', 'post', id, { title: 'Mine' }))
  return { ...work, id }
}

/** Waits until a request like this has been sent. */
async function sentLine(sent: readonly string[], matches: (line: string) => boolean): Promise<void> {
  await expect.poll(() => sent.some(matches), { interval: 5 }).toBe(true)
}
