import {
  createEntityStore,
  dehydrate,
  type EntityId,
  type EntityState,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  invalidate,
  loadEntityConfigs,
  type PermissionAction,
  receiveEntityRecords,
  receivePermissions,
  removeEntityRecords,
  type Resource,
  saveEntityRecord,
  selectCanUser,
  selectResolution,
} from 'copydesk'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeServer, post, refusal, reply, settle, type Rule } from '../support/fakeServer'

let server: ReturnType<typeof fakeServer>
let store: EntityStore
let rule: Rule

beforeEach(async () => {
  rule = () => undefined
  server = fakeServer((request) => rule(request))
  store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  await store.dispatch(loadEntityConfigs('postType'))
  server.log.length = 0
})

const can = (action: PermissionAction, resource: Resource, id?: EntityId) =>
  selectCanUser(store.getState(), action, resource, id)
const fourOf = (resource: Resource, id?: EntityId) =>
  (['create', 'read', 'update', 'delete'] as const).map((action) => can(action, resource, id))
const allowing =
  (allow: string): Rule =>
  () =>
    reply(null, { headers: { Allow: allow } })
const first: Resource = { kind: 'postType', name: 'post', id: 1 }
const hinted = (id: number, allow: unknown) => post(id, { _links: { self: [{ targetHints: { allow } }] } })

it('of an entity under its other name are asked for again after its kind went stale', async () => {
  rule = allowing('GET')
  const media: Resource = { kind: 'root', name: 'media' }
  await store.dispatch(fetchPermissions(media))
  const asked = server.log.length
  await store.dispatch(fetchPermissions(media))
  expect(server.log).toHaveLength(asked)
  store.dispatch(invalidate({ kind: 'postType' }))
  await store.dispatch(fetchPermissions(media))
  expect(server.log).toHaveLength(asked + 1)
})

describe('what an Allow header means', () => {
  it.each([
    ['GET, POST, PUT, DELETE', [true, true, true, true]],
    ['GET, POST, PUT', [true, true, true, false]],
    ['GET, PATCH', [false, true, false, false]],
    ['get,delete', [false, true, false, true]],
    [' get ,Post,\tput,delete ', [true, true, true, true]],
    ['DELETE', [false, false, false, true]],
    ['PUT', [false, false, true, false]],
    ['PATCH', [false, false, false, false]],
    ['TARGET, POSTS', [false, false, false, false]],
    ['', [false, false, false, false]],
  ])('%j allows to create, read, update, delete: %j', async (allow, expected) => {
    rule = allowing(allow)
    await store.dispatch(fetchPermissions('media'))
    expect(fourOf('media')).toEqual(expected)
  })

  it.each<[readonly string[] | string, readonly boolean[]]>([
    [
      ['GET', 'DELETE'],
      [false, true, false, true],
    ],
    [
      ['get ', ' PUT'],
      [false, true, true, false],
    ],
    ['GET, PUT', [false, true, true, false]],
    [[], [false, false, false, false]],
  ])('the hint %j of a link means the same: %j', (allow, expected) => {
    store.dispatch(receiveEntityRecords('postType', 'post', hinted(1, allow)))
    expect(fourOf(first)).toEqual(expected)
  })

  it('is that nothing is allowed when WordPress leaves it out beside its description of the route', async () => {
    rule = () => reply({ namespace: 'wp/v2', methods: ['GET', 'POST'], endpoints: [] })
    await store.dispatch(fetchPermissions('media'))
    expect(fourOf('media')).toEqual([false, false, false, false])
  })

  it('is unknown when it is missing', async () => {
    rule = () => reply(null)
    expect(await store.dispatch(fetchPermissions('media'))).toEqual({
      create: undefined,
      read: undefined,
      update: undefined,
      delete: undefined,
    })
  })
})

