import type { Lock } from 'copydesk'
import { acquireLock, selectHeldLocks, selectIsLockAvailable, selectPendingLocks } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { settle } from '../support/fakeServer'
import { lockStore } from './lockStore'

const empty = { held: [], pending: [] }

describe('a lock on a free path', () => {
  it('is given at once, with its path as texts', async () => {
    const { store, take } = lockStore()
    const taken = take('a', ['posts', 1], { exclusive: true })
    expect(selectHeldLocks(store.getState())).toHaveLength(1)
    const lock = await taken
    expect(lock).toMatchObject({ path: ['posts', '1'], exclusive: true })
    expect(selectHeldLocks(store.getState())).toEqual([lock])
  })

  it('leaves nothing behind when it is given back', async () => {
    const { exclusive, release, locks } = lockStore()
    release(await exclusive('a', 'posts'))
    expect(locks()).toEqual(empty)
  })

  it('may be given back twice', async () => {
    const { exclusive, shared, release, locks, granted } = lockStore()
    const first = await shared('first', 'posts')
    await shared('second', 'posts')
    release(first)
    release(first)
    void exclusive('writer', 'posts')
    await settle()
    expect(granted).toEqual(['first', 'second'])
    expect(locks().held).toHaveLength(1)
  })

  it('may be given back by its id alone, and a stranger changes nothing', async () => {
    const { exclusive, release, locks } = lockStore()
    const { id } = await exclusive('a', 'posts')
    release({ id: 'lock-0' })
    expect(locks().held).toHaveLength(1)
    release({ id })
    expect(locks()).toEqual(empty)
  })
})

describe('who has to wait', () => {
  it('comes first, served first', async () => {
    const { exclusive, release, granted } = lockStore()
    const holder = await exclusive('0', 'posts')
    const waiting = [1, 2, 3].map((i) => exclusive(`${i}`, 'posts'))
    release(holder)
    for (const next of waiting) release(await next)
    expect(granted).toEqual(['0', '1', '2', '3'])
  })

  it('is not overtaken by a shared lock that came later', async () => {
    const { exclusive, shared, release, granted } = lockStore()
    const reader = await shared('reader', 'posts')
    const writer = exclusive('writer', 'posts', '1')
    const late = shared('late', 'posts', '1')
    await settle()
    expect(granted).toEqual(['reader'])
    release(reader)
    release(await writer)
    await late
    expect(granted).toEqual(['reader', 'writer', 'late'])
  })

  it('does not hold up those whose paths are apart', async () => {
    const { exclusive, granted } = lockStore()
    await exclusive('holder', 'posts', '1')
    void exclusive('waits', 'posts', '1')
    void exclusive('apart', 'posts', '2')
    await settle()
    expect(granted).toEqual(['holder', 'apart'])
  })

  it('is served together with everybody else who now fits', async () => {
    const { exclusive, shared, release, granted } = lockStore()
    const holder = await exclusive('holder', 'posts')
    void shared('a', 'posts')
    void exclusive('b', 'pages')
    void shared('c', 'posts', '1')
    void exclusive('d', 'posts', '1')
    await settle()
    release(holder)
    await settle()
    expect(granted).toEqual(['holder', 'b', 'a', 'c'])
  })

  it('waits in two stores apart', async () => {
    const [one, other] = [lockStore(), lockStore()]
    await one.exclusive('one', 'posts')
    await other.exclusive('other', 'posts')
    expect([one.granted, other.granted]).toEqual([['one'], ['other']])
  })
})

