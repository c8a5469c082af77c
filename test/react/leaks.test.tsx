import { selectResolution } from 'copydesk'
import {
  useCanUser,
  useDirtyEntityRecords,
  useEntityProp,
  useEntityRecord,
  useEntityRecords,
  useInfiniteEntityRecords,
  useLinkSearch,
  useRefetch,
  useResourcePermissions,
  useUndo,
} from 'copydesk/react'
import { expect, it, vi } from 'vitest'
import { after, show, siteStore } from '../support/screen'

const hooks: ((id: number) => unknown)[] = [
  (id) => useEntityRecord('postType', 'post', id).status,
  (id) => useEntityRecords('postType', 'post', { author: id }).status,
  (id) => useEntityProp('postType', 'post', 'title', id)[0],
  (id) => useCanUser('read', { kind: 'postType', name: 'post', id }),
  (id) => useResourcePermissions('media', id).status,
  () => useUndo().hasUndo,
  () => useDirtyEntityRecords().isDirty,
  (id) => useInfiniteEntityRecords('postType', 'post', { author: -id }).status,
  (id) => useLinkSearch(`boat ${id}`).status,
  () => useRefetch({ onFocus: true, onReconnect: true, every: 60_000 }),
]

// The oldest React need not do it all again.
const rounds = process.env.TESTED_REACT === '18' ? 1 : 10

it('ten thousand hooks that come and go leave no listener, no request, no timer and no read behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const onPage = countListeners()
  const { store, waiting, seen } = await siteStore(undefined, { collectAfter: false })
  const One = ({ at }: { at: number }) => <i>{String(hooks[at % hooks.length]?.(at + 1))}</i>
  const Thousand = () => Array.from({ length: 1000 }, (none, at) => <One key={at} at={at} />)
  // React itself listens to the document from its first page on.
  show(store, <i />).unmount()
  const before = onPage()
  for (let round = 0; round < rounds; round++) {
    const { unmount } = show(store, <Thousand />)
    await after()
    expect(store.listenerCount()).toBe(1000)
    expect(waiting.length).toBeGreaterThan(500)
    expect(onPage()).toBeGreaterThan(before)
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    unmount()
    await after()
    expect(store.listenerCount()).toBe(0)
    expect(waiting).toEqual([])
    expect(onPage()).toBe(before)
    expect(vi.getTimerCount()).toBe(0)
  }
  expect(seen.every(({ request }) => request.signal?.aborted)).toBe(true)
  expect(selectResolution(store.getState(), 'fetchEntityRecord', 'postType', 'post', 1).status).toBe('idle')
  expect(JSON.stringify(store.getState().resolution)).not.toContain('resolving')
  vi.useRealTimers()
}, 180_000)

/** Counts from now on what listens to the window and to the document. */
function countListeners(): () => number {
  let count = 0
  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target
    vi.spyOn(target, 'addEventListener').mockImplementation((...given: Parameters<typeof add>) => {
      count++
      add.apply(target, given)
    })
    vi.spyOn(target, 'removeEventListener').mockImplementation((...given: Parameters<typeof remove>) => {
      count--
      remove.apply(target, given)
    })
  }
  return () => count
}
