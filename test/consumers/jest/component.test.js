/** @jest-environment jsdom */
// The component test of the documentation (docs/guide/testing.md), in the form that Jest has without a transform.
const { act, fireEvent, render, screen } = require('@testing-library/react')
const { createEntityStore, deleteEntityRecord } = require('copydesk')
const { EntityStoreProvider, useEntityRecord, useLinkSearch } = require('copydesk/react')
const { createMockSite } = require('copydesk/testing')
const { createElement: h } = require('react')

function Title({ id }) {
  const { editedRecord, edit, save } = useEntityRecord('postType', 'post', id)
  if (!editedRecord) return h('p', null, 'Loading')
  return h(
    'form',
    null,
    h('input', { value: editedRecord.title, onChange: ({ target }) => edit({ title: target.value }) }),
    h('button', { type: 'button', onClick: () => void save() }, 'Save'),
  )
}

function open(Component) {
  const site = createMockSite({ posts: [{ id: 7, title: 'Hello', author: 'author' }] })
  const store = createEntityStore({ fetcher: site.as('editor'), devTools: false })
  render(h(EntityStoreProvider, { store }, h(Component, { id: 7 })))
  return { site, store }
}

test('saves what was typed', async () => {
  const { site } = open(Title)
  const input = await screen.findByRole('textbox')
  fireEvent.change(input, { target: { value: 'Goodbye' } })
  const held = site.hold('PUT /wp/v2/posts/7')
  fireEvent.click(screen.getByRole('button'))
  await act(async () => new Promise((resolve) => setTimeout(resolve)))
  expect(held.waiting.map(({ path, body }) => [path, body.title])).toEqual([['/wp/v2/posts/7', 'Goodbye']])
  await act(async () => held.end())
  const { data } = await site.fetcher({ path: '/wp/v2/posts/7?_fields=title.rendered' })
  expect(data).toEqual({ title: { rendered: 'Goodbye' } })
})

test('loses a record that is deleted', async () => {
  const { store } = open(Title)
  await screen.findByRole('textbox')
  await act(() => store.dispatch(deleteEntityRecord('postType', 'post', 7, { force: true })))
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('suggests links', async () => {
  open(() => {
    const { results } = useLinkSearch('Hello')
    return h(
      'ul',
      null,
      results?.map(({ id, title }) => h('li', { key: id }, title)),
    )
  })
  expect((await screen.findByRole('listitem')).textContent).toBe('Hello')
})
