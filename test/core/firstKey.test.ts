import { expect, it, vi } from 'vitest'

it('the first key of a process is made as any other: two empty texts name no entity', async () => {
  vi.resetModules()
  const { entityKey } = await import('copydesk')
  expect(() => entityKey('', '')).toThrow('names no entity')
})
