import {
  editEntityRecord,
  EntityStoreError,
  fetchEntityRecord,
  RestError,
  saveEditedEntityRecord,
  selectEntityRecordEdits,
  type EntityStore,
} from 'copydesk'
import { memoryStorage, selectIsQueued } from 'copydesk/durable'
import { useAutosave, type UseAutosaveOptions, type UseAutosaveResult } from 'copydesk/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { post, refusal, type Rule } from '../support/fakeServer'
import type { PersonOptions } from '../support/person'
import { after, show, siteStore, takeComplaints } from '../support/screen'

const start = Date.UTC(2026, 0, 1)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const copied = 'POST /wp/v2/posts/1/autosaves'
const pass = (milliseconds: number) => after(() => vi.advanceTimersByTimeAsync(milliseconds))
const type = (store: EntityStore, title: string) =>
  after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title })))

/** Of a request that the test answers itself. */
const held = Symbol('held')

interface AutosavedOptions {
  readonly strict?: boolean
  readonly rule?: Rule
  readonly durability?: PersonOptions['durability']
}

/** A post on screen that is saved by itself. */
async function autosaved(
  options?: UseAutosaveOptions,
  { strict = false, rule = () => undefined, durability }: AutosavedOptions = {},
) {
  const site = await siteStore(
    (request) => {
      const own = rule(request)
      if (own !== undefined) return own === held ? undefined : own
      if (request.method === 'GET') return post(1)
      return request.path.endsWith('/autosaves')
        ? { ...(request.data as object), id: 90, parent: 1, author: 2 }
        : post(1, { title: { raw: 'Saved', rendered: 'Saved' } })
    },
    {},
    durability,
  )
  await site.store.dispatch(fetchEntityRecord('postType', 'post', 1))
  site.log.length = 0
  const results: UseAutosaveResult[] = []
  const Form = ({ given }: { given: UseAutosaveOptions | undefined }) => {
    results.push(useAutosave('postType', 'post', 1, given))
    return null
  }
  const screen = show(site.store, <Form given={options} />, { strict })
  await after()
  const result = () => results.at(-1) as UseAutosaveResult
  const copies = () => site.log.filter((line) => line === copied)
  return { ...site, ...screen, Form, result, results, copies }
}