describe('the request for permissions', () => {
  it.each<[Resource, EntityId | undefined, string]>([
    ['media', undefined, '/wp/v2/media'],
    ['media', 12, '/wp/v2/media/12'],
    ['templates', 'theme//home', '/wp/v2/templates/theme//home'],
    [{ kind: 'postType', name: 'post' }, undefined, '/wp/v2/posts'],
    [{ kind: 'postType', name: 'post', id: 3 }, undefined, '/wp/v2/posts/3'],
    [{ kind: 'postType', name: 'post', id: 3 }, 99, '/wp/v2/posts/3'],
    [{ kind: 'root', name: 'user', id: '4' }, undefined, '/wp/v2/users/4'],
  ])('for %j with the id %j is OPTIONS %3$s', async (resource, id, path) => {
    void store.dispatch(fetchPermissions(resource, id))
    await settle()
    expect(server.log).toEqual([`OPTIONS ${path}`])
  })

  it('for the site, which has one record, has no id, and comes along with what the settings are', async () => {
    rule = ({ path }) => reply(path === '/wp/v2/settings' ? {} : null, { headers: { Allow: 'GET' } })
    await store.dispatch(fetchPermissions({ kind: 'root', name: 'site' }))
    expect(server.log).toEqual(['OPTIONS /wp/v2/settings'])
    expect(can('read', { kind: 'root', name: 'site' })).toBe(true)
  })

  it('is one for all actions and for equal resources, in flight and afterwards', async () => {
    const reads = [
      fetchPermissions({ kind: 'postType', name: 'post' }),
      fetchPermissions({ kind: 'postType', name: 'post', id: undefined }),
      fetchPermissions({ name: 'post', kind: 'postType' }),
    ].map((thunk) => store.dispatch(thunk))
    await settle()
    expect(server.log).toHaveLength(1)
    expect(fourOf({ kind: 'postType', name: 'post' })).toEqual([undefined, undefined, undefined, undefined])
    server.waiting[0]?.answer(null, { headers: { Allow: 'POST' } })
    expect(new Set((await Promise.all(reads)).map((set) => JSON.stringify(set))).size).toBe(1)
    await store.dispatch(fetchPermissions({ kind: 'postType', name: 'post' }))
    expect(server.log).toHaveLength(1)
  })

  it('is one for an id as number and as text, and another for another id', async () => {
    rule = allowing('GET')
    await store.dispatch(fetchPermissions('media', 1))
    await store.dispatch(fetchPermissions('media', '1'))
    await store.dispatch(fetchPermissions('media', 2))
    expect(server.log).toEqual(['OPTIONS /wp/v2/media/1', 'OPTIONS /wp/v2/media/2'])
    expect(can('read', 'media', '1')).toBe(true)
    expect(can('read', 'media')).toBeUndefined()
  })

  it('that fails is ignored: what was known stays, the error stands in the resolution, and it is tried again', async () => {
    store.dispatch(receivePermissions({ 'update/media/1': true }))
    rule = () => refusal(500, 'down')
    expect(await store.dispatch(fetchPermissions('media', 1))).toEqual({
      create: undefined,
      read: undefined,
      update: true,
      delete: undefined,
    })
    expect(selectResolution(store.getState(), 'fetchPermissions', 'media', 1)).toMatchObject({
      status: 'error',
      error: { code: 'down' },
    })
    rule = allowing('DELETE')
    await store.dispatch(fetchPermissions('media', 1))
    expect(fourOf('media', 1)).toEqual([false, false, false, true])
    expect(server.log).toHaveLength(2)
  })

  it('is not sent for an entity that nobody knows', async () => {
    expect(await store.dispatch(fetchPermissions({ kind: 'x', name: 'y' }))).toEqual({
      create: undefined,
      read: undefined,
      update: undefined,
      delete: undefined,
    })
    expect(server.log).toEqual([])
    expect(selectResolution(store.getState(), 'fetchPermissions', { kind: 'x', name: 'y' })).toMatchObject({
      status: 'error',
      error: { code: 'unknown_entity' },
    })
  })
})

