import {
  addEntities,
  createEntityStore,
  defineEntity,
  editEntityRecord,
  type EntityConfig,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  loadEntityConfigs,
  selectCanUser,
  selectDirtyEntityRecords,
  selectEntityConfig,
  selectEntityConfigs,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  selectHasEntityRecord,
  selectHasEntityRecords,
  selectNonTransientEdits,
  selectRawEntityRecord,
  selectResolution,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, refusal, type Rule } from '../support/fakeServer'
import { notPlain } from '../support/plainState'

const setUp = (rule?: Rule, entities: readonly EntityConfig[] = []) => {
  const server = fakeServer(rule)
  const store = createEntityStore({ fetcher: server.fetcher, entities, devTools: false })
  return {
    ...server,
    store,
    dispatch: store.dispatch,
    config: (kind: string, name: string) => selectEntityConfig(store.getState(), kind, name),
  }
}

const settings: Rule = ({ method, path }) =>
  method === 'OPTIONS' && path === '/wp/v2/settings'
    ? {
        schema: {
          properties: {
            title: { title: 'Title', type: 'string' },
            type: 'string',
            empty: { title: '' },
            __proto__: null,
          },
        },
      }
    : undefined

const book = defineEntity({ kind: 'shop', name: 'book', baseURL: '/shop/v1/books', key: 'isbn' })

describe('root entities', () => {
  it.each([
    ['postType', 'slug', 'postTypes', '/wp/v2/types', false, undefined],
    ['taxonomy', 'slug', 'taxonomies', '/wp/v2/taxonomies', false, undefined],
    ['sidebar', 'id', 'sidebars', '/wp/v2/sidebars', false, undefined],
    ['widget', 'id', 'widgets', '/wp/v2/widgets', false, undefined],
    ['widgetType', 'id', 'widgetTypes', '/wp/v2/widget-types', false, undefined],
    ['user', 'id', 'users', '/wp/v2/users', true, undefined],
    ['comment', 'id', 'comments', '/wp/v2/comments', true, ['content']],
    ['menu', 'id', 'menus', '/wp/v2/menus', true, undefined],
    ['menuItem', 'id', 'menuItems', '/wp/v2/menu-items', true, ['title']],
    ['menuLocation', 'name', 'menuLocations', '/wp/v2/menu-locations', false, undefined],
    ['globalStyles', 'id', 'globalStylesVariations', '/wp/v2/global-styles', true, ['title']],
    ['theme', 'stylesheet', 'themes', '/wp/v2/themes', false, undefined],
    ['plugin', 'plugin', 'plugins', '/wp/v2/plugins', false, undefined],
    ['status', 'slug', 'statuses', '/wp/v2/statuses', false, undefined],
  ])(
    'root/%s is known without a request: key %s, plural %s, at %s',
    (name, key, plural, baseURL, isPaged, raw) => {
      const { config, log } = setUp()
      expect(config('root', name)).toMatchObject({
        key,
        plural,
        baseURL,
        baseURLParams: { context: 'edit' },
        supportsPagination: isPaged,
        revisionKey: 'id',
        syncObjectType: `root/${name}`,
      })
      expect(config('root', name)?.rawAttributes).toEqual(raw)
      expect(log).toEqual([])
    },
  )

  it('root/media is postType/attachment, which is known without a request', () => {
    const { config, log } = setUp()
    expect(config('root', 'media')).toMatchObject({
      kind: 'postType',
      name: 'attachment',
      key: 'id',
      plural: 'mediaItems',
      baseURL: '/wp/v2/media',
      baseURLParams: { context: 'edit' },
      supportsPagination: true,
      rawAttributes: expect.arrayContaining(['caption', 'title', 'description']) as string[],
    })
    expect(config('postType', 'attachment')).toBe(config('root', 'media'))
    expect(log).toEqual([])
  })

  it('root/__unstableBase has the key id, one record and a fixed list of fields', async () => {
    const { config, dispatch, log } = setUp(({ path }) =>
      path.startsWith('/?') ? { name: 'Site' } : undefined,
    )
    expect(config('root', '__unstableBase')).toMatchObject({ key: 'id', syncObjectType: 'root/base' })
    expect(await dispatch(fetchEntityRecord('root', '__unstableBase'))).toEqual({ name: 'Site' })
    expect(log).toEqual([
      'GET /?_fields=description,gmt_offset,home,name,site_icon,site_icon_url,site_logo,timezone_string,url,page_for_posts,page_on_front,show_on_front',
    ])
  })

  it.each(['sidebar', 'widget'])('the blocks of root/%s are not saved', (name) => {
    expect(setUp().config('root', name)?.transientEdits).toEqual({ blocks: true })
  })
})

