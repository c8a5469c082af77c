import {
  createEntityStore,
  editEntityRecord,
  type EntityState,
  fetchAuthors,
  fetchCurrentTheme,
  fetchCurrentUser,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchGlobalStylesId,
  fetchRevisions,
  fetchThemeBaseStyles,
  fetchThemeStyleRevisions,
  fetchThemeStyleVariations,
  invalidate,
  receiveEntityRecords,
  saveEditedEntityRecord,
  selectAuthors,
  selectCurrentTheme,
  selectCurrentUser,
  selectEntityRecord,
  selectGlobalStylesId,
  selectResolution,
  selectRevisions,
  selectThemeBaseStyles,
  selectThemeStyleRevisions,
  selectThemeStyleVariations,
  selectThemeSupports,
  type Thunk,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, refusal, reply, settle, type Rule } from '../support/fakeServer'
import { notPlain } from '../support/plainState'

const root = 'https://example.org/wp-json/wp/v2'
const me = { id: 4, name: 'Cleo', slug: 'cleo', url: '' }

function theme(stylesheet = 'tides', link: string | null = `${root}/global-styles/12`) {
  return {
    stylesheet,
    status: 'active',
    theme_supports: { 'align-wide': true },
    _links: link === null ? {} : { 'wp:user-global-styles': [{ href: link }] },
  }
}

const history = `${root}/global-styles/12/revisions`
const versions = [
  { id: 32, author: 1, date_gmt: '2026-01-02', styles: { color: {} }, settings: {} },
  { id: 31, author: 1, date_gmt: '2026-01-01', styles: {}, settings: {} },
]

/** A site with a user, a theme, its looks and the user's; what `answers` has comes first. */
function setUp(answers: { readonly [path: string]: unknown } = {}) {
  const site: Record<string, unknown> = {
    '/wp/v2/users/me': me,
    '/wp/v2/users/?who=authors&per_page=100&context=view': [me, { id: 1, name: 'Ada' }],
    '/wp/v2/themes?context=edit&status=active': [theme()],
    '/wp/v2/global-styles/themes/tides?context=view': { settings: {}, styles: { color: { text: 'red' } } },
    '/wp/v2/global-styles/themes/tides/variations?context=view': [{ title: 'Ember' }],
    '/wp/v2/global-styles/12?context=edit': {
      id: 12,
      _links: { 'version-history': [{ count: 2, href: history }] },
    },
    [history]: reply(versions, { headers: { 'X-WP-Total': '2', 'X-WP-TotalPages': '1' } }),
    ...answers,
  }
  const rule: Rule = ({ path }) => (path in site ? site[path] : refusal(404, 'rest_no_route'))
  const server = fakeServer(rule)
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  return { ...server, site, store, dispatch: store.dispatch, state: store.getState }
}

const themes = '/wp/v2/themes?context=edit&status=active'

