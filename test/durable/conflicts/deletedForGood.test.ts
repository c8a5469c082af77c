import {
  batch,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  selectDeleteError,
  selectEntityRecord,
} from 'copydesk'
import type { DurabilityOptions } from 'copydesk/durable'
import { createMockSite, type MockSiteOptions } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { checked, person } from '../../support/person'

/** A site with one record of each kind, a page that has read one of them, and Ben, who writes to the site as well. */
function desk(options: Partial<DurabilityOptions> = {}, content: Partial<MockSiteOptions> = {}) {
  const site = createMockSite({
    users: [
      { id: 1, username: 'ada', role: 'administrator' },
      { id: 2, username: 'ben', role: 'administrator' },
      { id: 3, username: 'cy', role: 'author' },
    ],
    terms: [{ id: 21, taxonomy: 'category', name: 'Seas' }],
    posts: [
      { id: 11, title: 'Base', status: 'publish' },
      { id: 12, title: 'Other', status: 'publish' },
    ],
    menus: [{ id: 61, name: 'Main' }],
    ...content,
  })
  const { store } = person({ site, durability: { ...checked, ...options } })
  const remove = (kind: string, name: string, id: number, query: object = {}) =>
    store.dispatch(deleteEntityRecord(kind, name, id, { force: true, ...query }, { result: true }))
  return {
    site,
    store,
    remove,
    read: (kind: string, name: string, id: number) =>
      store.dispatch(fetchEntityRecord<string, string>(kind, name, id)),
    byBen: (path: string, data: object) => site.as('ben')({ path, method: 'PUT', data }),
    isThere: (path: string) =>
      site
        .as('ben')({ path: `${path}?context=edit` })
        .then(
          () => true,
          () => false,
        ),
    sent: () =>
      site.requests
        .filter(({ user, method }) => user === 'ada' && method !== 'GET')
        .map(({ method, path }) => `${method} ${path}`),
  }
}

const kinds = [
  ['postType', 'post', 11, '/wp/v2/posts/11', { title: 'Needed' }, {}],
  ['taxonomy', 'category', 21, '/wp/v2/categories/21', { description: 'Needed' }, {}],
  ['root', 'user', 3, '/wp/v2/users/3', { description: 'Needed' }, { reassign: 1 }],
  ['root', 'menu', 61, '/wp/v2/menus/61', { description: 'Needed' }, {}],
] as const

describe('A deletion for good that is sent at once', () => {
  describe.each([[false], ['offline']] as const)('with queue: %s', (queue) => {
    it.each(kinds)('leaves what a colleague has changed since it was read, of %s %s', async (...one) => {
      const [kind, name, id, path, change, query] = one
      const { read, byBen, remove, isThere, store } = desk({ queue })
      await read(kind, name, id)
      await byBen(path, change)
      expect(await remove(kind, name, id, query)).toMatchObject({
        status: 'conflict',
        error: { code: 'save_conflict' },
      })
      expect(selectDeleteError(store.getState(), kind, name, id)).toMatchObject({ code: 'save_conflict' })
      expect(await isThere(path)).toBe(true)
    })

    it.each(kinds)('shows that, and is done when it is asked for again, of %s %s', async (...one) => {
      const [kind, name, id, path, change, query] = one
      const { read, byBen, remove, isThere, store } = desk({ queue })
      await read(kind, name, id)
      await byBen(path, change)
      await remove(kind, name, id, query)
      const now = selectEntityRecord<string, string>(store.getState(), kind, name, id)
      expect(JSON.stringify(now)).toContain('Needed')
      expect(await remove(kind, name, id, query)).toMatchObject({ status: 'saved' })
      expect(await isThere(path)).toBe(false)
    })

    it.each(kinds)(
      'is done where nobody has changed it, of %s %s',
      async (kind, name, id, path, _, query) => {
        const { read, remove, isThere } = desk({ queue })
        await read(kind, name, id)
        expect(await remove(kind, name, id, query)).toMatchObject({ status: 'saved' })
        expect(await isThere(path)).toBe(false)
      },
    )
  })

  it('leaves also what was shown in a list, or as visitors see it', async () => {
    for (const query of [{ context: 'view' }, { _fields: 'id,title' }]) {
      const { store, byBen, remove, isThere } = desk()
      await store.dispatch(fetchEntityRecords('postType', 'post', query as never))
      await byBen('/wp/v2/posts/11', { title: 'Needed' })
      expect(await remove('postType', 'post', 11)).toMatchObject({ status: 'conflict' })
      expect(await isThere('/wp/v2/posts/11')).toBe(true)
    }
  })

  it('is done where somebody has only saved it anew as it was', async () => {
    const { read, byBen, remove } = desk()
    await read('postType', 'post', 11)
    await byBen('/wp/v2/posts/11', { title: 'Base' })
    expect(await remove('postType', 'post', 11)).toMatchObject({ status: 'saved' })
  })

  it("is done behind one's own save, whether that was answered or not", async () => {
    for (const isLost of [false, true]) {
      const { site, store, read, remove } = desk({ queue: false })
      await read('postType', 'post', 11)
      store.dispatch(editEntityRecord('postType', 'post', 11, { title: 'Last words' }))
      if (isLost) site.fail('PUT /wp/v2/posts/11', 'offline', { done: true })
      await store.dispatch(saveEditedEntityRecord('postType', 'post', 11))
      expect(await remove('postType', 'post', 11)).toMatchObject({ status: 'saved' })
    }
  })

  it('is refused by a server that knows versions', async () => {
    const { site, read, byBen, remove, isThere } = desk({}, { durable: true })
    await read('postType', 'post', 11)
    await byBen('/wp/v2/posts/11', { title: 'Needed' })
    site.clearRequests()
    expect(await remove('postType', 'post', 11)).toMatchObject({ status: 'conflict' })
    expect(await isThere('/wp/v2/posts/11')).toBe(true)
  })

  it('is looked at together with others of its batch, which goes in one request', async () => {
    const { site, store, read, byBen, sent } = desk()
    await read('postType', 'post', 11)
    await read('postType', 'post', 12)
    await byBen('/wp/v2/posts/12', { title: 'Needed' })
    site.clearRequests()
    await store.dispatch(
      batch([
        (one) => one.deleteEntityRecord('postType', 'post', 11, { force: true }),
        (one) => one.deleteEntityRecord('postType', 'post', 12, { force: true }),
      ]),
    )
    expect(sent()).toEqual(['DELETE /wp/v2/posts/11?force=true'])
  })

  it('is sent unseen with overwrite and detect, into the trash, and of what nobody has read', async () => {
    for (const conflicts of ['overwrite', 'detect'] as const) {
      const { read, byBen, remove } = desk({ conflicts })
      await read('postType', 'post', 11)
      await byBen('/wp/v2/posts/11', { title: 'Needed' })
      expect(await remove('postType', 'post', 11)).toMatchObject({ status: 'saved' })
    }
    const { read, byBen, remove } = desk()
    expect(await remove('postType', 'post', 12)).toMatchObject({ status: 'saved' })
    await read('postType', 'post', 11)
    await byBen('/wp/v2/posts/11', { title: 'Needed' })
    expect(await remove('postType', 'post', 11, { force: false })).toMatchObject({ status: 'saved' })
  })
})
