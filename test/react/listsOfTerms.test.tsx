import { act, render, screen } from '@testing-library/react'
import { createEntityStore, defineEntity, loadEntityConfigs, removeEntityRecords } from 'copydesk'
import { EntityStoreProvider, useEntityRecords } from 'copydesk/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../support/fakeServer'

const genres = defineEntity({ kind: 'taxonomy', name: 'genre', baseURL: '/wp/v2/genres' })

it('a list of the terms in use that is on screen is read again when a post that has one is gone', async () => {
  let rows = [{ id: 1 }, { id: 2 }]
  const { fetcher } = fakeServer(({ path }) => (path.startsWith('/wp/v2/genres') ? rows : undefined))
  const store = createEntityStore({ fetcher, devTools: false, entities: [genres] })
  await store.dispatch(loadEntityConfigs('postType'))
  const Genres = () => {
    const { records } = useEntityRecords('taxonomy', 'genre', { hide_empty: true })
    return <p>{records?.length} genres</p>
  }
  render(
    <EntityStoreProvider store={store}>
      <Genres />
    </EntityStoreProvider>,
  )
  expect(await screen.findByText('2 genres')).toBeDefined()
  rows = [{ id: 1 }]
  act(() => {
    store.dispatch(removeEntityRecords('postType', 'post', 12))
  })
  expect(await screen.findByText('1 genres')).toBeDefined()
})
