import {
  addEntities,
  dehydrate,
  type EntityState,
  EntityStoreError,
  fetchEntityRecord,
  invalidate,
  selectResolution,
} from 'copydesk'
import { selectHeldLocks, selectPendingLocks } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { refusal, settle } from '../support/fakeServer'
import { exported, reads, selectors, wholeSite, type ReadName } from '../support/wholeSite'

const names = Object.keys(reads) as ReadName[]

it('every read of the package is held by these tests', () => {
  expect(names.sort()).toEqual([...exported('fetch')].sort())
})

/** What a read asks for in a new store, in order. */
async function requestsOf(name: ReadName): Promise<readonly string[]> {
  const { dispatch, log } = wholeSite()
  await dispatch(reads[name]())
  return [...log]
}

/** A read of a new store whose requests are all answered but the one at a place. */
async function heldAt(name: ReadName, place: number) {
  const line = (await requestsOf(name))[place] as string
  const site = wholeSite(({ method, path }) => (`${method} ${path}` === line ? 'hold' : undefined))
  const start = async (signal?: AbortSignal) => {
    const outcome: { value?: unknown; error?: unknown } = {}
    site.dispatch(reads[name](signal && { signal })).then(
      (value) => (outcome.value = value),
      (error: unknown) => (outcome.error = error),
    )
    await settle()
    return outcome
  }
  const held = () => site.seen.filter(({ method, path }) => `${method} ${path}` === line)
  return { ...site, start, held }
}

describe('A read', () => {
  it.each(names)('%s is one for equal calls in flight, and asks nothing when it is done', async (name) => {
    const alone = await requestsOf(name)
    const { dispatch, log } = wholeSite()
    const [one, other] = await Promise.all([dispatch(reads[name]()), dispatch(reads[name]())])
    expect(one).not.toBeUndefined()
    expect(other).toEqual(one)
    expect(log).toEqual(alone)
    expect(await dispatch(reads[name]())).toEqual(one)
    expect(log).toEqual(alone)
  })

  it.each(names)('%s asks again when it is forced', async (name) => {
    const { dispatch, log } = wholeSite()
    const before = await dispatch(reads[name]())
    const count = log.length
    expect(await dispatch(reads[name]({ force: true }))).toEqual(before)
    expect(log.length).toBeGreaterThan(count)
  })

  it.each(names)('%s is given up by its signal, whatever it waits for', async (name) => {
    const count = (await requestsOf(name)).length
    expect(count).toBeGreaterThan(0)
    for (let place = 0; place < count; place++) {
      const { start } = await heldAt(name, place)
      const controller = new AbortController()
      const outcome = await start(controller.signal)
      expect(outcome).toEqual({})
      controller.abort()
      await settle()
      expect(outcome.error).toHaveProperty('name', 'AbortError')
    }
  })

  it.each(names)('%s aborts its request when nobody waits any more, and not before', async (name) => {
    const place = (await requestsOf(name)).length - 1
    const { start, held, release } = await heldAt(name, place)
    const [first, second] = [new AbortController(), new AbortController()]
    const [one, other] = [await start(first.signal), await start(second.signal)]
    first.abort()
    await settle()
    expect(one.error).toHaveProperty('name', 'AbortError')
    expect(other).toEqual({})
    expect(held().map(({ request }) => request.signal?.aborted)).toEqual([false])
    second.abort()
    await settle()
    expect(held().map(({ request }) => request.signal?.aborted)).toEqual([true])
    const third = await start()
    release()
    await settle()
    expect(third).toHaveProperty('value')
    expect(held()).toHaveLength(2)
  })

  it.each(names)('%s asks nothing in a store that a dehydrated state has told', async (name) => {
    const one = wholeSite()
    const value = await one.dispatch(reads[name]())
    const told = JSON.stringify(dehydrate(one.state()))
    const other = wholeSite(undefined, { preloadedState: JSON.parse(told) as EntityState })
    expect(await other.dispatch(reads[name]())).toEqual(value)
    expect(other.log).toEqual([])
  })

  it.each(names)('%s asks again when everything is stale', async (name) => {
    const { dispatch, log } = wholeSite()
    const value = await dispatch(reads[name]())
    const count = log.length
    dispatch(invalidate())
    expect(await dispatch(reads[name]())).toEqual(value)
    expect(log.length).toBeGreaterThan(count)
  })

  it.each(names)('%s comes to an end however often everything goes stale meanwhile', async (name) => {
    const { dispatch, state, log } = wholeSite()
    const read = dispatch(reads[name]())
    for (let i = 0; i < 8; i++) {
      await Promise.resolve()
      dispatch(invalidate())
    }
    expect(await read).not.toBeUndefined()
    expect(JSON.stringify(state().resolution)).not.toContain('"resolving"')
    const count = log.length
    await dispatch(reads[name]())
    expect(log).toHaveLength(count)
  })

  it.each(names)('%s that is aborted before it begins asks nothing', async (name) => {
    const { dispatch, log } = wholeSite()
    await expect(dispatch(reads[name]({ signal: AbortSignal.abort() }))).rejects.toThrow('abort')
    expect(log).toEqual([])
  })

  it.each(names)('%s leaves the state plain and its store idle where every request fails', async (name) => {
    const { dispatch, state, log } = wholeSite(() => refusal(500, 'broken'))
    await dispatch(reads[name]()).catch(() => undefined)
    const count = log.length
    expect(count).toBeGreaterThan(0)
    expect([selectHeldLocks(state()), selectPendingLocks(state())]).toEqual([[], []])
    expect(JSON.stringify(state().resolution)).not.toContain('"resolving"')
    await dispatch(reads[name]()).catch(() => undefined)
    expect(log.length).toBeGreaterThan(name === 'fetchEmbedPreview' ? count - 1 : count)
    expect(selectResolution(state(), 'loadEntityConfigs', 'root').status).toBe('idle')
  })
})

