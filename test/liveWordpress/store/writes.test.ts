import {
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectDeleteError,
  selectEntityRecord,
  selectHasEdits,
  selectIsSaving,
  selectSaveError,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { unique } from '../../support/siteFetch'
import { asUser, rawFetch, seededPost, signIn, type Session } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

describe('A new record', () => {
  it('of a post is a draft with what was given', async () => {
    const { dispatch, state } = storeWith(asUser('author'))
    const created = await dispatch(
      saveEntityRecord('postType', 'post', { title: 'New', content: 'Text', meta: { subtitle: 'Sub' } }),
    )
    const id = created?.id ?? 0
    expect(selectEntityRecord(state(), 'postType', 'post', id)).toBe(created)
    const response = await rawFetch(
      'author',
      `/wp-json/wp/v2/posts/${id}?context=edit&_fields=status,title,content.raw,meta`,
    )
    expect(await response.json()).toMatchObject({
      status: 'draft',
      title: { raw: 'New' },
      content: { raw: 'Text' },
      meta: { subtitle: 'Sub' },
    })
  })

  it('is told apart from others that are created at the same time', async () => {
    const { dispatch, state, hold } = storeWith(asUser('author'))
    const { release } = hold((line) => line.startsWith('POST'))
    const titles = ['One', 'Two', 'Three']
    const creating = titles.map((title) =>
      dispatch(saveEntityRecord('postType', 'post', { title }, { createId: title })),
    )
    await expect.poll(() => selectIsSaving(state(), 'postType', 'post', { createId: 'Two' })).toBe(true)
    release()
    const created = await Promise.all(creating)
    expect(created.map((post) => post?.title.raw)).toEqual(titles)
    expect(new Set(created.map((post) => post?.id)).size).toBe(3)
    expect(selectIsSaving(state(), 'postType', 'post')).toBe(false)
  })

  it('that is refused among others does not hold up the others', async () => {
    const { dispatch, state } = storeWith(asUser('contributor'))
    const [refused, created] = await Promise.all([
      dispatch(saveEntityRecord('postType', 'post', { title: 'A', status: 'publish' }, { createId: 'a' })),
      dispatch(saveEntityRecord('postType', 'post', { title: 'B' }, { createId: 'b' })),
    ])
    expect([refused, created?.title.raw]).toEqual([undefined, 'B'])
    expect(selectSaveError(state(), 'postType', 'post', { createId: 'a' })).toMatchObject({
      code: 'rest_cannot_publish',
    })
    expect(selectSaveError(state(), 'postType', 'post', { createId: 'b' })).toBeUndefined()
  })

  it('can not be an auto-draft: REST knows no such status', async () => {
    const { dispatch, state } = storeWith(asUser('editor'))
    await dispatch(saveEntityRecord('postType', 'post', { status: 'auto-draft' }, { createId: 'auto' }))
    expect(selectSaveError(state(), 'postType', 'post', { createId: 'auto' })).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { status: expect.any(String) } },
    })
  })
})

