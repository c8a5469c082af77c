import { addEntities, createEntityStore, selectEntityConfig } from 'copydesk'
import { batched } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'

describe('several actions at once', () => {
  const one = { type: 'a' }
  const other = { type: 'c' }

  it('are one action', () => {
    expect(batched([one, other])).toEqual({ type: 'store/batched', actions: [one, other] })
  })

  it('are just the action when there is one only', () => {
    expect(batched([one])).toBe(one)
  })

  it('may be none', () => {
    expect(batched([])).toEqual({ type: 'store/batched', actions: [] })
  })

  it('are told one by one, also those of a batch within', () => {
    const store = createEntityStore({ fetcher: () => new Promise(() => undefined), devTools: false })
    const add = (name: string, baseURL: string) => addEntities([{ kind: 'shop', name, baseURL }])
    const last = [add('book', '/two'), add('book', '/three'), add('pen', '/pens')]
    store.dispatch(batched([add('book', '/one'), batched(last)]))
    const addresses = ['book', 'pen'].map(
      (name) => selectEntityConfig(store.getState(), 'shop', name)?.baseURL,
    )
    expect(addresses).toEqual(['/three', '/pens'])
  })
})
