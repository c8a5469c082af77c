import {
  createEntityStore,
  type EntityId,
  type EntityStore,
  fetchEntityRecord,
  invalidate,
  type PermissionAction,
  receivePermissions,
  type Resource,
} from 'copydesk'
import { type ResourcePermissions, useCanUser, useResourcePermissions } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { post, refusal, reply } from '../support/fakeServer'
import { after, show, siteStore, takeComplaints } from '../support/screen'

const onePost = { kind: 'postType', name: 'post', id: 1 }
const allow = (methods: string) => reply({}, { headers: { Allow: methods } })

function shownAnswer(store: EntityStore, action: PermissionAction, resource: Resource, id?: EntityId) {
  const all: (boolean | undefined)[] = []
  const Reader = () => {
    all.push(useCanUser(action, typeof resource === 'string' ? resource : { ...resource }, id))
    return null
  }
  const { rerender } = show(store, <Reader />)
  return { all, last: () => all.at(-1), rerender: () => rerender(<Reader />) }
}

function shownPermissions(store: EntityStore, resource: Resource, id?: EntityId) {
  const all: ResourcePermissions[] = []
  const Reader = () => {
    all.push(useResourcePermissions(typeof resource === 'string' ? resource : { ...resource }, id))
    return null
  }
  show(store, <Reader />)
  return { all, last: () => all.at(-1) as ResourcePermissions }
}

describe('useCanUser', () => {
  it('is undefined until the server has answered', async () => {
    const { store, log } = await siteStore(() => allow('GET, PUT'))
    const { all, last } = shownAnswer(store, 'update', onePost)
    expect(all[0]).toBeUndefined()
    await after()
    expect(last()).toBe(true)
    expect(log).toEqual(['OPTIONS /wp/v2/posts/1'])
  })

  it('says no where the answer does not allow it', async () => {
    const { store } = await siteStore(() => allow('GET'))
    const { last } = shownAnswer(store, 'delete', 'media', 3)
    await after()
    expect(last()).toBe(false)
  })

  it('asks once for all actions, and not again at later renders', async () => {
    const { store, log } = await siteStore(() => allow('GET'))
    const one = shownAnswer(store, 'delete', onePost)
    const other = shownAnswer(store, 'read', { ...onePost, id: '1' })
    await after()
    one.rerender()
    await after()
    expect([one.last(), other.last()]).toEqual([false, true])
    expect(log).toHaveLength(1)
  })

  it('asks nothing where the read of the record has brought it', async () => {
    const { store, log } = await siteStore(() => reply(post(1), { headers: { Allow: 'GET, PUT' } }))
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    log.length = 0
    const { all } = shownAnswer(store, 'update', onePost)
    await after()
    expect(all).toEqual([true])
    expect(log).toEqual([])
  })

  it('follows what is put in by hand', async () => {
    const { store } = await siteStore(() => allow('GET, PUT'))
    const { last } = shownAnswer(store, 'update', onePost)
    await after()
    await after(() => store.dispatch(receivePermissions({ 'update/postType/post/1': false })))
    expect(last()).toBe(false)
  })

  it('asks again when the answer is made stale', async () => {
    let methods = 'GET'
    const { store, log } = await siteStore(() => allow(methods))
    const { last } = shownAnswer(store, 'update', onePost)
    await after()
    methods = 'GET, PUT'
    await after(() => store.dispatch(invalidate()))
    expect(last()).toBe(true)
    expect(log.filter((line) => line.startsWith('OPTIONS'))).toHaveLength(2)
  })

  it.each([
    ['fly', onePost, "'fly' is not a valid action."],
    ['read', {}, 'The entity resource object is not valid.'],
    ['read', null, 'The entity resource object is not valid.'],
    ['read', { kind: 'postType' }, 'The entity resource object is not valid.'],
  ])('throws for %s on %o', async (action, resource, message) => {
    const { store } = await siteStore()
    expect(() => shownAnswer(store, action as PermissionAction, resource as Resource)).toThrow(message)
    takeComplaints()
  })
})

