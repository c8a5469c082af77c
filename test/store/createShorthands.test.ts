import {
  addEntities,
  createEntityStore,
  createShorthands,
  fetchEntityRecord,
  fetchEntityRecords,
  selectResolution,
  type Shorthands,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, refusal, type Rule } from '../support/fakeServer'

/** Short names of a store whose server answers every read with records of ids 1 and 2, by path. */
function setUp(rule: Rule = answer) {
  const server = fakeServer(rule)
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  return { ...server, store, dispatch: store.dispatch, short: createShorthands(store) }
}

const named = (id: unknown) => ({
  id,
  slug: String(id),
  name: String(id),
  plugin: String(id),
  stylesheet: String(id),
  title: { raw: '', rendered: '' },
})

const answer: Rule = ({ path, method, data }) => {
  if (path.startsWith('/wp/v2/settings'))
    return method === 'OPTIONS' ? {} : { title: 'Site', ...(data as object) }
  if (path.startsWith('/?')) return { name: 'Base' }
  const [, id] = /^\/wp\/v2\/[\w-]+\/([^?]+)/.exec(path) ?? []
  if (method === 'DELETE') return { deleted: true, previous: named(id) }
  if (id !== undefined) return { ...named(/^\d+$/.test(id) ? Number(id) : id), ...(data as object) }
  if (method === 'POST') return { ...named(3), ...(data as object) }
  return path.startsWith('/wp/v2/taxonomies?context=view')
    ? { category: { name: 'Categories', rest_base: 'categories' } }
    : [named(1), named(2)]
}

/** What is read one by one, with the path of a record. */
const singles = [
  ['getPostType', '/wp/v2/types/5'],
  ['getMedia', '/wp/v2/media/5'],
  ['getTaxonomy', '/wp/v2/taxonomies/5'],
  ['getSidebar', '/wp/v2/sidebars/5'],
  ['getWidget', '/wp/v2/widgets/5'],
  ['getWidgetType', '/wp/v2/widget-types/5'],
  ['getUser', '/wp/v2/users/5'],
  ['getComment', '/wp/v2/comments/5'],
  ['getMenu', '/wp/v2/menus/5'],
  ['getMenuItem', '/wp/v2/menu-items/5'],
  ['getMenuLocation', '/wp/v2/menu-locations/5'],
  ['getGlobalStyles', '/wp/v2/global-styles/5'],
  ['getTheme', '/wp/v2/themes/5'],
  ['getPlugin', '/wp/v2/plugins/5'],
  ['getStatus', '/wp/v2/statuses/5'],
] as const satisfies readonly (readonly [keyof Shorthands, string])[]

const lists = [
  ['getPostTypes', '/wp/v2/types'],
  ['getMediaItems', '/wp/v2/media'],
  ['getTaxonomies', '/wp/v2/taxonomies'],
  ['getSidebars', '/wp/v2/sidebars'],
  ['getWidgets', '/wp/v2/widgets'],
  ['getWidgetTypes', '/wp/v2/widget-types'],
  ['getUsers', '/wp/v2/users'],
  ['getComments', '/wp/v2/comments'],
  ['getMenus', '/wp/v2/menus'],
  ['getMenuItems', '/wp/v2/menu-items'],
  ['getMenuLocations', '/wp/v2/menu-locations'],
  ['getGlobalStylesVariations', '/wp/v2/global-styles'],
  ['getThemes', '/wp/v2/themes'],
  ['getPlugins', '/wp/v2/plugins'],
  ['getStatuses', '/wp/v2/statuses'],
] as const satisfies readonly (readonly [keyof Shorthands, string])[]