describe('what is not valid', () => {
  it.each(['edit', 'CREATE', '', '__proto__', 'constructor'])(
    'the action %j is refused with the message of the specification',
    (action) => {
      expect(() => can(action as PermissionAction, 'media')).toThrow(
        expect.objectContaining({
          code: 'invalid_action',
          message: `'${action}' is not a valid action.`,
        }) as Error,
      )
    },
  )

  it.each([
    [{ kind: 'postType' }],
    [{ name: 'post' }],
    [{ kind: '', name: 'post' }],
    [{ kind: 'a', name: 3 }],
    [''],
    [null],
    [undefined],
    [[]],
  ])('the resource %j is refused with the message of the specification', async (resource) => {
    const error = { code: 'invalid_resource', message: 'The entity resource object is not valid.' }
    expect(() => can('read', resource as Resource)).toThrow(expect.objectContaining(error) as Error)
    await expect(store.dispatch(fetchPermissions(resource as Resource))).rejects.toMatchObject(error)
    expect(server.log).toEqual([])
  })
})

describe('permissions that are known without asking', () => {
  it('a single read brings all four, so that none is asked for', async () => {
    rule = () => reply(post(1), { headers: { Allow: 'GET, POST, PUT' } })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    expect(await store.dispatch(fetchPermissions(first))).toEqual({
      create: true,
      read: true,
      update: true,
      delete: false,
    })
    expect(server.log).toHaveLength(1)
  })

  it.each([
    ['a list', ['GET', 'PUT']],
    ['a text', 'GET, PUT'],
  ])('the links of a list tell them as %s for the records that have them', async (title, allow) => {
    rule = () => [hinted(1, allow), post(2), hinted(3, 7)]
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    expect(fourOf(first)).toEqual([false, true, true, false])
    expect(fourOf({ ...first, id: 2 })).toEqual([undefined, undefined, undefined, undefined])
    expect(can('update', { ...first, id: 3 })).toBeUndefined()
    await store.dispatch(fetchPermissions({ ...first, id: '1' }))
    expect(server.log).toHaveLength(1)
  })

  it('the links of a list with _fields bring them when they were asked for', async () => {
    rule = () => [{ id: 1, _links: { self: [{ targetHints: { allow: ['DELETE'] } }] } }]
    await store.dispatch(fetchEntityRecords('postType', 'post', { _fields: 'id,_links.self' }))
    expect(can('delete', first)).toBe(true)
  })

  it('a list without hints brings none', async () => {
    rule = () => [post(1)]
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    expect(can('update', first)).toBeUndefined()
    expect(store.getState().permissions.size).toBe(0)
  })
})

describe('receivePermissions', () => {
  it('takes the names of the specification', () => {
    store.dispatch(
      receivePermissions({
        'create/media': true,
        'update/blocks/123': false,
        'delete/postType/wp_block/123': true,
        'read/templates/theme//home': true,
      }),
    )
    expect(can('create', 'media')).toBe(true)
    expect(can('update', 'blocks', 123)).toBe(false)
    expect(can('delete', { kind: 'postType', name: 'wp_block', id: '123' })).toBe(true)
    expect(can('read', 'templates', 'theme//home')).toBe(true)
    expect(can('update', 'media')).toBeUndefined()
  })

  it('leaves the actions that it does not name', () => {
    store.dispatch(receivePermissions({ 'create/media': true }))
    store.dispatch(receivePermissions({ 'delete/media': false }))
    expect(fourOf('media')).toEqual([true, undefined, undefined, false])
  })

  it('does nothing at all when one name is wrong', () => {
    const before = store.getState()
    expect(() => store.dispatch(receivePermissions({ 'create/media': true, 'edit/media': true }))).toThrow(
      "'edit' is not a valid action.",
    )
    expect(() => store.dispatch(receivePermissions({ create: true }))).toThrow('does not say')
    store.dispatch(receivePermissions({}))
    expect(store.getState()).toBe(before)
  })

  it('takes hostile names for names', () => {
    store.dispatch(receivePermissions({ 'create/__proto__': true, 'create/constructor': false }))
    expect([can('create', '__proto__'), can('create', 'constructor'), can('read', '__proto__')]).toEqual([
      true,
      false,
      undefined,
    ])
  })

  it('of what is known already changes nothing but its age', () => {
    store.dispatch(receivePermissions({ 'create/media': true }))
    expect(fourOf('media')).toEqual([true, undefined, undefined, undefined])
  })
})

