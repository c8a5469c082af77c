import { createRegistry } from '@wordpress/data'
import fc from 'fast-check'
import { createCoreStore } from 'copydesk/wordpress-data/store'
import { afterEach, beforeEach, describe, expect, it, vi, onTestFinished } from 'vitest'
import { fakeServer, reply } from '../support/fakeServer'
import { turns } from '../support/until'
import { quiet, registryOf, smallSite } from './registryOf'

const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic
const hostile: readonly unknown[] = [
  ...[undefined, null, '', 0, -1, NaN, Infinity, true, 'x', '\0', 'a/b', '__proto__', 'constructor'],
  ...[{}, [], cyclic, { kind: 'postType' }, { _fields: {} }, { per_page: 'many' }, { include: [[]] }],
  ...[() => 1, Symbol('s'), 10n, new Date(0), new Map(), Object.create(null), { a: 10n }],
]

const hostileArguments = fc.array(
  fc.constantFrom(...hostile, 'postType', 'post', 'root', 'site', 'media', 1),
  {
    maxLength: 5,
  },
)

describe('selectors', () => {
  it('never throw, whatever they are given', async () => {
    // In development it is told what each of them could not make sense of.
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => told.mockRestore())
    const { select } = registryOf()
    const names = Object.keys(select)
    fc.assert(
      fc.property(fc.constantFrom(...names), hostileArguments, (name, args) => {
        select[name]?.(...args)
      }),
      { numRuns: 3000 },
    )
    await quiet()
  })

  it('never throw once the site is known either, and leave nothing that resolves for ever', async () => {
    const { select, resolve, store } = registryOf(known)
    await resolve.getEntityRecords?.('postType', 'post')
    await resolve.getCurrentTheme?.()
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(select)), hostileArguments, (name, args) => {
        select[name]?.(...args)
      }),
      { numRuns: 2000 },
    )
    for (let i = 0; i < 20; i++) await quiet()
    expect(select.hasResolvingSelectors?.()).toBe(false)
    expect(store.getState().locks).toEqual(registryOf().store.getState().locks)
  })

  it('give the same object when nothing has changed, each of them', async () => {
    const { select, resolve } = registryOf(known)
    await resolve.getEntityRecords?.('postType', 'post')
    await resolve.getEntitiesConfig?.('root')
    await resolve.getCurrentTheme?.()
    await resolve.getCurrentUser?.()
    const given = [
      [],
      ['postType', 'post'],
      ['postType', 'post', 1],
      ['postType', 'post', [1, 2]],
      ['postType', 'post', { per_page: 10 }],
      ['root', 'user'],
      [1],
      [{ per_page: 10 }],
      ['getEntityRecords', ['postType', 'post']],
    ]
    for (let i = 0; i < 3; i++) {
      for (const name of Object.keys(select)) for (const args of given) select[name]?.(...args)
      await quiet()
    }
    const differing = Object.keys(select).flatMap((name) =>
      given
        .filter((args) => !Object.is(select[name]?.(...copyOf(args)), select[name]?.(...copyOf(args))))
        .map((args) => [name, args]),
    )
    expect(differing).toEqual([])
  })
})

/** The same site, that answers everything with something. */
const known: typeof smallSite = (request) => smallSite(request) ?? reply({})

/** Equal arguments that are others, as a component makes them anew each time. */
function copyOf(args: readonly unknown[]): unknown[] {
  return structuredClone(args) as unknown[]
}

describe('transient edits', () => {
  it('come out as they went in: through edits, undo, redo and a save', async () => {
    const { select, dispatch, resolve } = registryOf()
    await resolve.getEntityRecord?.('postType', 'post', 1)
    const first = [{ clientId: 'a', attributes: { text: 'A' }, innerBlocks: [] }]
    const second = [{ ...first[0], attributes: { text: 'A' }, innerBlocks: [] }, { clientId: 'b' }]
    const blocks = () =>
      (select.getEditedEntityRecord?.('postType', 'post', 1) as { blocks?: unknown }).blocks
    await dispatch.editEntityRecord?.('postType', 'post', 1, { blocks: first, content: () => 'A' })
    expect(blocks()).toBe(first)
    await dispatch.editEntityRecord?.('postType', 'post', 1, { blocks: second, content: () => 'B' })
    expect(blocks()).toBe(second)
    await dispatch.undo?.()
    expect(blocks()).toBe(first)
    await dispatch.redo?.()
    expect(blocks()).toBe(second)
    await dispatch.saveEditedEntityRecord?.('postType', 'post', 1)
    expect(blocks()).toBe(second)
    expect((select.getEntityRecordEdits?.('postType', 'post', 1) as { blocks?: unknown }).blocks).toBe(second)
  })
})

describe('subscribing', () => {
  it('fires when something has changed and only then, and getState is another one just then', async () => {
    const { registry, select, dispatch, resolve } = registryOf()
    await resolve.getEntityRecord?.('postType', 'post', 1)
    await quiet()
    const { store } = registry.stores.core as unknown as { store: { getState(): unknown } }
    let fired = 0
    registry.subscribe(() => fired++)
    const before = store.getState()
    select.getEntityRecord?.('postType', 'post', 1)
    await dispatch.editEntityRecord?.('postType', 'post', 1, {})
    await dispatch.undo?.()
    await quiet()
    expect([fired, store.getState()]).toEqual([0, before])
    await dispatch.editEntityRecord?.('postType', 'post', 1, { title: 'New' })
    expect(fired).toBe(1)
    expect(store.getState()).not.toBe(before)
    await dispatch.startResolution?.('mine', [])
    expect(fired).toBe(2)
  })
})

