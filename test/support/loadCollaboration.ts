import { person } from './person'
import { passes } from './until'

/**
 * Loads what collaboration loads when the first record is shared, so that a test with fake timers, or one that lets only
 * microtasks run, need not wait for the disk.
 */
export async function loadCollaboration(): Promise<void> {
  const { sync } = person({
    store: { entities: [{ kind: 'postType', name: 'post', baseURL: '/wp/v2/posts' }] },
    sync: { transports: [], persistence: false },
  })
  sync.open('postType', 'post', 1)
  // Without a transport it is disconnected, as soon as it is there.
  await passes(() => {
    if (sync.status('postType', 'post', 1)?.status !== 'disconnected') throw new Error('It is being loaded.')
  })
  await sync.close()
}
