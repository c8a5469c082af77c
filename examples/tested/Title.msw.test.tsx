import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createEntityStore, createRestFetcher } from 'copydesk'
import { EntityStoreProvider } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Title } from './Title'

// The same site, behind the network: what the application does with `fetch` is tested as well.
const site = createMockSite({ posts: [{ id: 7, title: 'Hello' }] })
const server = setupServer(...site.handlers(http))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())
afterEach(cleanup)

it('saves through fetch', async () => {
  const fetcher = createRestFetcher({ root: site.root })
  const store = createEntityStore({ fetcher, devTools: false })
  render(
    <EntityStoreProvider store={store}>
      <Title id={7} />
    </EntityStoreProvider>,
  )
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Goodbye' } })
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(site.requests.some(({ method }) => method === 'PUT')).toBe(true))
})
