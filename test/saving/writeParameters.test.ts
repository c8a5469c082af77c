import {
  batch,
  deleteEntityRecord,
  editEntityRecord,
  type EntityConfig,
  EntityStoreError,
  defineEntity,
  fetchEntityRecord,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
} from 'copydesk'
import { memoryStorage } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, reply } from '../support/fakeServer'
import { person } from '../support/person'
import { passes } from '../support/until'

/** The drafts of the French texts, on a server that has one record for all languages. */
const drafts: EntityConfig = {
  kind: 'cms',
  name: 'draft',
  baseURL: '/api/pages',
  baseURLParams: { locale: 'fr', status: 'draft' },
}

const page = { id: 1, title: 'Bonjour' }

async function cms(config: EntityConfig = drafts) {
  const server = fakeServer(({ method, data }) =>
    method === 'DELETE' ? reply(null, { status: 204 }) : { ...page, ...(data as object) },
  )
  const { store } = person({ network: server, store: { entities: [config] } })
  await store.dispatch(fetchEntityRecord('cms', 'draft', 1))
  store.dispatch(editEntityRecord('cms', 'draft', 1, { title: 'Bonsoir' }))
  server.log.length = 0
  return { ...server, ...store }
}

describe('a French draft, of which the server is asked with parameters', () => {
  it('is saved as the French draft, and not into what the server has without them', async () => {
    const { dispatch, log } = await cms()
    await dispatch(saveEditedEntityRecord('cms', 'draft', 1, { throwOnError: true }))
    expect(log).toEqual(['PATCH /api/pages/1?locale=fr&status=draft'])
  })

  it('is made, saved with others, in a batch and by itself, and deleted so too', async () => {
    const { dispatch, log } = await cms()
    const throwOnError = true
    await dispatch(saveEntityRecord('cms', 'draft', { title: 'Salut' }, { throwOnError }))
    await dispatch(saveDirtyEntityRecords())
    await dispatch(
      batch([({ saveEntityRecord: save }) => save<string, string>('cms', 'draft', { id: 1, title: 'Allô' })]),
    )
    await dispatch(
      deleteEntityRecord('cms', 'draft', 1, { status: 'published', force: true }, { throwOnError }),
    )
    expect(log).toEqual([
      'POST /api/pages?locale=fr&status=draft',
      'PATCH /api/pages/1?locale=fr&status=draft',
      'PATCH /api/pages/1?locale=fr&status=draft',
      'DELETE /api/pages/1?locale=fr&status=published&force=true',
    ])
  })

  it.each(['offline', 'always'] as const)(
    'is checked before, and sent from the queue so too: %s',
    async (queue) => {
      const server = fakeServer(({ data }) => ({ ...page, ...(data as object) }))
      const { store, durability } = person({
        network: server,
        durability: { storage: memoryStorage().tab(), queue },
        store: { entities: [drafts] },
      })
      await durability.ready
      await store.dispatch(fetchEntityRecord('cms', 'draft', 1))
      store.dispatch(editEntityRecord('cms', 'draft', 1, { title: 'Bonsoir' }))
      await store.dispatch(saveEditedEntityRecord('cms', 'draft', 1))
      await passes(() => expect(server.log.join()).toContain('PATCH'))
      const asked = server.log.filter((line) => line.includes('/api/pages'))
      expect(asked.filter((line) => !line.endsWith('/1?locale=fr&status=draft'))).toEqual([])
      expect(asked.length).toBeGreaterThan(2)
    },
  )

  it('is saved by other parameters, or none, where its entity or server says so', async () => {
    const saved = async (config: Partial<EntityConfig>) => {
      const { dispatch, log } = await cms({ ...drafts, ...config })
      await dispatch(saveEditedEntityRecord('cms', 'draft', 1, { throwOnError: true }))
      return log
    }
    expect(await saved({ writeParameters: { locale: 'fr' } })).toEqual(['PATCH /api/pages/1?locale=fr'])
    expect(await saved({ writeParameters: false })).toEqual(['PATCH /api/pages/1'])
    expect(await saved({ server: { writeParameters: { v: 2 } } })).toEqual(['PATCH /api/pages/1?v=2'])
    const parameters = { context: 'locale' }
    expect(await saved({ baseURLParams: { context: 'fr' }, parameters })).toEqual([
      'PATCH /api/pages/1?locale=fr',
    ])
    expect(() => defineEntity({ ...drafts, writeParameters: 'fr' as never })).toThrow(EntityStoreError)
  })
})

it('what WordPress has is saved without the parameters of its reads', async () => {
  const server = fakeServer(({ data }) => post(1, data as Record<string, unknown>))
  const { store } = person({ network: server })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  store.dispatch(editEntityRecord('postType', 'post', 1, { slug: 'new' }))
  await store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { throwOnError: true }))
  expect(server.log.at(-1)).toBe('PUT /wp/v2/posts/1')
})
