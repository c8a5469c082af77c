import { register, select } from '@wordpress/data'
import { EntityStoreError, selectEntityRecord } from 'copydesk'
import { createCoreStore, registerCoreStore } from 'copydesk/wordpress-data/store'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../support/fakeServer'
import { smallSite } from './registryOf'
import { passes } from '../support/until'

it('takes the name, gives the entity store, and a second store of that name changes and logs nothing', async () => {
  const logged = vi.spyOn(console, 'error')
  const { fetcher } = fakeServer(smallSite)
  const store = registerCoreStore(createCoreStore({ fetcher }))
  register(
    createCoreStore({ fetcher: () => Promise.reject(new Error('The second one was asked.')) }) as never,
  )
  const core = select('core') as unknown as Record<string, (...args: unknown[]) => unknown>
  core.getEntityRecord?.('postType', 'post', 1)
  await passes(() => expect(core.getEntityRecord?.('postType', 'post', 1)).toMatchObject({ id: 1 }))
  expect(selectEntityRecord(store.getState(), 'postType', 'post', 1)).toMatchObject({ id: 1 })
  expect(logged).not.toHaveBeenCalled()

  expect(() => registerCoreStore(createCoreStore({ fetcher }))).toThrow(EntityStoreError)
  expect(() => registerCoreStore(createCoreStore({ fetcher }))).toThrow('has a store "core" already')
})
