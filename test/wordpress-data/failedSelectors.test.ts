import { createCoreStore } from 'copydesk/wordpress-data'
import { createRegistry } from '@wordpress/data'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** A selector that throws, by a query that can not be read. */
function failing() {
  const registry = createRegistry()
  const store = createCoreStore({ fetcher: () => new Promise(() => {}) })
  registry.register(store)
  const fail = () => {
    throw new Error('no keys')
  }
  const query = new Proxy({}, { ownKeys: fail })
  const { getEntityRecords } = registry.select(store) as Record<string, (...args: unknown[]) => unknown>
  return () => getEntityRecords?.('root', 'user', query)
}

it('in development a selector that fails says so once, and gives what core-data gives', () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const select = failing()
  expect([select(), select()]).toEqual([null, null])
  expect(told.mock.calls).toEqual([[expect.stringContaining('getEntityRecords'), expect.any(Error)]])
})

it('in production it is silent', () => {
  vi.stubEnv('NODE_ENV', 'production')
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(failing()()).toBeNull()
  expect(told).not.toHaveBeenCalled()
})