describe('useAutosave', () => {
  it('keeps a copy two seconds after the last edit, and says when', async () => {
    const { store, copies, result } = await autosaved()
    expect(result()).toMatchObject({ savedAt: undefined, isSaving: false, error: undefined })
    await type(store, 'N')
    await pass(1500)
    await type(store, 'New')
    await pass(1999)
    expect(copies()).toEqual([])
    await pass(1)
    expect(copies()).toHaveLength(1)
    expect(result().savedAt).toBe(start + 3500)
    expect(selectEntityRecordEdits(store.getState(), 'postType', 'post', 1)).toEqual({ title: 'New' })
  })

  it('keeps one after half a minute while somebody goes on typing', async () => {
    const { store, copies } = await autosaved()
    for (let second = 0; second < 30; second++) {
      await type(store, `Typed ${second}`)
      expect(copies()).toEqual([])
      await pass(1000)
    }
    expect(copies()).toHaveLength(1)
  })

  it('takes other times', async () => {
    const { store, copies } = await autosaved({ after: 500, atMost: 800 })
    await type(store, 'A')
    await pass(400)
    await type(store, 'B')
    await pass(400)
    expect(copies()).toHaveLength(1)
  })

  it('sends nothing when nothing is edited, and nothing twice', async () => {
    const { store, log, copies } = await autosaved()
    await pass(120_000)
    expect(log).toEqual([])
    await type(store, 'New')
    await pass(120_000)
    expect(copies()).toHaveLength(1)
    await type(store, 'Newer')
    await type(store, 'New')
    await pass(120_000)
    expect(copies()).toHaveLength(1)
  })

  it('sends nothing for edits that an autosave does not hold', async () => {
    const { store, log } = await autosaved()
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { slug: 'new' })))
    await pass(120_000)
    expect(log).toEqual([])
  })

  it('waits while the record is being saved, and sends nothing when the save took it all', async () => {
    const { store, copies, waiting } = await autosaved(undefined, {
      rule: ({ method }) => (method === 'PUT' ? held : undefined),
    })
    await type(store, 'New')
    await after(() => void store.dispatch(saveEditedEntityRecord('postType', 'post', 1)))
    await pass(120_000)
    expect(copies()).toEqual([])
    await after(() => waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } })))
    await pass(120_000)
    expect(copies()).toEqual([])
  })

  it('waits while a save waits to be sent, which it does not overtake', async () => {
    let isReached = false
    const { store, durability, log, copies } = await autosaved(undefined, {
      rule: ({ method, path }) => {
        if (method === 'GET') return undefined
        if (!isReached) throw new RestError({ code: 'fetch_error', message: 'There is no network.' })
        return path.endsWith('/1') ? post(1, { title: { raw: 'New', rendered: 'New' } }) : undefined
      },
      durability: { conflicts: 'overwrite', lists: false, storage: memoryStorage().tab() },
    })
    await type(store, 'New')
    await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', 1)))
    expect(selectIsQueued(store.getState(), 'postType', 'post', 1)).toBe(true)
    await pass(120_000)
    expect(copies()).toEqual([])
    expect(selectIsQueued(store.getState(), 'postType', 'post', 1)).toBe(true)
    isReached = true
    await type(store, 'Newer')
    await after(() => durability.queue.retry())
    await after(() => durability.queue.whenEmpty())
    log.length = 0
    await pass(10_000)
    expect(copies()).toHaveLength(1)
  })

  it('says that it is saving, once', async () => {
    const { store, results, waiting } = await autosaved(undefined, {
      rule: ({ path }) => (path.endsWith('/autosaves') ? held : undefined),
    })
    await type(store, 'New')
    await pass(2000)
    expect(results.at(-1)?.isSaving).toBe(true)
    await after(() => waiting[0]?.answer({ id: 90, parent: 1, author: 2, title: { raw: 'New' } }))
    expect(results.map(({ isSaving }) => isSaving)).toEqual([false, true, false])
  })

  it('reports a failure, and tries again after the next edit or when it is asked to', async () => {
    let isRefusing = true
    const { store, copies, result } = await autosaved(undefined, {
      rule: ({ path }) => (isRefusing && path.endsWith('/autosaves') ? refusal(500, 'broken') : undefined),
    })
    await type(store, 'New')
    await pass(120_000)
    expect(copies()).toHaveLength(1)
    expect(result()).toMatchObject({ savedAt: undefined, isSaving: false, error: { code: 'broken' } })
    await type(store, 'Newer')
    await pass(2000)
    expect(copies()).toHaveLength(2)
    isRefusing = false
    await after(() => result().saveNow())
    expect(copies()).toHaveLength(3)
    expect(result()).toMatchObject({ savedAt: start + 122_000, error: undefined })
  })

  it('saves at once when it is asked to, and once for two who ask', async () => {
    const { store, copies, result } = await autosaved()
    const { saveNow } = result()
    await after(() => saveNow())
    expect(copies()).toEqual([])
    await type(store, 'New')
    await after(() => Promise.all([saveNow(), saveNow()]))
    expect(copies()).toHaveLength(1)
    expect(result().saveNow).toBe(saveNow)
    await pass(120_000)
    expect(copies()).toHaveLength(1)
  })

  it('sends what waits when the page is hidden, and when it is left, so that it goes on without the page', async () => {
    const { store, copies, result, seen: sent } = await autosaved()
    await type(store, 'New')
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await after(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(copies()).toHaveLength(1)
    await type(store, 'Newer')
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    await after(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(copies()).toHaveLength(1)
    await after(() => window.dispatchEvent(new Event('pagehide')))
    expect(copies()).toHaveLength(2)
    await after(() => window.dispatchEvent(new Event('pagehide')))
    expect(copies()).toHaveLength(2)
    // What is sent in time is sent as any other request.
    await type(store, 'Newest')
    await after(() => result().saveNow())
    const keptAlive = sent
      .filter(({ path }) => path.endsWith('/autosaves'))
      .map(({ request }) => request.keepalive)
    expect(keptAlive).toEqual([true, true, undefined])
  })

  it('keeps nothing by itself while it is not enabled', async () => {
    const { store, copies, result, Form, rerender } = await autosaved({ enabled: false })
    await type(store, 'New')
    await pass(120_000)
    expect(copies()).toEqual([])
    await after(() => result().saveNow())
    expect(copies()).toHaveLength(1)
    await type(store, 'Newer')
    rerender(<Form given={{}} />)
    await pass(2000)
    expect(copies()).toHaveLength(2)
  })

  it('leaves no timer and no listener behind', async () => {
    const { store, copies, unmount } = await autosaved()
    await type(store, 'New')
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
    expect(store.listenerCount()).toBe(0)
    await pass(120_000)
    expect(copies()).toEqual([])
  })

  it('sends one copy in StrictMode, too', async () => {
    const { store, copies } = await autosaved(undefined, { strict: true })
    await type(store, 'New')
    await pass(120_000)
    expect(copies()).toHaveLength(1)
  })

  it('saves the edits themselves where the server keeps no copies', async () => {
    const { store, log } = await siteStore(({ method }) =>
      method === 'GET' ? { id: 4, name: 'Ada' } : { id: 4, name: 'Ada L.' },
    )
    await store.dispatch(fetchEntityRecord('root', 'user', 4))
    log.length = 0
    const Form = () => {
      useAutosave('root', 'user', 4)
      return null
    }
    show(store, <Form />)
    await after(() => store.dispatch(editEntityRecord('root', 'user', 4, { name: 'Ada L.' })))
    await pass(2000)
    expect(log.filter((line) => !line.startsWith('GET'))).toEqual(['PUT /wp/v2/users/4'])
  })

  it('says which time is none', async () => {
    const { store } = await siteStore()
    const Form = () => {
      useAutosave('postType', 'post', 1, { after: -1 })
      return null
    }
    expect(() => show(store, <Form />)).toThrow(
      new EntityStoreError('invalid_option', 'after is -1. Pass milliseconds from 0 up.'),
    )
    takeComplaints()
  })
})
