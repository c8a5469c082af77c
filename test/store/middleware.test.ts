import {
  createEntityStore,
  editEntityRecord,
  fetchEntityRecord,
  receiveEntityRecords,
  saveEditedEntityRecord,
  selectEntityRecord,
  selectHasEdits,
  selectSaveError,
  undo,
  type EntityStoreOptions,
  type StoreAction,
  type StorePlugin,
} from 'copydesk'
import type { Middleware, StoreEnhancer } from 'redux'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'
import { passes } from '../support/until'

const posts = { kind: 'postType', name: 'post', baseURL: '/wp/v2/posts', rawAttributes: ['title'] }

function setUp(options: Partial<EntityStoreOptions> = {}) {
  const server = fakeServer()
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false, entities: [posts], ...options })
  const receive = () => store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
  const edit = (title: string) => store.dispatch(editEntityRecord('postType', 'post', 1, { title }))
  return { store, server, receive, edit }
}

function logger(log: string[], name = ''): Middleware {
  return () => (next) => (action) => {
    log.push(name + (action as StoreAction).type)
    return next(action)
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('middleware', () => {
  it('sees every plain action, in order, and no thunk', async () => {
    const log: string[] = []
    const { store, server, edit } = setUp({ middleware: [logger(log)] })
    const reading = store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await passes(() => expect(server.waiting).toHaveLength(1))
    server.waiting[0]?.answer(post(1))
    await reading
    edit('New')
    store.dispatch(undo())
    expect(log).not.toEqual([])
    for (const type of log) expect(type).toMatch(/^[a-z]+\/[a-zA-Z]+$/)
    expect(log.at(-1)).toBe('undo/undone')
    expect(log).toContain('edits/recordEdited')
  })

  it('stands in the order in which it is given, and may dispatch thunks and read the state', () => {
    const log: string[] = []
    const reads: Middleware =
      ({ dispatch, getState }) =>
      (next) =>
      (action) => {
        const result = next(action)
        if ((action as StoreAction).type === 'app/opened') {
          ;(dispatch as (thunk: unknown) => void)(receiveEntityRecords('postType', 'post', post(7)))
          log.push(String(selectEntityRecord(getState() as never, 'postType', 'post', 7)?.id))
        }
        return result
      }
    const { store } = setUp({ middleware: [logger(log, 'first '), reads, logger(log, 'last ')] })
    store.dispatch({ type: 'app/opened' })
    expect(log).toEqual([
      'first app/opened',
      'last app/opened',
      'first entities/recordsReceived',
      'last entities/recordsReceived',
      '7',
    ])
  })

  it('may hold an action back or put another in its place', () => {
    const holding: Middleware = () => (next) => (action) =>
      (action as StoreAction).type === 'edits/recordEdited' ? action : next(action)
    const { store, receive, edit } = setUp({ middleware: [holding] })
    receive()
    edit('New')
    expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(false)
  })

  it('that throws once the state has changed makes no failure of a save that the server has answered', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const crash = new Error('the logger is full')
    let isFull = false
    const throwing: Middleware = () => (next) => (action) => {
      const result = next(action)
      if (isFull) throw crash
      return result
    }
    const { store, server, receive, edit } = setUp({ middleware: [throwing] })
    receive()
    edit('New')
    isFull = true
    const saving = store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { throwOnError: true }))
    await passes(() => expect(server.waiting).toHaveLength(1))
    server.waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } }))
    await expect(saving).resolves.toMatchObject({ id: 1 })
    expect(selectSaveError(store.getState(), 'postType', 'post', 1)).toBeUndefined()
    expect(reported).toHaveBeenCalledWith(crash)
  })

  it('that throws before the state has changed is heard by whoever dispatched', () => {
    const refusing: Middleware = () => () => () => {
      throw new Error('not now')
    }
    const { store } = setUp({ middleware: [refusing] })
    expect(() => store.dispatch({ type: 'app/opened' })).toThrow('not now')
  })
})

