import { expect, it } from 'vitest'
import { useCanUser, useResourcePermissions } from '../../src/react/permissions'
import { useDirtyEntityRecords } from '../../src/react/useDirtyEntityRecords'
import { useEntityProp } from '../../src/react/useEntityProp'
import { useEntityRecord } from '../../src/react/useEntityRecord'
import { useEntityRecords } from '../../src/react/useEntityRecords'
import { useUndo } from '../../src/react/useUndo'
import { selectResolution } from '../../src/store/selectResolution'
import { after, show, siteStore } from '../support/screen'

const hooks: ((id: number) => unknown)[] = [
  (id) => useEntityRecord('postType', 'post', id).status,
  (id) => useEntityRecords('postType', 'post', { author: id }).status,
  (id) => useEntityProp('postType', 'post', 'title', id)[0],
  (id) => useCanUser('read', { kind: 'postType', name: 'post', id }),
  (id) => useResourcePermissions('media', id).status,
  () => useUndo().hasUndo,
  () => useDirtyEntityRecords().isDirty,
]

it('a thousand components that come and go leave no listener, no request and no read behind', async () => {
  const { store, waiting, seen } = await siteStore()
  const One = ({ at }: { at: number }) => <i>{String(hooks[at % hooks.length]?.(at + 1))}</i>
  const Thousand = () => Array.from({ length: 1000 }, (_, at) => <One key={at} at={at} />)
  const { unmount } = show(store, <Thousand />)
  await after()
  expect(store.listenerCount()).toBeGreaterThan(1000)
  expect(waiting.length).toBeGreaterThan(500)
  unmount()
  await after()
  expect(store.listenerCount()).toBe(0)
  expect(waiting).toEqual([])
  expect(seen.every(({ request }) => request.signal?.aborted)).toBe(true)
  expect(selectResolution(store.getState(), 'fetchEntityRecord', 'postType', 'post', 1).status).toBe('idle')
  expect(JSON.stringify(store.getState().resolution)).not.toContain('resolving')
})