describe('post types and taxonomies', () => {
  it('the post types of a site become entities', async () => {
    const { dispatch, config } = setUp()
    await dispatch(loadEntityConfigs('postType'))
    expect(config('postType', 'post')).toMatchObject({
      label: 'Posts',
      baseURL: '/wp/v2/posts',
      baseURLParams: { context: 'edit' },
      key: 'id',
      revisionKey: 'id',
      supportsPagination: true,
      rawAttributes: ['title', 'excerpt', 'content'],
      mergedEdits: { meta: true },
    })
    expect(config('postType', 'post')?.transientEdits).toEqual({ blocks: { of: 'content' }, selection: true })
  })

  it('templates come whole, and their revisions are keyed by wp_id', async () => {
    const { dispatch, config } = setUp()
    await dispatch(loadEntityConfigs('postType'))
    expect(config('postType', 'wp_template')).toMatchObject({
      supportsPagination: false,
      revisionKey: 'wp_id',
    })
    expect(config('postType', 'wp_template')?.prePersist).toBeUndefined()
  })

  it('a type without a namespace lives in wp/v2, one without a base at its name', async () => {
    const server = fakeServer()
    const store = createEntityStore({
      devTools: false,
      fetcher: (request) =>
        request.path === '/wp/v2/types?context=view'
          ? Promise.resolve({
              status: 200,
              headers: { get: () => null },
              data: { a: { rest_base: 'as' }, b: { rest_namespace: 'x/v1' } },
            })
          : server.fetcher(request),
    })
    await store.dispatch(loadEntityConfigs('postType'))
    expect(selectEntityConfig(store.getState(), 'postType', 'a')?.baseURL).toBe('/wp/v2/as')
    expect(selectEntityConfig(store.getState(), 'postType', 'b')?.baseURL).toBe('/x/v1/b')
  })

  it('the taxonomies of a site become entities whose title is the name', async () => {
    const { dispatch, config } = setUp(({ path }) =>
      path === '/wp/v2/taxonomies?context=view'
        ? { category: { name: 'Categories', rest_base: 'categories' } }
        : undefined,
    )
    await dispatch(loadEntityConfigs('taxonomy'))
    const category = config('taxonomy', 'category')
    expect(category).toMatchObject({
      label: 'Categories',
      baseURL: '/wp/v2/categories',
      supportsPagination: true,
    })
    expect(category?.getTitle?.({ id: 3, name: 'News' })).toBe('News')
  })

  it('however many ask at once and later, the server is asked once', async () => {
    const { dispatch, log } = setUp()
    await Promise.all([dispatch(loadEntityConfigs('postType')), dispatch(loadEntityConfigs('postType'))])
    await dispatch(loadEntityConfigs('postType'))
    expect(log).toEqual(['GET /wp/v2/types?context=view'])
  })

  it('a kind that was made stale is asked for again, before what is read of it and once', async () => {
    const { dispatch, log } = setUp(({ path }) => (path.startsWith('/wp/v2/posts/1') ? { id: 1 } : undefined))
    await dispatch(loadEntityConfigs('postType'))
    dispatch(invalidate({ kind: 'postType' }))
    await dispatch(fetchEntityRecord('postType', 'post', 1))
    await dispatch(loadEntityConfigs('postType'))
    expect(log).toEqual([
      'GET /wp/v2/types?context=view',
      'GET /wp/v2/types?context=view',
      'GET /wp/v2/posts/1?context=edit',
    ])
  })

  it.each([
    ['fails', refusal(500, 'down')],
    ['answers a text', '<html>'],
    ['answers a list', []],
  ])(
    'a request that %s is ignored, stands in the resolution and is tried again the next time',
    async (title, first) => {
      let isUp = false
      const { dispatch, log, config, store } = setUp(({ path }) =>
        path === '/wp/v2/taxonomies?context=view'
          ? isUp
            ? { tag: { rest_base: 'tags' } }
            : first
          : undefined,
      )
      expect(await dispatch(loadEntityConfigs('taxonomy'))).toEqual([])
      expect(selectResolution(store.getState(), 'loadEntityConfigs', 'taxonomy').status).toBe('error')
      isUp = true
      await dispatch(loadEntityConfigs('taxonomy'))
      expect(config('taxonomy', 'tag')?.baseURL).toBe('/wp/v2/tags')
      expect(selectResolution(store.getState(), 'loadEntityConfigs', 'taxonomy').status).toBe('success')
      expect(log).toHaveLength(2)
    },
  )

  it('a read of an entity whose loader failed sends nothing else and rejects with what that failed with', async () => {
    const { dispatch, log, store } = setUp(() => refusal(500, 'down'))
    await expect(dispatch(fetchEntityRecord('taxonomy', 'tag', 1))).rejects.toMatchObject({ code: 'down' })
    expect(await dispatch(fetchEntityRecords('taxonomy', 'tag'))).toBeNull()
    expect(log).toEqual(['GET /wp/v2/taxonomies?context=view', 'GET /wp/v2/taxonomies?context=view'])
    expect(selectResolution(store.getState(), 'fetchEntityRecord', 'taxonomy', 'tag', 1)).toMatchObject({
      status: 'error',
      error: { code: 'down', status: 500 },
    })
  })

  it('entries of the answer that are none are left out', async () => {
    const { dispatch, store } = setUp(({ path }) =>
      path === '/wp/v2/taxonomies?context=view'
        ? { tag: { rest_base: 'tags' }, broken: null, other: 'x', '': {} }
        : undefined,
    )
    await dispatch(loadEntityConfigs('taxonomy'))
    expect(selectEntityConfigs(store.getState(), 'taxonomy').map(({ name }) => name)).toEqual(['tag'])
  })

  it('an empty answer adds nothing and is not asked for again', async () => {
    const { dispatch, log } = setUp(() => ({}))
    expect(await dispatch(loadEntityConfigs('taxonomy'))).toEqual([])
    expect(await dispatch(loadEntityConfigs('taxonomy'))).toEqual([])
    expect(log).toHaveLength(1)
  })

  it('what the application declared itself is not replaced by what the server sends', async () => {
    const own = { kind: 'postType', name: 'post', baseURL: '/mine/v1/posts' }
    const { dispatch, config } = setUp(undefined, [own])
    await dispatch(loadEntityConfigs('postType'))
    expect(config('postType', 'post')?.baseURL).toBe('/mine/v1/posts')
    expect(config('postType', 'page')?.baseURL).toBe('/wp/v2/pages')
  })

  it('a kind without a loader is known at once', async () => {
    const { dispatch, log } = setUp(undefined, [book])
    expect((await dispatch(loadEntityConfigs('shop'))).map(({ name }) => name)).toEqual(['book'])
    expect(log).toEqual([])
  })
})

