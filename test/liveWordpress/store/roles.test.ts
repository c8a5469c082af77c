import {
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  type Fetcher,
  redo,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectCanUser,
  selectDeleteError,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  selectHasEdits,
  selectHasUndo,
  selectIsDeleting,
  selectIsSaving,
  selectResolution,
  selectSaveError,
  undo,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../../examples/wordpress/content'
import { asUser, newPost, postOnServer, rawFetch, seededPost, signIn } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'
import { serverDoes } from '../../support/wordpressVersion'

const waysIn: [string, (role: Role) => Promise<Fetcher>][] = [
  ['with an application password', async (role) => asUser(role)],
  ['with a cookie and a nonce', async (role) => (await signIn(role)).fetcher],
]

describe.each(waysIn)('Signed in %s', (way, signedIn) => {
  it.each([
    ['administrator', 'administrator', 'publish'],
    ['editor', 'administrator', 'publish'],
    ['author', 'author', 'publish'],
    ['contributor', 'contributor', 'draft'],
  ] as const)(
    'the %s edits, undoes, saves and deletes a post of the %s (%s)',
    async (role, owner, status) => {
      const { id } = await newPost({ status, meta: { subtitle: 'Before' } }, owner)
      const { dispatch, state } = storeWith(await signedIn(role))
      const edited = () => selectEditedEntityRecord(state(), 'postType', 'post', id)

      await dispatch(fetchEntityRecord('postType', 'post', id))
      dispatch(editEntityRecord('postType', 'post', id, { title: 'Low tide', excerpt: 'In short' }))
      dispatch(editEntityRecord('postType', 'post', id, { content: 'Mud', meta: { subtitle: 'At noon' } }))
      dispatch(undo())
      expect(edited()).toMatchObject({ title: 'Low tide', content: 'Hello', meta: { subtitle: 'Before' } })
      dispatch(redo())
      expect(edited()).toMatchObject({ title: 'Low tide', content: 'Mud', meta: { subtitle: 'At noon' } })

      await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
      expect(selectHasEdits(state(), 'postType', 'post', id)).toBe(false)
      expect(await postOnServer(id)).toMatchObject({
        title: { raw: 'Low tide' },
        excerpt: { raw: 'In short' },
        content: { raw: 'Mud' },
        meta: { subtitle: 'At noon' },
      })

      await dispatch(deleteEntityRecord('postType', 'post', id, {}, { throwOnError: true }))
      expect(selectEntityRecord(state(), 'postType', 'post', id)).toMatchObject({ status: 'trash' })

      await dispatch(deleteEntityRecord('postType', 'post', id, { force: true }, { throwOnError: true }))
      expect(selectEntityRecord(state(), 'postType', 'post', id)).toBeUndefined()
      expect(selectHasUndo(state())).toBe(false)
      expect(await postOnServer(id)).toMatchObject({ code: 'rest_post_invalid_id' })
    },
  )
})

describe('Another’s post', () => {
  it.each(['author', 'contributor', 'subscriber'] as const)(
    'the %s keeps every edit of another’s post when the server refuses the save, and learns why',
    async (role) => {
      const { id, title } = seededPost()
      const { dispatch, state } = storeWith(asUser(role))
      const resource = { kind: 'postType', name: 'post', id }
      const edits = { title: 'Not mine', meta: { subtitle: 'Nor this' } }

      await dispatch(fetchEntityRecord('postType', 'post', id, { context: 'view' }))
      dispatch(editEntityRecord('postType', 'post', id, edits))
      expect(await dispatch(saveEditedEntityRecord('postType', 'post', id))).toBeUndefined()

      expect(selectSaveError(state(), 'postType', 'post', id)).toMatchObject({
        name: 'RestError',
        code: 'rest_cannot_edit',
        message: 'Sorry, you are not allowed to edit this post.',
        status: 403,
      })
      expect(selectIsSaving(state(), 'postType', 'post', id)).toBe(false)
      expect(selectEntityRecordEdits(state(), 'postType', 'post', id)).toEqual(edits)
      expect(selectCanUser(state(), 'update', resource)).toBe(false)
      expect(selectCanUser(state(), 'read', resource)).toBe(true)
      dispatch(undo())
      expect(selectHasEdits(state(), 'postType', 'post', id)).toBe(false)
      dispatch(redo())
      expect(selectEntityRecordEdits(state(), 'postType', 'post', id)).toEqual(edits)
      expect(await postOnServer(id)).toMatchObject({ title: { raw: title } })
    },
  )

  it.each(['author', 'contributor', 'subscriber'] as const)(
    'the %s still has another’s post, edits and all, when the server refuses to delete it',
    async (role) => {
      const { id } = seededPost()
      const { dispatch, state } = storeWith(asUser(role))

      const read = await dispatch(fetchEntityRecord('postType', 'post', id, { context: 'view' }))
      dispatch(editEntityRecord('postType', 'post', id, { title: 'Not mine' }))
      expect(await dispatch(deleteEntityRecord('postType', 'post', id, { force: true }))).toBe(false)

      expect(selectDeleteError(state(), 'postType', 'post', id)).toMatchObject({
        code: 'rest_cannot_delete',
        message: 'Sorry, you are not allowed to delete this post.',
        status: 403,
      })
      expect(selectIsDeleting(state(), 'postType', 'post', id)).toBe(false)
      expect(selectCanUser(state(), 'delete', { kind: 'postType', name: 'post', id })).toBe(false)
      expect(selectEntityRecord(state(), 'postType', 'post', id, { context: 'view' })).toBe(read)
      expect(selectHasEdits(state(), 'postType', 'post', id)).toBe(true)
      expect(await postOnServer(id)).toMatchObject({ status: 'publish' })
    },
  )
})

describe('Lists', () => {
  it.each([
    ['administrator', 'edit', 'post'],
    ['contributor', 'edit', 'post'],
    ['editor', 'edit', 'page'],
    ['author', 'view', 'page'],
    ['subscriber', 'view', 'page'],
    ['subscriber', 'view', 'post'],
  ] as const)('have the server’s rows and totals: the %s, context %s, %ss', async (role, context, name) => {
    const { dispatch, state } = storeWith(asUser(role))
    const query = { context, per_page: 4, orderby: 'title', order: 'asc' } as const
    const response = await rawFetch(
      role,
      `/wp-json/wp/v2/${name}s?${new URLSearchParams({ ...query, per_page: '4', _fields: 'id' })}`,
    )
    const rows = (await response.json()) as { id: number }[]

    const records = await dispatch(fetchEntityRecords('postType', name, query))

    expect(records?.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    const isShortened = role === 'contributor' && context === 'edit' && serverDoes('rowsKeptBack')
    expect(rows.length === 4).toBe(!isShortened)
    const total = Number(response.headers.get('X-WP-Total'))
    expect(selectEntityRecordsTotalItems(state(), 'postType', name, query)).toBe(total)
    expect(selectEntityRecordsTotalPages(state(), 'postType', name, query)).toBe(Math.ceil(total / 4))
  })

  it.each([
    ['post', 'Sorry, you are not allowed to edit posts in this post type.'],
    ['page', 'Sorry, you are not allowed to edit posts in this post type.'],
  ] as const)('are refused in edit context to a subscriber, with the reason: %ss', async (name, message) => {
    const { dispatch, state } = storeWith(asUser('subscriber'))
    expect(await dispatch(fetchEntityRecords('postType', name))).toBeNull()
    expect(selectEntityRecords(state(), 'postType', name)).toBeNull()
    expect(selectResolution(state(), 'fetchEntityRecords', 'postType', name)).toMatchObject({
      status: 'error',
      error: { code: 'rest_forbidden_context', message, status: 403 },
    })
  })
})

describe('What a role may not do with its own', () => {
  it('a contributor’s refused publishing leaves the status edited and the post a draft', async () => {
    const { id } = seededPost('draft', 'contributor')
    const { dispatch, state } = storeWith(asUser('contributor'))
    await dispatch(fetchEntityRecord('postType', 'post', id))
    dispatch(editEntityRecord('postType', 'post', id, { status: 'publish' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', id))
    expect(selectSaveError(state(), 'postType', 'post', id)).toMatchObject({
      code: 'rest_cannot_publish',
      message: 'Sorry, you are not allowed to publish posts in this post type.',
    })
    expect(selectEntityRecordEdits(state(), 'postType', 'post', id)).toEqual({ status: 'publish' })
    expect(await postOnServer(id)).toMatchObject({ status: 'draft' })
  })

  it('a contributor’s refused publishing does not say that the post can’t be edited at all', async () => {
    const { id } = seededPost('draft', 'contributor')
    const { dispatch, state } = storeWith(asUser('contributor'))
    await dispatch(fetchEntityRecord('postType', 'post', id))
    dispatch(editEntityRecord('postType', 'post', id, { status: 'publish' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', id))
    const mayEdit = await rawFetch('contributor', `/wp-json/wp/v2/posts/${id}`, { method: 'OPTIONS' })
    expect(mayEdit.headers.get('Allow')).toContain('PUT')
    expect(selectCanUser(state(), 'update', { kind: 'postType', name: 'post', id })).toBe(true)
  })

  it('a subscriber’s refused create stands under its own name', async () => {
    const { dispatch, state } = storeWith(asUser('subscriber'))
    const created = await dispatch(
      saveEntityRecord('postType', 'post', { title: 'New' }, { createId: 'mine' }),
    )
    expect(created).toBeUndefined()
    expect(selectSaveError(state(), 'postType', 'post', { createId: 'mine' })).toMatchObject({
      code: 'rest_cannot_create',
      message: 'Sorry, you are not allowed to create posts as this user.',
    })
    expect(selectCanUser(state(), 'create', { kind: 'postType', name: 'post' })).toBe(false)
  })

  it('a record refused to a visitor says that nobody is logged in', async () => {
    const { id } = seededPost('draft')
    const visitor = storeWith(asUser('subscriber'))
    await expect(visitor.dispatch(fetchEntityRecord('postType', 'post', id))).rejects.toMatchObject({
      code: 'rest_forbidden_context',
    })
    expect(selectResolution(visitor.state(), 'fetchEntityRecord', 'postType', 'post', id)).toMatchObject({
      status: 'error',
      error: { code: 'rest_forbidden_context', status: 403 },
    })
  })
})