describe('The current user', () => {
  it('is read once, and is empty before', async () => {
    const { dispatch, state, log } = setUp()
    const before = selectCurrentUser(state())
    expect(before).toEqual({})
    expect(selectCurrentUser(state())).toBe(before)
    expect(selectResolution(state(), 'fetchCurrentUser')).toEqual({ status: 'idle' })
    const [user, same] = await Promise.all([dispatch(fetchCurrentUser()), dispatch(fetchCurrentUser())])
    expect(user).toEqual(me)
    expect(same).toBe(user)
    expect(selectCurrentUser(state())).toBe(user)
    expect(await dispatch(fetchCurrentUser())).toBe(user)
    expect(selectResolution(state(), 'fetchCurrentUser')).toMatchObject({
      status: 'success',
      source: 'server',
    })
    expect(log).toEqual(['GET /wp/v2/users/me'])
  })

  it('is replaced as a whole by the next answer', async () => {
    const { dispatch, state, site } = setUp()
    await dispatch(fetchCurrentUser())
    site['/wp/v2/users/me'] = { id: 5, name: 'Dora' }
    await dispatch(fetchCurrentUser({ force: true }))
    expect(selectCurrentUser(state())).toEqual({ id: 5, name: 'Dora' })
  })

  it('of a visitor rejects with the server’s error, and is asked for again the next time', async () => {
    const { dispatch, state, log } = setUp({ '/wp/v2/users/me': refusal(401, 'rest_not_logged_in') })
    for (const attempt of [1, 2]) {
      await expect(dispatch(fetchCurrentUser())).rejects.toMatchObject({ code: 'rest_not_logged_in' })
      expect(log).toHaveLength(attempt)
    }
    expect(selectCurrentUser(state())).toEqual({})
    expect(selectResolution(state(), 'fetchCurrentUser')).toMatchObject({
      status: 'error',
      error: { code: 'rest_not_logged_in' },
    })
  })

  it.each([[], {}])('that the server answers with %j is nobody', async (answer) => {
    const { dispatch, state } = setUp({ '/wp/v2/users/me': reply(answer) })
    expect(await dispatch(fetchCurrentUser())).toEqual({})
    expect(selectCurrentUser(state())).toEqual({})
  })

  it.each([null, 'no', 3])(
    'that the server answers with %j is not known, and asked for again',
    async (answer) => {
      const { dispatch, state, site } = setUp({ '/wp/v2/users/me': reply(answer) })
      await expect(dispatch(fetchCurrentUser())).rejects.toMatchObject({ code: 'invalid_response' })
      expect(selectCurrentUser(state())).toEqual({})
      site['/wp/v2/users/me'] = me
      expect(await dispatch(fetchCurrentUser())).toEqual(me)
    },
  )

  it('shows what a save of that user has changed', async () => {
    const whole = (name: string) => ({ ...me, name, email: 'cleo@example.org' })
    const { dispatch, state, site } = setUp({ '/wp/v2/users/4?context=edit': whole('Cleo') })
    await dispatch(fetchCurrentUser())
    await dispatch(fetchEntityRecord('root', 'user', 4))
    site['/wp/v2/users/4'] = whole('Clio')
    dispatch(editEntityRecord('root', 'user', 4, { name: 'Clio' }))
    expect(selectCurrentUser(state()).name).toBe('Cleo')
    await dispatch(saveEditedEntityRecord('root', 'user', 4, { throwOnError: true }))
    expect(selectCurrentUser(state())).toBe(selectEntityRecord(state(), 'root', 'user', 4))
    expect(selectCurrentUser(state()).name).toBe('Clio')
  })

  it('keeps what it was told last, when only part of the record is told or another one is saved', async () => {
    const { dispatch, state } = setUp()
    await dispatch(fetchCurrentUser())
    dispatch(receiveEntityRecords('root', 'user', { id: 4, name: 'Part' }, { _fields: 'id,name' }))
    dispatch(receiveEntityRecords('root', 'user', { id: 1, name: 'Ada' }))
    expect(selectCurrentUser(state())).toEqual(me)
  })

  it.each([
    ['users', { kind: 'root', name: 'user' }],
    ['everything', {}],
  ])('is asked for again when %s are invalid', async (what, target) => {
    const { dispatch, log } = setUp()
    await dispatch(fetchCurrentUser())
    dispatch(invalidate(target))
    await dispatch(fetchCurrentUser())
    expect(log).toHaveLength(2)
  })
})