describe('the site', () => {
  it('its settings are asked for only when it is read itself', async () => {
    const { dispatch, log } = setUp(
      (request) => settings(request) ?? (request.path.startsWith('/wp/v2/users') ? [] : { title: 'T' }),
    )
    await dispatch(fetchEntityRecords('root', 'user'))
    await dispatch(loadEntityConfigs('root'))
    expect(log).toEqual(['GET /wp/v2/users?context=edit'])
    await dispatch(fetchEntityRecord('root', 'site'))
    await dispatch(fetchEntityRecord('root', 'site'))
    expect(log.slice(1)).toEqual(['OPTIONS /wp/v2/settings', 'GET /wp/v2/settings'])
  })

  it('the titles of its settings are its labels', async () => {
    const { dispatch, config } = setUp((request) => settings(request) ?? { title: 'T' })
    await dispatch(fetchEntityRecord('root', 'site'))
    expect(config('root', 'site')).toMatchObject({
      key: false,
      baseURL: '/wp/v2/settings',
      supportsPagination: false,
      syncObjectType: 'root/site',
    })
    expect(config('root', 'site')?.meta).toEqual({ labels: { title: 'Title' } })
  })

  it('a failing OPTIONS fails the read, and is tried again the next time', async () => {
    let isUp = false
    const { dispatch, log } = setUp((request) =>
      request.method === 'OPTIONS' && !isUp ? refusal(500, 'down') : (settings(request) ?? { title: 'T' }),
    )
    await expect(dispatch(fetchEntityRecord('root', 'site'))).rejects.toMatchObject({ code: 'down' })
    isUp = true
    expect(await dispatch(fetchEntityRecord('root', 'site'))).toEqual({ title: 'T' })
    expect(log.filter((line) => line.startsWith('OPTIONS'))).toHaveLength(2)
  })

  it('reading it with an id means the one record there is', async () => {
    const { dispatch, log, store } = setUp((request) => settings(request) ?? { title: 'T' })
    await dispatch(fetchEntityRecord('root', 'site', 5))
    expect(log.at(-1)).toBe('GET /wp/v2/settings')
    expect(selectEntityRecord(store.getState(), 'root', 'site')).toEqual({ title: 'T' })
  })
})

