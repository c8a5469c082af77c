import { createUndoLevel, redo, undo } from 'copydesk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { postStore } from '../support/postStore'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const inTitle = { undoGroup: 'title' }
const inSlug = { undoGroup: 'slug' }

async function setUp() {
  const desk = await postStore()
  return {
    ...desk,
    type: (fields: Record<string, unknown>, options = inTitle, after = 100) => {
      vi.setSystemTime(Date.now() + after)
      desk.edit(1, fields, options)
    },
    undo: () => {
      desk.store.dispatch(undo())
      return desk.edited(1)
    },
  }
}

describe('edits of one undo group', () => {
  it('are one step, beginning after what was done before', async () => {
    const { edit, edited, type, undo: back, store } = await setUp()
    edit(1, { title: 'Set' })
    for (const title of ['S', 'Se', 'Sea']) type({ title })
    expect(back()?.title).toBe('Set')
    expect(back()?.title).toBe('Post 1')
    store.dispatch(redo())
    store.dispatch(redo())
    expect(edited(1)?.title).toBe('Sea')
  })

  it('end with the first edit of another group', async () => {
    const { type, undo: back } = await setUp()
    type({ title: 'a' })
    type({ slug: 'a' }, inSlug)
    type({ slug: 'ab' }, inSlug)
    type({ title: 'ab' })
    expect(back()).toMatchObject({ title: 'a', slug: 'ab' })
    expect(back()).toMatchObject({ title: 'a', slug: 'post-1' })
    expect(back()).toMatchObject({ title: 'Post 1', slug: 'post-1' })
  })

  it('end with an edit of another record', async () => {
    const { edit, edited, type, undo: back } = await setUp()
    type({ title: 'a' })
    edit(2, { title: 'b' }, inTitle)
    back()
    expect([edited(1)?.title, edited(2)?.title]).toEqual(['a', 'Post 2'])
  })

  it('end with an edit of no group, whether it is cached or not', async () => {
    const { edit, type, undo: back } = await setUp()
    type({ title: 'a' })
    edit(1, { slug: 'cached' }, { isCached: true })
    type({ title: 'ab' })
    edit(1, { slug: 'set' })
    expect(back()).toMatchObject({ title: 'ab', slug: 'cached' })
    expect(back()).toMatchObject({ title: 'a', slug: 'cached' })
    expect(back()).toMatchObject({ title: 'a', slug: 'post-1' })
    expect(back()?.title).toBe('Post 1')
  })

  it('end with a pause of a second, however long they took', async () => {
    const { type, undo: back } = await setUp()
    for (const title of ['a', 'ab', 'abc']) type({ title }, inTitle, 900)
    type({ title: 'abcd' }, inTitle, 1000)
    expect(back()?.title).toBe('abc')
    expect(back()?.title).toBe('Post 1')
  })

  it('end with createUndoLevel, an undo and a redo', async () => {
    const { edited, type, undo: back, store } = await setUp()
    type({ title: 'a' })
    store.dispatch(createUndoLevel())
    type({ title: 'ab' })
    expect(back()?.title).toBe('a')
    store.dispatch(redo())
    type({ title: 'abc' })
    expect(back()?.title).toBe('ab')
    type({ title: 'abx' })
    expect(back()?.title).toBe('ab')
    expect(edited(1)?.title).toBe('ab')
  })

  it('that come back to where they began are no step, and leave what was undone to be redone', async () => {
    const { edited, type, undo: back, store } = await setUp()
    type({ title: 'a' })
    back()
    type({ title: 'x' })
    type({ title: 'Post 1' })
    store.dispatch(redo())
    expect(edited(1)?.title).toBe('a')
  })

  it('leave the state plain data that takes up where it stood', async () => {
    const { type, store } = await setUp()
    type({ title: 'a' })
    const state = store.getState()
    expect(JSON.parse(JSON.stringify(state.undo))).toEqual(state.undo)
    const next = await postStore({ preloadedState: JSON.parse(JSON.stringify(state)) as never, posts: [] })
    vi.setSystemTime(Date.now() + 100)
    next.edit(1, { title: 'ab' }, inTitle)
    next.store.dispatch(undo())
    expect(next.edited(1)?.title).toBe('Post 1')
  })
})
