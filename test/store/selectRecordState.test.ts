import { clearEntityRecordEdits, selectRecordState } from 'copydesk'
import { createEntityRecord } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab } from '../durable/queue/office'
import { conflictStore } from '../durable/conflicts/conflictStores'
import { refusal } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

async function desk() {
  const posts = await postStore()
  return { ...posts, standing: () => selectRecordState(posts.store.getState(), 'postType', 'post', 1) }
}

describe('how a record stands, in one word', () => {
  it('is saved, unsaved, saving, and saved again', async () => {
    const { edit, save, server, standing } = await desk()
    expect(standing()).toBe('saved')
    edit(1, { title: 'New' })
    expect(standing()).toBe('unsaved')
    const { promise } = await save(1)
    expect(standing()).toBe('saving')
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    expect(standing()).toBe('saved')
  })

  it('is failed until it is saved again, or what failed is given up', async () => {
    const { edit, save, server, standing, store } = await desk()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.fail(refusal(400, 'rest_invalid_param'))
    await promise
    expect(standing()).toBe('failed')
    edit(1, { title: 'Newer' })
    expect(standing()).toBe('failed')
    store.dispatch(clearEntityRecordEdits('postType', 'post', 1))
    expect(standing()).toBe('saved')
  })

  it('is failed where a deletion was refused', async () => {
    const { remove, server, standing } = await desk()
    const { promise } = await remove(1)
    expect(standing()).toBe('saving')
    server.waiting[0]?.fail(refusal(403, 'rest_cannot_delete'))
    await promise
    expect(standing()).toBe('failed')
  })

  it('is waiting while all that was edited waits for a network, and unsaved with what is typed on', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    const standing = (id: number) => selectRecordState(tab.getState(), 'postType', 'post', id)
    office.goOffline()
    tab.edit(11, { title: 'On the train' })
    await tab.save(11)
    expect(standing(11)).toBe('waiting')
    tab.edit(11, { excerpt: 'Later' })
    expect(standing(11)).toBe('unsaved')
    await tab.remove(12)
    expect(standing(12)).toBe('waiting')
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(standing(11)).toBe('unsaved')
    await tab.save(11)
    expect(standing(11)).toBe('saved')
  })

  it('is unsaved of a record that the site does not know yet', async () => {
    const tab = await openTab(openOffice())
    await tab.load(11)
    const id = tab.dispatch(createEntityRecord('postType', 'post'))
    const standing = () => selectRecordState(tab.getState(), 'postType', 'post', id)
    expect(standing()).toBe('unsaved')
    tab.edit(id, { title: 'Tides' })
    await tab.save(id)
    expect(standing()).toBe('saved')
  })

  it('is a conflict until somebody has chosen', async () => {
    const desk = await conflictStore()
    const standing = () => selectRecordState(desk.store.getState(), 'postType', 'post', 1)
    desk.edit(1, { title: 'Mine' })
    await desk.elsewhere({ title: 'Theirs' })
    await desk.trySave()
    expect(standing()).toBe('conflict')
    desk.resolve({ title: 'theirs' })
    expect(standing()).toBe('saved')
  })
})