describe('a short name for reading', () => {
  it.each(singles)('one record: %s', async (name, path) => {
    const { short, log } = setUp()
    expect(await short[name](5)).toMatchObject({ slug: '5' })
    expect(log).toEqual([`GET ${path}?context=edit`])
  })

  it.each(lists)('a list: %s', async (name, path) => {
    const { short, log } = setUp()
    expect(await short[name]({ search: 'x' })).toHaveLength(2)
    expect(log).toHaveLength(1)
    expect(log[0]).toMatch(`GET ${path}?context=edit`)
    expect(log[0]).toContain('search=x')
  })

  it('the site needs no id', async () => {
    const { short, log } = setUp()
    expect(await short.getSite()).toEqual({ title: 'Site' })
    expect((await short.getUnstableBase())?.name).toBe('Base')
    expect(log.slice(0, 2)).toEqual(['OPTIONS /wp/v2/settings', 'GET /wp/v2/settings'])
  })

  it('is the same read as the thunk it stands for, whoever comes first', async () => {
    const { short, dispatch, log, store } = setUp()
    await short.getUsers({})
    await short.getUser(1)
    await dispatch(fetchEntityRecord('root', 'user', 2))
    await dispatch(fetchEntityRecords('root', 'user'))
    expect(log).toHaveLength(1)
    expect(selectResolution(store.getState(), 'fetchEntityRecords', 'root', 'user').status).toBe('success')
    await dispatch(fetchEntityRecord('root', 'comment', 7))
    await short.getComment('7')
    expect(log).toHaveLength(2)
  })

  it('shares a request that is under way', async () => {
    const { short, dispatch, log } = setUp()
    await Promise.all([short.getUser(5), dispatch(fetchEntityRecord('root', 'user', 5)), short.getUser(5)])
    expect(log).toEqual(['GET /wp/v2/users/5?context=edit'])
  })

  it('takes a query and options', async () => {
    const { short, log } = setUp()
    await short.getUser(5, { _fields: 'name' })
    await short.getUser(5, { _fields: 'name' }, { force: true })
    expect(log).toEqual(Array(2).fill('GET /wp/v2/users/5?context=edit&_fields=name,id'))
  })

  it('rejects as the thunk does', async () => {
    const failure = refusal(404, 'rest_user_invalid_id')
    const { short } = setUp(() => failure)
    await expect(short.getUser(9)).rejects.toBe(failure)
    expect(await short.getUsers()).toBeNull()
  })
})

describe('a short name for writing', () => {
  it('saves a record, new or known', async () => {
    const { short, seen, log } = setUp()
    expect(await short.saveUser({ name: 'New' })).toMatchObject({ id: 3, name: 'New' })
    expect(await short.saveMedia({ id: 5, title: 'T' })).toMatchObject({ id: 5 })
    expect(await short.saveSite({ title: 'S' })).toMatchObject({ title: 'S' })
    expect(log.slice(0, 2)).toEqual(['POST /wp/v2/users', 'PUT /wp/v2/media/5'])
    expect(log.at(-1)).toBe('POST /wp/v2/settings')
    expect(seen.map(({ data }) => data).slice(0, 2)).toEqual([{ name: 'New' }, { title: 'T' }])
  })

  it('deletes a record, with parameters', async () => {
    const { short, log } = setUp()
    expect(await short.deleteMenu(5, { force: true })).toMatchObject({ deleted: true })
    expect(log).toEqual(['DELETE /wp/v2/menus/5?force=true'])
  })

  it('takes options', async () => {
    const failure = refusal(403, 'rest_cannot_edit')
    const { short } = setUp(() => failure)
    await expect(short.saveUser({ id: 1, name: 'x' }, { throwOnError: true })).rejects.toBe(failure)
    expect(await short.saveUser({ id: 1, name: 'x' })).toBeUndefined()
    await expect(short.deleteUser(1, {}, { throwOnError: true })).rejects.toBe(failure)
    expect(await short.deleteUser(1)).toBe(false)
  })

  it('saves global styles only with their id, as none can be created', async () => {
    const { short, log } = setUp()
    const without: object = { settings: {} }
    await expect(short.saveGlobalStyles(without as { id: number })).rejects.toMatchObject({
      code: 'missing_id',
      message:
        "undefined is not the id of a record of (root, globalStyles). Pass the record's id, or make a new record with useNewEntityRecord or saveEntityRecord.",
    })
    expect(log).toEqual([])
    expect(await short.saveGlobalStyles({ id: 5, title: 'Mine' })).toMatchObject({ id: 5, title: 'Mine' })
    expect(log).toEqual(['PUT /wp/v2/global-styles/5'])
  })
})

