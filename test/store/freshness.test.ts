import {
  editEntityRecord,
  fetchCurrentTheme,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchHomePage,
  fetchPermissions,
  fetchRevisions,
  invalidate,
  saveEditedEntityRecord,
  selectIsFresh,
  selectStaleSince,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { post, refusal, reply, type Rule } from '../support/fakeServer'
import { siteOf } from '../wordpress/siteOf'

const allow = { Allow: 'GET, POST, PUT' }
const totals = { 'X-WP-Total': '2', 'X-WP-TotalPages': '1' }
const rule: Rule = ({ method, path }) => {
  if (method === 'PUT') return post(1, { title: { raw: 'New' } })
  if (method === 'OPTIONS') return reply({}, { headers: allow })
  if (path.startsWith('/wp/v2/posts/1/revisions')) return reply([{ id: 21, parent: 1 }], { headers: totals })
  if (path.startsWith('/wp/v2/posts/404')) return refusal(404, 'rest_post_invalid_id')
  if (path.startsWith('/wp/v2/posts/')) return reply(post(1), { headers: allow })
  if (path.startsWith('/wp/v2/posts')) return reply([post(1), post(2)], { headers: totals })
  if (path.startsWith('/wp/v2/themes')) return [{ stylesheet: 'tides', status: 'active' }]
  if (path.startsWith('/wp/v2/templates/lookup')) return []
  if (path.startsWith('/?')) return { show_on_front: 'posts' }
  return undefined
}

describe('the answer to a read', () => {
  it('is fresh once it came, and stale from the moment in which a save says so', async () => {
    const { dispatch, state } = siteOf(rule)
    const lists = ['fetchEntityRecords', 'postType', 'post'] as const
    expect(selectIsFresh(state(), ...lists)).toBe(false)
    await dispatch(fetchEntityRecords('postType', 'post'))
    expect(selectIsFresh(state(), ...lists)).toBe(true)
    expect(selectStaleSince(state(), ...lists)).toBe(0)
    dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', 1))
    const staleSince = selectStaleSince(state(), ...lists)
    expect(staleSince).toBeGreaterThan(0)
    expect(selectIsFresh(state(), ...lists)).toBe(false)
    await dispatch(fetchEntityRecords('postType', 'post'))
    expect(selectIsFresh(state(), ...lists)).toBe(true)
    expect(selectStaleSince(state(), ...lists)).toBe(staleSince)
  })

  it('is fresh where what is asked came with other answers', async () => {
    const { dispatch, state, log } = siteOf(rule)
    await dispatch(fetchEntityRecords('postType', 'post'))
    expect(selectIsFresh(state(), 'fetchEntityRecord', 'postType', 'post', 2)).toBe(true)
    expect(selectIsFresh(state(), 'fetchEntityRecord', 'postType', 'post', 3)).toBe(false)
    await dispatch(fetchRevisions('postType', 'post', 1))
    expect(selectIsFresh(state(), 'fetchRevision', 'postType', 'post', 1, 21)).toBe(true)
    await dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    const resource = { kind: 'postType', name: 'post', id: 1 }
    expect(selectIsFresh(state(), 'fetchPermissions', resource)).toBe(true)
    const before = log.length
    await dispatch(fetchPermissions(resource))
    expect(log).toHaveLength(before)
  })

  it('of a failed read is not fresh', async () => {
    const { dispatch, state } = siteOf(rule)
    await dispatch(fetchEntityRecord('postType', 'post', 404)).catch(() => undefined)
    expect(selectIsFresh(state(), 'fetchEntityRecord', 'postType', 'post', 404)).toBe(false)
  })

  it.each([
    ['the theme', 'fetchCurrentTheme', () => fetchCurrentTheme(), { kind: 'root' }],
    ['the home page', 'fetchHomePage', () => fetchHomePage(), { kind: 'root', name: '__unstableBase' }],
  ] as const)('that is %s grows stale with what it was read from', async (what, operation, fetch, target) => {
    const { dispatch, state } = siteOf(rule)
    await dispatch<Promise<unknown>>(fetch() as never).catch(() => undefined)
    const before = selectStaleSince(state(), operation)
    dispatch(invalidate(target))
    expect(selectStaleSince(state(), operation)).toBeGreaterThan(before)
    expect(selectIsFresh(state(), operation)).toBe(false)
  })
})
