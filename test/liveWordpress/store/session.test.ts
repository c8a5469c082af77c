import {
  editEntityRecord,
  fetchAuthors,
  fetchCurrentTheme,
  fetchCurrentUser,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchGlobalStylesId,
  fetchRevision,
  fetchRevisions,
  fetchThemeBaseStyles,
  fetchThemeStyleRevisions,
  fetchThemeStyleVariations,
  saveEditedEntityRecord,
  selectAuthors,
  selectCurrentTheme,
  selectCurrentUser,
  selectGlobalStylesId,
  selectResolution,
  selectThemeBaseStyles,
  selectThemeStyleRevisions,
  selectThemeStyleVariations,
  selectThemeSupports,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { unique } from '../../support/siteFetch'
import { asUser, asVisitor } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'
import { serverDoes } from '../../support/wordpressVersion'

const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const

describe('The current user', () => {
  it.each(roles)('is the %s', async (role) => {
    const { dispatch, state, sent } = storeWith(asUser(role))
    const user = await dispatch(fetchCurrentUser())
    expect(user.slug).toBe(role)
    expect(selectCurrentUser(state())).toBe(user)
    await dispatch(fetchCurrentUser())
    expect(sent).toEqual(['GET /wp/v2/users/me'])
  })

  it('of a visitor is nobody, and the server says why', async () => {
    const { dispatch, state } = storeWith(asVisitor())
    await expect(dispatch(fetchCurrentUser())).rejects.toMatchObject({
      code: 'rest_not_logged_in',
      status: 401,
    })
    expect(selectCurrentUser(state())).toEqual({})
    expect(selectResolution(state(), 'fetchCurrentUser')).toMatchObject({
      status: 'error',
      error: { code: 'rest_not_logged_in' },
    })
  })

  it('is shown as saved', async () => {
    const { dispatch, state } = storeWith(asUser('author'))
    const { id = 0, description: before } = await dispatch(fetchCurrentUser())
    const describeAs = async (description: string) => {
      dispatch(editEntityRecord('root', 'user', id, { description }))
      await dispatch(saveEditedEntityRecord('root', 'user', id, { throwOnError: true }))
    }
    await dispatch(fetchEntityRecord('root', 'user', id))
    const text = unique('Writes of tides, ')
    await describeAs(text)
    expect(selectCurrentUser(state()).description).toBe(text)
    await describeAs(before ?? '')
    expect(selectCurrentUser(state()).description).toBe(before)
  })
})

describe('Authors', () => {
  it.each(['administrator', 'editor', 'author', 'contributor'] as const)(
    'are those who can write, for the %s',
    async (role) => {
      const { dispatch, state, sent } = storeWith(asUser(role))
      const authors = await dispatch(fetchAuthors())
      const slugs = authors?.map(({ slug }) => slug)
      expect(slugs).toEqual(expect.arrayContaining(['administrator', 'author', 'contributor', 'editor']))
      expect(slugs).not.toContain('subscriber')
      expect(selectAuthors(state())).toBe(authors)
      expect(sent).toEqual(['GET /wp/v2/users/?who=authors&per_page=100&context=view'])
    },
  )

  it('are merged with a query', async () => {
    const { dispatch, state } = storeWith(asUser('editor'))
    const found = await dispatch(fetchAuthors({ search: 'contributor', _fields: 'id,slug' }))
    expect(found).toEqual([{ id: expect.any(Number) as number, slug: 'contributor' }])
    expect(selectAuthors(state())).toEqual([])
  })

  it.each(['subscriber', 'visitor'] as const)(
    'are kept from the %s, with the error in the resolution',
    async (role) => {
      const { dispatch, state } = storeWith(role === 'visitor' ? asVisitor() : asUser(role))
      expect(await dispatch(fetchAuthors())).toBeNull()
      expect(selectAuthors(state())).toEqual([])
      expect(selectResolution(state(), 'fetchAuthors')).toMatchObject({
        status: 'error',
        error: { code: 'rest_forbidden_who' },
      })
    },
  )

  it('are one user query among others', async () => {
    const { dispatch } = storeWith(asUser('administrator'))
    const subscribers = await dispatch(fetchEntityRecords('root', 'user', { roles: 'subscriber' }))
    expect(subscribers?.map(({ slug }) => slug)).toContain('subscriber')
  })
})

describe('The active theme', () => {
  it.each(['administrator', 'editor', 'author', 'contributor'] as const)(
    'is told to the %s',
    async (role) => {
      const { dispatch, state, sent } = storeWith(asUser(role))
      const theme = await dispatch(fetchCurrentTheme())
      expect(theme?.stylesheet).toBe('twentytwentyfour')
      expect(selectCurrentTheme(state())).toBe(theme)
      expect(selectThemeSupports(state())).toMatchObject({ 'post-thumbnails': true })
      expect(sent).toEqual(['GET /wp/v2/themes?context=edit&status=active'])
    },
  )

  it.each(['subscriber', 'visitor'] as const)(
    'is kept from the %s, with the error in the resolution',
    async (role) => {
      const { dispatch, state } = storeWith(role === 'visitor' ? asVisitor() : asUser(role))
      expect(await dispatch(fetchCurrentTheme())).toBeNull()
      expect(await dispatch(fetchGlobalStylesId())).toBeUndefined()
      expect(await dispatch(fetchThemeBaseStyles())).toBeNull()
      expect(await dispatch(fetchThemeStyleRevisions())).toBeNull()
      expect(selectThemeSupports(state())).toEqual({})
      expect(selectResolution(state(), 'fetchCurrentTheme')).toMatchObject({
        status: 'error',
        error: { code: 'rest_cannot_view_active_theme' },
      })
    },
  )
})

describe('The styles of the theme', () => {
  it('are told to an administrator, without the user’s changes and in variations', async () => {
    const { dispatch, state, sentSince } = storeWith(asUser('administrator'))
    const base = await dispatch(fetchThemeBaseStyles())
    expect(Object.keys(base ?? {})).toEqual(expect.arrayContaining(['settings', 'styles']))
    expect(selectThemeBaseStyles(state())).toBe(base)
    const variations = await dispatch(fetchThemeStyleVariations())
    expect(variations?.map(({ title }) => title)).toContain('Ember')
    expect(selectThemeStyleVariations(state())).toBe(variations)
    expect(sentSince()).toEqual([
      'GET /wp/v2/themes?context=edit&status=active',
      'GET /wp/v2/global-styles/themes/twentytwentyfour?context=view',
      'GET /wp/v2/global-styles/themes/twentytwentyfour/variations?context=view',
    ])
  })

  it('are told to who writes posts since WordPress 6.7, and kept from others, with the error in the resolution', async () => {
    const isReadable = serverDoes('readableThemeStyles')
    for (const [name, read] of [
      ['fetchThemeBaseStyles', fetchThemeBaseStyles],
      ['fetchThemeStyleVariations', fetchThemeStyleVariations],
    ] as const) {
      const { dispatch, state } = storeWith(asUser('contributor'))
      const answered = dispatch<Promise<unknown>>(read())
      if (isReadable) expect(await answered).toEqual(expect.anything())
      else await expect(answered).rejects.toMatchObject({ status: 403 })
      expect(selectResolution(state(), name)).toMatchObject(
        isReadable
          ? { status: 'success' }
          : { status: 'error', error: { code: 'rest_cannot_manage_global_styles' } },
      )
    }
  })
})

describe('The user’s global styles', () => {
  it('are found by the link of the theme, and their revisions by their own link', async () => {
    const { dispatch, state, sentSince } = storeWith(asUser('administrator'))
    const id = (await dispatch(fetchGlobalStylesId())) ?? 0
    expect(id).toBeGreaterThan(0)
    expect(selectGlobalStylesId(state())).toBe(id)
    const styles = await dispatch(fetchEntityRecord('root', 'globalStyles', id))
    const link = styles?._links?.['version-history']?.[0]?.href
    const before = (await dispatch(fetchThemeStyleRevisions()))?.length ?? 0
    for (const text of ['#123456', '#654321']) {
      dispatch(
        editEntityRecord('root', 'globalStyles', id, { styles: { color: { text: text + (before % 10) } } }),
      )
      await dispatch(saveEditedEntityRecord('root', 'globalStyles', id, { throwOnError: true }))
    }
    sentSince()

    const revisions = await dispatch(fetchThemeStyleRevisions())
    expect(revisions).toHaveLength(before + 2)
    expect(revisions?.[0]).toMatchObject({ parent: id, dateGmt: expect.any(String) as string })
    expect(revisions?.[0]?.styles).toMatchObject({
      color: { text: expect.stringContaining('#654321') as string },
    })
    expect(selectThemeStyleRevisions(state())).toBe(revisions)
    expect(selectResolution(state(), 'fetchThemeStyleRevisions')).toMatchObject({
      status: 'success',
      source: 'server',
    })
    const list = await dispatch(fetchRevisions('root', 'globalStyles', id))
    expect(list?.[0]).toMatchObject({ id: revisions?.[0]?.id })
    const one = await dispatch(
      fetchRevision('root', 'globalStyles', id, revisions?.[1]?.id, { context: 'edit' }),
    )
    expect(one?.styles).toMatchObject({ color: { text: expect.stringContaining('#123456') as string } })
    expect(sentSince()).toEqual([`GET ${link}`, `GET ${link}/${revisions?.[1]?.id}?context=edit`])
  })

  it('are found on a site without permalinks, too', async () => {
    const { dispatch } = storeWith(asUser('administrator', { plain: true }))
    expect(await dispatch(fetchGlobalStylesId())).toBeGreaterThan(0)
    expect(await dispatch(fetchThemeStyleRevisions())).not.toBeNull()
  })

  it('are kept from a contributor', async () => {
    const { dispatch, state } = storeWith(asUser('contributor'))
    expect(await dispatch(fetchThemeStyleRevisions())).toBeNull()
    expect(selectThemeStyleRevisions(state())).toBeNull()
  })
})