describe('giving up', () => {
  it('while waiting rejects with the reason and makes way for those behind', async () => {
    const { exclusive, shared, take, release, granted, errors, locks } = lockStore()
    const reader = await shared('reader', 'posts')
    const controller = new AbortController()
    take('writer', ['posts'], { exclusive: true, signal: controller.signal }).catch(() => undefined)
    void shared('behind', 'posts')
    const reason = new Error('No longer wanted.')
    controller.abort(reason)
    await settle()
    expect(errors).toEqual([reason])
    expect(granted).toEqual(['reader', 'behind'])
    expect(locks().pending).toEqual([])
    release(reader)
    void exclusive('later', 'posts')
  })

  it('before asking rejects and takes nothing', async () => {
    const { take, locks } = lockStore()
    const reason = new Error('No longer wanted.')
    const taken = take('a', ['posts'], { exclusive: true, signal: AbortSignal.abort(reason) })
    await expect(taken).rejects.toBe(reason)
    expect(locks()).toEqual(empty)
  })

  it('after the lock was given changes nothing', async () => {
    const { exclusive, take, release, locks } = lockStore()
    const holder = await exclusive('holder', 'posts')
    const controller = new AbortController()
    const taken = take('a', ['posts'], { exclusive: true, signal: controller.signal })
    release(holder)
    const lock = await taken
    controller.abort()
    await settle()
    expect(locks().held).toEqual([lock])
  })

  it('leaves no listener on the signal, whether granted or given up', async () => {
    const { exclusive, take, release } = lockStore()
    const controller = new AbortController()
    const { signal } = controller
    const held = new Set<unknown>()
    signal.addEventListener = (type: string, listener: unknown) => void held.add(listener)
    signal.removeEventListener = (type: string, listener: unknown) => void held.delete(listener)
    const holder = await exclusive('holder', 'posts')
    const taken = take('a', ['posts'], { exclusive: true, signal })
    expect(held.size).toBe(1)
    release(holder)
    await taken
    expect(held.size).toBe(0)
  })
})

describe('while others are told of a lock', () => {
  it('a lock that is given back before the waiting one is registered goes to it', async () => {
    const { store, exclusive, release, granted, locks } = lockStore()
    const holder = await exclusive('holder', 'posts')
    const stop = store.subscribe(() => {
      if (locks().pending.length === 0) return
      stop()
      release(holder)
    })
    const next = exclusive('next', 'posts')
    release(await next)
    expect(granted).toEqual(['holder', 'next'])
    expect(locks()).toEqual(empty)
  })

  it('one that is given up meanwhile is not granted to nobody', async () => {
    const { store, exclusive, shared, take, release, locks, granted } = lockStore()
    const holder = await exclusive('holder', 'posts')
    const first = shared('first', 'posts')
    const controller = new AbortController()
    const { signal } = controller
    take('given up', ['posts'], { exclusive: false, signal }).catch(() => undefined)
    const stop = store.subscribe(() => {
      if (!locks().held.some((lock) => !lock.exclusive)) return
      stop()
      controller.abort()
    })
    release(holder)
    release(await first)
    expect(locks()).toEqual(empty)
    await exclusive('later', 'posts')
    expect(granted).toEqual(['holder', 'first', 'later'])
  })

  it('none is granted twice when a listener gives one back in between', async () => {
    const { store, exclusive, shared, release, locks } = lockStore()
    const holder = await exclusive('holder', 'posts')
    const other = await exclusive('other', 'pages')
    const waiting = [shared('a', 'posts'), shared('b', 'posts')]
    const stop = store.subscribe(() => {
      if (locks().held.every((lock) => lock.exclusive)) return
      stop()
      release(other)
    })
    release(holder)
    const taken = await Promise.all(waiting)
    expect(locks().held.map(({ id }) => id)).toEqual(taken.map(({ id }) => id))
    for (const lock of taken) release(lock)
    expect(locks()).toEqual(empty)
  })

  it('one that is asked for meanwhile is served like any other', async () => {
    const { store, exclusive, read, release, granted, locks } = lockStore()
    const holder = await exclusive('holder', 'posts')
    void read('read', ['posts'])
    const late = new Promise<Lock>((resolve) => {
      const stop = store.subscribe(() => {
        if (locks().held.length > 0) return
        stop()
        resolve(exclusive('late', 'posts'))
      })
    })
    release(holder)
    release(await late)
    await settle()
    expect(granted).toEqual(['holder', 'late', 'read'])
    expect(locks()).toEqual(empty)
  })
})

