import {
  deleteEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  loadEntityConfigs,
  receiveEntityRecords,
  saveEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { only, person } from '../../support/person'
import { until } from '../../support/until'

const byId = { orderby: 'id', order: 'asc', per_page: 2 } as const

/** A store that knows two pages of posts 11 to 15, and a colleague who publishes and takes back. */
async function twoPages() {
  const site = createMockSite({
    users: [
      { username: 'ada', role: 'administrator' },
      { username: 'ben', role: 'administrator' },
    ],
    posts: [10, 11, 12, 13, 14, 15].map((id) => ({
      id,
      title: `Post ${id}`,
      status: id === 10 ? ('draft' as const) : ('publish' as const),
    })),
  })
  const { store } = person({ site, currentUser: 'ada', durability: only({ lists: true }) })
  const { dispatch, getState } = store
  await dispatch(loadEntityConfigs('postType'))
  const look = async (page: number, force = false) => {
    const rows = await dispatch(fetchEntityRecords('postType', 'post', { ...byId, page }, { force }))
    return (rows ?? []).map(({ id }) => id)
  }
  const read = (id: number, force = false) =>
    dispatch(fetchEntityRecord('postType', 'post', id, undefined, { force }))
  const total = () => selectEntityRecordsTotalItems(getState(), 'postType', 'post', byId)
  const elsewhere = (id: number, status: string) =>
    site.as('ben')({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: { status } })
  const save = (id: number, status: 'draft' | 'publish') =>
    dispatch(saveEntityRecord('postType', 'post', { id, status }))
  await look(1)
  await look(2)
  return { site, store, look, read, total, elsewhere, save }
}

describe('A list of which one page was read again after a colleague has changed it', () => {
  it('does not take for known what the older page shows, where a row stands in both', async () => {
    const { look, elsewhere, save } = await twoPages()
    await elsewhere(12, 'draft')
    expect(await look(1, true)).toEqual([11, 13])
    await save(11, 'draft')
    expect(await look(1)).toEqual([13, 14])
  })

  it('nor where only the total tells of it', async () => {
    const { look, elsewhere, save } = await twoPages()
    await elsewhere(10, 'publish')
    expect(await look(1, true)).toEqual([10, 11])
    await save(10, 'draft')
    expect(await look(1)).toEqual([11, 12])
  })
})

describe('A list of which a page was put in by hand, without a total', () => {
  it('goes on with that page once another one was read', async () => {
    const { site, store } = await twoPages()
    const query = { ...byId, status: ['publish'] }
    const [third, fourth] = [13, 14].map((id) => ({
      ...selectEntityRecord(store.getState(), 'postType', 'post', id),
    }))
    store.dispatch(receiveEntityRecords('postType', 'post', [third, fourth], { ...query, page: 2 }))
    await store.dispatch(fetchEntityRecords('postType', 'post', query))
    const shown = (page: number) =>
      selectEntityRecords(store.getState(), 'postType', 'post', { ...query, page })?.map(({ id }) => id)
    site.clearRequests()
    await store.dispatch(saveEntityRecord('postType', 'post', { id: 13, status: 'draft' }))
    const total = selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', query)
    expect([shown(1), shown(2), total]).toEqual([[11, 12], [14], 4])
    expect(site.requests.map(({ method }) => method)).toEqual(['PUT'])
  })
})

describe('A list that was read again and has lost a record', () => {
  it.each([
    ['that one of its pages showed', 13],
    ['that it counted', 15],
  ])('%s, has it back after a save', async (_, id) => {
    const { look, read, total, elsewhere, save } = await twoPages()
    await read(id)
    await elsewhere(id, 'draft')
    const rest = [13, 14, 15].filter((one) => one !== id)
    expect(await look(2, true)).toEqual(rest)
    expect(await look(1, true)).toEqual([11, 12])
    await save(id, 'publish')
    expect(await look(2)).toEqual([13, 14])
    expect(total()).toBe(5)
  })
})

describe('A page that is being read again when a save is answered', () => {
  it('is asked for once more, as its answer may have news and is not put over the patched rows', async () => {
    const { site, look, elsewhere, save } = await twoPages()
    await look(3)
    await elsewhere(14, 'draft')
    const heldPut = site.hold('PUT /wp/v2/posts/11')
    const saved = save(11, 'draft')
    await until(() => heldPut.waiting.length > 0)
    const held = site.hold('GET /wp/v2/posts')
    const read = look(2, true)
    await until(() => held.waiting.length > 0)
    heldPut.end()
    await saved
    held.end()
    await read
    expect([await look(1), await look(2)]).toEqual([[12, 13], [15]])
  })
})

describe('A list that is being read again when a write of a record is answered that a colleague has put into it', () => {
  const drafts = { orderby: 'id', order: 'asc', per_page: 2, status: 'draft' } as const

  /** A store that knows the draft 10, and post 12 as published, which a colleague has taken back; drafts are being read. */
  async function readingDrafts(isSeen: boolean) {
    const { site, store, read, elsewhere, save } = await twoPages()
    const lookAtDrafts = async (force = false) => {
      const rows = await store.dispatch(fetchEntityRecords('postType', 'post', drafts, { force }))
      return rows && rows.map(({ id }) => id)
    }
    expect(await lookAtDrafts()).toEqual([10])
    await elsewhere(12, 'draft')
    if (isSeen) await read(12, true)
    const held = site.hold(({ method, path }) => method === 'GET' && path.includes('status=draft'))
    const reading = lookAtDrafts(true)
    await until(() => held.waiting.length > 0)
    const answered = async () => {
      held.end()
      await reading
      return lookAtDrafts()
    }
    return { store, save, answered }
  }

  it.each([
    ['has been seen', true],
    ['has not been seen', false],
  ])(
    'is asked for once more after it was deleted, where that %s: the list was empty and asked nothing',
    async (_, isSeen) => {
      const { store, answered } = await readingDrafts(isSeen)
      await store.dispatch(deleteEntityRecord('postType', 'post', 12, { force: true }))
      expect(await answered()).toEqual([10])
    },
  )

  it.each([
    ['has been seen', true],
    ['has not been seen', false],
  ])('is asked for once more after it was published again, where that %s', async (_, isSeen) => {
    const { save, answered } = await readingDrafts(isSeen)
    await save(12, 'publish')
    expect(await answered()).toEqual([10])
  })
})
