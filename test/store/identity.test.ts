import {
  deleteEntityRecord,
  editEntityRecord,
  fetchEmbedPreview,
  fetchEntityRecord,
  fetchEntityRecords,
  receiveEntityRecords,
  receivePermissions,
  saveEditedEntityRecord,
  selectEntityRecord,
} from 'copydesk'
import { acquireLock } from 'copydesk/actions'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusal, settle, type Rule } from '../support/fakeServer'
import { exported, reads, selectors, wholeSite, type SelectorName } from '../support/wholeSite'

const writes: Rule = ({ method, path }) => {
  if (method === 'PUT') return path.includes('/pages/') ? 'hold' : refusal(403, 'rest_cannot_edit')
  return method === 'DELETE' ? refusal(403, 'rest_cannot_delete') : undefined
}

/** A store in which everything that there is to select is something: read, edited, failed, under way or locked. */
async function busyStore() {
  const site = wholeSite(writes)
  const { dispatch } = site
  for (const read of Object.values(reads)) await dispatch(read())
  await dispatch(fetchEntityRecords('postType', 'page'))
  await dispatch(fetchEntityRecord('postType', 'post', 99)).catch(() => undefined)
  await dispatch(acquireLock(['mine'], { exclusive: true }))
  void dispatch(acquireLock(['mine'], { exclusive: true }))
  dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
  await dispatch(saveEditedEntityRecord('postType', 'post', 1))
  await dispatch(deleteEntityRecord('postType', 'post', 2))
  dispatch(editEntityRecord('postType', 'page', 3, { title: 'New' }))
  void dispatch(saveEditedEntityRecord('postType', 'page', 3))
  dispatch(editEntityRecord('postType', 'post', 4, { slug: 'new' }))
  await settle()
  return site
}

const names = Object.keys(selectors) as SelectorName[]

it('every selector of the package is held by these tests', () => {
  expect(names.sort()).toEqual([...exported('select')].sort())
})

type Site = Awaited<ReturnType<typeof busyStore>>

/** What a selector gives before something has happened, and after. */
interface Given {
  readonly before: unknown
  readonly after: unknown
}

/** What each selector of one store gives before something happens to that store, and after. */
async function givenAround(step: (site: Site) => unknown): Promise<ReadonlyMap<SelectorName, Given>> {
  const site = await busyStore()
  const all = () => names.map((name): unknown => selectors[name](site.state()))
  const before = all()
  await step(site)
  const after = all()
  return new Map(names.map((name, at) => [name, { before: before[at], after: after[at] }]))
}

describe.each<[when: string, step: (site: Site) => unknown]>([
  ['for the same state', () => undefined],
  [
    'after changes that it does not tell of',
    async ({ dispatch, state }) => {
      dispatch(editEntityRecord('postType', 'post', 4, { slug: 'newer' }, { undoIgnore: true }))
      dispatch(receiveEntityRecords('postType', 'page', { id: 77 }))
      dispatch(receiveEntityRecords('root', 'comment', [{ id: 5 }], { post: 1 }))
      dispatch(receivePermissions({ 'create/media': true }))
      await dispatch(fetchEmbedPreview('https://example.org/b'))
      expect(selectEntityRecord(state(), 'postType', 'page', 77)).toEqual({ id: 77 })
    },
  ],
  [
    'after everything was read again as it was',
    async ({ dispatch, log }) => {
      const before = log.length
      for (const read of Object.values(reads)) await dispatch(read({ force: true }))
      expect(log.length - before).toBeGreaterThan(20)
    },
  ],
])('A selector gives the same thing %s', (when, step) => {
  let given: ReadonlyMap<SelectorName, Given>
  beforeAll(async () => {
    given = await givenAround(step)
  })

  it.each(names)('%s', (name) => {
    const { before, after } = given.get(name) ?? {}
    // Nothing here may be told by nothing at all.
    expect([null, undefined], when).not.toContain(before)
    expect(after).toBe(before)
  })
})
