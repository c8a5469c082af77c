import type * as testing from 'copydesk/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

const { sites, prepare } = vi.hoisted(() => ({
  sites: [] as testing.MockSite[],
  /** What befalls a site before anything was asked of it. */
  prepare: {} as { site?: ((site: testing.MockSite) => unknown) | undefined },
}))

// The examples make their site themselves.
vi.mock('copydesk/testing', async (importActual) => {
  const actual = await importActual<typeof testing>()
  const createMockSite: typeof actual.createMockSite = (options) => {
    const site = actual.createMockSite(options)
    sites.push(site)
    prepare.site?.(site)
    return site
  }
  return { ...actual, createMockSite }
})

afterEach(() => {
  document.body.replaceChildren()
  sites.length = 0
  prepare.site = undefined
  // Each example begins anew.
  vi.resetModules()
})

const busy = 'The site is busy at the moment. Try again later.'

async function open(start: () => Promise<unknown>): Promise<void> {
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  await act(start)
}

it.each([
  ['minimal', () => import('../../examples/minimal/main')],
  ['in-redux-toolkit', () => import('../../examples/in-redux-toolkit/main')],
])('%s: a save that the server refuses says why, and what was typed stays', async (_, start) => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  await open(start)
  const title = await screen.findByLabelText<HTMLInputElement>(/Title/)
  sites[0]?.fail('PUT /wp/v2/posts/1', { status: 503 })
  fireEvent.change(title, { target: { value: 'Goodbye' } })
  fireEvent.click(screen.getByText('Save'))
  expect((await screen.findByRole('alert')).textContent).toBe(busy)
  expect(title.value).toBe('Goodbye')
  // It tells of a rejection after the promises of this turn.
  await waitFor(() => new Promise((resolve) => setImmediate(resolve)))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

it.each([
  ['minimal', () => import('../../examples/minimal/main')],
  ['list-and-form', () => import('../../examples/list-and-form/main')],
  ['in-redux-toolkit', () => import('../../examples/in-redux-toolkit/main')],
])('%s: says what could not be read, instead of loading for ever', async (_, start) => {
  prepare.site = (site) => site.fail(/^GET .*\/posts/, { status: 503 }, { times: Infinity })
  await open(start)
  await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
  const alerts = await screen.findAllByRole('alert')
  expect(new Set(alerts.map(({ textContent }) => textContent))).toEqual(new Set([busy]))
})

it('list-and-form: a save of all says what failed, also of a post that is not open', async () => {
  await open(() => import('../../examples/list-and-form/main'))
  fireEvent.change(await screen.findByLabelText(/Title/), { target: { value: 'The ferry is early' } })
  fireEvent.click(screen.getByText('A new bridge'))
  sites[0]?.fail('PUT /wp/v2/posts/1', { status: 503 })
  fireEvent.click(screen.getByText('Save 1'))
  expect((await screen.findByRole('alert')).textContent).toBe(busy)
})
