import type { EntityStoreError } from 'copydesk'
import { createDurability, durabilityOf, memoryStorage, type DurabilityOptions } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { owner, person } from '../support/person'

const storeWith = (durability: DurabilityOptions) => person({ durability }).store

describe('createDurability', () => {
  it.each<{ option: string; value: unknown }>([
    { option: 'owner', value: undefined },
    { option: 'owner', value: { site: '', user: 1 } },
    { option: 'owner', value: { site: 'https://example.org' } },
    { option: 'storage', value: 'indexedDB' },
    { option: 'restore', value: 'always' },
    { option: 'undo', value: 'yes' },
    { option: 'undo.levels', value: { levels: 0 } },
    { option: 'limits', value: 5 },
    { option: 'limits', value: null },
    { option: 'limits.days', value: { days: '30' } },
    { option: 'isKept', value: ['title'] },
    { option: 'conflicts', value: 'mine' },
    { option: 'lists', value: 'stale' },
    { option: 'lists.verify', value: { verify: 'always' } },
    { option: 'lists.text', value: { text: 'no' } },
    { option: 'lists.onMismatch', value: { onMismatch: console } },
    { option: 'lists.rules', value: { rules: [] } },
    { option: 'lists.rules["shop/book"]', value: { rules: { 'shop/book': 5 } } },
    { option: 'lists.rules["shop/book"]', value: { rules: { 'shop/book': { defaults: 'asc' } } } },
    {
      option: 'lists.rules["shop/book"]',
      value: { rules: { 'shop/book': { filters: { shelf: {} } } } },
    },
    {
      option: 'lists.rules["shop/book"]',
      value: { rules: { 'shop/book': { filters: { shelf: { looksAt: ['shelf'], test: true } } } } },
    },
    {
      option: 'lists.rules["shop/book"]',
      value: { rules: { 'shop/book': { filters: {}, orders: { shelf: { looksAt: ['shelf'], by: 'id' } } } } },
    },
    { option: 'queue', value: true },
    { option: 'seal', value: null },
    { option: 'seal', value: { seal: () => undefined } },
    { option: 'onTrouble', value: console },
  ])('refuses $value for $option', ({ option, value }) => {
    const name = option.split('.')[0] ?? ''
    const options = { owner, storage: memoryStorage(), [name]: value } as unknown as DurabilityOptions
    let error: EntityStoreError | undefined
    try {
      createDurability(options)
    } catch (thrown) {
      error = thrown as EntityStoreError
    }
    expect(error?.code).toBe('invalid_option')
    expect(error?.message.startsWith(`${option} is `)).toBe(true)
    expect(error?.message).toMatch(/Pass .+\.$/)
  })

  it('refuses no options at all', () => {
    expect(() => createDurability(undefined as unknown as DurabilityOptions)).toThrow(/^owner is undefined/)
  })

  it('keeps nothing with storage: false, and says so', async () => {
    const store = storeWith({ owner, storage: false })
    const durability = durabilityOf(store)
    await durability?.ready
    expect(durability?.status()).toEqual({ storage: 'off', unkept: 0, bytes: 0, readBytes: 0 })
    expect(durability?.recovered()).toEqual([])
  })

  it('refuses a second store for the same owner in one page, until the first is closed', async () => {
    const storage = memoryStorage()
    const first = storeWith({ owner, storage })
    expect(() => storeWith({ owner: { ...owner, user: '1' }, storage })).toThrow(/in this page already/)
    storeWith({ owner: { ...owner, user: 2 }, storage })
    storeWith({ owner, storage: storage.tab() })
    await durabilityOf(first)?.close()
    expect(durabilityOf(storeWith({ owner, storage }))).toBeDefined()
  })

  it('is not there for a store without it', () => {
    expect(durabilityOf(person().store)).toBeUndefined()
  })
})
