import {
  editEntityRecord,
  fetchAutosaves,
  fetchEntityRecord,
  receiveEntityRecords,
  saveEntityRecord,
  selectAutosave,
  selectAutosaves,
  selectEntityRecord,
  selectHasEdits,
  selectNonTransientEdits,
  selectResolution,
  selectSaveError,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../../examples/wordpress/content'
import { unique } from '../../support/siteFetch'
import { asUser, newPost, postOnServer, seededPost, signIn } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

async function writing(role: Role, id: number, fetcher = asUser(role)) {
  const work = storeWith(fetcher)
  const { dispatch, state } = work
  await dispatch(fetchEntityRecord('postType', 'post', id))
  const me = (await fetcher({ path: '/wp/v2/users/me?_fields=id' })).data as { id: number }
  work.sentSince()
  return {
    ...work,
    author: me.id,
    type: (edits: Record<string, unknown>) => dispatch(editEntityRecord('postType', 'post', id, edits)),
    autosave: () =>
      dispatch(
        saveEntityRecord(
          'postType',
          'post',
          { id, ...selectNonTransientEdits(state(), 'postType', 'post', id) },
          { isAutosave: true },
        ),
      ),
    record: () => selectEntityRecord(state(), 'postType', 'post', id),
    toSave: () => selectNonTransientEdits(state(), 'postType', 'post', id),
    isDirty: () => selectHasEdits(state(), 'postType', 'post', id),
    error: () => selectSaveError(state(), 'postType', 'post', id),
  }
}

describe('An autosave', () => {
  it("of the author's own draft is a save, of all but meta, which stays edited", async () => {
    const { id } = await newPost({ status: 'draft' }, 'author')
    const { type, autosave, record, toSave, sentSince } = await writing('author', id)
    type({ title: 'New', content: 'New words', excerpt: 'In short', meta: { subtitle: 'Sub' } })
    expect(await autosave()).toMatchObject({ id })
    expect(sentSince()).toEqual([`POST /wp/v2/posts/${id}/autosaves`])
    const expected = {
      id,
      status: 'draft',
      title: { raw: 'New' },
      content: { raw: 'New words' },
      excerpt: { raw: 'In short' },
      meta: { subtitle: '' },
    }
    expect(record()).toMatchObject(expected)
    expect(toSave()).toEqual({ meta: { subtitle: 'Sub', footnotes: '' } })
    expect(await postOnServer(id)).toMatchObject(expected)
  })

  it("of another's published post is kept beside it, by the author who made it", async () => {
    const { id } = await newPost({ status: 'publish', title: 'Old' }, 'author')
    const editor = await writing('editor', id)
    const { type, autosave, record, isDirty, author, dispatch, state } = await writing('administrator', id)
    const before = record()
    type({ title: 'New' })
    expect(await autosave()).toMatchObject({ parent: id, author })
    expect(record()).toBe(before)
    expect(isDirty()).toBe(true)
    expect((await postOnServer(id)).title).toMatchObject({ raw: 'Old' })
    expect(selectAutosave(state(), 'post', id, author)?.title.raw).toBe('New')

    editor.type({ title: 'Newer' })
    await editor.autosave()
    await dispatch(fetchAutosaves('post', id))
    expect(selectAutosaves(state(), 'post', id)).toHaveLength(2)
    expect(selectAutosave(state(), 'post', id, editor.author)?.title.raw).toBe('Newer')

    type({ title: 'Newest' })
    await autosave()
    expect(selectAutosaves(state(), 'post', id)).toHaveLength(2)
    expect(selectAutosave(state(), 'post', id, author)?.title.raw).toBe('Newest')
    expect(selectAutosave(state(), 'post', id, editor.author)?.title.raw).toBe('Newer')
  })

  it("of another's draft is kept beside it, too", async () => {
    const { id } = await newPost({ status: 'draft', title: 'Old' }, 'author')
    const { type, autosave, isDirty, author, state } = await writing('editor', id)
    type({ content: 'Checked' })
    await autosave()
    expect(isDirty()).toBe(true)
    expect(selectAutosave(state(), 'post', id, author)?.content?.raw).toBe('Checked')
    expect((await postOnServer(id)).content).not.toMatchObject({ raw: 'Checked' })
  })

  it('of an auto-draft makes it a draft', async () => {
    const session = await signIn('editor')
    const page = await (await session.fetch('/wp-admin/post-new.php')).text()
    const id = Number(/name='post_ID' value='(\d+)'/.exec(page)?.[1])
    const { type, autosave, record, isDirty } = await writing('editor', id, session.fetcher)
    expect(record()).toMatchObject({ status: 'auto-draft', title: '' })
    type({ content: 'First words' })
    await autosave()
    expect(record()).toMatchObject({ status: 'draft', content: { raw: 'First words' } })
    expect(isDirty()).toBe(false)
    expect(await postOnServer(id)).toMatchObject({ status: 'draft', content: { raw: 'First words' } })
  })

  it('is refused to a contributor for a post that is published, and nothing is lost', async () => {
    const post = seededPost('publish', 'author')
    const work = storeWith(asUser('contributor'))
    const { dispatch, state } = work
    const { data } = await asUser('administrator')({ path: `/wp/v2/posts/${post.id}?context=edit` })
    await dispatch(saveEntityRecord('postType', 'post', { title: 'Loads the types' }))
    dispatch(receiveEntityRecords('postType', 'post', [data as object]))
    dispatch(editEntityRecord('postType', 'post', post.id, { title: 'Taken' }))
    const saved = await dispatch(
      saveEntityRecord('postType', 'post', { id: post.id, title: 'Taken' }, { isAutosave: true }),
    )
    expect(saved).toBeUndefined()
    expect(selectSaveError(state(), 'postType', 'post', post.id)).toMatchObject({ status: 403 })
    expect(selectHasEdits(state(), 'postType', 'post', post.id)).toBe(true)
  })

  it('of a page that was not loaded is not sent', async () => {
    const { dispatch, state, sent } = storeWith(asUser('editor'))
    await dispatch(saveEntityRecord('postType', 'page', { id: 8, title: 'New' }, { isAutosave: true }))
    expect(sent.filter((line) => line.startsWith('POST'))).toEqual([])
    expect(selectSaveError(state(), 'postType', 'page', 8)).toMatchObject({ code: 'not_loaded' })
  })
})

describe('Reading autosaves', () => {
  it('gives none for a post without any, with its resolution done', async () => {
    const { id } = seededPost()
    const { dispatch, state, sent } = storeWith(asUser('editor'))
    expect(await dispatch(fetchAutosaves('post', id))).toBeUndefined()
    expect(selectResolution(state(), 'fetchAutosaves', 'post', id).status).toBe('success')
    expect(sent).toEqual([
      'GET /wp/v2/types/post?context=edit',
      `GET /wp/v2/posts/${id}/autosaves?context=edit`,
    ])
  })

  it('asks for none of a type without them, and of none that there is not', async () => {
    const { dispatch, sent } = storeWith(asUser('editor'))
    expect(await dispatch(fetchAutosaves('attachment', 501))).toBeUndefined()
    expect(await dispatch(fetchAutosaves('ghost', 1))).toBeUndefined()
    expect(sent.filter((line) => line.includes('/autosaves'))).toEqual([])
  })

  it('reads and makes those of a template, whose own id they share', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    const made = await dispatch(
      saveEntityRecord('postType', 'wp_template', {
        slug: unique('autosaved-'),
        title: 'Template',
        content: '<p>x</p>',
      }),
    )
    const id = made?.id ?? ''
    await dispatch(fetchEntityRecord('postType', 'wp_template', id))
    await dispatch(
      saveEntityRecord(
        'postType',
        'wp_template',
        { id, content: '<p>y</p>' },
        { isAutosave: true, throwOnError: true },
      ),
    )
    expect(selectEntityRecord(state(), 'postType', 'wp_template', id)?.content.raw).toBe('<p>x</p>')
    const kept = selectAutosaves(state(), 'wp_template', id)
    expect(kept).toMatchObject([{ content: { raw: '<p>y</p>' } }])
    const read = await storeWith(asUser('administrator')).dispatch(fetchAutosaves('wp_template', id))
    expect(read).toMatchObject([{ content: { raw: '<p>y</p>' } }])
  })
})
