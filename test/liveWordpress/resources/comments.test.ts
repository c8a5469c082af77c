import { selectCanUser, selectResolution } from 'copydesk'
import { beforeAll, describe, expect, it } from 'vitest'
import { onServer, resourceStore } from '../../support/resourceStore'
import { unique } from '../../support/siteFetch'
import { asVisitor, newPost } from '../../support/wordpress'

let post = 0
beforeAll(async () => {
  ;({ id: post } = await newPost({ status: 'publish' }))
})

/** The only comment under the post, made by the editor, in the editor's store. */
async function withComment() {
  const work = resourceStore('editor')
  const comments = work.of('root', 'comment')
  const { id } = await comments.create({ post, content: unique('Hello ') })
  return { ...work, comments, id }
}

describe('A comment', () => {
  it('is edited as the text that was typed, and the same text is no edit', async () => {
    const { comments, id } = await withComment()
    await comments.change(id, { content: 'Two *boats*' })
    expect(comments.edited(id)).toMatchObject({ content: 'Two *boats*' })
    expect(comments.record(id)).toMatchObject({
      content: { raw: 'Two *boats*', rendered: '<p>Two *boats*</p>\n' },
    })
    comments.edit(id, { content: 'Two *boats*' })
    expect(comments.hasEdits(id)).toBe(false)
  })

  it('keeps no edit where the server writes it in another way', async () => {
    const { comments, id } = await withComment()
    await comments.change(id, { author_url: 'example.org' })
    expect(comments.hasEdits(id)).toBe(false)
    expect(comments.edited(id)).toMatchObject({ author_url: 'http://example.org' })
  })

  it.each([
    ['hold', 'hold'],
    ['approve', 'approved'],
    ['spam', 'spam'],
    ['trash', 'trash'],
  ])('is moved by its status: %s makes it %s', async (given, told) => {
    const { comments, id } = await withComment()
    if (given === 'approve') await comments.change(id, { status: 'spam' })
    expect(await comments.change(id, { status: given })).toMatchObject({ status: told })
    expect(comments.hasEdits(id)).toBe(false)
    expect(await onServer(`/comments/${id}`)).toMatchObject({ status: told })
  })

  it('in the trash is told so when it is put there again, and comes back by a status', async () => {
    const { comments, id } = await withComment()
    await comments.remove(id)
    expect(await comments.tryRemove(id)).toBe(false)
    expect(comments.deleteError(id)).toMatchObject({ code: 'rest_already_trashed', status: 410 })
    expect(await comments.change(id, { status: 'approve' })).toMatchObject({ status: 'approved' })
    await comments.list({ post: (comments.record(id) as { post: number }).post })
    expect(await onServer(`/comments/${id}`)).toMatchObject({ status: 'approved' })
  })

  it('leaves the list of its post when it goes to the trash, and is in that of the trash', async () => {
    const { comments, id } = await withComment()
    const trash = { post, status: 'trash' }
    expect(await comments.list({ post })).toMatchObject([{ id }])
    expect(await comments.list(trash)).toEqual([])
    await comments.remove(id)
    expect(comments.rows({ post })).toEqual([])
    expect(await comments.list(trash)).toMatchObject([{ id, status: 'trash' }])
  })

  it('answers another one', async () => {
    const { comments, id } = await withComment()
    const answer = await comments.create({ post, parent: id, content: 'Hello yourself' })
    expect(answer).toMatchObject({ parent: id, post, author: 2, author_name: 'Edith Editor' })
    expect(await comments.list({ parent: id })).toMatchObject([{ id: answer.id }])
  })

  it('can be given to another author by name', async () => {
    const { comments, id } = await withComment()
    const author = { author_name: 'Zed', author_email: 'zed@example.org', author_url: 'https://example.org' }
    expect(await comments.change(id, author)).toMatchObject(author)
  })

  it('without a text, or said before, is refused with the reason', async () => {
    const { comments, id } = await withComment()
    await expect(comments.create({ post, content: '' })).rejects.toMatchObject({
      code: 'rest_comment_content_invalid',
      status: 400,
    })
    const { raw } = comments.record(id)?.content as { raw: string }
    await expect(comments.create({ post, content: raw })).rejects.toMatchObject({
      code: 'comment_duplicate',
      status: 409,
    })
  })
})

describe('Who may comment', () => {
  it('a subscriber writes one, which waits for approval, and may not change it', async () => {
    const { of, state } = resourceStore('subscriber')
    const comments = of('root', 'comment')
    const created = await comments.create({ post, content: 'May I?' })
    expect(created).toMatchObject({ status: 'hold', author_name: 'Sam Subscriber' })
    comments.edit(created.id, { content: 'I may' })
    await comments.trySave(created.id)
    expect(comments.saveError(created.id)).toMatchObject({
      code: 'rest_cannot_edit',
      message: 'Sorry, you are not allowed to edit this comment.',
      status: 403,
    })
    expect(selectCanUser(state(), 'update', { kind: 'root', name: 'comment', id: created.id })).toBe(false)
    expect(comments.hasEdits(created.id)).toBe(true)
  })

  it('a visitor has to sign in first, which says nothing of permissions', async () => {
    const { of, state } = resourceStore(asVisitor())
    const visitor = { post, content: 'Hi', author_name: 'Vi', author_email: 'vi@example.org' }
    await expect(of('root', 'comment').create(visitor)).rejects.toMatchObject({
      code: 'rest_comment_login_required',
      status: 401,
    })
    expect(selectCanUser(state(), 'create', { kind: 'root', name: 'comment' })).toBeUndefined()
  })

  it('a visitor reads what is approved in view context, and is refused the edit context', async () => {
    const { of, state } = resourceStore(asVisitor())
    const comments = of('root', 'comment')
    const approved = await comments.list({ context: 'view', per_page: 3 })
    expect(approved).toHaveLength(3)
    expect(new Set(approved?.map(({ status }) => status))).toEqual(new Set(['approved']))
    expect(await comments.list()).toBeNull()
    expect(selectResolution(state(), 'fetchEntityRecords', 'root', 'comment')).toMatchObject({
      error: { code: 'rest_forbidden_context', status: 401 },
    })
  })
})
