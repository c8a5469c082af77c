import { describe, expect, it } from 'vitest'
import { post, reply } from '../support/fakeServer'
import { quiet, registryOf, smallSite } from './registryOf'

// What differs from core-data: where ours is followed, and where theirs is.

const first = ['postType', 'post', 1] as const
const totals = { headers: { 'X-WP-Total': '5', 'X-WP-TotalPages': '3' } }

describe('ours is followed', () => {
  it('page 1 is not known when only page 2 is, nor are all rows when two of five are', async () => {
    const { select, resolve } = registryOf(() => reply([post(3), post(4)], totals))
    await resolve.getEntityRecords?.('postType', 'post', { per_page: 2, page: 2 })
    expect(select.getEntityRecords?.('postType', 'post', { per_page: 2, page: 1 })).toBeNull()
    expect(select.getEntityRecords?.('postType', 'post', { per_page: -1 })).toBeNull()
    expect(select.getEntityRecordsTotalPages?.('postType', 'post', { per_page: -1 })).toBe(1)
    expect(select.getEntityRecordsTotalPages?.('postType', 'post', { per_page: 2 })).toBe(3)
    await quiet()
  })

  it('redo of one entry of meta keeps its siblings', async () => {
    const { select, resolve, dispatch } = registryOf()
    await resolve.getEntityRecord?.(...first)
    await dispatch.editEntityRecord?.(...first, { meta: { a: 9 } })
    await dispatch.undo?.()
    await dispatch.redo?.()
    expect(select.getEditedEntityRecord?.(...first)).toMatchObject({ meta: { a: 9, b: 2 } })
  })

  it('a field that is set back while its save is under way keeps what was typed', async () => {
    const { select, resolve, dispatch, waiting } = registryOf((request) =>
      request.method === 'PUT' ? undefined : smallSite(request),
    )
    await resolve.getEntityRecord?.(...first)
    await dispatch.editEntityRecord?.(...first, { title: 'New' })
    const saving = dispatch.saveEditedEntityRecord?.(...first)
    await quiet()
    await dispatch.editEntityRecord?.(...first, { title: 'Post 1' })
    expect(select.hasEditsForEntityRecord?.(...first)).toBe(true)
    waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } }))
    await saving
    expect(select.getEditedEntityRecord?.(...first)).toMatchObject({ title: 'Post 1' })
    expect(select.hasEditsForEntityRecord?.(...first)).toBe(true)
  })

  it('a record without an id asks nothing', async () => {
    const { select, sent } = registryOf()
    expect(select.getEntityRecord?.('postType', 'post', undefined)).toBeUndefined()
    expect(select.getEntityRecord?.('postType', 'post', '')).toBeUndefined()
    await quiet()
    expect(sent()).toEqual([])
  })

  it('the same list that comes again is the same array', async () => {
    const { select, resolve, dispatch } = registryOf()
    const before = await resolve.getEntityRecords?.('postType', 'post')
    await dispatch.invalidateResolution?.('getEntityRecords', ['postType', 'post'])
    await resolve.getEntityRecords?.('postType', 'post')
    expect(select.getEntityRecords?.('postType', 'post')).toBe(before)
  })

  it('while typing is staged there is something to undo', async () => {
    const { select, resolve, dispatch } = registryOf()
    await resolve.getEntityRecord?.(...first)
    await dispatch.editEntityRecord?.(...first, { title: 'N' }, { isCached: true })
    expect(select.hasUndo?.()).toBe(true)
    await dispatch.__unstableCreateUndoLevel?.()
    await dispatch.editEntityRecord?.(...first, { title: 'Ne' }, { isCached: true })
    await dispatch.undo?.()
    expect(select.getEditedEntityRecord?.(...first)).toMatchObject({ title: 'N' })
  })

  it('trash without force keeps the record with its status, out of the lists', async () => {
    const { select, resolve, dispatch } = registryOf((request) =>
      request.method === 'DELETE' ? post(1, { status: 'trash' }) : smallSite(request),
    )
    await resolve.getEntityRecords?.('postType', 'post')
    await dispatch.deleteEntityRecord?.(...first)
    expect(select.__experimentalGetEntityRecordNoResolver?.(...first)).toMatchObject({ status: 'trash' })
    expect(select.getEntityRecords?.('postType', 'post')).toHaveLength(2)
    await quiet()
  })

  it('an update sends the fields, and an action gives what came of it', async () => {
    const { resolve, dispatch, seen } = registryOf()
    await resolve.getEntityRecord?.(...first)
    expect(await dispatch.editEntityRecord?.(...first, { title: 'New' })).toBeUndefined()
    expect(await dispatch.saveEditedEntityRecord?.(...first)).toMatchObject({ id: 1 })
    expect(seen.at(-1)?.data).toEqual({ title: 'New' })
  })

  it('undo back to what is saved leaves the record clean', async () => {
    const { select, resolve, dispatch } = registryOf(smallSite, { flavour: '6.6' })
    await resolve.getEntityRecord?.(...first)
    await dispatch.editEntityRecord?.(...first, { title: 'New' })
    await dispatch.undo?.()
    expect(select.__experimentalGetDirtyEntityRecords?.()).toEqual([])
  })
})

