import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import {
  createEntityStore,
  dehydrate,
  invalidate,
  selectIsFresh,
  selectResolution,
  selectStaleSince,
  startCollecting,
  type EntityState,
  type ReadOptions,
} from 'copydesk'
import { CopydeskDevtools } from 'copydesk/devtools'
import { EntityStoreProvider, useEntitySelector } from 'copydesk/react'
import { afterEach, expect, it, vi } from 'vitest'
import { addresses } from '../../src/core/address'
import { questionOf } from '../../src/resolution/question'
import { resolutionOf } from '../../src/resolution/readFacts'
import { fetchRead } from '../../src/resolution/runRead'
import { statusFields } from '../../src/react/internals/status'
import { useRead } from '../../src/react/internals/useRead'
import { useProvidedStore } from '../../src/react/provider/EntityStoreProvider'
import { defineLookup, lookupFacts, selectLookup } from '../../src/wordpress/lookups/lookup'
import { reading } from '../../src/wordpress-data/bridgeSelector'
import { Resolver } from '../../src/wordpress-data/resolver'
import { fakeServer } from '../support/fakeServer'

// All that a new kind of read has to say, as one file says it: what it asks, what it is about, and how it asks.
const weatherFacts = (state: unknown, city: string) =>
  lookupFacts(questionOf('fetchWeather', city), addresses.kind('weather'))
const weather = defineLookup({
  facts: (state: EntityState, city: string) => weatherFacts(state, city),
  path: ({ args: [city] }) => `/weather/${city}`,
  select: (state: EntityState, city: string): unknown => selectLookup(state, weatherFacts(state, city)),
})
const fetchWeather = (city: string, options?: ReadOptions) => fetchRead(weather, [city], options)

// Nothing else was told of it, so it is asked for by a name that no type has.
const named = (city: string) => ['fetchWeather', city] as unknown as readonly ['fetchEmbedPreview', string]

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function setUp() {
  const { fetcher, log } = fakeServer(() => ({ sky: 'clear' }))
  const store = createEntityStore({ fetcher, devTools: false, collectAfter: false })
  return { store, log }
}

it('a new kind of read is known by its resolution and its freshness', async () => {
  const { store, log } = setUp()
  const state = store.getState
  expect(selectResolution(state(), ...named('oslo')).status).toBe('idle')
  const answer = store.dispatch(fetchWeather('oslo'))
  expect(selectResolution(state(), ...named('oslo')).status).toBe('resolving')
  expect(await answer).toEqual({ sky: 'clear' })
  expect(selectResolution(state(), ...named('oslo'))).toBe(
    resolutionOf(state(), weatherFacts(state(), 'oslo')),
  )
  expect(selectIsFresh(state(), ...named('oslo'))).toBe(true)
  store.dispatch(invalidate({ kind: 'weather' }))
  expect(selectIsFresh(state(), ...named('oslo'))).toBe(false)
  expect(selectStaleSince(state(), ...named('oslo'))).toBeGreaterThan(0)
  await store.dispatch(fetchWeather('oslo'))
  expect(log).toHaveLength(2)
})

it('a new kind of read goes through JSON', async () => {
  const { store, log } = setUp()
  await store.dispatch(fetchWeather('oslo'))
  const { fetcher } = fakeServer(() => undefined)
  const preloadedState = dehydrate(store.getState())
  const next = createEntityStore({ fetcher, devTools: false, preloadedState })
  expect(await next.dispatch(fetchWeather('oslo'))).toEqual({ sky: 'clear' })
  expect(log).toHaveLength(1)
})

it('a new kind of read is forgotten when nobody uses it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { store } = setUp()
  await store.dispatch(fetchWeather('oslo'))
  const stop = startCollecting(store, { after: 1000 })
  vi.advanceTimersByTime(3000)
  expect(store.getState().lookups.size).toBe(0)
  expect(store.getState().resolution.entries.size).toBe(0)
  stop()
})

it('a component shows how a new kind of read stands', async () => {
  const { store } = setUp()
  const Sky = () => <p>{useEntitySelector((state) => selectResolution(state, ...named('oslo')).status)}</p>
  render(
    <EntityStoreProvider store={store}>
      <Sky />
    </EntityStoreProvider>,
  )
  expect(screen.getByText('idle')).toBeDefined()
  await act(async () => {
    await store.dispatch(fetchWeather('oslo'))
  })
  expect(screen.getByText('success')).toBeDefined()
})

it('a hook shows a new kind of read, asks for it, again when it went stale, and when it is told to', async () => {
  const { store, log } = setUp()
  const shown = {
    fields: new Set([...statusFields, 'sky']),
    select: (state: EntityState, args: [city: string]) => ({ sky: weather.select(state, ...args) }),
  }
  const oslo: [city: string] = ['oslo']
  let again: () => Promise<unknown> = () => Promise.resolve()
  const Sky = () => {
    const { sky, status, refetch } = useRead(useProvidedStore(), weather, oslo, shown)
    again = refetch
    return <p>{`${status} ${JSON.stringify(sky)}`}</p>
  }
  render(
    <EntityStoreProvider store={store}>
      <Sky />
    </EntityStoreProvider>,
  )
  expect(screen.getByText('resolving undefined')).toBeDefined()
  expect(await screen.findByText('success {"sky":"clear"}')).toBeDefined()
  await act(async () => void store.dispatch(invalidate({ kind: 'weather' })))
  expect(log).toHaveLength(2)
  expect(await act(async () => await again())).toEqual({ sky: 'clear' })
  expect(log).toHaveLength(3)
})

it('the devtools show a new kind of read, and ask it again', async () => {
  const { store, log } = setUp()
  render(
    <EntityStoreProvider store={store}>
      <CopydeskDevtools initialIsOpen />
    </EntityStoreProvider>,
  )
  const tools = await waitFor(() => {
    const shown = document.querySelector('[data-copydesk-devtools]')?.shadowRoot?.lastElementChild
    expect(shown).toBeTruthy()
    return within(shown as HTMLElement)
  })
  fireEvent.click(await tools.findByRole('tab', { name: 'Reads' }))
  await act(async () => {
    await store.dispatch(fetchWeather('oslo'))
  })
  fireEvent.click(await tools.findByRole('button', { name: /^Read again: fetchWeather oslo/ }))
  await waitFor(() => expect(log).toHaveLength(2))
})

it('the store named core gives a new kind of read, asks for it, and again when it went stale', async () => {
  const { store } = setUp()
  const { select, asks } = reading(null, weather)
  const nothing = () => undefined
  const resolver = new Resolver({
    store,
    makeRead: () => asks,
    normalize: (selector, args) => args,
    notify: nothing,
    notifySoon: nothing,
  })
  expect(resolver.stateOf('getWeather', ['oslo'])).toBeUndefined()
  expect((await resolver.wait('getWeather', ['oslo'])).status).toBe('finished')
  expect(select(store.getState(), ...(['oslo'] as readonly string[] as readonly never[]))).toEqual({
    sky: 'clear',
  })
  store.dispatch(invalidate({ kind: 'weather' }))
  resolver.followState()
  expect(resolver.stateOf('getWeather', ['oslo'])).toBeUndefined()
})
