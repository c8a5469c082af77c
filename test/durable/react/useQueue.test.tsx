import { useQueue, type UseQueueResult } from 'copydesk/durable/react'
import { describe, expect, it } from 'vitest'
import { createTestStore } from 'copydesk/testing'
import { after, show } from '../../support/screen'
import { openOffice, openTab } from '../queue/office'

describe('useQueue', () => {
  it('shows what waits, and takes it out', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    const shown: UseQueueResult[] = []
    const Reader = () => {
      shown.push(useQueue())
      return null
    }
    show(tab.store, <Reader />)
    expect(shown.at(-1)).toMatchObject({ state: 'idle', entries: [], waiting: 0 })
    await after(() => office.goOffline())
    tab.edit(11, { title: 'Waits' })
    await after(() => tab.save(11))
    expect(shown.at(-1)).toMatchObject({ state: 'offline', waiting: 1, entries: [{ key: 11 }] })
    await after(() => shown.at(-1)?.discard(shown.at(-1)?.entries[0]?.id ?? ''))
    expect(shown.at(-1)).toMatchObject({ state: 'idle', entries: [] })
  })

  it('is off for a store without durability', async () => {
    const { store } = createTestStore()
    let shown: UseQueueResult | undefined
    const Reader = () => {
      shown = useQueue()
      return null
    }
    show(store, <Reader />)
    expect(shown).toMatchObject({ state: 'off', entries: [], waiting: 0, held: 0 })
    await expect(shown?.retry()).resolves.toBeUndefined()
  })
})