describe('who has a record on screen that somebody publishes', () => {
  it('may change it no more once it was read again and that was refused', async () => {
    const site = createMockSite({
      posts: [{ id: 1, title: 'Tides', status: 'draft', author: 'contributor' }],
    })
    const store = createEntityStore({ fetcher: site.as('contributor'), devTools: false })
    const { last } = shownAnswer(store, 'update', onePost)
    await after(() => store.dispatch(fetchEntityRecord('postType', 'post', 1)))
    expect(last()).toBe(true)
    await site.as('editor')({ path: '/wp/v2/posts/1', method: 'PUT', data: { status: 'publish' } })
    const again = fetchEntityRecord('postType', 'post', 1, undefined, { force: true, throwOnError: false })
    await after(() => store.dispatch(again))
    await after()
    expect(last()).toBe(false)
  })
})

describe('useResourcePermissions', () => {
  it('is false for everything, and resolving, until it is known', async () => {
    const { store } = await siteStore()
    expect(shownPermissions(store, onePost).all[0]).toEqual({
      status: 'resolving',
      isResolving: true,
      hasResolved: false,
      canCreate: false,
      canRead: false,
      canUpdate: false,
      canDelete: false,
    })
  })

  it('asks of the collection whether records can be created, and the rest of the record', async () => {
    const { store, log } = await siteStore(({ path }) =>
      allow(path === '/wp/v2/posts' ? 'GET, POST' : 'GET, PUT'),
    )
    const { last } = shownPermissions(store, onePost)
    await after()
    expect([...log].sort()).toEqual(['OPTIONS /wp/v2/posts', 'OPTIONS /wp/v2/posts/1'])
    expect(last()).toEqual({
      status: 'success',
      isResolving: false,
      hasResolved: true,
      canCreate: true,
      canRead: true,
      canUpdate: true,
      canDelete: false,
    })
  })

  it('asks once for a collection, and has no word on updating and deleting', async () => {
    const { store, log } = await siteStore(() => allow('GET, POST, DELETE'))
    const { last } = shownPermissions(store, { kind: 'postType', name: 'post', id: undefined })
    await after()
    expect(log).toEqual(['OPTIONS /wp/v2/posts'])
    expect(last()).toMatchObject({ canCreate: true, canRead: true })
    expect(last().canUpdate).toBeUndefined()
    expect(last().canDelete).toBeUndefined()
  })

  it('takes a REST base with an id', async () => {
    const { store, log } = await siteStore(({ path }) => allow(path.endsWith('/7') ? 'GET, DELETE' : 'GET'))
    const { last } = shownPermissions(store, 'media', 7)
    await after()
    expect([...log].sort()).toEqual(['OPTIONS /wp/v2/media', 'OPTIONS /wp/v2/media/7'])
    expect(last()).toMatchObject({ canCreate: false, canRead: true, canUpdate: false, canDelete: true })
  })

  it('has resolved only when both answers are there', async () => {
    const { store, waiting } = await siteStore()
    const { last } = shownPermissions(store, onePost)
    await after()
    await after(() => waiting[0]?.answer({}, { headers: { Allow: 'GET' } }))
    expect(last()).toMatchObject({ status: 'resolving', hasResolved: false })
    await after(() => waiting[0]?.answer({}, { headers: { Allow: 'GET' } }))
    expect(last()).toMatchObject({ status: 'success', hasResolved: true })
  })

  it('says that asking failed, and allows nothing', async () => {
    const { store } = await siteStore(() => refusal(500, 'broken'))
    const { last } = shownPermissions(store, onePost)
    await after()
    expect(last()).toMatchObject({ status: 'error', hasResolved: true, canRead: false })
  })

  it('goes on resolving while only one permission is known', async () => {
    const { store } = await siteStore()
    store.dispatch(receivePermissions({ 'delete/postType/post/1': false, 'create/postType/post': true }))
    const { last } = shownPermissions(store, onePost)
    await after()
    expect(last()).toMatchObject({ status: 'resolving', hasResolved: false, canCreate: true })
  })
})
