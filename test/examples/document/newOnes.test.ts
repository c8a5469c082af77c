import { createEntityStore, editEntityRecord, fetchEntityRecord, loadEntityConfigs } from 'copydesk'
import { createDurability, createEntityRecord } from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'
import { expect, it } from 'vitest'
import { newOnes } from '../../../examples/playground/document/newOnes'

it('of a post are its new category, the new one above that, and the picture that is written into it', async () => {
  const site = createMockSite({ posts: [{ id: 7, title: 'Hello' }, { id: 8 }] })
  const store = createEntityStore({
    fetcher: site.fetcher,
    devTools: false,
    plugins: [createDurability({ owner: { site: site.root, user: 1 }, storage: false })],
  })
  const { dispatch, getState } = store
  await dispatch(loadEntityConfigs('taxonomy'))
  await dispatch(fetchEntityRecord('postType', 'post', 7))
  const parent = dispatch(createEntityRecord('taxonomy', 'category', { name: 'Insects' }))
  const child = dispatch(createEntityRecord('taxonomy', 'category', { name: 'Bees', parent: Number(parent) }))
  dispatch(createEntityRecord('taxonomy', 'category', { name: 'Of nobody' }))
  const picture = dispatch(createEntityRecord('postType', 'attachment', { title: 'Bee' }))
  dispatch(
    editEntityRecord('postType', 'post', 7, {
      categories: [Number(child)],
      content: `<!-- wp:image {"id":${picture}} -->`,
    }),
  )
  const ones = newOnes(getState(), { kind: 'postType', name: 'post', key: 7 })
  expect(new Set(ones.map(({ key }) => key))).toEqual(new Set([child, parent, picture]))
  expect(newOnes(getState(), { kind: 'postType', name: 'post', key: 8 })).toEqual([])
})
