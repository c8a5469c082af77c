import { createRoot } from 'react-dom/client'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  EntityStoreProvider,
  useAutosave,
  useDirtyEntityRecords,
  useEntityField,
  useEntityRecord,
  useEntityRecords,
  useLeaveGuard,
  useLinkSearch,
  useNewEntityRecord,
  useRefetch,
  useUndo,
} from 'copydesk/react'
import { editEntityRecord } from 'copydesk'
import { createTestStore } from 'copydesk/testing'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What React Native has: a window without events, and no document. The renderer keeps those of its own. */
function takePageAway(): void {
  vi.stubGlobal('document', undefined)
  // What the renderer of React 18 asks it for.
  vi.stubGlobal('window', { HTMLIFrameElement })
  vi.stubGlobal('navigator', { product: 'ReactNative' })
  vi.stubGlobal('addEventListener', undefined)
}

function Screen() {
  const { edit, hasEdits } = useEntityRecord('postType', 'post', 1)
  const { value = '' } = useEntityField('postType', 'post', 1, 'title')
  const { records } = useEntityRecords('postType', 'post', { status: 'any' })
  const { savedAt } = useAutosave('postType', 'post', 1)
  const { dirty } = useDirtyEntityRecords()
  useNewEntityRecord('postType', 'post')
  useLinkSearch('tides')
  useUndo()
  useLeaveGuard()
  useRefetch({ onFocus: true, onReconnect: true, every: 60_000 })
  return (
    <button onClick={() => edit({ title: 'Ebb' })}>
      {value}, {records?.length} rows, {hasEdits ? dirty.length : 'none'} unsaved,{' '}
      {savedAt ? 'kept' : 'not kept'}
    </button>
  )
}

it('a screen reads, edits, autosaves and polls where there is no document and no window', async () => {
  const { store, site } = createTestStore({
    posts: [{ id: 1, title: 'Tides', status: 'draft' }],
    store: { defaults: { refetchOnFocus: true } },
  })
  const container = document.createElement('div')
  const root = createRoot(container)
  const element = (
    <EntityStoreProvider store={store}>
      <Screen />
    </EntityStoreProvider>
  )
  const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  takePageAway()
  await act(() => {
    root.render(element)
    return vi.advanceTimersByTimeAsync(1000)
  })
  expect(container.textContent).toBe('Tides, 1 rows, none unsaved, not kept')
  act(() => void store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Ebb' })))
  expect(container.textContent).toBe('Ebb, 1 rows, 1 unsaved, not kept')
  await later(3000)
  expect(container.textContent).toMatch(/ kept$/)
  const before = site.requests.length
  await later(61_000)
  expect(site.requests.length).toBeGreaterThan(before)
  act(() => root.unmount())
})