describe('an enhancer', () => {
  it('stands around the store below its listeners and thunks', () => {
    const log: string[] = []
    const enhancer: StoreEnhancer = (createStore) => (reducer, preloadedState) => {
      const store = createStore(reducer, preloadedState)
      const dispatch: typeof store.dispatch = (action) => {
        log.push(action.type)
        return store.dispatch(action)
      }
      return { ...store, dispatch }
    }
    const { store, receive } = setUp({ enhancers: [enhancer] })
    receive()
    expect(log).toEqual(['entities/recordsReceived'])
    expect(selectEntityRecord(store.getState(), 'postType', 'post', 1)?.id).toBe(1)
  })
})

describe('a plugin', () => {
  it('gets the store with its services, and its middleware stands behind that of the application', () => {
    const log: string[] = []
    const plugin =
      (name: string): StorePlugin =>
      (store, services) => {
        services.companions.set(name, store)
        return { middleware: logger(log, `${name} `) }
      }
    const { store } = setUp({ middleware: [logger(log)], plugins: [plugin('one'), plugin('two')] })
    store.dispatch({ type: 'app/opened' })
    expect(log).toEqual(['app/opened', 'one app/opened', 'two app/opened'])
    const found = store.dispatch((dispatch, getState, { companions }) => [
      companions.get('one'),
      companions.get('two'),
    ])
    expect(found).toEqual([store, store])
  })

  it('may put another action in the place of one that is about to be made, or do nothing with them', () => {
    const renaming: StorePlugin = () => (action) =>
      action.type === 'edits/recordEdited' ? { type: 'app/editRefused' } : action
    const { store, receive, edit } = setUp({ plugins: [() => undefined, renaming] })
    receive()
    edit('New')
    expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(false)
  })

  it('for collaboration comes before the others', () => {
    const log: string[] = []
    const plugin =
      (name: string): StorePlugin =>
      () =>
      (action) => {
        log.push(`${name} ${action.type}`)
        return action
      }
    const { store } = setUp({ plugins: [plugin('other')], experimentalSync: plugin('sync') })
    store.dispatch({ type: 'app/opened' })
    expect(log).toEqual(['sync app/opened', 'other app/opened'])
  })

  it('stands around writes and requests, the first of several before the others', async () => {
    const log: string[] = []
    const plugin =
      (name: string): StorePlugin =>
      () => ({
        gate: async ({ fields }, send) => {
          const values = Object.entries(fields).map(([path, { value }]) => [path, value])
          log.push(`${name} is asked about ${JSON.stringify(Object.fromEntries(values))}`)
          const ended = await send({
            fields: { ...fields, [name]: { value: 1 } },
            headers: { [name]: 'yes' },
          })
          log.push(`${name} has the answer`)
          return ended
        },
        request: (request, send) => {
          log.push(`${name} sends ${request.method} ${Object.keys(request.headers ?? {}).join()}`)
          return send(request)
        },
      })
    const { store, server, receive, edit } = setUp({ plugins: [plugin('one'), plugin('two')] })
    receive()
    edit('New')
    const saved = store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
    await passes(() => expect(server.waiting).toHaveLength(1))
    expect(server.seen[0]?.data).toEqual({ title: 'New', one: 1, two: 1 })
    server.waiting[0]?.answer({ ...post(1), title: { raw: 'New' } })
    await saved
    expect(log).toEqual([
      'one is asked about {"title":"New"}',
      'two is asked about {"title":"New","one":1}',
      'one sends PUT one,two',
      'two sends PUT one,two',
      'two has the answer',
      'one has the answer',
    ])
  })

  it('may dispatch while it is made', () => {
    const { store } = setUp({
      plugins: [({ dispatch }) => void dispatch(receiveEntityRecords('postType', 'post', post(1)))],
    })
    expect(selectEntityRecord(store.getState(), 'postType', 'post', 1)?.id).toBe(1)
  })
})
