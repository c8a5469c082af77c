import { createEntityReducer, createUndoLevel, entityReducer, type StoreAction, undo } from 'copydesk'
import { batched, hydrated, redone, undone } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { postStore } from '../support/postStore'

describe('The entity reducer', () => {
  it('begins with every slice', () => {
    expect(Object.keys(entityReducer(undefined, { type: '@@init' })).sort()).toEqual([
      ...['config', 'deleting', 'edits', 'entities', 'locks', 'lookups'],
      ...['permissions', 'queries', 'resolution', 'saving', 'undo', 'version'],
    ])
  })

  it('keeps a state and its slices for an action that nobody knows', async () => {
    const { store } = await postStore()
    const state = store.getState()
    expect(entityReducer(state, { type: 'anything' })).toBe(state)
  })

  it('adds the slices that a state lacks', async () => {
    const { store } = await postStore()
    const { undo: left, ...rest } = store.getState()
    expect(entityReducer(rest, { type: '@@init' })).toEqual({ ...rest, undo: left })
  })

  it.each([{ undoLimit: 0 }, { undoLimit: 1.5 }, { undoBytes: 0 }, { undoBytes: '1' as never }])(
    'refuses the limits %j',
    (limits) => {
      expect(() => createEntityReducer(limits)).toThrow(expect.objectContaining({ code: 'invalid_option' }))
    },
  )
})

describe('A batch of actions', () => {
  it('has what each of them does, one after the other, also where batches are within', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'New' })
    edit(2, { title: 'Newer' })
    const state = store.getState()
    const steps: readonly StoreAction[] = [undone([]), redone([]), undone([]), createUndoLevel()]
    const [first, second, ...rest] = steps as [StoreAction, StoreAction]
    const oneByOne = steps.reduce(entityReducer, state)
    expect(entityReducer(state, batched([batched([first, second]), ...rest]))).toEqual(oneByOne)
  })

  it('goes on from a state that one of them puts in place', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'New' })
    const before = store.getState()
    edit(1, { title: 'Newer' })
    const next = entityReducer(store.getState(), batched([undone([]), hydrated(before), createUndoLevel()]))
    expect(next.edits.records).toEqual(before.edits.records)
    expect(next.undo).toEqual({ ...before.undo, isOpen: false })
  })
})

describe('A state from elsewhere', () => {
  it('takes the place of what was there, entities apart that it knows nothing of', async () => {
    const { edit, store } = await postStore()
    const { config, ...before } = store.getState()
    edit(1, { title: 'New' })
    store.dispatch(hydrated(before))
    expect(store.getState()).toEqual({ ...before, config, edits: store.getState().edits })
    expect(store.getState().edits.records).toEqual(before.edits.records)
    store.dispatch(undo())
    expect(store.getState().undo).toEqual(before.undo)
  })
})

describe('Actions of an application', () => {
  it('mean nothing to the store, though their fields have the names of its own', () => {
    const state = entityReducer(undefined, { type: '@@init' })
    const application = { type: 'chat/messageReceived', target: { entity: 'postType/post', key: '1' } }
    const fields = ['received', 'removed', 'answers', 'invalidates', 'settled', 'learned', 'lookup', 'edits']
    for (const field of fields) {
      for (const value of [5, 'text', {}, { scopes: ['everything'], seq: 9 }])
        expect(entityReducer(state, { ...application, [field]: value })).toBe(state)
    }
  })
})
