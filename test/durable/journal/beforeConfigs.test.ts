import {
  createUndoLevel,
  editEntityRecord,
  fetchEntityRecord,
  redo,
  saveDirtyEntityRecords,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityConfig,
  selectEntityRecordEdits,
  undo,
} from 'copydesk'
import { createEntityRecord, memoryStorage, selectDrafts, type MemoryTab } from 'copydesk/durable'
import { createMockSite, type MockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { person } from '../../support/person'

const makeSite = () =>
  createMockSite({
    posts: [{ id: 11, title: 'First' }],
    postMeta: {
      post: {
        subtitle: { type: 'string' },
        mood: { type: 'string' },
      },
    },
    settings: { title: 'Harbour' },
  })

/** A page of a tab in which nothing was asked yet. */
async function openPage(site: MockSite, storage: MemoryTab) {
  const owner = { site: site.root, user: 1 }
  const { dispatch, getState, durability } = person({
    site,
    // What the server says of its entities is kept with what was read.
    durability: { owner, storage, reads: false },
    store: { collectAfter: false },
  })
  await durability.ready
  return {
    dispatch,
    getState,
    durability,
    /** Reads the post and the settings, which is when their entities become known. */
    read: async () => {
      await dispatch(fetchEntityRecord('postType', 'post', 11))
      await dispatch(fetchEntityRecord('root', 'site'))
    },
    editPost: (edits: object) => dispatch(editEntityRecord<string, string>('postType', 'post', 11, edits)),
    editSettings: (edits: object) =>
      dispatch(editEntityRecord<string, string>('root', 'site', undefined, edits)),
    postEdits: () => selectEntityRecordEdits(getState(), 'postType', 'post', 11),
    titles: () => [
      selectEditedEntityRecord(getState(), 'postType', 'post', 11)?.title,
      selectEditedEntityRecord<string, string>(getState(), 'root', 'site')?.title,
    ],
    dirty: () => selectDirtyEntityRecords(getState()).map(({ name, title }) => `${name} ${title}`),
  }
}

/** The next page of a tab that died with an edited post and edited settings. */
async function afterDeath() {
  const site = makeSite()
  const tab = memoryStorage().tab()
  const page = await openPage(site, tab)
  await page.read()
  page.editPost({ title: 'Mine', meta: { mood: 'calm' } })
  page.dispatch(createUndoLevel())
  page.editSettings({ title: 'Quay' })
  await page.durability.flush()
  tab.kill()
  site.clearRequests()
  return { site, tab: tab.reload() }
}

describe('Edits of entities that only the server describes, before it was asked about them', () => {
  it('A1, A6, A18: are shown after a reload, the settings too, without a request', async () => {
    const { site, tab } = await afterDeath()
    const page = await openPage(site, tab)
    expect(page.dirty()).toEqual(['post Mine', 'site '])
    expect(page.titles()).toEqual(['Mine', 'Quay'])
    expect(page.postEdits()).toEqual({ title: 'Mine', meta: { mood: 'calm' } })
    expect(page.durability.recovered()).toEqual([])
    expect(site.requests).toEqual([])
  })

  it('A19: can be undone step by step and done again', async () => {
    const { site, tab } = await afterDeath()
    const page = await openPage(site, tab)
    page.dispatch(undo())
    expect(page.titles()).toEqual(['Mine', 'Harbour'])
    page.dispatch(undo())
    expect(page.titles()).toEqual(['First', 'Harbour'])
    await page.read()
    expect(page.dirty()).toEqual([])
    page.dispatch(redo())
    page.dispatch(redo())
    expect(page.titles()).toEqual(['Mine', 'Quay'])
    expect(page.postEdits()).toMatchObject({ meta: { mood: 'calm', subtitle: '' } })
  })

  it('are all saved by a page that has read nothing', async () => {
    const { site, tab } = await afterDeath()
    const page = await openPage(site, tab)
    const { saved, failed } = await page.dispatch(saveDirtyEntityRecords())
    expect([saved.map(({ name }) => name), failed]).toEqual([['post', 'site'], []])
    expect(site.requests.flatMap(({ method, body }) => (/P(OS|U)T/.test(method) ? body : []))).toEqual([
      { title: 'Mine', meta: { mood: 'calm' } },
      { title: 'Quay' },
    ])
    expect(page.dirty()).toEqual([])
  })

  it.each([
    { which: 'without a word of which count', options: {} },
    { which: 'with the recovered ones first', options: { prefer: 'recovered' } as const },
  ])('are restored by another tab, entries of merged fields one by one, $which', async ({ options }) => {
    const site = makeSite()
    const storage = memoryStorage()
    for (const meta of [{ mood: 'calm' }, { subtitle: 'At sea' }]) {
      const tab = storage.tab()
      const page = await openPage(site, tab)
      await page.read()
      page.editPost({ meta })
      page.editSettings({ title: 'Quay' })
      await page.durability.flush()
      tab.kill()
    }
    const page = await openPage(site, storage.tab())
    const report = await page.durability.restore(page.durability.recovered(), options)
    expect([report.restored.length, report.partly, report.failed]).toEqual([4, [], []])
    expect(page.postEdits()).toEqual({ meta: { mood: 'calm', subtitle: 'At sea' } })
    expect(page.dirty()).toEqual(['post ', 'site '])
  })

  it('A17: are there of a draft as well', async () => {
    const site = makeSite()
    const tab = memoryStorage().tab()
    const first = await openPage(site, tab)
    await first.read()
    const id = first.dispatch(createEntityRecord('postType', 'post', { title: 'New' }))
    await first.durability.flush()
    tab.kill()
    const page = await openPage(site, tab.reload())
    expect(selectDrafts(page.getState(), 'postType', 'post')).toMatchObject([{ id, title: 'New' }])
  })

  it('do not make the entity known: it can not be edited before', async () => {
    const { site, tab } = await afterDeath()
    const page = await openPage(site, tab)
    expect(selectEntityConfig(page.getState(), 'postType', 'post')).toBeUndefined()
    expect(() => page.editPost({ title: 'More' })).toThrow(
      'The entity being edited (postType, post) does not have a loaded config.',
    )
  })
})