describe('a read that waits until nobody writes', () => {
  it('goes on at once on a free path, and holds nothing', () => {
    const { read, locks } = lockStore()
    expect(read('read', ['posts'])).toBeUndefined()
    expect(locks()).toEqual(empty)
  })

  it('waits for a write below its path, and holds nothing then either', async () => {
    const { exclusive, read, release, granted, locks } = lockStore()
    const save = await exclusive('save', 'posts', '1')
    void read('list', ['posts'])
    await settle()
    expect(granted).toEqual(['save'])
    release(save)
    await settle()
    expect(granted).toEqual(['save', 'list'])
    expect(locks()).toEqual(empty)
  })

  it('does not wait for shared locks', async () => {
    const { shared, read } = lockStore()
    await shared('a', 'posts')
    expect(read('list', ['posts'])).toBeUndefined()
  })

  it('does not overtake a write that waits', async () => {
    const { shared, exclusive, read, release, granted } = lockStore()
    const reader = await shared('shared', 'posts')
    const save = exclusive('save', 'posts', '1')
    void read('list', ['posts'])
    release(reader)
    release(await save)
    await settle()
    expect(granted).toEqual(['shared', 'save', 'list'])
  })

  it('does not hold up the write of another record while it waits', async () => {
    const { exclusive, read, granted } = lockStore()
    await exclusive('save 1', 'posts', '1')
    void read('list', ['posts'])
    void exclusive('save 2', 'posts', '2')
    await settle()
    expect(granted).toEqual(['save 1', 'save 2'])
  })

  it('gives up when it is aborted', async () => {
    const { exclusive, read, errors, locks } = lockStore()
    await exclusive('save', 'posts', '1')
    const controller = new AbortController()
    read('list', ['posts'], controller.signal)?.catch(() => undefined)
    controller.abort()
    await settle()
    expect(errors).toEqual([controller.signal.reason])
    expect(locks().pending).toEqual([])
  })
})

describe('a path', () => {
  it.each([undefined, null, 'posts', {}, 5, [{}], ['posts', null], [['posts']], ['posts', true]])(
    'that is %j is refused as a rejection',
    async (path) => {
      const { store, locks } = lockStore()
      const taken = store.dispatch(acquireLock(path as string[], { exclusive: true }))
      await expect(taken).rejects.toMatchObject({ code: 'invalid_lock' })
      expect(locks()).toEqual(empty)
    },
  )

  it('may have numbers, which are texts to it', async () => {
    const { store, take } = lockStore()
    await take('a', ['posts', 1], { exclusive: true })
    const state = store.getState()
    expect(selectIsLockAvailable(state, ['posts', '1'], { exclusive: false })).toBe(false)
    expect(selectIsLockAvailable(state, ['posts', 1], { exclusive: false })).toBe(false)
    expect(selectIsLockAvailable(state, ['posts', 2], { exclusive: true })).toBe(true)
  })
})

describe('what can be asked', () => {
  it('is whether a lock could be held now, whoever waits', async () => {
    const { store, shared, exclusive } = lockStore()
    await shared('a', 'posts', '1')
    void exclusive('b', 'posts')
    const available = (path: string[], isExclusive: boolean) =>
      selectIsLockAvailable(store.getState(), path, { exclusive: isExclusive })
    expect(available(['posts'], true)).toBe(false)
    expect(available(['posts'], false)).toBe(true)
    expect(available(['posts', '1', 'revisions'], true)).toBe(false)
    expect(available(['posts', '2'], true)).toBe(true)
    expect(available([], true)).toBe(false)
  })

  it('is who waits, oldest first', async () => {
    const { store, exclusive } = lockStore()
    await exclusive('a', 'posts')
    void exclusive('b', 'posts', '2')
    void exclusive('c', 'posts', '1')
    await settle()
    expect(selectPendingLocks(store.getState()).map(({ path }) => path)).toEqual([
      ['posts', '2'],
      ['posts', '1'],
    ])
  })

  it('is plain data', async () => {
    const { locks, exclusive } = lockStore()
    await exclusive('a', 'posts')
    expect(JSON.parse(JSON.stringify(locks()))).toEqual(locks())
  })
})
