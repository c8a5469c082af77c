import { act, render } from '@testing-library/react'
import type { EntityStore } from 'copydesk'
import { memoryStorage, type DurabilityStatus, type RecoveredEdits } from 'copydesk/durable'
import {
  useCurrentId,
  useDrafts,
  useDurability,
  useQueue,
  useRecoveredEdits,
  useSaveConflict,
  type UseQueueResult,
  type UseRecoveredEditsResult,
} from 'copydesk/durable/react'
import { EntityStoreProvider } from 'copydesk/react'
import { StrictMode, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { person } from '../../support/person'
import { after, show } from '../../support/screen'
import { openPage } from '../journal/page'
import { openOffice, openTab, type Office, type Tab } from '../queue/office'
import { until } from '../../support/until'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const hooks = {
  useDurability: () => useDurability(),
  useRecoveredEdits: () => useRecoveredEdits(),
  useQueue: () => useQueue(),
  useSaveConflict: () => useSaveConflict('postType', 'post', 11),
  useCurrentId: () => useCurrentId('postType', 'post', 11),
  useDrafts: () => useDrafts('postType', 'post'),
} satisfies { readonly [hook: string]: () => unknown }
type Hook = keyof typeof hooks
const names = Object.keys(hooks) as Hook[]

/** Shows what a hook gives, and counts how often it renders. */
function watching(name: Hook) {
  const given: unknown[] = []
  const Reader = () => {
    given.push(hooks[name]())
    return null
  }
  return { given, Reader }
}

/** What hooks give for a store without durability, but for functions. */
const nothing: { readonly [name in Hook]: unknown } = {
  useDurability: { storage: 'off', unkept: 0, bytes: 0, readBytes: 0 },
  useRecoveredEdits: { recovered: [], isChecking: false },
  useQueue: { state: 'off', isLeader: false, waiting: 0, held: 0, entries: [] },
  useSaveConflict: { conflict: undefined, isConflict: false, choices: {}, isChosen: false },
  useCurrentId: 11,
  useDrafts: [],
}

const plainStore = () => person().store

async function openedTab(office = openOffice()): Promise<{ office: Office; tab: Tab }> {
  const tab = await openTab(office)
  await tab.load(11, 12)
  return { office, tab }
}

describe.each(names)('%s', (name) => {
  it('gives nothing, and does nothing, for a store without durability', async () => {
    const { given, Reader } = watching(name)
    show(plainStore(), <Reader />)
    const plain = JSON.parse(JSON.stringify(given.at(-1) ?? null)) as unknown
    expect(plain).toEqual(JSON.parse(JSON.stringify(nothing[name])))
    for (const command of Object.values(Object(given.at(-1)) as object))
      if (typeof command === 'function')
        expect(await (command as (items: unknown) => unknown)([])).not.toBeNull()
    expect(given).toHaveLength(1)
  })

  it('is rendered on a server, with or without durability, and taken over without a difference', async () => {
    const { tab } = await openedTab()
    tab.edit(11, { title: 'Typed' })
    const errors: unknown[] = []
    for (const store of [tab.store, plainStore()]) {
      const { given, Reader } = watching(name)
      const Page = () => (
        <EntityStoreProvider store={store}>
          <Reader />
          <p>Page</p>
        </EntityStoreProvider>
      )
      const html = renderToString(<Page />)
      expect(html).toBe('<p>Page</p>')
      const container = document.createElement('div')
      container.innerHTML = html
      const root = await act(async () =>
        hydrateRoot(container, <Page />, { onRecoverableError: (error) => void errors.push(error) }),
      )
      expect(given.length).toBeGreaterThan(1)
      await act(async () => root.unmount())
    }
    expect(errors).toEqual([])
  })

  it('lets go under StrictMode and when it is taken away, and warns of nothing', async () => {
    const warn = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { tab } = await openedTab()
    const listeners = new Set<unknown>()
    const { subscribe } = tab.durability
    Object.assign(tab.durability, {
      subscribe: (listener: () => void) => {
        const end = subscribe(listener)
        listeners.add(end)
        return () => {
          listeners.delete(end)
          end()
        }
      },
    })
    const { given, Reader } = watching(name)
    const { unmount } = render(
      <StrictMode>
        <EntityStoreProvider store={tab.store}>
          <Reader />
        </EntityStoreProvider>
      </StrictMode>,
    )
    const reads = { useDurability: 1, useRecoveredEdits: 1, useQueue: 2 } as { [hook: string]: number }
    expect(listeners.size).toBe(reads[name] ?? 0)
    unmount()
    expect(listeners.size).toBe(0)
    const { length } = given
    tab.edit(11, { title: 'Typed' })
    await after(() => tab.save(11))
    expect(given).toHaveLength(length)
    expect(warn).not.toHaveBeenCalled()
  })

  it('does not render again for keys that are typed', async () => {
    const { tab } = await openedTab()
    // Nothing is stored in between.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    tab.edit(11, { title: 'First key' })
    const { given, Reader } = watching(name)
    show(tab.store, <Reader />)
    const { length } = given
    for (let key = 0; key < 20; key++) await act(async () => tab.edit(11, { title: `Key ${key}` }))
    expect(given).toHaveLength(length)
  })
})

describe('Hooks of another store', () => {
  it.each(names)('%s gives what that one has', async (name) => {
    const office = openOffice()
    const { tab } = await openedTab(office)
    office.goOffline()
    tab.edit(11, { title: 'Off' })
    await tab.save(11)
    tab.draft({ title: 'Draft' })
    await tab.durability.flush()
    const { given, Reader } = watching(name)
    const Page = ({ store, children }: { store: EntityStore; children: ReactNode }) => (
      <EntityStoreProvider store={store}>{children}</EntityStoreProvider>
    )
    const reader = <Reader />
    const { rerender } = render(<Page store={tab.store}>{reader}</Page>)
    const before = JSON.stringify(given.at(-1))
    await act(async () => rerender(<Page store={plainStore()}>{reader}</Page>))
    expect(JSON.parse(JSON.stringify(given.at(-1) ?? null))).toEqual(
      JSON.parse(JSON.stringify(nothing[name])),
    )
    await act(async () => rerender(<Page store={tab.store}>{reader}</Page>))
    expect(JSON.stringify(given.at(-1))).toBe(before)
  })

  it('useRecoveredEdits is not checking what another store is asked for', async () => {
    const storage = memoryStorage()
    const dead = storage.tab()
    const before = openPage(dead)
    before.edit(1, { title: 'One' })
    await before.flush()
    dead.kill()
    const page = openPage(storage.tab())
    await page.ready
    const given: UseRecoveredEditsResult[] = []
    const Reader = () => {
      given.push(useRecoveredEdits())
      return null
    }
    const page1 = (store: EntityStore) => (
      <EntityStoreProvider store={store}>
        <Reader />
      </EntityStoreProvider>
    )
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    const { check } = page.durability
    Object.assign(page.durability, { check: () => held.then(() => check()) })
    const { rerender } = render(page1(page.store))
    let checked: Promise<void> | undefined
    await act(async () => {
      checked = given.at(-1)?.check()
    })
    expect(given.at(-1)?.isChecking).toBe(true)
    await act(async () => rerender(page1(plainStore())))
    expect(given.at(-1)?.isChecking).toBe(false)
    await act(async () => rerender(page1(page.store)))
    expect(given.at(-1)?.isChecking).toBe(true)
    answer()
    await act(() => checked ?? Promise.resolve())
    expect(given.at(-1)).toMatchObject({ isChecking: false, recovered: [{ standing: 'same' }] })
  })
})

describe('Hooks while the storage opens', () => {
  it('are taken away before it is there, and shown again after', async () => {
    const warn = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const storage = memoryStorage()
    const tab = storage.tab()
    let open: () => void = () => undefined
    const opening = new Promise<void>((resolve) => (open = resolve))
    const slow = {
      ...tab,
      open: (...given: Parameters<typeof tab.open>) => opening.then(() => tab.open(...given)),
    }
    const { store } = person({ durability: { storage: slow } })
    const statuses: DurabilityStatus[] = []
    const Reader = () => {
      statuses.push(useDurability())
      return null
    }
    const { unmount } = show(store, <Reader />)
    expect(statuses.at(-1)?.storage).toBe('opening')
    unmount()
    open()
    show(store, <Reader />)
    await act(() => until(() => statuses.at(-1)?.storage === 'on'))
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('What hooks give', () => {
  it('are the same functions and lists as long as the store says the same', async () => {
    const { office, tab } = await openedTab()
    office.goOffline()
    tab.edit(11, { title: 'Off' })
    await tab.save(11)
    const queues: UseQueueResult[] = []
    const recovered: (readonly RecoveredEdits[])[] = []
    const results: UseRecoveredEditsResult[] = []
    const resolves: unknown[] = []
    const Reader = ({ at }: { at: number }) => {
      queues.push(useQueue())
      results.push(useRecoveredEdits())
      recovered.push(results.at(-1)?.recovered ?? [])
      resolves.push(useSaveConflict('postType', 'post', 11).resolve)
      return <p>{at}</p>
    }
    const page = (at: number) => (
      <EntityStoreProvider store={tab.store}>
        <Reader at={at} />
      </EntityStoreProvider>
    )
    const { rerender } = render(page(1))
    rerender(page(2))
    const [one, other] = queues.slice(-2)
    for (const field of ['entries', 'pause', 'resume', 'retry', 'discard', 'settle'] as const)
      expect(other?.[field]).toBe(one?.[field])
    expect(recovered.at(-1)).toBe(recovered.at(-2))
    for (const field of ['restore', 'discard', 'check'] as const)
      expect(results.at(-1)?.[field]).toBe(results.at(-2)?.[field])
    expect(resolves.at(-1)).toBe(resolves.at(-2))
  })

  it('useQueue passes on what is wrong with an entry', async () => {
    const { tab } = await openedTab()
    const { given, Reader } = watching('useQueue')
    show(tab.store, <Reader />)
    const { retry, discard, settle } = given.at(-1) as UseQueueResult
    for (const call of [() => retry('none'), () => discard('none'), () => settle('none', 'sendAgain')])
      await expect(call()).rejects.toMatchObject({ code: 'invalid_id' })
  })
})
