import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createEntityStore } from 'copydesk'
import { EntityStoreProvider } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { afterEach, expect, it } from 'vitest'
import { Title } from './Title'

afterEach(cleanup)

function show() {
  const site = createMockSite({ posts: [{ id: 7, title: 'Hello', author: 'author' }] })
  const store = createEntityStore({ fetcher: site.as('editor'), devTools: false })
  render(
    <EntityStoreProvider store={store}>
      <Title id={7} />
    </EntityStoreProvider>,
  )
  return site
}

it('saves what was typed', async () => {
  const site = show()
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Goodbye' } })
  fireEvent.click(screen.getByText('Save'))
  await waitFor(async () => {
    const { data } = await site.fetcher({ path: '/wp/v2/posts/7?_fields=title.rendered' })
    expect(data).toEqual({ title: { rendered: 'Goodbye' } })
  })
})

it('keeps what was typed where the server fails, and says why', async () => {
  const site = show()
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Goodbye' } })
  site.fail('PUT /wp/v2/posts/7', { status: 503 })
  fireEvent.click(screen.getByText('Save'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The site is busy at the moment. Try again later.',
  )
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Goodbye')
})
