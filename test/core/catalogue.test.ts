import { readFileSync } from 'node:fs'
import {
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  fetchUrlDetails,
  loadEntityConfigs,
  saveEditedEntityRecord,
  searchLinks,
  selectCanUser,
  selectDeleteError,
  selectEntityConfigs,
  selectResolution,
  selectSaveError,
} from 'copydesk'
import { selectHeldLocks, selectPendingLocks } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, refusal, type Rule } from '../support/fakeServer'
import { listFiles } from '../support/sourceTree'
import { findGroupTitles, findTestTitles } from '../support/testTitles'

/** What the specification's section 8 lists, in its words. */
const catalogue = [
  'Failed save or delete: error stored on the record; rethrown only when throwOnError is set.',
  'Failed permission OPTIONS: silently ignored.',
  'Failed oEmbed: preview stored as false.',
  'Failed revision requests: ignored.',
  'Failed search source: empty list.',
  'Failed list fetch: only releases the lock.',
  'Entity loader failure: ignored.',
  'Batch failure: rejects every queued request; a per-item error rejects only that item.',
  'Validation messages are in section 5.',
]

/** The messages of section 8 that come with collaboration. */
const texts = [
  'Unknown message type',
  'Error doc {kind} {id} not found',
  'crypto.getRandomValues() not supported',
  'Length exceeded!',
]

describe('the error catalogue of the specification', () => {
  const tests = listFiles('.', 'test').filter((file) => /\.test\.tsx?$/.test(file))
  // Only what has one of them somewhere is worth a look at what is a title there.
  const titles = tests.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    if (![...catalogue, ...texts].some((text) => source.includes(text))) return []
    return [...findTestTitles(source), ...findGroupTitles(source)]
  })

  it.each(catalogue)('has a test by the name: %s', (title) => {
    expect(titles).toContain(title)
  })

  it.each(texts)('has a test that names the message: %s', (text) => {
    expect(titles.filter((title) => title.includes(text))).not.toEqual([])
  })
})

const error = refusal(500, 'broken')
const site = (rule: Rule) => {
  const { fetcher, log } = fakeServer(rule)
  const { dispatch, getState } = createEntityStore({ fetcher, devTools: false })
  return { dispatch, getState, log }
}

describe('each in its own way', () => {
  it('Failed save or delete: error stored on the record; rethrown only when throwOnError is set.', async () => {
    const { dispatch, getState } = site(({ method }) => (method === 'GET' ? post(1) : error))
    await dispatch(fetchEntityRecord('postType', 'post', 1))
    dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    expect(await dispatch(saveEditedEntityRecord('postType', 'post', 1))).toBeUndefined()
    expect(selectSaveError(getState(), 'postType', 'post', 1)).toBe(error)
    expect(await dispatch(deleteEntityRecord('postType', 'post', 1))).toBe(false)
    expect(selectDeleteError(getState(), 'postType', 'post', 1)).toBe(error)
    const strict = { throwOnError: true }
    await expect(dispatch(saveEditedEntityRecord('postType', 'post', 1, strict))).rejects.toBe(error)
    await expect(dispatch(deleteEntityRecord('postType', 'post', 1, {}, strict))).rejects.toBe(error)
  })

  it('Failed permission OPTIONS: silently ignored.', async () => {
    const { dispatch, getState } = site(() => error)
    expect(await dispatch(fetchPermissions('media'))).toEqual({})
    expect(selectCanUser(getState(), 'create', 'media')).toBeUndefined()
  })

  it('Failed list fetch: only releases the lock.', async () => {
    const { dispatch, getState } = site(() => error)
    expect(await dispatch(fetchEntityRecords('root', 'user'))).toBeNull()
    expect([selectHeldLocks(getState()), selectPendingLocks(getState())]).toEqual([[], []])
    expect(selectResolution(getState(), 'fetchEntityRecords', 'root', 'user')).toEqual({
      status: 'error',
      error,
    })
  })

  it('Failed search source: empty list.', async () => {
    const row = { id: 1, url: 'https://example.org/tea', title: 'Tea', type: 'post', subtype: 'post' }
    const posts = site(({ path }) => (/type=post(&|$)/.test(path) ? [row] : error))
    expect(await posts.dispatch(searchLinks('tea'))).toMatchObject([{ id: 1, title: 'Tea' }])
    expect(posts.log.length).toBeGreaterThan(1)
    expect(await site(() => error).dispatch(searchLinks('tea'))).toEqual([])
  })

  it('Entity loader failure: ignored.', async () => {
    const { dispatch, getState, log } = site(() => error)
    expect(await dispatch(loadEntityConfigs('taxonomy'))).toEqual([])
    expect(selectEntityConfigs(getState(), 'taxonomy')).toEqual([])
    // What needs the entities says what asking for them failed with.
    await expect(dispatch(fetchEntityRecord('taxonomy', 'category', 1))).rejects.toBe(error)
    expect(new Set(log)).toEqual(new Set(['GET /wp/v2/taxonomies?context=view']))
  })
})

describe('Validation messages are in section 5.', () => {
  const { dispatch, getState, log } = site(() => error)

  it.each(['not a url', 'http://'])('%s is not a valid URL.', async (url) => {
    await expect(dispatch(fetchUrlDetails(url))).rejects.toThrow(`${url} is not a valid URL.`)
  })

  it.each(['ftp://example.org/', 'mailto:ada@example.org'])(
    '%s does not have a valid protocol.',
    async (url) => {
      const message = `${url} does not have a valid protocol. URLs must be "http" based`
      await expect(dispatch(fetchUrlDetails(url))).rejects.toThrow(message)
    },
  )

  it("'{action}' is not a valid action.", () => {
    expect(() => selectCanUser(getState(), 'fly' as 'read', 'media')).toThrow("'fly' is not a valid action.")
  })

  it('The entity resource object is not valid.', async () => {
    const message = 'The entity resource object is not valid.'
    const resource = { kind: 'root' } as { kind: string; name: string }
    expect(() => selectCanUser(getState(), 'read', resource)).toThrow(message)
    await expect(dispatch(fetchPermissions(resource))).rejects.toThrow(message)
  })

  it('The entity being edited ({kind}, {name}) does not have a loaded config.', () => {
    expect(() => dispatch(editEntityRecord('postType', 'poem', 1, { title: 'New' }))).toThrow(
      'The entity being edited (postType, poem) does not have a loaded config.',
    )
  })

  it('is answered without asking the server', () => {
    expect(log).toEqual([])
  })
})
