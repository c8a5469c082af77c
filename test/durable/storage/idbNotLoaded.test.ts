import 'fake-indexeddb/auto'
import { createEntityStore } from 'copydesk'
import { createDurability, durabilityOf, type DurabilityOptions } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'

vi.mock('idb', () => {
  throw new Error('Could not resolve "idb".')
})

const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)

/** How the console of a page reads after a store was made without idb. */
async function consoleOf(user: number, options: Partial<DurabilityOptions>): Promise<unknown[]> {
  const store = createEntityStore({
    fetcher: () => Promise.reject(new Error('Nothing is asked.')),
    plugins: [createDurability({ owner: { site: 'https://example.org/wp-json/', user }, ...options })],
    devTools: false,
    collectAfter: false,
  })
  const durability = durabilityOf(store)
  await durability?.ready
  expect(durability?.status()).toMatchObject({ storage: 'unavailable', reason: 'ModuleError' })
  await durability?.close()
  return warned.mock.calls.flat()
}

describe('A page without idb', () => {
  afterEach(() => {
    warned.mockClear()
    vi.unstubAllEnvs()
  })

  it('says on the console in development what is not installed', async () => {
    expect(await consoleOf(1, {})).toEqual([
      expect.stringMatching(/^copydesk\/durable keeps nothing: idb can't be loaded: .* npm install idb$/s),
    ])
  })

  it('is silent in production, and where the application hears of troubles', async () => {
    const messages: string[] = []
    const onTrouble: DurabilityOptions['onTrouble'] = ({ message }) => void messages.push(message)
    expect(await consoleOf(2, { onTrouble })).toEqual([])
    expect(messages).toEqual([expect.stringContaining('npm install idb')])
    vi.stubEnv('NODE_ENV', 'production')
    expect(await consoleOf(3, {})).toEqual([])
  })
})