describe('adding entities', () => {
  it('one with the same kind and name takes the place of the first', () => {
    const { store, config } = setUp(undefined, [book])
    store.dispatch(addEntities([{ ...book, baseURL: '/shop/v2/books' }]))
    expect(config('shop', 'book')?.baseURL).toBe('/shop/v2/books')
    expect(selectEntityConfigs(store.getState(), 'shop')).toHaveLength(1)
  })

  it('the entities option takes the place of a built-in one', () => {
    const { config } = setUp(undefined, [{ kind: 'root', name: 'media', baseURL: '/cdn/v1/media' }])
    expect(config('root', 'media')?.baseURL).toBe('/cdn/v1/media')
  })

  it('fills the defaults in', () => {
    const { config } = setUp(undefined, [{ kind: 'a', name: 'b', baseURL: '/b' }])
    expect(config('a', 'b')).toMatchObject({
      key: 'id',
      revisionKey: 'id',
      supportsPagination: true,
      syncObjectType: 'a/b',
    })
  })

  it('the configs of the other kinds keep their identity', () => {
    const { store } = setUp(undefined, [book])
    const before = selectEntityConfigs(store.getState(), 'root')
    const records = store.getState().entities
    store.dispatch(addEntities([{ kind: 'a', name: 'b', baseURL: '/b' }]))
    expect(selectEntityConfigs(store.getState(), 'root')).toBe(before)
    expect(store.getState().entities).toBe(records)
  })

  it('adding none changes nothing', () => {
    const { store } = setUp()
    const before = store.getState()
    store.dispatch(addEntities([]))
    expect(store.getState()).toBe(before)
  })

  it('two stores share no config', () => {
    const one = setUp(undefined, [book])
    const other = setUp()
    expect(other.config('shop', 'book')).toBeUndefined()
    expect(one.config('root', 'media')).not.toBe(other.config('root', 'media'))
  })
})

describe('defineEntity', () => {
  it('gives the config back as it is', () => {
    expect(defineEntity(book)).toBe(book)
  })

  it.each([
    ['nothing', undefined, 'An entity config is an object'],
    ['a list', [], 'An entity config is an object'],
    ['no kind', { name: 'b', baseURL: '/b' }, 'has the kind undefined'],
    ['an empty name', { kind: 'a', name: '', baseURL: '/b' }, 'has the name ""'],
    ['no baseURL', { kind: 'a', name: 'b' }, '("a", "b") has the baseURL undefined'],
    ['an empty key', { kind: 'a', name: 'b', baseURL: '/b', key: '' }, 'has the key ""'],
    ['a key that is true', { kind: 'a', name: 'b', baseURL: '/b', key: true }, 'has the key true'],
    [
      'a title that is a text',
      { kind: 'a', name: 'b', baseURL: '/b', getTitle: 'title' },
      'has the getTitle "title"',
    ],
    ['a hook that is none', { kind: 'a', name: 'b', baseURL: '/b', prePersist: {} }, 'has the prePersist {}'],
  ])('refuses %s', (title, config, message) => {
    expect(() => defineEntity(config as unknown as EntityConfig)).toThrow(
      expect.objectContaining({
        code: 'invalid_config',
        message: expect.stringContaining(message) as string,
      }) as Error,
    )
  })

  it('takes key false for an entity of one record', () => {
    expect(() => defineEntity({ kind: 'a', name: 'b', baseURL: '/b', key: false })).not.toThrow()
  })
})

