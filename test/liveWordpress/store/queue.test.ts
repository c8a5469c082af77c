import {
  createEntityStore,
  editEntityRecord,
  fetchEntityRecord,
  loadEntityConfigs,
  RestError,
  saveDirtyEntityRecords,
  selectDirtyEntityRecords,
  type Fetcher,
} from 'copydesk'
import { createDurability, createEntityRecord, durabilityOf, memoryStorage } from 'copydesk/durable'
import { expect, it } from 'vitest'
import { asUser, newPost } from '../../support/wordpress'

it('sends what was saved offline once, though every answer to a write is lost at first', async () => {
  const fetcher = asUser('administrator')
  const me = (await fetcher({ path: '/wp/v2/users/me?_fields=id' })).data as { id: number }
  const { id } = await newPost({ title: 'Before', status: 'publish' })
  const storage = memoryStorage()
  const lost = new Set<string>()
  const losing: Fetcher = async (request) => {
    const answer = await fetcher(request)
    const line = `${request.method ?? 'GET'} ${request.path ?? ''}`
    if (line.startsWith('GET') || lost.has(line)) return answer
    lost.add(line)
    throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
  }
  const plugins = [createDurability({ owner: { site: 'https://site.test/', user: me.id }, storage })]
  const store = createEntityStore({ fetcher: losing, plugins, devTools: false })
  const { dispatch, getState } = store
  await dispatch(loadEntityConfigs('postType'))
  await dispatch(loadEntityConfigs('taxonomy'))
  await dispatch(fetchEntityRecord('postType', 'post', id))
  await durabilityOf(store)?.ready
  storage.setOnline(false)
  const name = `Queued ${Date.now()}`
  const term = dispatch(createEntityRecord('taxonomy', 'category', { name }))
  dispatch(
    createEntityRecord<string, string>('postType', 'post', {
      title: name,
      status: 'publish',
      categories: [term],
    }),
  )
  dispatch(editEntityRecord('postType', 'post', id, { title: `${name} too` }))
  expect((await dispatch(saveDirtyEntityRecords())).failed).toEqual([])
  const queue = durabilityOf(store)?.queue
  expect(queue?.entries()).toHaveLength(3)
  storage.setOnline(true)
  while (queue && queue.entries().length > 0) {
    if (queue.status().state === 'waiting') await queue.retry()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(lost.size).toBeGreaterThanOrEqual(4)
  const found = await fetcher({
    path: `/wp/v2/posts?status=any&context=edit&search=${encodeURIComponent(name)}`,
  })
  const rows = found.data as { id: number; slug: string; status: string; title: { raw: string } }[]
  const made = rows.filter(({ title }) => title.raw === name)
  expect(made).toMatchObject([{ status: 'publish', slug: name.toLowerCase().replace(' ', '-') }])
  expect(rows.find((row) => row.id === id)?.title.raw).toBe(`${name} too`)
  const terms = await fetcher({ path: `/wp/v2/categories?search=${encodeURIComponent(name)}` })
  expect(terms.data).toHaveLength(1)
  expect(selectDirtyEntityRecords(getState())).toEqual([])
})