describe('A read whose answer is not what it asked for', () => {
  const lookups = names.filter(
    (name) => !/Permissions|TemplateId|NavigationFallback|PostMeta|HomePage|PostsPage/.test(name),
  )

  it.each(lookups)('%s keeps nothing of it, and asks again', async (name) => {
    const last = (await requestsOf(name)).at(-1)
    const { dispatch, state, log } = wholeSite(({ method, path }) =>
      `${method} ${path}` === last ? '<html>' : undefined,
    )
    const value = await dispatch(reads[name]()).catch((error: unknown) => error)
    expect(
      value === false ||
        (value ?? null) === null ||
        Array.isArray(value) ||
        value instanceof EntityStoreError,
    ).toBe(true)
    expect(JSON.stringify([state().lookups, state().entities])).not.toContain('<html>')
    const count = log.length
    await dispatch(reads[name]({ force: true })).catch(() => undefined)
    expect(log.length).toBeGreaterThan(count)
  })

  it.each(lookups)('%s leaves out rows that are none', async (name) => {
    const { dispatch, state } = wholeSite(({ path }) =>
      /types|taxonomies/.test(path) ? undefined : [[], null, 3],
    )
    await dispatch(reads[name]()).catch((error: unknown) => expect(error).toBeInstanceOf(EntityStoreError))
    for (const select of Object.values(selectors)) expect(() => select(state())).not.toThrow()
  })
})

describe('The resolution of a read', () => {
  it('is refused for what is none, with the name', () => {
    const { state } = wholeSite()
    expect(() => selectResolution(state(), 'saveEntityRecord' as 'fetchCurrentTheme')).toThrow(
      `"saveEntityRecord" is not a read. Name the thunk, such as 'fetchEntityRecord'.`,
    )
  })

  it('is that of the one record where an entity has no ids, whatever the id', async () => {
    const { dispatch, state } = wholeSite(({ path }) =>
      path.startsWith('/app/options') ? { title: 'Site' } : undefined,
    )
    dispatch(addEntities([{ kind: 'app', name: 'options', baseURL: '/app/options', key: false }]))
    const resolution = () => selectResolution(state(), 'fetchEntityRecord', 'app', 'options', 7)
    expect(resolution().status).toBe('idle')
    await dispatch(fetchEntityRecord('app', 'options'))
    expect(resolution().status).toBe('success')
  })
})

describe('A read in steps', () => {
  const composeReads = ['fetchThemeBaseStyles', 'fetchHomePage', 'fetchTemplateId'] as const
  const resolutionOf = (name: (typeof composeReads)[number], state: EntityState) =>
    name === 'fetchTemplateId' ? selectResolution(state, name, 'post', 1) : selectResolution(state, name)

  it.each(composeReads)('%s is resolving from its first step to its last', async (name) => {
    const { store, dispatch, state } = wholeSite()
    const told = new Set([resolutionOf(name, state()).status])
    expect([...told]).toEqual(['idle'])
    const read = dispatch(reads[name]())
    const stop = store.subscribe(() => told.add(resolutionOf(name, state()).status))
    told.clear()
    await read
    stop()
    expect([...told]).toEqual(['resolving', 'success'])
  })

  it.each(composeReads)('%s stays a success where all is known, and says nothing of it', async (name) => {
    const { dispatch, state } = wholeSite()
    await dispatch(reads[name]())
    const before = state()
    expect(resolutionOf(name, before).status).toBe('success')
    await dispatch(reads[name]())
    expect(state()).toBe(before)
  })

  it.each(composeReads)('%s tells its error', async (name) => {
    const { dispatch, state } = wholeSite(() => refusal(500, 'broken'))
    await dispatch(reads[name]()).catch(() => undefined)
    expect(resolutionOf(name, state())).toMatchObject({ status: 'error', error: { code: 'broken' } })
  })
})