describe('theirs is followed', () => {
  it('edits of a record that is not known are not listed as dirty', async () => {
    const { select, resolve, dispatch } = registryOf()
    await resolve.getEntitiesConfig?.('postType')
    await dispatch.editEntityRecord?.('postType', 'post', 77, { title: 'New' })
    expect(select.__experimentalGetDirtyEntityRecords?.()).toEqual([])
    expect(select.getEditedEntityRecord?.('postType', 'post', 77)).toEqual({ title: 'New' })
    await quiet()
  })

  it('an edit without an id, with an instance or with null for meta is taken', async () => {
    const { select, resolve, dispatch } = registryOf()
    await resolve.getEntityRecord?.(...first)
    const date = new Date(0)
    await dispatch.editEntityRecord?.('postType', 'post', undefined, { title: 'New' })
    await dispatch.editEntityRecord?.(...first, { meta: null, date })
    expect((select.getEditedEntityRecord?.(...first) as { date: unknown }).date).toBe(date)
    expect(select.getEditedEntityRecord?.(...first)).toMatchObject({ meta: { a: 1, b: 2 } })
  })

  it('an edit of an entity without a config throws at once, with the specification’s message', () => {
    const { dispatch } = registryOf()
    expect(() => dispatch.editEntityRecord?.('shop', 'book', 1, {})).toThrow(
      'The entity being edited (shop, book) does not have a loaded config.',
    )
  })

  it('a field that nobody sent is there without a value once it was asked for', async () => {
    const { select, resolve } = registryOf(() => reply({ id: 1, title: { raw: 'T' } }))
    const query = { _fields: 'title,nothing' }
    expect(select.getEntityRecord?.(...first, query)).toBeUndefined()
    await resolve.getEntityRecord?.(...first, query)
    expect(select.getEntityRecord?.(...first, query)).toEqual({
      id: 1,
      title: { raw: 'T' },
      nothing: undefined,
    })
  })

  it('what is put in by hand is shown', async () => {
    const { select, dispatch } = registryOf(() => reply({}))
    await dispatch.receiveCurrentUser?.({ id: 7, name: 'Ada' })
    await dispatch.receiveEmbedPreview?.('https://example.org/', { html: 'x' })
    await dispatch.receiveDefaultTemplateId?.({ slug: 'home' }, 'tides//home')
    await dispatch.receiveNavigationFallbackId?.(12)
    await dispatch.receiveUserQuery?.('authors', [{ id: 1 }])
    await dispatch.receiveCurrentTheme?.({ stylesheet: 'tides', theme_supports: { a: true } })
    await dispatch.__experimentalReceiveCurrentGlobalStylesId?.(5)
    await dispatch.__experimentalReceiveThemeBaseGlobalStyles?.('tides', { settings: {} })
    await dispatch.__experimentalReceiveThemeGlobalStyleVariations?.('tides', [{ title: 'A' }])
    await dispatch.receiveUserPermission?.('create/media', true)
    await dispatch.receiveUserPermissions?.({ 'update/postType/post/1': false })
    await dispatch.receiveEditorSettings?.({ a: 1 })
    await dispatch.receiveViewConfig?.('postType', 'post', { form: 1 })
    await dispatch.receiveRegisteredPostMeta?.('post', { a: {} })
    expect(select.getCurrentUser?.()).toEqual({ id: 7, name: 'Ada' })
    expect(select.getEmbedPreview?.('https://example.org/')).toEqual({ html: 'x' })
    expect(select.getDefaultTemplateId?.({ slug: 'home' })).toBe('tides//home')
    expect(select.getNavigationFallbackId?.()).toBe(12)
    expect(select.getUserQueryResults?.('authors')).toEqual([{ id: 1 }])
    expect(select.getCurrentTheme?.()).toMatchObject({ stylesheet: 'tides' })
    expect(select.getThemeSupports?.()).toEqual({ a: true })
    expect(select.__experimentalGetCurrentGlobalStylesId?.()).toBe(5)
    expect(select.__experimentalGetCurrentThemeBaseGlobalStyles?.()).toEqual({ settings: {} })
    expect(select.__experimentalGetCurrentThemeGlobalStylesVariations?.()).toEqual([{ title: 'A' }])
    expect(select.canUser?.('create', 'media')).toBe(true)
    expect(select.canUser?.('update', { kind: 'postType', name: 'post', id: 1 })).toBe(false)
    expect(select.getEditorSettings?.()).toEqual({ a: 1 })
    expect(select.getViewConfig?.('postType', 'post')).toEqual({ form: 1 })
    expect(select.getRegisteredPostMeta?.('post')).toEqual({ a: {} })
    await quiet()
  })

  it('the one autosave that is received after a read is the one, for every type of that id', async () => {
    const { select, resolve, dispatch } = registryOf((request) => {
      if (request.path.includes('/types/post'))
        return { slug: 'post', rest_base: 'posts', supports: { autosave: true } }
      if (request.path.includes('/autosaves'))
        return [
          { id: 4, author: 1 },
          { id: 5, author: 2 },
        ]
      return smallSite(request)
    })
    expect(await resolve.getAutosaves?.('post', 1)).toHaveLength(2)
    expect(select.hasFetchedAutosaves?.('post', 1)).toBe(true)
    await dispatch.receiveAutosaves?.(1, { id: 6, author: 3 })
    expect(select.getAutosaves?.('post', 1)).toEqual([{ id: 6, author: 3 }])
    expect(select.getAutosave?.('page', 1, 3)).toEqual({ id: 6, author: 3 })
    await quiet()
  })

  it('records of unknown entities and what is none are left out, and an auto-draft has no title', async () => {
    const { select, dispatch, resolve } = registryOf()
    await dispatch.receiveEntityRecords?.('shop', 'book', [{ id: 1 }])
    await resolve.getEntitiesConfig?.('postType')
    await dispatch.receiveEntityRecords?.('postType', 'post', [
      null,
      7,
      { title: 'No key' },
      post(1, { status: 'auto-draft', title: { raw: 'Auto Draft' } }),
    ])
    expect(select.__experimentalGetEntityRecordNoResolver?.(...first)).toMatchObject({ title: '' })
    expect(select.hasEntityRecord?.(...first)).toBe(true)
  })
})
