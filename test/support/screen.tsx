import { type EntityStore, type EntityStoreOptions, loadEntityConfigs } from 'copydesk'
import { EntityStoreProvider } from 'copydesk/react'
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { fakeServer, settle, type Rule } from './fakeServer'
import { person, type PersonOptions } from './person'

const complaints = vi.fn<(...message: unknown[]) => void>()

/** Before each test: notes what React complains about. */
export function watchComplaints(): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  complaints.mockClear()
  vi.spyOn(console, 'error').mockImplementation((...message) => {
    if (!isServerInDocument(message)) complaints(...message)
  })
}

/**
 * What React 18 says of react-redux's Provider when a page is rendered to text where there is a document, as in these
 * tests: react-redux takes layout effects there, and on a server, which has no document, plain ones.
 */
function isServerInDocument(message: readonly unknown[]): boolean {
  const text = message.join(' ')
  return text.includes('useLayoutEffect does nothing on the server') && /at Provider .*react-redux/.test(text)
}

/** After each test. React complains about updates nobody waited for, states set while rendering and pages that don't match. */
export function clearScreen(): void {
  cleanup()
  expect(complaints.mock.calls).toEqual([])
}

/** What React complained about, for a test that expects it; it does not fail the test then. */
export function takeComplaints(): string {
  const text = complaints.mock.calls.flat().map(String).join('\n')
  complaints.mockClear()
  return text
}

/** A store before a fake server, with the post types known, so that requests are those of the test alone. */
export async function siteStore(
  rule?: Rule,
  options: Partial<EntityStoreOptions> = {},
  kept?: PersonOptions['durability'],
) {
  const server = fakeServer(rule)
  const { store, durability } = person({ network: server, store: options, durability: kept })
  await store.dispatch(loadEntityConfigs('postType'))
  server.log.length = 0
  server.seen.length = 0
  return { ...server, store, durability }
}

/** Renders below a provider of the store. */
export function show(store: EntityStore, element: ReactNode, options: { strict?: boolean } = {}) {
  const wrapper = ({ children }: { children?: ReactNode }) => (
    <EntityStoreProvider store={store}>{children}</EntityStoreProvider>
  )
  return render(element, { wrapper, reactStrictMode: options.strict ?? false })
}

/** Does something, and lets everything happen that follows from it. */
export async function after(step?: () => unknown): Promise<void> {
  await act(async () => {
    await step?.()
    await settle()
  })
}
