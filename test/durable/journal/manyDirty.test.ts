import { memoryStorage } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPage } from './page'

afterEach(() => vi.restoreAllMocks())

/** How many entries of maps and sets are written while so many records are made dirty one by one. */
async function entriesWritten(count: number): Promise<number> {
  const page = openPage(memoryStorage())
  await page.ready
  const writes = [vi.spyOn(Map.prototype, 'set'), vi.spyOn(Set.prototype, 'add')]
  for (let id = 1; id <= count; id++) page.edit(id, { title: `Typed in ${id}` })
  const written = writes.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  vi.restoreAllMocks()
  expect(page.status().unkept).toBe(count)
  await page.flush()
  expect(page.status().unkept).toBe(0)
  await page.durability.close()
  return written
}

describe('many records are edited one by one', () => {
  it('each costs the same, however many others are not stored yet', async () => {
    const few = await entriesWritten(200)
    expect(await entriesWritten(800)).toBeLessThan(few * 8)
  })

  it('one that is edited while it is being stored counts once', async () => {
    const page = openPage(memoryStorage())
    await page.ready
    page.edit(1, { title: 'One' })
    page.edit(2, { title: 'Two' })
    const stored = page.flush()
    page.edit(1, { title: 'One more' })
    page.edit(3, { title: 'Three' })
    expect(page.status().unkept).toBe(3)
    await stored
    expect(page.status().unkept).toBe(0)
    page.undo()
    expect(page.status().unkept).toBe(1)
    page.redo()
    expect([page.status().unkept, page.dirty()]).toEqual([1, [1, 2, 3]])
    await page.flush()
    expect(page.status().unkept).toBe(0)
    await page.durability.close()
  })
})
