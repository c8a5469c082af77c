import { editEntityRecord, receiveEntityRecords } from 'copydesk'
import { EntityProvider, useRecordState } from 'copydesk/react'
import { expect, it } from 'vitest'
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
