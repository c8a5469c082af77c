import { act, cleanup, fireEvent, render, waitFor, within } from '@testing-library/react'
import {
  editEntityRecord,
  fetchEntityRecord,
  loadEntityConfigs,
  saveDirtyEntityRecords,
  saveEntityRecord,
  type EntityStore,
} from 'copydesk'
import { CopydeskDevtoolsPanel } from 'copydesk/devtools'
import { createEntityRecord, durabilityOf, memoryStorage, type DurableStorage } from 'copydesk/durable'
import { EntityStoreProvider } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { person } from '../support/person'
import { passes } from '../support/until'

afterEach(cleanup)

async function openPanel(store: EntityStore, tab: 'Kept' | 'Edits') {
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
  fireEvent.click(tools.getByRole('tab', { name: tab }))
  return (name: RegExp) => tools.findByRole('region', { name })
}

const sevenAlone = () => createMockSite({ posts: [{ id: 7, title: 'Seven', excerpt: 'Short' }] })

async function durableStore(storage: DurableStorage, site = sevenAlone()): Promise<EntityStore> {
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
    const region = await openPanel(store, 'Kept')

    const journal = await region(/^Journal on/)
    expect(journal.textContent).toContain('0 not stored yet')
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
    const region = await openPanel(person().store, 'Kept')
    expect((await region(/^Journal/)).textContent).toContain('This store keeps nothing')
  })
})

describe('The log of a record, in the devtools', () => {
  it('is what the server had, each piece of work with its page, state and age, and what is shown', async () => {
    const storage = memoryStorage()
    const site = sevenAlone()
    const [gone, page, other] = [storage.tab(), storage.tab(), storage.tab()]
    const left = await durableStore(gone, site)
    left.dispatch(editEntityRecord('postType', 'post', 7, { slug: 'left' }))
    await durabilityOf(left)?.flush()
    gone.kill()
    const [store, elsewhere] = [await durableStore(page, site), await durableStore(other, site)]
    await store.dispatch(fetchEntityRecord('postType', 'post', 7))
    const region = await openPanel(store, 'Edits')
    await region(/^Edits 1/)
    await act(async () => {
      storage.setOnline(false)
      await elsewhere.dispatch(saveEntityRecord('postType', 'post', { id: 7, excerpt: 'Theirs' }))
      store.dispatch(editEntityRecord('postType', 'post', 7, { title: 'Saved' }))
      await store.dispatch(saveDirtyEntityRecords())
      store.dispatch(editEntityRecord('postType', 'post', 7, { title: 'Typed' }))
      await passes(() => expect(durabilityOf(store)?.queue.entries()).toHaveLength(1))
    })
    const record = within(await region(/^Edits 1/)).getByRole('listitem')
    const lines = () => [...record.children].map(({ textContent }) => textContent)
    await waitFor(() =>
      expect(lines()).toEqual([
        'postType/post 7 Typed',
        expect.stringMatching(/^base: slug seven, excerpt Short, title Seven; read /),
        expect.stringMatching(/^lefta page that is gone, .*slug: .* → left$/),
        expect.stringMatching(/^waitingthis page, .*excerpttitle: Seven → Saved$/),
        expect.stringMatching(/^openthis page, .*title: Saved → Typed$/),
        'view: slug seven, excerpt Short, title Typed',
        'DiscardSave',
      ]),
    )
    for (const one of [store, elsewhere]) await act(async () => durabilityOf(one)?.close())
  })

  it('is there without durability as well, with a save under way', async () => {
    const site = sevenAlone()
    const { store } = person({ site, currentUser: 'administrator' })
    await store.dispatch(fetchEntityRecord('postType', 'post', 7))
    const region = await openPanel(store, 'Edits')
    const answers = site.hold('PUT /wp/v2/posts/7')
    let saved: Promise<unknown> | undefined
    await act(async () => {
      store.dispatch(editEntityRecord('postType', 'post', 7, { title: 'Sent' }))
      saved = store.dispatch(saveDirtyEntityRecords())
      await passes(() => expect(answers.waiting).toHaveLength(1))
    })
    const record = within(await region(/^Edits 1/)).getByRole('listitem')
    await waitFor(() => expect(record.textContent).toMatch(/sendingthis page, just now.*title: Seven → Sent/))
    await act(async () => {
      answers.end()
      await saved
    })
    await waitFor(async () => expect((await region(/^Edits 0/)).textContent).toContain('Nothing is edited.'))
  })
})