describe('titles', () => {
  const titleOf = async (kind: string, name: string, record: Record<string, unknown>) => {
    const { dispatch, config } = setUp()
    await dispatch(loadEntityConfigs(kind))
    return config(kind, name)?.getTitle?.(record)
  }
  it.each([
    ['post', { id: 1, title: { raw: 'a', rendered: 'A' } }, 'A'],
    ['post', { id: 1, title: 'Edited' }, 'Edited'],
    ['post', { id: 1, title: '' }, '1'],
    ['post', { id: 1 }, '1'],
    ['wp_template', { id: 't//front-page', slug: 'front-page', title: '' }, 'Front Page'],
    ['wp_template', { id: 't//a', slug: 'a__b-c', title: { rendered: 'Named' } }, 'Named'],
    ['wp_template', { id: 't//x', slug: '' }, 't//x'],
  ])('of a %s %j is %s', async (name, record, title) => {
    expect(await titleOf('postType', name, record)).toBe(title)
  })
  it.each([
    ['user', { id: 1, name: 'Ann', slug: 'ann' }, 'Ann'],
    ['user', { id: 1, name: '', slug: 'ann' }, 'ann'],
    ['globalStyles', { id: 1, title: { rendered: 'X' } }, 'Custom Styles'],
    ['media', { id: 1, title: { rendered: 'X' } }, 'X'],
  ])('of a root/%s %j is %s', async (name, record, title) => {
    expect(await titleOf('root', name, record)).toBe(title)
  })
})