describe('Authors', () => {
  it('are asked for a hundred at a time, in the order of the server', async () => {
    const { dispatch, state, log } = setUp()
    const none = selectAuthors(state())
    expect(none).toEqual([])
    expect(selectAuthors(state(), { search: 'x' })).toBe(none)
    const authors = await dispatch(fetchAuthors())
    expect(authors?.map(({ id }) => id)).toEqual([4, 1])
    expect(selectAuthors(state())).toBe(authors)
    expect(await dispatch(fetchAuthors({}))).toBe(authors)
    expect(selectResolution(state(), 'fetchAuthors')).toMatchObject({ status: 'success', source: 'server' })
    expect(log).toEqual(['GET /wp/v2/users/?who=authors&per_page=100&context=view'])
  })

  it('are merged with a query, which is a list of its own', async () => {
    const path = '/wp/v2/users/?who=authors&per_page=5&context=view&search=ada'
    const { dispatch, state } = setUp({ [path]: [{ id: 1, name: 'Ada' }] })
    await dispatch(fetchAuthors({ search: 'ada', per_page: 5 }))
    expect(selectAuthors(state(), { per_page: 5, search: 'ada' })).toEqual([{ id: 1, name: 'Ada' }])
    expect(selectAuthors(state())).toEqual([])
    expect(selectResolution(state(), 'fetchAuthors', { per_page: 5, search: 'ada' }).status).toBe('success')
    expect(selectResolution(state(), 'fetchAuthors').status).toBe('idle')
  })

  it('are users, and no other list of users', async () => {
    const { dispatch, state, log } = setUp({ '/wp/v2/users?context=view': [me] })
    await dispatch(fetchAuthors())
    expect(selectEntityRecord(state(), 'root', 'user', 1, { context: 'view' })).toEqual({
      id: 1,
      name: 'Ada',
    })
    await dispatch(fetchEntityRecords('root', 'user', { context: 'view' }))
    expect(log).toHaveLength(2)
    expect(selectAuthors(state())).toHaveLength(2)
  })

  it('that may not be read are null, with the error in the resolution', async () => {
    const path = '/wp/v2/users/?who=authors&per_page=100&context=view'
    const { dispatch, state } = setUp({ [path]: refusal(403, 'rest_forbidden_who') })
    expect(await dispatch(fetchAuthors())).toBeNull()
    expect(selectAuthors(state())).toEqual([])
    expect(selectResolution(state(), 'fetchAuthors')).toMatchObject({
      status: 'error',
      error: { code: 'rest_forbidden_who' },
    })
    await expect(dispatch(fetchAuthors({}, { throwOnError: true }))).rejects.toMatchObject({
      code: 'rest_forbidden_who',
    })
  })
})

describe('The current theme', () => {
  it('is the first of the active ones, read once, and null before', async () => {
    const { dispatch, state, log } = setUp()
    const noSupports = selectThemeSupports(state())
    expect(selectCurrentTheme(state())).toBeNull()
    expect(noSupports).toEqual({})
    expect(selectThemeSupports(state())).toBe(noSupports)
    const found = await dispatch(fetchCurrentTheme())
    expect(found).toEqual(theme())
    expect(selectCurrentTheme(state())).toBe(found)
    expect(await dispatch(fetchCurrentTheme())).toBe(found)
    expect(selectThemeSupports(state())).toEqual({ 'align-wide': true })
    expect(selectEntityRecord(state(), 'root', 'theme', 'tides')).toBe(found)
    expect(selectResolution(state(), 'fetchCurrentTheme')).toMatchObject({
      status: 'success',
      source: 'server',
    })
    expect(log).toEqual([`GET ${themes}`])
  })

  it('is null where none is active', async () => {
    const { dispatch, state } = setUp({ [themes]: [] })
    expect(await dispatch(fetchCurrentTheme())).toBeNull()
    expect(selectCurrentTheme(state())).toBeNull()
    expect(selectThemeSupports(state())).toEqual({})
    expect(await dispatch(fetchGlobalStylesId())).toBeUndefined()
    expect(await dispatch(fetchThemeBaseStyles())).toBeNull()
    expect(await dispatch(fetchThemeStyleVariations())).toBeNull()
    expect(await dispatch(fetchThemeStyleRevisions())).toBeNull()
    for (const read of ['fetchCurrentTheme', 'fetchGlobalStylesId', 'fetchThemeBaseStyles'] as const)
      expect(selectResolution(state(), read)).toMatchObject({ status: 'success', source: 'server' })
  })

  it('is null for those who may not see it, with the error in the resolution', async () => {
    const { dispatch, state } = setUp({ [themes]: refusal(403, 'rest_cannot_view_active_theme') })
    expect(await dispatch(fetchCurrentTheme())).toBeNull()
    expect(await dispatch(fetchGlobalStylesId())).toBeUndefined()
    expect(await dispatch(fetchThemeBaseStyles())).toBeNull()
    expect(await dispatch(fetchThemeStyleVariations())).toBeNull()
    expect(await dispatch(fetchThemeStyleRevisions())).toBeNull()
    for (const read of [
      'fetchCurrentTheme',
      'fetchGlobalStylesId',
      'fetchThemeBaseStyles',
      'fetchThemeStyleVariations',
      'fetchThemeStyleRevisions',
    ] as const) {
      expect(selectResolution(state(), read)).toMatchObject({
        status: 'error',
        error: { code: 'rest_cannot_view_active_theme' },
      })
    }
    await expect(dispatch(fetchCurrentTheme({ throwOnError: true }))).rejects.toMatchObject({
      code: 'rest_cannot_view_active_theme',
    })
  })
})

