import { act, cleanup, fireEvent, render, waitFor, within } from '@testing-library/react'
import { editEntityRecord, loadEntityConfigs, saveDirtyEntityRecords, type EntityStore } from 'copydesk'
import { CopydeskDevtoolsPanel } from 'copydesk/devtools'
import { createEntityRecord, durabilityOf, memoryStorage, type MemoryStorage } from 'copydesk/durable'
import { EntityStoreProvider } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { person } from '../support/person'
import { passes } from '../support/until'

afterEach(cleanup)

async function openKept(store: EntityStore) {
  render(
    <EntityStoreProvider store={store}>
      <CopydeskDevtoolsPanel />
    </EntityStoreProvider>,
  )
  const host = await waitFor(() => {
    const found = document.querySelector('[data-copydesk-devtools]')
    if (!found?.shadowRoot?.querySelector('[role=tab]')) throw new Error('The panel is not there yet.')
    return found
  })
  const tools = within(host.shadowRoot?.lastElementChild as HTMLElement)
  fireEvent.click(tools.getByRole('tab', { name: 'Kept' }))
  return (name: RegExp) => tools.findByRole('region', { name })
}

async function durableStore(storage: MemoryStorage): Promise<EntityStore> {
  const site = createMockSite({ posts: [{ id: 7, title: 'Seven' }] })
  const { store, durability } = person({ site, currentUser: 'administrator', durability: { storage } })
  await durability.ready
  for (const kind of ['taxonomy', 'postType']) await store.dispatch(loadEntityConfigs(kind))
  return store
}

describe('What is kept, in the devtools', () => {
  it('is the journal, the queue with its entries, and the ids of drafts', async () => {
    const storage = memoryStorage()
    const store = await durableStore(storage)
    storage.setOnline(false)
    const bees = store.dispatch(createEntityRecord('taxonomy', 'category', { name: 'Bees' }))
    store.dispatch(editEntityRecord('postType', 'post', 7, { categories: [Number(bees)] }))
    await store.dispatch(saveDirtyEntityRecords())
    await durabilityOf(store)?.flush()
    const region = await openKept(store)

    const journal = await region(/^Journal on/)
    expect(journal.textContent).toContain('0 not stored yet')
    const [post] = within(journal)
      .getAllByRole('listitem')
      .filter(({ textContent }) => textContent?.startsWith('postType/post 7'))
    expect(post?.textContent).toContain('categories')
    const queue = await region(/^Queue offline/)
    const [first, second] = within(queue).getAllByRole('listitem')
    expect(first?.textContent).toContain(`create taxonomy/category ${bees} Bees`)
    expect(second?.textContent).toContain('; after ')
    const ids = await region(/^Local ids 1/)
    expect(within(ids).getByRole('listitem').textContent).toBe(`taxonomy/category ${bees}draft`)

    const waiting = () => durabilityOf(store)?.queue.entries().length
    await act(async () => {
      fireEvent.click(within(second as HTMLElement).getByRole('button', { name: 'Discard' }))
      await passes(() => expect(waiting()).toBe(1))
    })
    expect(within(queue).getAllByRole('listitem')).toHaveLength(1)
    await act(async () => {
      storage.setOnline(true)
      fireEvent.click(within(queue).getByRole('button', { name: 'Retry' }))
      await passes(() => expect(waiting()).toBe(0))
    })
    await waitFor(() => expect(within(ids).getByRole('listitem').textContent).toContain('answered'))
    await act(async () => durabilityOf(store)?.close())
  })

  it('is nothing for a store without durability, which is said', async () => {
    const region = await openKept(person().store)
    expect((await region(/^Journal/)).textContent).toContain('This store keeps nothing')
  })
})