describe('short names of other kinds', () => {
  it('are known when the server was asked for the kind, once', async () => {
    const { short, log } = setUp((request) =>
      request.path === '/wp/v2/posts/1?context=edit' ? post(1) : answer(request),
    )
    expect((await short.getPostTypePost(1))?.title.raw).toBe('Post 1')
    await short.getPostTypePosts()
    expect(log).toEqual([
      'GET /wp/v2/types?context=view',
      'GET /wp/v2/posts/1?context=edit',
      expect.stringContaining('GET /wp/v2/posts?context=edit') as string,
    ])
  })

  it('take their plural by rule', async () => {
    const { short, log } = setUp()
    await short.getTaxonomyCategories()
    await short.getPostTypePages()
    await short.getPostTypeWpTemplates()
    expect(log.map((line) => line.replace(/[?&].*/, ''))).toEqual([
      'GET /wp/v2/taxonomies',
      'GET /wp/v2/categories',
      'GET /wp/v2/types',
      'GET /wp/v2/pages',
      'GET /wp/v2/templates',
    ])
  })

  it("are there for entities of one's own, with the plural that they name", async () => {
    const { store, log, dispatch } = setUp(() => [])
    dispatch(addEntities([{ kind: 'shop', name: 'child', plural: 'children', baseURL: '/shop/children' }]))
    const short = createShorthands<{ shop: { child: { id: number } } }>(store)
    await short.getShopChilds()
    await (short as unknown as { getShopChildren: typeof short.getShopChilds }).getShopChildren({
      force: true,
    })
    expect(log.map((line) => line.replace(/[?&].*/, ''))).toEqual(Array(2).fill('GET /shop/children'))
  })

  it('take a singular before a plural', async () => {
    const { store, log, dispatch } = setUp(() => ({ id: 1 }))
    dispatch(addEntities([{ kind: 'shop', name: 'good', baseURL: '/good' }]))
    dispatch(addEntities([{ kind: 'shop', name: 'goods', baseURL: '/goods' }]))
    const short = createShorthands<{ shop: { goods: { id: number } } }>(store)
    await short.getShopGoods(1)
    expect(log).toEqual(['GET /goods/1'])
  })
})

describe('a short name of nothing', () => {
  it('is a read of an unknown entity, of which the resolution tells', async () => {
    const { short, store, log } = setUp()
    const odd = short as unknown as {
      getNothing: (id: number) => Promise<unknown>
      saveUsers: typeof short.saveUser
    }
    expect(await odd.getNothing(1)).toBeUndefined()
    expect(selectResolution(store.getState(), 'fetchEntityRecord', 'root', 'nothing', 1).error).toMatchObject(
      {
        code: 'unknown_entity',
      },
    )
    await expect(odd.saveUsers({ id: 1 }, { throwOnError: true })).rejects.toMatchObject({
      code: 'unknown_entity',
    })
    expect(log).toEqual([])
  })

  it('is undefined where no verb leads it, so that the map is no promise', async () => {
    const { short } = setUp()
    const odd = short as unknown as Record<string | symbol, unknown>
    expect([odd.then, odd.get, odd.find, odd.toJSON, odd[Symbol.iterator]]).toEqual(Array(5).fill(undefined))
    expect(await Promise.resolve(short)).toBe(short)
  })
})

describe('the functions of the map', () => {
  it('keep their identity and stand alone', async () => {
    const { short } = setUp()
    const { getUser } = short
    expect(short.getUser).toBe(getUser)
    expect((await getUser(5))?.id).toBe(5)
  })

  it('belong to their store', async () => {
    const [one, other] = [setUp(), setUp()]
    await one.short.getUser(5)
    expect([one.log.length, other.log.length]).toEqual([1, 0])
  })
})