describe('The id of the global styles', () => {
  it.each([
    [`${root}/global-styles/12`, 12],
    [`${root}/global-styles/12?x=1`, 12],
    ['https://example.org/index.php?rest_route=/wp/v2/global-styles/12', 12],
    ['https://example.org/?rest_route=%2Fwp%2Fv2%2Fglobal-styles%2F12&lang=3', 12],
    ['https://example.org:8080/', undefined],
    [null, undefined],
  ])('in the link %s is %s', async (link, id) => {
    const { dispatch, state, log } = setUp({ [themes]: [theme('tides', link)] })
    expect(selectGlobalStylesId(state())).toBeUndefined()
    expect(await dispatch(fetchGlobalStylesId())).toBe(id)
    expect(selectGlobalStylesId(state())).toBe(id)
    await dispatch(fetchCurrentTheme())
    expect(log).toHaveLength(1)
  })
})

describe.each<
  [
    what: string,
    end: string,
    name: 'fetchThemeBaseStyles' | 'fetchThemeStyleVariations',
    read: () => Thunk<EntityState, Promise<unknown>>,
    select: (state: EntityState) => unknown,
  ]
>([
  ['base styles', '', 'fetchThemeBaseStyles', fetchThemeBaseStyles, selectThemeBaseStyles],
  [
    'variations',
    '/variations',
    'fetchThemeStyleVariations',
    fetchThemeStyleVariations,
    selectThemeStyleVariations,
  ],
])('The %s of the theme', (what, end, name, read, select) => {
  const path = (stylesheet: string) => `/wp/v2/global-styles/themes/${stylesheet}${end}?context=view`

  it('are read once, null without a theme and undefined until they are there', async () => {
    const { dispatch, state, log } = setUp()
    expect(select(state())).toBeNull()
    await dispatch(fetchCurrentTheme())
    expect(select(state())).toBeUndefined()
    const styles = await dispatch(read())
    expect(select(state())).toBe(styles)
    expect(await dispatch(read())).toBe(styles)
    expect(selectResolution(state(), name)).toMatchObject({ status: 'success', source: 'server' })
    expect(log).toEqual([`GET ${themes}`, `GET ${path('tides')}`])
  })

  it('are kept for each theme', async () => {
    const sand = end ? [{ title: 'Sand' }] : { title: 'Sand' }
    const { dispatch, state, site, log } = setUp({ [path('shop/dunes')]: sand })
    const first = await dispatch(read())
    site[themes] = [theme('shop/dunes')]
    await dispatch(fetchCurrentTheme({ force: true }))
    expect(select(state())).toBeUndefined()
    expect(selectResolution(state(), name)).toEqual({ status: 'idle' })
    expect(await dispatch(read())).toEqual(sand)
    site[themes] = [theme()]
    await dispatch(fetchCurrentTheme({ force: true }))
    expect(await dispatch(read())).toBe(first)
    expect(log.filter((line) => line.includes('global-styles'))).toHaveLength(2)
  })

  it('that may not be read reject with the server’s error, which stands in the resolution', async () => {
    const { dispatch, state } = setUp({ [path('tides')]: refusal(403, 'rest_cannot_manage_global_styles') })
    await expect(dispatch(read())).rejects.toMatchObject({ code: 'rest_cannot_manage_global_styles' })
    expect(select(state())).toBeUndefined()
    expect(selectResolution(state(), name)).toMatchObject({
      status: 'error',
      error: { code: 'rest_cannot_manage_global_styles' },
    })
  })

  it('are resolving while the theme is asked for', async () => {
    const { dispatch, state, site, waiting } = setUp()
    site[themes] = undefined
    const reading = dispatch(read())
    await settle()
    expect(selectResolution(state(), name)).toEqual({ status: 'resolving' })
    waiting[0]?.answer([])
    expect(await reading).toBeNull()
  })
})

