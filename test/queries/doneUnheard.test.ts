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
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'

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
