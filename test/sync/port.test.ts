import { afterEach, describe, expect, it } from 'vitest'
import {
  addEntities,
  createEntityStore,
  selectEntityConfig,
  type EntityStore,
  type Fetcher,
  type StoreAction,
  type SyncPlugin,
} from 'copydesk'
import { addresses } from 'copydesk/actions'

const fetcher: Fetcher = () => Promise.reject(new Error('Nothing is asked here.'))
const flag = globalThis as { __experimentalEnableSync?: unknown }

afterEach(() => {
  delete flag.__experimentalEnableSync
})

function recording(seen: StoreAction[], given: EntityStore[] = []): SyncPlugin {
  return (store) => {
    given.push(store)
    return (action) => {
      seen.push(action)
      return action
    }
  }
}

describe('the port for collaboration', () => {
  it('gives the plugin the store, and every action that is about to be made', () => {
    const seen: StoreAction[] = []
    const given: EntityStore[] = []
    const store = createEntityStore({ fetcher, devTools: false, experimentalSync: recording(seen, given) })
    store.dispatch({ type: 'one' })
    store.dispatch((dispatch) => dispatch({ type: 'two' }))
    expect(given).toEqual([store])
    expect(seen.map(({ type }) => type)).toEqual(['one', 'two'])
  })

  it('makes the action that the plugin puts in the place of another, and wakes whom that concerns', () => {
    const added = addEntities([{ kind: 'shop', name: 'book', baseURL: '/shop/v1/books' }])
    const experimentalSync: SyncPlugin = () => (action) => (action.type === 'asked' ? added : action)
    const store = createEntityStore({ fetcher, devTools: false, experimentalSync })
    let woken = 0
    store.subscribeTo(addresses.configs('shop'), () => woken++)
    store.dispatch({ type: 'asked' })
    expect(selectEntityConfig(store.getState(), 'shop', 'book')?.baseURL).toBe('/shop/v1/books')
    expect(woken).toBe(1)
  })

  it('takes the plugin from the flag where none is given', () => {
    const seen: StoreAction[] = []
    flag.__experimentalEnableSync = recording(seen)
    createEntityStore({ fetcher, devTools: false }).dispatch({ type: 'one' })
    expect(seen).toHaveLength(1)
  })

  it('does without where the flag is only true, as it brings no code', () => {
    flag.__experimentalEnableSync = true
    const store = createEntityStore({ fetcher, devTools: false })
    expect(store.dispatch({ type: 'one' })).toEqual({ type: 'one' })
  })
})
