import {
  createEntityStore,
  deleteEntityRecord,
  fetchEntityRecords,
  saveEntityRecord,
  selectEntityRecords,
  uploadMedia,
  type EntityState,
  type Thunk,
} from 'copydesk'
import { createMockSite, type MockFailure } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { checked, person } from '../support/person'

type Write = (options: { readonly signal: AbortSignal }) => Thunk<EntityState, Promise<unknown>>

const writes: readonly (readonly [what: string, name: string, write: Write])[] = [
  ['made', 'post', (options) => saveEntityRecord('postType', 'post', { title: 'New' }, options)],
  [
    'changed',
    'post',
    (options) => saveEntityRecord('postType', 'post', { id: 1, title: 'Changed' }, options),
  ],
  ['deleted', 'post', (options) => deleteEntityRecord('postType', 'post', 1, { force: true }, options)],
  ['uploaded', 'attachment', (options) => uploadMedia(new File(['x'], 'boat.png'), options)],
]

describe.each(writes)('what was %s and given up on its way', (_, name, write) => {
  it('is in the list that is read next', async () => {
    const site = createMockSite({ posts: [{ id: 1, title: 'First', status: 'publish' }] })
    const { dispatch, getState } = createEntityStore({ fetcher: site.fetcher, devTools: false })
    const read = () => dispatch(fetchEntityRecords('postType', name))
    await read()
    const controller = new AbortController()
    const held = site.hold(({ method }) => method !== 'GET')
    const written = dispatch(write({ signal: controller.signal })).catch(() => undefined)
    await expect.poll(() => held.waiting.length).toBe(1)
    controller.abort()
    await written
    held.end()
    await read()
    const shown = selectEntityRecords(getState(), 'postType', name)
    const route = name === 'post' ? 'posts' : 'media'
    const { data } = await site.fetcher({ path: `/wp/v2/${route}?context=edit` })
    expect(JSON.stringify(shown)).toBe(JSON.stringify(data))
  })
})

/** The answer that is left after a plugin of the site has broken down, say. */
const broken = { status: 500, code: 'internal_server_error' }
const refused = { status: 403, code: 'rest_forbidden' }

describe.each(writes)('what was %s', (what, name, write) => {
  const signal = new AbortController().signal

  /** Writes with a failure, and says how many requests it takes to read the list anew; `durably` with what keeps writes. */
  async function writeFailing(failure: MockFailure, done: boolean, durably: boolean) {
    const site = createMockSite({ posts: [{ id: 1, title: 'First', status: 'publish' }] })
    const { store } = person({ site, ...(durably && { durability: { ...checked, queue: 'offline' } }) })
    const { dispatch, getState } = store
    const read = () => dispatch(fetchEntityRecords('postType', name))
    await read()
    site.fail(({ method }) => method !== 'GET', failure, { done, times: 10 })
    await dispatch(write({ signal })).catch(() => undefined)
    site.clearRequests()
    const shown = () => selectEntityRecords(getState(), 'postType', name)
    const before = shown()
    await read()
    const asked = site.requests.length
    const route = name === 'post' ? 'posts' : 'media'
    const { data } = await site.fetcher({ path: `/wp/v2/${route}?context=edit` })
    return { asked, before, shown: shown(), data }
  }

  it.each([
    ['answered by 500', broken, false],
    ['answered by 500, with what keeps writes', broken, true],
    ['not answered', 'offline', false],
  ] as const)('and %s is in the list that is read next', async (_, failure, durably) => {
    const { before, shown, data } = await writeFailing(failure, true, durably)
    expect(before).toHaveLength(name === 'post' ? 1 : 0)
    expect(JSON.stringify(shown)).toBe(JSON.stringify(data))
  })

  it.each([[false], [true]])(
    'and refused has its list read by nobody, with what keeps writes: %s',
    async (durably) => {
      expect(await writeFailing(refused, false, durably)).toMatchObject({ asked: 0 })
    },
  )
})