describe('An auto-draft, as the screen for a new post makes it', () => {
  it('has no title, and becomes a draft without one when it is saved', async () => {
    const { dispatch, state, id } = await withAutoDraft()
    expect(await dispatch(fetchEntityRecord('postType', 'post', id))).toMatchObject({
      status: 'auto-draft',
      title: '',
    })
    dispatch(editEntityRecord('postType', 'post', id, { content: 'First words' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(selectEntityRecord(state(), 'postType', 'post', id)).toMatchObject({
      status: 'draft',
      title: { raw: '' },
      content: { raw: 'First words' },
    })
    expect(selectHasEdits(state(), 'postType', 'post', id)).toBe(false)
  })

  it('keeps a title and a status that were typed', async () => {
    const { dispatch, state, id } = await withAutoDraft()
    await dispatch(fetchEntityRecord('postType', 'post', id))
    dispatch(editEntityRecord('postType', 'post', id, { title: 'Named', status: 'pending' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(selectEntityRecord(state(), 'postType', 'post', id)).toMatchObject({
      status: 'pending',
      title: { raw: 'Named' },
    })
  })
})

type Fields = Record<string, unknown>

/** Kind, name, what to create it from, what to edit, what the server then has, the deletion it refuses and the one it takes. */
const stories: [string, string, () => Fields, Fields, Fields, string | null, Fields][] = [
  [
    'taxonomy',
    'category',
    () => ({ name: unique('Harbour') }),
    { description: 'Ships', name: 'Fish & Ships' },
    // A term's name comes back as HTML, in edit context too.
    { description: 'Ships', name: 'Fish &amp; Ships' },
    'rest_trash_not_supported',
    { force: true },
  ],
  [
    'root',
    'menu',
    () => ({ name: unique('Menu') }),
    { description: 'Top' },
    { description: 'Top' },
    'rest_trash_not_supported',
    { force: true },
  ],
  [
    'root',
    'menuItem',
    () => ({ title: 'Item', url: 'https://example.org/x', type: 'custom', status: 'publish', menus: 23 }),
    { title: 'Tides' },
    { title: { raw: 'Tides', rendered: 'Tides' } },
    'rest_trash_not_supported',
    { force: true },
  ],
  [
    'root',
    'user',
    () => ({ username: unique('user'), email: `${unique('user')}@example.org`, password: 'pw' }),
    { first_name: 'Una', url: 'https://example.org' },
    { first_name: 'Una', url: 'https://example.org' },
    'rest_missing_callback_param',
    { force: true, reassign: 1 },
  ],
  [
    'root',
    'widget',
    () => ({ id_base: 'block', sidebar: 'sidebar-1', instance: { raw: { content: '<p>Hi</p>' } } }),
    { instance: { raw: { content: '<p>Ho</p>' } } },
    { instance: { encoded: expect.any(String), hash: expect.any(String), raw: { content: '<p>Ho</p>' } } },
    null,
    { force: true },
  ],
  [
    'postType',
    'wp_block',
    () => ({ title: 'Box', content: '<p>x</p>', status: 'publish' }),
    { title: 'Blue box' },
    { title: { raw: 'Blue box' } },
    null,
    { force: true },
  ],
  [
    'postType',
    'wp_navigation',
    () => ({ title: 'Ways', content: '<!-- wp:page-list /-->', status: 'publish' }),
    { title: 'More ways' },
    { title: { raw: 'More ways', rendered: 'More ways' } },
    null,
    { force: true },
  ],
  [
    'postType',
    'book',
    () => ({ title: 'Waves', status: 'publish' }),
    { meta: { subtitle: 'A novel' } },
    { meta: { subtitle: 'A novel', footnotes: '' } },
    null,
    { force: true },
  ],
  [
    'postType',
    'wp_template_part',
    () => ({ slug: unique('part'), title: 'Part', area: 'header', content: '<p>x</p>' }),
    { title: 'Other part' },
    { title: { raw: 'Other part', rendered: 'Other part' } },
    null,
    { force: true },
  ],
]

describe('Creating, editing, saving and deleting', () => {
  it.each(stories)('works for %s %s', async (kind, name, create, edits, expected, refusal, query) => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    const created = await dispatch(saveEntityRecord(kind, name, create(), { throwOnError: true }))
    const { id } = created as { id: number | string }

    dispatch(editEntityRecord(kind, name, id, edits))
    await dispatch(saveEditedEntityRecord(kind, name, id, { throwOnError: true }))
    expect(selectEntityRecord(state(), kind, name, id)).toMatchObject(expected)
    expect(selectHasEdits(state(), kind, name, id)).toBe(false)

    if (refusal) {
      expect(await dispatch(deleteEntityRecord(kind, name, id))).toBe(false)
      expect(selectDeleteError(state(), kind, name, id)).toMatchObject({ code: refusal })
      expect(selectEntityRecord(state(), kind, name, id)).toBeDefined()
    }
    const answer = await dispatch(deleteEntityRecord(kind, name, id, query, { throwOnError: true }))
    expect(answer).toMatchObject({ deleted: true })
    expect(selectDeleteError(state(), kind, name, id)).toBeUndefined()
    expect(selectEntityRecord(state(), kind, name, id)).toBeUndefined()
  })

  it('works for a comment, which goes to the trash first', async () => {
    const { id: post } = seededPost()
    const { dispatch, state } = storeWith(asUser('editor'))
    const created = await dispatch(saveEntityRecord('root', 'comment', { post, content: 'Hello' }))
    const id = created?.id ?? 0
    dispatch(editEntityRecord('root', 'comment', id, { content: 'Hello again', status: 'hold' }))
    await dispatch(saveEditedEntityRecord('root', 'comment', id, { throwOnError: true }))
    expect(selectEntityRecord(state(), 'root', 'comment', id)).toMatchObject({
      content: { raw: 'Hello again' },
      status: 'hold',
    })
    await dispatch(deleteEntityRecord('root', 'comment', id))
    expect(selectEntityRecord(state(), 'root', 'comment', id)).toMatchObject({ status: 'trash' })
    await dispatch(deleteEntityRecord('root', 'comment', id, { force: true }))
    expect(selectEntityRecord(state(), 'root', 'comment', id)).toBeUndefined()
  })
})

let signedIn: Promise<Session> | undefined

async function withAutoDraft() {
  const session = await (signedIn ??= signIn('editor'))
  const page = await (await session.fetch('/wp-admin/post-new.php')).text()
  const id = Number(/name='post_ID' value='(\d+)'/.exec(page)?.[1])
  return { ...storeWith(session.fetcher), id }
}
