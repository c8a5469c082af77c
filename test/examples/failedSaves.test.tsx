import type * as testing from 'copydesk/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

const sites = vi.hoisted((): testing.MockSite[] => [])

// The examples make their site themselves.
vi.mock('copydesk/testing', async (importActual) => {
  const actual = await importActual<typeof testing>()
  const createMockSite: typeof actual.createMockSite = (options) => {
    const site = actual.createMockSite(options)
    sites.push(site)
    return site
  }
  return { ...actual, createMockSite }
})

afterEach(() => {
  document.body.replaceChildren()
  sites.length = 0
})

it.each([
  ['minimal', () => import('../../examples/minimal/main')],
  ['in-redux-toolkit', () => import('../../examples/in-redux-toolkit/main')],
])('%s: a save that the server refuses says why, and what was typed stays', async (_, start) => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  await act(start)
  const title = await screen.findByLabelText<HTMLInputElement>(/Title/)
  sites[0]?.fail('PUT /wp/v2/posts/1', { status: 503 })
  fireEvent.change(title, { target: { value: 'Goodbye' } })
  fireEvent.click(screen.getByText('Save'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The site is busy at the moment. Try again later.',
  )
  expect(title.value).toBe('Goodbye')
  // It tells of a rejection after the promises of this turn.
  await waitFor(() => new Promise((resolve) => setImmediate(resolve)))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