describe('the newer answer counts', () => {
  it('a late one does not replace it, but fills in what it left open', async () => {
    const read = store.dispatch(fetchPermissions('media', 1))
    await settle()
    store.dispatch(receivePermissions({ 'update/media/1': false }))
    server.waiting[0]?.answer(null, { headers: { Allow: 'GET, PUT, DELETE' } })
    await read
    expect(fourOf('media', 1)).toEqual([false, true, false, true])
  })

  it('a list that was read later overrules an earlier Allow header', async () => {
    rule = ({ path }) =>
      path.includes('posts/1') ? reply(post(1), { headers: { Allow: 'GET, PUT' } }) : [hinted(1, ['GET'])]
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    expect(can('update', first)).toBe(false)
    await store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    expect(can('update', first)).toBe(true)
  })

  it('what a hand put in overrules the hints for what it names, the others stay', async () => {
    rule = () => [hinted(1, ['GET', 'PUT'])]
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    store.dispatch(receivePermissions({ 'update/postType/post/1': false }))
    expect(fourOf(first)).toEqual([false, true, false, false])
  })

  it('a save that is forbidden takes the permission away', async () => {
    rule = ({ method }) =>
      method === 'PUT' || method === 'POST'
        ? refusal(403, 'rest_cannot_edit')
        : reply(post(1), { headers: { Allow: 'GET, PUT' } })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await store.dispatch(saveEntityRecord('postType', 'post', { id: 1, title: 'X' }))
    expect(fourOf(first)).toEqual([false, true, false, false])
    await store.dispatch(saveEntityRecord('postType', 'post', { title: 'X' }))
    expect(can('create', { kind: 'postType', name: 'post' })).toBe(false)
  })

  it('a login that expired takes none away', async () => {
    rule = ({ method }) =>
      method === 'PUT'
        ? refusal(403, 'rest_cookie_invalid_nonce')
        : reply(post(1), { headers: { Allow: 'GET, PUT' } })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await store.dispatch(saveEntityRecord('postType', 'post', { id: 1, title: 'X' }))
    expect(can('update', first)).toBe(true)
  })

  it('nothing is known of a record that is gone', () => {
    store.dispatch(receivePermissions({ 'update/postType/post/1': true, 'update/postType/post/2': true }))
    store.dispatch(receiveEntityRecords('postType', 'post', hinted(1, ['PUT'])))
    store.dispatch(removeEntityRecords('postType', 'post', [1]))
    expect([can('update', first), can('update', { ...first, id: 2 })]).toEqual([undefined, true])
  })
})

describe('a record with a local id', () => {
  const local = -1234567890123456
  const record = { kind: 'postType', name: 'post', id: local }

  it('may be worked on by whoever may create it, and nobody is asked', async () => {
    expect(fourOf(record)).toEqual([undefined, undefined, undefined, undefined])
    store.dispatch(receivePermissions({ 'create/postType/post': true }))
    expect(fourOf(record)).toEqual([true, true, true, true])
    store.dispatch(receivePermissions({ 'create/postType/post': false }))
    expect(await store.dispatch(fetchPermissions(record))).toEqual({
      create: false,
      read: false,
      update: false,
      delete: false,
    })
    expect(server.log).toEqual([])
  })

  it('is the record of the server once it is known there', () => {
    const state = dehydrate(store.getState())
    const aliases = { [String(local)]: { kind: 'postType', name: 'post', id: 7 } }
    store = createEntityStore({
      fetcher: server.fetcher,
      devTools: false,
      preloadedState: { ...state, entities: { ...state.entities, aliases } } as unknown as EntityState,
    })
    store.dispatch(receivePermissions({ 'create/postType/post': true, 'update/postType/post/7': false }))
    expect(can('update', record)).toBe(false)
    expect(can('delete', record)).toBeUndefined()
  })
})
