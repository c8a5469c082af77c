import {
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  selectEntityRecord,
  selectEntityRecords,
  selectHasEdits,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, refusal, type Rule } from '../support/fakeServer'

const id = 'theme//index'
const ofTheme = { id, status: 'publish', source: 'theme', has_theme_file: true, content: { raw: 'Theme' } }
const custom = { ...ofTheme, source: 'custom', content: { raw: 'Mine' } }
const forced = { force: true }

/** A site with one template or widget, and what it answers to a DELETE and to a GET behind it. */
function site(name: string, before: { id: string }, deleted: unknown, after?: unknown) {
  let isDeleted = false
  const rule: Rule = ({ method, path }) => {
    if (method === 'DELETE') {
      isDeleted = true
      return deleted
    }
    const record = isDeleted ? after : before
    return path.includes(before.id) ? record : [record]
  }
  const kind = name === 'widget' ? 'root' : 'postType'
  const { fetcher, log } = fakeServer(rule)
  const { dispatch, getState, subscribe } = createEntityStore({ fetcher, devTools: false })
  return {
    log,
    subscribe,
    load: async () => {
      await dispatch(fetchEntityRecords(kind, name))
      await dispatch(fetchEntityRecord(kind, name, before.id))
      log.length = 0
    },
    edit: (edits: object) => dispatch(editEntityRecord(kind, name, before.id, edits as never)),
    remove: (query = {}) => dispatch(deleteEntityRecord(kind, name, before.id, query)),
    record: () => selectEntityRecord(getState(), kind, name, before.id),
    rows: () => selectEntityRecords(getState(), kind, name),
    hasEdits: () => selectHasEdits(getState(), kind, name, before.id),
  }
}

describe('what is left of a deleted template that the theme has, too', () => {
  it.each([
    ['for good', forced, { deleted: true, previous: custom }],
    ['into the trash', {}, { ...custom, status: 'trash' }],
  ])('is the theme’s, read before anybody is told: %s', async (how, query, answer) => {
    const { load, remove, record, rows, subscribe, log } = site('wp_template', custom, answer, ofTheme)
    await load()
    const seen = new Set<unknown>()
    subscribe(() => seen.add(record()))
    expect(await remove(query)).toEqual(answer)
    expect([record(), rows()]).toEqual([ofTheme, [ofTheme]])
    expect([...seen]).toEqual([custom, ofTheme])
    expect(log[1]).toBe(`GET /wp/v2/templates/${id}?context=edit`)
  })

  it('is asked for once when it is asked for twice', async () => {
    const { load, remove, record, log } = site('wp_template', custom, { previous: custom }, ofTheme)
    await load()
    const answers = await Promise.all([remove(forced), remove(forced)])
    expect(answers).toEqual([{ previous: custom }, undefined])
    expect(record()).toEqual(ofTheme)
    expect(log.map((line) => line.split(' ')[0])).toEqual(['DELETE', 'GET'])
  })

  it('has no edits any more', async () => {
    const { load, edit, remove, hasEdits } = site('wp_template', custom, { previous: custom }, ofTheme)
    await load()
    edit({ content: 'More of mine' })
    await remove(forced)
    expect(hasEdits()).toBe(false)
  })

  it.each([
    ['can not be read', refusal(500, 'down')],
    ['is another one', { ...ofTheme, id: 'theme//other' }],
    ['is no record', '<html>'],
  ])('is nothing when it %s, until somebody asks again', async (how, after) => {
    const answer = { deleted: true, previous: custom }
    const { load, remove, record } = site('wp_template', custom, answer, after)
    await load()
    expect(await remove(forced)).toEqual(answer)
    expect(record()).toBeUndefined()
  })
})

describe('what is left of a deleted template of the user’s own', () => {
  it.each([
    ['for good', forced, { deleted: true, previous: { ...custom, has_theme_file: false } }],
    ['into the trash, where REST finds nothing', {}, { ...custom, status: 'trash', has_theme_file: false }],
  ])('is nothing, and nothing is read: %s', async (how, query, answer) => {
    const { load, remove, record, rows, log } = site('wp_template', custom, answer)
    await load()
    await remove(query)
    expect([record(), rows()]).toEqual([undefined, []])
    expect(log).toHaveLength(1)
  })
})

describe('what is left of a deleted widget', () => {
  const widget = { id: 'block-2', sidebar: 'sidebar-1' }
  const inactive = { ...widget, sidebar: 'wp_inactive_widgets' }

  it('is the widget among the inactive ones, without reading it again', async () => {
    const { load, remove, record, rows, log } = site('widget', widget, inactive)
    await load()
    expect(await remove()).toEqual(inactive)
    expect([record(), rows()]).toEqual([inactive, [inactive]])
    expect(log).toHaveLength(1)
  })

  it('is nothing when it was deleted for good', async () => {
    const { load, remove, record } = site('widget', widget, { deleted: true, previous: inactive })
    await load()
    await remove(forced)
    expect(record()).toBeUndefined()
  })
})