describe('The revisions of the user’s styles', () => {
  it('come from the link of the global styles, with their fields in camel case', async () => {
    const { dispatch, state, log } = setUp()
    expect(selectThemeStyleRevisions(state())).toBeNull()
    const revisions = await dispatch(fetchThemeStyleRevisions())
    expect(revisions).toEqual([
      { id: 32, author: 1, dateGmt: '2026-01-02', styles: { color: {} }, settings: {} },
      { id: 31, author: 1, dateGmt: '2026-01-01', styles: {}, settings: {} },
    ])
    expect(selectThemeStyleRevisions(state())).toBe(revisions)
    expect(await dispatch(fetchThemeStyleRevisions())).toBe(revisions)
    expect(selectResolution(state(), 'fetchThemeStyleRevisions')).toMatchObject({
      status: 'success',
      source: 'server',
    })
    expect(log).toEqual([`GET ${themes}`, 'GET /wp/v2/global-styles/12?context=edit', `GET ${history}`])
  })

  it('are all there, however many they are', async () => {
    const many = Array.from({ length: 25 }, (row, i) => ({ id: 100 - i }))
    const headers = { 'X-WP-Total': '25', 'X-WP-TotalPages': '1' }
    const { dispatch } = setUp({ [history]: reply(many, { headers }) })
    expect(await dispatch(fetchThemeStyleRevisions())).toHaveLength(25)
  })

  it('are the revisions of that record, and no copy of them', async () => {
    const { dispatch, state, site, log } = setUp()
    const before = await dispatch(fetchThemeStyleRevisions())
    await dispatch(fetchRevisions('root', 'globalStyles', 12))
    expect(log).toHaveLength(3)
    site[history] = reply([{ id: 33 }, ...versions])
    await dispatch(fetchRevisions('root', 'globalStyles', 12, {}, { force: true }))
    const after = selectThemeStyleRevisions(state())
    expect(after?.map(({ id }) => id)).toEqual([33, 32, 31])
    expect(after?.[1]).toBe(before?.[0])
    expect(selectRevisions(state(), 'root', 'globalStyles', 12)).toHaveLength(3)
  })

  it('are read again after a save of the global styles', async () => {
    const { dispatch, site, log } = setUp()
    await dispatch(fetchThemeStyleRevisions())
    site['/wp/v2/global-styles/12'] = site['/wp/v2/global-styles/12?context=edit']
    dispatch(editEntityRecord('root', 'globalStyles', 12, { styles: { color: { text: 'blue' } } }))
    await dispatch(saveEditedEntityRecord('root', 'globalStyles', 12, { throwOnError: true }))
    await dispatch(fetchThemeStyleRevisions())
    expect(log.filter((line) => line === `GET ${history}`)).toHaveLength(2)
  })

  it('that may not be read are null, with the error in the resolution', async () => {
    const { dispatch, state } = setUp({ [history]: refusal(403, 'rest_cannot_view') })
    expect(await dispatch(fetchThemeStyleRevisions())).toBeNull()
    expect(selectResolution(state(), 'fetchThemeStyleRevisions')).toMatchObject({
      status: 'error',
      error: { code: 'rest_cannot_view' },
    })
  })
})

it('All of it is plain in the state', async () => {
  const { dispatch, state } = setUp()
  await Promise.all([
    dispatch(fetchCurrentUser()),
    dispatch(fetchAuthors()),
    dispatch(fetchThemeBaseStyles()),
  ])
  expect(notPlain(state())).toEqual([])
})
