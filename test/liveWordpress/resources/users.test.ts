import { selectCanUser, selectResolution } from 'copydesk'
import { describe, expect, inject, it } from 'vitest'
import { onServer, resourceStore } from '../../support/resourceStore'
import { unique } from '../../support/siteFetch'
import { serverDoes } from '../../support/wordpressVersion'
import { newPost } from '../../support/wordpress'

/** The fields of a user who does not exist yet. */
function nobody() {
  const username = unique('user')
  return { username, email: `${username}@example.org`, password: 'secret' }
}

describe('A user', () => {
  it('without a password is not created, and the error names what is missing', async () => {
    const users = resourceStore().of('root', 'user')
    const { password, ...withoutPassword } = nobody()
    expect(password).not.toBe('')
    await expect(users.create(withoutPassword)).rejects.toMatchObject({
      code: 'rest_missing_callback_param',
      status: 400,
      data: { params: ['password'] },
    })
  })

  it('is created with a role, without the password in the record', async () => {
    const users = resourceStore().of('root', 'user')
    const { id } = await users.create({ ...nobody(), roles: ['author'] })
    expect(users.record(id)).toMatchObject({ roles: ['author'], capabilities: { publish_posts: true } })
    expect(users.record(id)).not.toHaveProperty('password')
  })

  it('gets a new password, which is no edit any more when it is saved', async () => {
    const users = resourceStore().of('root', 'user')
    const { id } = await users.create(nobody())
    await users.change(id, { password: 'another' })
    expect(users.hasEdits(id)).toBe(false)
    expect(users.edited(id)).not.toHaveProperty('password')
  })

  it('keeps the values of meta that an edit does not name', async () => {
    const users = resourceStore().of('root', 'user')
    const { id } = await users.create(nobody())
    const saved = { theme: 'dark', _modified: '2026-01-01T00:00:00' }
    await users.change(id, { meta: { persisted_preferences: saved } })
    expect(users.record(id)).toMatchObject({ meta: { persisted_preferences: saved } })
    users.edit(id, { meta: { nickname_color: 'blue' } })
    expect(users.edited(id)).toMatchObject({
      meta: { persisted_preferences: saved, nickname_color: 'blue' },
    })
    await users.change(id, { meta: { nickname_color: 'blue' } })
    expect(await onServer(`/users/${id}`)).toMatchObject({ meta: { persisted_preferences: saved } })
  })

  it('can not change the name to log in with; the edit is kept', async () => {
    const users = resourceStore().of('root', 'user')
    const { id } = inject('wordpress').users.subscriber
    await users.read(id)
    users.edit(id, { username: 'other' })
    await users.trySave(id)
    expect(users.saveError(id)).toMatchObject({ code: 'rest_user_invalid_argument', status: 400 })
    expect(users.edited(id)).toMatchObject({ username: 'other' })
  })

  it('keeps no edit of a name that comes back as HTML', async () => {
    const users = resourceStore().of('root', 'user')
    const { id } = await users.create(nobody())
    expect(await users.change(id, { name: 'Fish & Chips' })).toMatchObject({ name: 'Fish &amp; Chips' })
    expect(users.hasEdits(id)).toBe(false)
  })
})

describe('Deleting a user', () => {
  it.each([
    ['says what is missing without an heir', { force: true }, 'rest_missing_callback_param'],
    ['says that there is no trash without force', { reassign: 1 }, 'rest_trash_not_supported'],
    ['refuses an heir that there is not', { force: true, reassign: 999 }, 'rest_user_invalid_reassign'],
  ])('%s', async (what, query, code) => {
    const users = resourceStore().of('root', 'user')
    const { id } = inject('wordpress').users.subscriber
    await users.read(id)
    expect(await users.tryRemove(id, query)).toBe(false)
    expect(users.deleteError(id)).toMatchObject({ code })
    expect(users.record(id)).toMatchObject({ id })
  })

  it('gives the posts to the heir', async () => {
    const { of } = resourceStore()
    const [users, posts] = [of('root', 'user'), of('postType', 'post')]
    const { id } = await users.create({ ...nobody(), roles: ['author'] })
    const post = await newPost({ status: 'publish', author: id })
    expect(await users.remove(id, { force: true, reassign: 2 })).toMatchObject({
      deleted: true,
      previous: { id },
    })
    expect(users.record(id)).toBeUndefined()
    expect(await posts.read(post.id)).toMatchObject({ author: 2 })
  })

  it('with no heir on purpose deletes the posts, too', async () => {
    const { of } = resourceStore()
    const users = of('root', 'user')
    const { id } = await users.create({ ...nobody(), roles: ['author'] })
    const post = await newPost({ status: 'publish', author: id })
    await users.remove(id, { force: true, reassign: false })
    // Into the trash, which is how this server deletes a post with its author.
    expect(await onServer(`/posts/${post.id}`)).toMatchObject({ status: 'trash' })
  })
})

describe('Who may manage users', () => {
  it('an editor lists those with posts in view context, and is refused the edit context', async () => {
    const { of, state } = resourceStore('editor')
    const users = of('root', 'user')
    expect((await users.list({ context: 'view' }))?.map(({ name }) => name)).toContain('Arthur Author')
    expect(await users.list()).toBeNull()
    expect(selectResolution(state(), 'fetchEntityRecords', 'root', 'user')).toMatchObject({
      error: {
        code: 'rest_forbidden_context',
        message: `Sorry, you are not allowed to ${serverDoes('editUsersMessage') ? 'edit' : 'list'} users.`,
        status: 403,
      },
    })
  })

  it('an author changes the own account, and no other', async () => {
    const { of, state } = resourceStore('author')
    const users = of('root', 'user')
    expect(await users.change(3, { description: 'Writes of tides' })).toMatchObject({ id: 3 })
    users.edit(2, { description: 'Edits them' })
    await users.trySave(2)
    expect(users.saveError(2)).toMatchObject({ code: 'rest_cannot_edit', status: 403 })
    const may = (id: number) => selectCanUser(state(), 'update', { kind: 'root', name: 'user', id })
    expect([may(3), may(2)]).toEqual([serverDoes('linkHints') ? true : undefined, false])
    // Others compare this account with that of a new site.
    expect(await users.change(3, { description: '' })).toMatchObject({ description: '' })
  })

  it('an author may not take another role', async () => {
    const users = resourceStore('author').of('root', 'user')
    await users.read(3)
    users.edit(3, { roles: ['administrator'] })
    await users.trySave(3)
    expect(users.saveError(3)).toMatchObject({ code: 'rest_cannot_edit_roles', status: 403 })
    expect(await onServer('/users/3')).toMatchObject({ roles: ['author'] })
  })
})
