import {
  createEntityStore,
  loadEntityConfigs,
  fetchEntityRecord,
  selectEntityConfig,
  selectEntityConfigs,
} from 'copydesk'
import { expect, it } from 'vitest'
import { fakeServer } from '../support/fakeServer'

const german: Record<string, string> = { 'Widget areas': 'Widgetbereiche', Site: 'Website' }

it('names of built-in entities are English, or as the application translates them', async () => {
  const { fetcher } = fakeServer(() => ({}))
  const english = createEntityStore({ fetcher, devTools: false })
  expect(selectEntityConfigs(english.getState(), 'root').every(({ label }) => !!label)).toBe(true)
  expect(selectEntityConfig(english.getState(), 'root', 'sidebar')?.label).toBe('Widget areas')
  const store = createEntityStore({ fetcher, devTools: false, translate: (text) => german[text] ?? text })
  expect(selectEntityConfig(store.getState(), 'root', 'sidebar')?.label).toBe('Widgetbereiche')
  expect(selectEntityConfig(store.getState(), 'root', 'user')?.label).toBe('User')
  await store.dispatch(fetchEntityRecord('root', 'site'))
  expect(selectEntityConfig(store.getState(), 'root', 'site')?.label).toBe('Website')
  await store.dispatch(loadEntityConfigs('postType'))
  expect(selectEntityConfig(store.getState(), 'postType', 'post')?.label).toBe('Posts')
})

it('a translation that is no function is refused', () => {
  const { fetcher } = fakeServer()
  expect(() => createEntityStore({ fetcher, translate: 'de' as never })).toThrow(
    expect.objectContaining({ code: 'invalid_option' }) as Error,
  )
})
