import { fetchEntityRecord, fetchEntityRecords, saveEntityRecord } from 'copydesk'
import { memoryStorage, selectSaveConflict } from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { checked, person } from '../../support/person'
import { until } from '../../support/until'

/** A site with one record of each kind, and Ben, who writes to it as well. */
function office() {
  const site = createMockSite({
    users: [
      { id: 1, username: 'ada', role: 'administrator' },
      { id: 2, username: 'ben', role: 'administrator' },
      { id: 3, username: 'cy', role: 'author' },
    ],
    terms: [{ id: 21, taxonomy: 'category', name: 'Seas', description: 'Old' }],
    posts: [{ id: 11, title: 'Base', status: 'publish' }],
    menus: [
      { id: 61, name: 'Main', description: 'Old', items: [{ id: 71, title: 'Home', url: 'https://a.test' }] },
    ],
  })
  return {
    site,
    byBen: (path: string, data: object) => site.as('ben')({ path, method: 'PUT', data }),
    onSite: async (path: string) => (await site.as('ben')({ path: `${path}?context=edit` })).data as object,
  }
}

const kinds = [
  ['taxonomy', 'category', 21, '/wp/v2/categories/21', 'name', ['view', 'embed']],
  ['taxonomy', 'category', 21, '/wp/v2/categories/21', 'description', ['view']],
  ['root', 'user', 3, '/wp/v2/users/3', 'description', ['view', 'embed']],
  ['root', 'menu', 61, '/wp/v2/menus/61', 'description', ['view']],
  ['root', 'menu', 61, '/wp/v2/menus/61', 'name', ['view', 'embed']],
  ['root', 'menuItem', 71, '/wp/v2/menu-items/71', 'attr_title', ['view', 'embed']],
  ['postType', 'post', 11, '/wp/v2/posts/11', 'slug', ['view', 'embed']],
] as const

describe('what is saved by hand of a record that is shown as visitors see it', () => {
  it.each(kinds)('is asked about where a colleague has changed it since, of %s %s', async (...one) => {
    const [kind, name, id, path, field, contexts] = one
    for (const context of contexts)
      for (const isList of [false, true]) {
        const { site, byBen, onSite } = office()
        const { store } = person({ site, durability: checked })
        if (isList) await store.dispatch(fetchEntityRecords(kind as string, name as string, { context }))
        else await store.dispatch(fetchEntityRecord(kind as string, name as string, id, { context }))
        await byBen(path, { [field]: 'theirs' })
        const saved = await store.dispatch(
          saveEntityRecord<string, string>(kind, name, { id, [field]: 'mine' }, { result: true }),
        )
        expect(saved).toMatchObject({ status: 'conflict' })
        expect(selectSaveConflict(store.getState(), kind, name, id)?.fields).toMatchObject({
          [field]: { mine: 'mine', theirs: 'theirs' },
        })
        expect(await onSite(path)).toMatchObject({ [field]: 'theirs' })
      }
  })

  it.each(kinds)('is saved where nobody has, of %s %s', async (kind, name, id, path, field, contexts) => {
    for (const context of contexts) {
      const { site, onSite } = office()
      const { store } = person({ site, durability: checked })
      await store.dispatch(fetchEntityRecord(kind as string, name as string, id, { context }))
      await store.dispatch(saveEntityRecord<string, string>(kind, name, { id, [field]: 'mine' }))
      expect(await onSite(path)).toMatchObject({ [field]: 'mine' })
    }
  })

  it('is asked about, too, where some fields of it are known as they are edited', async () => {
    const { site, byBen, onSite } = office()
    const { store } = person({ site, durability: checked })
    await store.dispatch(fetchEntityRecords('taxonomy', 'category', { _fields: 'id,name' }))
    await store.dispatch(fetchEntityRecords('taxonomy', 'category', { context: 'view' }))
    await byBen('/wp/v2/categories/21', { description: 'theirs' })
    await store.dispatch(saveEntityRecord('taxonomy', 'category', { id: 21, description: 'mine' }))
    expect(await onSite('/wp/v2/categories/21')).toMatchObject({ description: 'theirs' })
  })

  it('is asked about when it has waited without a network', async () => {
    const { site, byBen, onSite } = office()
    const storage = memoryStorage()
    const { store, durability } = person({ site, durability: { storage: storage.tab() } })
    await until(() => durability.queue.status().state !== 'off')
    await store.dispatch(fetchEntityRecords('taxonomy', 'category', { context: 'view' }))
    storage.setOnline(false)
    const saved = await store.dispatch(
      saveEntityRecord('taxonomy', 'category', { id: 21, name: 'mine' }, { result: true }),
    )
    expect(saved).toMatchObject({ status: 'queued' })
    await byBen('/wp/v2/categories/21', { name: 'theirs' })
    storage.setOnline(true)
    await expect(durability.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(await onSite('/wp/v2/categories/21')).toMatchObject({ name: 'theirs' })
  })
})