describe('a state that went through JSON', () => {
  const revived = (state: unknown) =>
    createEntityStore({
      fetcher: fakeServer().fetcher,
      devTools: false,
      preloadedState: JSON.parse(JSON.stringify(state)) as object,
    })

  it('has the functions of post types and taxonomies again', async () => {
    const { dispatch, store } = setUp(({ path }) =>
      path === '/wp/v2/taxonomies?context=view' ? { tag: { rest_base: 'tags' } } : undefined,
    )
    await dispatch(loadEntityConfigs('postType'))
    await dispatch(loadEntityConfigs('taxonomy'))
    const state = revived(store.getState()).getState()
    const post = selectEntityConfig(state, 'postType', 'post')
    expect(post).toEqual({
      ...selectEntityConfig(store.getState(), 'postType', 'post'),
      getTitle: expect.any(Function) as unknown,
      getRevisionsUrl: undefined,
      prePersist: expect.any(Function) as unknown,
    })
    expect(post?.getTitle?.({ id: 4 })).toBe('4')
    expect(selectEntityConfig(state, 'taxonomy', 'tag')?.getTitle?.({ name: 'N' })).toBe('N')
    expect(selectEntityConfig(state, 'root', 'user')?.getTitle?.({ slug: 's' })).toBe('s')
  })

  it('keeps what a post type of the application says of itself', () => {
    const { store } = setUp()
    store.dispatch(
      addEntities([
        {
          kind: 'postType',
          name: 'book',
          baseURL: '/b',
          key: 'isbn',
          supportsPagination: false,
          rawAttributes: [],
        },
      ]),
    )
    const config = selectEntityConfig(revived(store.getState()).getState(), 'postType', 'book')
    expect(config).toMatchObject({ key: 'isbn', supportsPagination: false, rawAttributes: [] })
    expect(config?.prePersist).toBeUndefined()
  })

  it('has lost the functions of the entities that an application added, and works on', () => {
    const { store } = setUp()
    store.dispatch(
      addEntities([
        {
          ...book,
          getTitle: () => 'T',
          getRevisionsUrl: () => '/r',
          prePersist: () => ({}),
          transientEdits: { blocks: { of: 'text' } },
        },
      ]),
    )
    const after = revived(store.getState())
    const config = selectEntityConfig(after.getState(), 'shop', 'book')
    expect(config).toMatchObject({ baseURL: '/shop/v1/books', key: 'isbn' })
    expect(config?.transientEdits).toEqual({ blocks: { of: 'text' } })
    expect([config?.getTitle, config?.getRevisionsUrl, config?.prePersist]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(() => after.dispatch(editEntityRecord('shop', 'book', 'x', { title: 'T' }))).not.toThrow()
  })

  it('does not ask for the kinds again', async () => {
    const { dispatch, store } = setUp()
    await dispatch(loadEntityConfigs('postType'))
    const server = fakeServer()
    const after = createEntityStore({
      fetcher: server.fetcher,
      devTools: false,
      preloadedState: JSON.parse(JSON.stringify(store.getState())) as object,
    })
    await after.dispatch(loadEntityConfigs('postType'))
    expect(server.log).toEqual([])
  })

  it('is what a state always is: plain data without functions', async () => {
    const { dispatch, store } = setUp(
      (request) =>
        settings(request) ?? (request.path.startsWith('/wp/v2/settings') ? { a: 1 } : refusal(500, 'x')),
    )
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    store.dispatch(addEntities([{ ...book, getTitle: () => 'T', syncConfig: cyclic }]))
    await dispatch(loadEntityConfigs('postType'))
    await dispatch(fetchEntityRecord('root', 'site'))
    await dispatch(fetchEntityRecords('postType', 'post'))
    dispatch(
      editEntityRecord('postType', 'post', 1, {
        title: (record: { id: number }) => `T${record.id}`,
      }),
    )
    expect(notPlain(store.getState())).toEqual([])
    expect(selectEntityConfig(store.getState(), 'shop', 'book')?.syncConfig).toBe(cyclic)
  })
})

describe('an entity that nobody knows', () => {
  it('has no record, no list, no totals and no edits', () => {
    const state = setUp().store.getState()
    expect(selectEntityConfig(state, 'x', 'y')).toBeUndefined()
    expect(selectEntityConfigs(state, 'x')).toEqual([])
    expect(selectEntityRecord(state, 'x', 'y', 1)).toBeUndefined()
    expect(selectRawEntityRecord(state, 'x', 'y', 1)).toBeUndefined()
    expect(selectEntityRecords(state, 'x', 'y')).toBeNull()
    expect(selectEntityRecordsTotalItems(state, 'x', 'y')).toBeNull()
    expect(selectEntityRecordsTotalPages(state, 'x', 'y')).toBeNull()
    expect(selectHasEntityRecord(state, 'x', 'y', 1)).toBe(false)
    expect(selectHasEntityRecords(state, 'x', 'y')).toBe(false)
    expect(selectEntityRecordEdits(state, 'x', 'y', 1)).toBeUndefined()
    expect(selectNonTransientEdits(state, 'x', 'y', 1)).toEqual({})
    expect(selectCanUser(state, 'read', { kind: 'x', name: 'y' })).toBeUndefined()
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may be called %s', async (hostile) => {
    const { dispatch, store, config, log } = setUp(() => ({ id: 'a' }))
    expect(config(hostile, hostile)).toBeUndefined()
    expect(selectEntityConfigs(store.getState(), hostile)).toEqual([])
    expect(await dispatch(loadEntityConfigs(hostile))).toEqual([])
    expect(await dispatch(fetchEntityRecord(hostile, hostile, hostile))).toBeUndefined()
    expect(log).toEqual([])
    store.dispatch(addEntities([{ kind: hostile, name: hostile, baseURL: '/h' }]))
    await dispatch(fetchEntityRecord(hostile, hostile, 'a', { context: hostile as 'view' }))
    expect(selectEntityRecord(store.getState(), hostile, hostile, 'a', { context: hostile })).toEqual({
      id: 'a',
    })
    expect(({} as Record<string, unknown>).id).toBeUndefined()
  })

  it('with slashes in its kind or name is another one', () => {
    const { store, config } = setUp(undefined, [
      { kind: 'a/b', name: 'c', baseURL: '/1' },
      { kind: 'a', name: 'b/c', baseURL: '/2' },
    ])
    expect(config('a/b', 'c')?.baseURL).toBe('/1')
    expect(config('a', 'b/c')?.baseURL).toBe('/2')
    expect(selectEntityConfigs(store.getState(), 'a')).toHaveLength(1)
  })
})

it('the built-in entities are all there are', () => {
  const { store } = setUp()
  expect(Object.keys(store.getState().config.entities)).toHaveLength(16)
})

it('what is unsaved and what a list has, asked of the Redux store around, say which state they want', () => {
  const root = { copydesk: setUp().store.getState() } as never
  const wrong = /This is not the state of an entity store: it has copydesk\./
  expect(() => selectDirtyEntityRecords(root)).toThrow(wrong)
  expect(() => selectEntityRecords(root, 'postType', 'post')).toThrow(wrong)
})
