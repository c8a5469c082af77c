import {
  clearEntityRecordEdits,
  editEntityRecord,
  receiveEntityRecords,
  RestError,
  saveEditedEntityRecord,
  type RecordReference,
} from 'copydesk'
import { EntityProvider, useRecordState } from 'copydesk/react'
import { expect, it } from 'vitest'
import { openOffice, openTab } from '../durable/queue/office'
import { post } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

it('shows how a record stands, and renders again only when that is another word', async () => {
  const { store } = await siteStore()
  store.dispatch(receiveEntityRecords('postType', 'post', [post(1), post(2)]))
  const edit = (id: number, title: string) =>
    after(() => store.dispatch(editEntityRecord('postType', 'post', id, { title })))
  const shown: string[] = []
  const Reader = () => {
    shown.push(useRecordState('postType', 'post'))
    return null
  }
  show(
    store,
    <EntityProvider kind="postType" name="post" id={1}>
      <Reader />
    </EntityProvider>,
  )
  expect(shown).toEqual(['saved'])
  await edit(2, 'A')
  await edit(1, 'A')
  await edit(1, 'B')
  expect(shown).toEqual(['saved', 'unsaved'])
})

it('shows of several records that are saved together how the most urgent stands', async () => {
  const { store } = await siteStore(({ method }) => {
    if (method === 'PUT') throw new RestError({ code: 'busy', message: 'Busy.', status: 503 })
    return undefined
  })
  store.dispatch(receiveEntityRecords('postType', 'post', [post(1), post(2)]))
  store.dispatch(receiveEntityRecords('root', 'comment', [{ id: 7, author_name: 'Ada' }] as never))
  const shown: string[] = []
  let rows: readonly RecordReference[] = [
    { kind: 'postType', name: 'post', key: 1 },
    { kind: 'root', name: 'comment', key: '7' },
  ]
  const Reader = () => {
    // A new array with each render, as a form has it.
    shown.push(useRecordState([...rows]))
    return null
  }
  const { rerender } = show(store, <Reader />)
  await after(() => store.dispatch(editEntityRecord('postType', 'post', 2, { title: 'A' })))
  await after(() => store.dispatch(editEntityRecord('root', 'comment', 7, { author_name: 'Ben' })))
  expect(shown).toEqual(['saved', 'unsaved'])
  await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'B' })))
  expect(shown).toEqual(['saved', 'unsaved'])
  await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', 1)))
  expect(shown.at(-1)).toBe('failed')
  await after(() => store.dispatch(clearEntityRecordEdits('postType', 'post', 1)))
  expect(shown.at(-1)).toBe('unsaved')
  rows = []
  rerender(<Reader />)
  expect(shown.at(-1)).toBe('saved')
})

it('says with durability also that a save waits', async () => {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11)
  const shown: string[] = []
  const Reader = () => {
    shown.push(useRecordState('postType', 'post', 11))
    return null
  }
  show(tab.store, <Reader />)
  office.goOffline()
  await after(() => tab.edit(11, { title: 'On the train' }))
  expect(shown).toEqual(['saved', 'unsaved'])
  await after(() => tab.save(11))
  expect(shown.at(-1)).toBe('waiting')
  office.goOnline()
  await after(() => tab.queue.whenEmpty())
  expect(shown.at(-1)).toBe('saved')
})
