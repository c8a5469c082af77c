import { fetchEntityRecord, fetchPermissions, saveEntityRecord, selectCanUser } from 'copydesk'
import { describe, expect, inject, it } from 'vitest'
import { roles } from '../../../examples/wordpress/content'
import { unique } from '../../support/siteFetch'
import { asUser, newPost, rawFetch, seededPost } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

/** Collections, with a request that the server refuses to those who may not create, and never carries out for the others if it can be helped. */
const collections: [string, { kind: string; name: string }, string, () => RequestInit][] = [
  ['posts', { kind: 'postType', name: 'post' }, 'posts', () => ({ body: '{"title":""}' })],
  ['pages', { kind: 'postType', name: 'page' }, 'pages', () => ({ body: '{"title":""}' })],
  ['media', { kind: 'root', name: 'media' }, 'media', () => ({ body: '{}' })],
  [
    'users',
    { kind: 'root', name: 'user' },
    'users',
    () => {
      const username = unique('p')
      return { body: JSON.stringify({ username, email: `${username}@example.org`, password: 'p' }) }
    },
  ],
  ['settings', { kind: 'root', name: 'site' }, 'settings', () => ({ body: '{}' })],
]

describe('What fetchPermissions says of a collection is what the server does', () => {
  it.each(roles.flatMap((role) => collections.map((collection) => [role, ...collection] as const)))(
    'the %s and %s',
    async (role, title, resource, base, create) => {
      const { dispatch } = storeWith(asUser(role))
      const permissions = await dispatch(fetchPermissions(resource))
      const isDone = async (init: RequestInit) => {
        const { status } = await rawFetch(role, `/wp-json/wp/v2/${base}`, init)
        return status !== 401 && status !== 403
      }
      expect(permissions.create).toBe(await isDone({ method: 'POST', ...create() }))
      if (title === 'users' || title === 'settings') expect(permissions.read).toBe(await isDone({}))
      expect(permissions.delete).toBe(false)
    },
  )
})

describe('What fetchPermissions says of a record is what the server does', () => {
  it.each([
    ['editor', 'administrator', true],
    ['author', 'administrator', false],
    ['author', 'author', true],
    ['contributor', 'editor', false],
    ['contributor', 'contributor', true],
    ['subscriber', 'administrator', false],
  ] as const)('the %s and a post of the %s', async (role, owner, isAllowed) => {
    const { id } = isAllowed ? await newPost({ status: 'draft' }, owner) : seededPost('draft', owner)
    const { dispatch } = storeWith(asUser(role))
    const permissions = await dispatch(fetchPermissions({ kind: 'postType', name: 'post', id }))
    const isDone = async (method: string) => {
      const body = method === 'PUT' ? '{"excerpt":"x"}' : undefined
      const response = await rawFetch(role, `/wp-json/wp/v2/posts/${id}`, { method, body: body ?? null })
      return response.ok
    }
    expect(permissions).toEqual({
      create: permissions.update,
      read: await isDone('GET'),
      update: await isDone('PUT'),
      delete: await isDone('DELETE'),
    })
  })

  it.each(roles)('the %s may change the own account, and others only as an administrator', async (role) => {
    const { users } = inject('wordpress')
    const { dispatch } = storeWith(asUser(role))
    const other = users[role === 'editor' ? 'author' : 'editor'].id
    const own = await dispatch(fetchPermissions({ kind: 'root', name: 'user', id: users[role].id }))
    const others = await dispatch(fetchPermissions({ kind: 'root', name: 'user', id: other }))
    expect([own.update, others.update, others.delete]).toEqual([
      true,
      role === 'administrator',
      role === 'administrator',
    ])
  })
})

describe('The requests for permissions', () => {
  it('are one OPTIONS for all four actions, however many ask', async () => {
    const { dispatch, sentSince } = storeWith(asUser('editor'))
    const resource = { kind: 'root', name: 'media' }
    await Promise.all([1, 2, 3, 4].map(() => dispatch(fetchPermissions(resource))))
    await dispatch(fetchPermissions(resource))
    expect(sentSince()).toEqual(['OPTIONS /wp/v2/media'])
  })

  it('are none after the record was read', async () => {
    const { id } = seededPost()
    const { dispatch, state, sentSince } = storeWith(asUser('editor'))
    await dispatch(fetchEntityRecord('postType', 'post', id))
    sentSince()
    const all = { create: true, read: true, update: true, delete: true }
    expect(await dispatch(fetchPermissions({ kind: 'postType', name: 'post', id }))).toEqual(all)
    expect(await dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: String(id) }))).toEqual(all)
    expect(selectCanUser(state(), 'delete', { kind: 'postType', name: 'post', id })).toBe(true)
    expect(sentSince()).toEqual([])
  })

  it('are not repeated when the server has refused a write and said what is allowed', async () => {
    const { id } = seededPost()
    const { dispatch, sentSince } = storeWith(asUser('author'))
    await dispatch(saveEntityRecord('postType', 'post', { id, title: 'Not mine' }))
    sentSince()
    expect(await dispatch(fetchPermissions({ kind: 'postType', name: 'post', id }))).toEqual({
      create: false,
      read: true,
      update: false,
      delete: false,
    })
    expect(sentSince()).toEqual([])
  })

  it('of a record that there is not leave everything unknown', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    await dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: 987654321 }))
    expect(selectCanUser(state(), 'update', { kind: 'postType', name: 'post', id: 987654321 })).not.toBe(true)
  })
})