describe('many reads that are answered at once', () => {
  it('are notified a few times, and of each what it brought', async () => {
    const { registry, resolve, select } = registryOf(({ path }) => {
      const id = Number(/\/posts\/(\d+)/.exec(path)?.[1])
      return { id, title: { raw: 'T' }, content: { raw: '' }, excerpt: { raw: '' } }
    })
    await resolve.getEntitiesConfig?.('postType')
    let told = 0
    let last: unknown
    registry.subscribe(() => {
      told++
      last = select.getEntityRecord?.('postType', 'post', 200)
    })
    const ids = Array.from({ length: 200 }, (item, at) => at + 1)
    await Promise.all(ids.map(async (id) => resolve.getEntityRecord?.('postType', 'post', id)))
    await quiet()
    expect(told).toBeLessThan(40)
    expect(last).toMatchObject({ id: 200 })
  })
})

describe('many reads that are answered one after another, as a browser does', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are notified a few times a frame, and an edit among them at once', async () => {
    const server = fakeServer(({ path }) => {
      const id = Number(/\/posts\/(\d+)/.exec(path)?.[1])
      return { id, title: { raw: 'T' }, content: { raw: '' }, excerpt: { raw: '' } }
    })
    let asked = 0
    const registry = createRegistry()
    registry.register(
      createCoreStore({
        fetcher: async (request) => {
          // One answer each millisecond.
          await new Promise((done) => setTimeout(done, ++asked))
          return server.fetcher(request)
        },
      }) as never,
    )
    const [resolve, select, dispatch] = [
      registry.resolveSelect('core'),
      registry.select('core'),
      registry.dispatch('core'),
    ] as readonly { readonly [name: string]: (...args: unknown[]) => Promise<unknown> }[]
    const known = resolve?.getEntityRecord?.('postType', 'post', 1)
    await vi.advanceTimersByTimeAsync(50)
    await known
    let told = 0
    registry.subscribe(() => told++)
    const ids = Array.from({ length: 160 }, (item, at) => at + 2)
    const all = Promise.all(ids.map(async (id) => resolve?.getEntityRecord?.('postType', 'post', id)))
    await vi.advanceTimersByTimeAsync(80)
    const before = told
    await dispatch?.editEntityRecord?.('postType', 'post', 1, { title: 'New' })
    expect(told).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(200)
    expect(await all).toHaveLength(160)
    expect(select?.getEntityRecord?.('postType', 'post', 161)).toMatchObject({ id: 161 })
    expect(told).toBeGreaterThan(5)
    expect(told).toBeLessThan(70)
  })
})

describe('resolveSelect', () => {
  it.each([
    ['before it began', 0],
    ['while it runs', 1],
  ])('settles when what it waits for is invalidated %s', async (when, count) => {
    const { resolve, dispatch } = registryOf()
    const asked = resolve.getEntityRecord?.('postType', 'post', 1)
    await turns(count)
    await dispatch.invalidateResolution?.('getEntityRecord', ['postType', 'post', 1])
    expect(await asked).toMatchObject({ id: 1 })
  })

  it('settles when what was put in by hand as resolving is invalidated', async () => {
    const { resolve, dispatch } = registryOf()
    await dispatch.startResolution?.('getEntityRecord', ['postType', 'post', 1])
    const asked = resolve.getEntityRecord?.('postType', 'post', 1)
    await dispatch.invalidateResolutionForStore?.()
    expect(await asked).toMatchObject({ id: 1 })
  })

  it('reads two thousand records, each by a request of its own', async () => {
    const { resolve, sent } = registryOf(({ path }) => {
      const id = Number(/\/posts\/(\d+)/.exec(path)?.[1])
      return { id, title: { raw: 'T' }, content: { raw: '' }, excerpt: { raw: '' } }
    })
    const ids = Array.from({ length: 2000 }, (item, at) => at + 1)
    const records = await Promise.all(
      ids.map(async (id) => resolve.getEntityRecord?.('postType', 'post', id)),
    )
    expect(records.map((record) => (record as { id: number }).id)).toEqual(ids)
    expect(sent()).toHaveLength(2000)
  })
})

describe('two registries', () => {
  it('share nothing, though they registered the same store', async () => {
    const { fetcher } = fakeServer(smallSite)
    const descriptor = createCoreStore({ fetcher })
    const [one, other] = [createRegistry(), createRegistry()]
    one.register(descriptor as never)
    other.register(descriptor as never)
    type Store = Record<string, (...args: unknown[]) => unknown>
    await (one.resolveSelect('core') as Store).getEntityRecord?.('postType', 'post', 1)
    await (one.dispatch('core') as Store).editEntityRecord?.('postType', 'post', 1, { title: 'New' })
    await (one.dispatch('core') as Store).__unstableAcquireStoreLock?.('core', ['a'], { exclusive: true })
    const select = other.select('core') as Store
    expect(select.__experimentalGetEntityRecordNoResolver?.('postType', 'post', 1)).toBeUndefined()
    expect(select.hasUndo?.()).toBe(false)
    expect(select.hasStartedResolution?.('getEntityRecord', ['postType', 'post', 1])).toBe(false)
    const lock = (other.dispatch('core') as Store).__unstableAcquireStoreLock?.('core', ['a'], {
      exclusive: true,
    })
    expect(await lock).toMatchObject({ exclusive: true })
  })
})
