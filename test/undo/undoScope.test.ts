import {
  createEntityStore,
  createUndoLevel,
  editEntityRecord,
  fetchEntityRecords,
  redo,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  selectHasRedo,
  selectHasUndo,
  selectUndoHistory,
  undo,
  type EditOptions,
  type UndoScope,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'

const one: UndoScope = { kind: 'postType', name: 'post', id: 1 }
const two: UndoScope = { kind: 'postType', name: 'post', id: 2 }

async function twoForms() {
  const site = createMockSite({ posts: [1, 2, 3].map((id) => ({ id, title: `Post ${id}` })) })
  const { dispatch, getState } = createEntityStore({ fetcher: site.fetcher, devTools: false })
  await dispatch(fetchEntityRecords('postType', 'post'))
  return {
    dispatch,
    getState,
    type: (id: number, title: string, options?: EditOptions) =>
      dispatch(editEntityRecord('postType', 'post', id, { title }, options)),
    undo: (scope?: UndoScope) => dispatch(undo(scope && { scope })),
    redo: (scope?: UndoScope) => dispatch(redo(scope && { scope })),
    has: (scope?: UndoScope) => [selectHasUndo(getState(), scope), selectHasRedo(getState(), scope)],
    titles: () => [1, 2, 3].map((id) => selectEditedEntityRecord(getState(), 'postType', 'post', id)?.title),
  }
}

describe('Undo of one form', () => {
  it('leaves what was typed into another one, whichever was typed last', async () => {
    const { type, undo: back, redo: forth, titles, has } = await twoForms()
    type(1, 'A')
    type(2, 'B')
    type(1, 'AA')
    type(2, 'BB')
    back(one)
    expect(titles()).toEqual(['A', 'BB', 'Post 3'])
    back(one)
    back(one)
    expect(titles()).toEqual(['Post 1', 'BB', 'Post 3'])
    expect([has(one), has(two)]).toEqual([
      [false, true],
      [true, false],
    ])
    forth(two)
    expect(titles()).toEqual(['Post 1', 'BB', 'Post 3'])
    forth(one)
    back(two)
    expect(titles()).toEqual(['A', 'B', 'Post 3'])
    forth(one)
    forth(two)
    expect(titles()).toEqual(['AA', 'BB', 'Post 3'])
  })

  it('may be of several records, and everything is left to the undo of all', async () => {
    const { type, undo: back, redo: forth, titles, has } = await twoForms()
    type(1, 'A')
    type(3, 'C')
    type(2, 'B')
    back([one, two])
    back([one, two])
    expect(titles()).toEqual(['Post 1', 'Post 2', 'C'])
    back()
    expect(titles()).toEqual(['Post 1', 'Post 2', 'Post 3'])
    expect(has()).toEqual([false, true])
    for (let step = 0; step < 3; step++) forth()
    expect(titles()).toEqual(['A', 'B', 'C'])
    expect(has()).toEqual([true, false])
  })

  it('takes its own part out of a level that touched both, and leaves the other part to be undone', async () => {
    const { type, undo: back, titles, has } = await twoForms()
    type(1, 'A', { isCached: true })
    type(2, 'B', { isCached: true })
    back(one)
    expect(titles()).toEqual(['Post 1', 'B', 'Post 3'])
    expect(has(two)).toEqual([true, false])
    back()
    expect(titles()).toEqual(['Post 1', 'Post 2', 'Post 3'])
  })

  it('takes what is still being typed as one level, and nothing where it was typed back', async () => {
    const { type, undo: back, titles, has, dispatch } = await twoForms()
    type(2, 'B')
    type(1, 'A', { undoGroup: true })
    type(1, 'AB', { undoGroup: true })
    expect(has(one)).toEqual([true, false])
    back(one)
    expect(titles()).toEqual(['Post 1', 'B', 'Post 3'])
    dispatch(createUndoLevel())
    type(1, 'A', { undoGroup: true })
    type(1, 'Post 1', { undoGroup: true })
    expect(has(one)[0]).toBe(false)
  })

  it('goes on after a save of the other form, and knows nothing of what is not loaded', async () => {
    const { type, undo: back, titles, has, dispatch, getState } = await twoForms()
    type(1, 'A')
    type(2, 'B')
    await dispatch(saveEditedEntityRecord('postType', 'post', 2))
    back(one)
    expect(titles()).toEqual(['Post 1', 'B', 'Post 3'])
    const before = selectUndoHistory(getState())
    for (const scope of [{ kind: 'shop', name: 'order', id: 1 }, []]) {
      back(scope)
      expect(has(scope)).toEqual([false, false])
    }
    expect(selectUndoHistory(getState())).toBe(before)
  })
})

it('says what a scope is, where it was given something else', async () => {
  const { has } = await twoForms()
  expect(() => has('post' as never)).toThrow(/scope of undo is "post"\. Pass \{ kind, name, id \}/)
})

describe('An edit', () => {
  it('is passed over by undo, or a level of its own, as undo says', async () => {
    const { type, undo: back, titles } = await twoForms()
    type(1, 'A', { undoGroup: true })
    type(1, 'AB', { undo: 'new', undoGroup: true })
    type(2, 'B', { undo: false })
    back()
    expect(titles()).toEqual(['A', 'B', 'Post 3'])
    back()
    expect(titles()).toEqual(['Post 1', 'B', 'Post 3'])
  })
})
