import { expect, it, vi } from 'vitest'
import { searchLinks } from '../../src/wordpress/linkSearch/searchLinks'
import { postStore } from '../support/postStore'

vi.mock('../../src/wordpress/linkSearch/askLinkSources', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

it('a search that can not be loaded finds nothing, as where no source answers', async () => {
  const { store, server } = await postStore()
  await expect(store.dispatch(searchLinks('sea'))).resolves.toEqual([])
  expect(server.log).toEqual([])
})

it('a search that can not be loaded rejects when that is wanted', async () => {
  const { store } = await postStore()
  await expect(store.dispatch(searchLinks('sea', { throwOnError: true }))).rejects.toMatchObject({
    cause: { message: 'Failed to fetch dynamically imported module' },
  })
})

it('a search that is aborted while it is loaded rejects with that', async () => {
  const { store } = await postStore()
  const signal = AbortSignal.abort()
  await expect(store.dispatch(searchLinks('sea', { signal }))).rejects.toHaveProperty('name', 'AbortError')
})
