import {
  createUndoLevel,
  editEntityRecord,
  redo,
  selectHasRedo,
  selectHasUndo,
  selectUndoHistory,
  undo,
} from 'copydesk'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { postStore } from '../support/postStore'

describe('a long history', () => {
  it('is for any steps what a list of all levels would be, whatever its limit', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ edits: fc.integer({ min: 1, max: 50 }) }) },
      { weight: 2, arbitrary: fc.record({ undos: fc.integer({ min: 1, max: 60 }) }) },
      { weight: 1, arbitrary: fc.record({ redos: fc.integer({ min: 1, max: 60 }) }) },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 110 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (undoLimit, steps) => {
          const { store, edited } = await postStore({ undoLimit })
          const titles = () =>
            selectUndoHistory(store.getState()).levels.map((level) => level[0]?.changes.title?.to)
          let levels: string[] = []
          let done = 0
          let count = 0
          let [title, oldest] = ['Post 1', 'Post 1']
          for (const { edits = 0, undos = 0, redos = 0 } of steps as readonly Partial<
            Record<'edits' | 'undos' | 'redos', number>
          >[]) {
            for (let at = 0; at < edits; at++) {
              title = `Title ${++count}`
              store.dispatch(editEntityRecord('postType', 'post', 1, { title }))
              levels = [...levels.slice(0, done), title]
              if (levels.length > undoLimit) oldest = levels.shift() as string
              done = levels.length
            }
            for (let at = 0; at < undos; at++) store.dispatch(undo())
            for (let at = 0; at < redos; at++) store.dispatch(redo())
            done = Math.min(levels.length, Math.max(0, done - undos) + redos)
            title = levels[done - 1] ?? oldest
            expect(titles()).toEqual(levels)
            expect(selectUndoHistory(store.getState()).position).toBe(done)
            expect(selectHasRedo(store.getState())).toBe(done < levels.length)
            expect(edited(1)?.title).toBe(title)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('keeps all of its levels but a few as they are when one more is made', async () => {
    const { store, edit } = await postStore()
    const make = (title: string) => {
      edit(1, { title })
      store.dispatch(createUndoLevel())
    }
    for (let at = 1; at <= 1000; at++) make(`Title ${at}`)
    const { levels: before } = store.getState().undo
    make('One more')
    const { levels: after } = store.getState().undo
    const known = new Set(before)
    const levelsOf = (stretches: typeof after) => stretches.flat().filter((item) => typeof item === 'object')
    expect(levelsOf(after.filter((stretch) => !known.has(stretch))).length).toBeLessThan(100)
    expect(levelsOf(after)).toHaveLength(1000)
  })

  it('forgets its oldest level without looking at it', async () => {
    const { store, edit } = await postStore()
    for (let at = 1; at <= 1000; at++) edit(1, { title: `Title ${at}` })
    const { undo: history } = store.getState()
    const [first, ...rest] = history.levels
    if (!first) throw new Error('There are no levels.')
    let looks = 0
    const oldest = new Proxy(first[0] as object, {
      get: (target, field, receiver) => {
        looks++
        return Reflect.get(target, field, receiver) as unknown
      },
    })
    const levels = [[oldest, ...first.slice(1)], ...rest] as typeof history.levels
    const full = await postStore({
      preloadedState: { ...store.getState(), undo: { ...history, levels } },
      posts: [],
    })
    looks = 0
    full.edit(1, { title: 'One more' })
    expect(looks).toBe(0)
    expect(selectUndoHistory(full.store.getState()).levels).toHaveLength(1000)
    const sum = full.store
      .getState()
      .undo.levels.flat()
      .reduce<number>((all, item) => all + (typeof item === 'number' ? item : 0), 0)
    expect(full.store.getState().undo.bytes).toBe(sum)
  })

  it('is not walked through to find out whether there is something to undo while somebody types', async () => {
    const looksAt = async (count: number) => {
      const { store, edit } = await postStore()
      for (let at = 1; at <= count; at++) edit(1, { title: `Title ${at}` })
      edit(1, { title: 'Typed' }, { isCached: true })
      const state = store.getState()
      const looks = vi.fn()
      const watched = <Value>(value: Value): Value =>
        typeof value === 'object' && value !== null
          ? new Proxy(value, { get: (of, name) => (looks(), watched(Reflect.get(of, name) as never)) })
          : value
      expect(selectHasUndo({ ...state, undo: watched(state.undo) })).toBe(true)
      expect(selectHasRedo({ ...state, undo: watched(state.undo) })).toBe(false)
      return looks.mock.calls.length
    }
    const among100 = await looksAt(100)
    expect(among100).toBeGreaterThan(0)
    expect(await looksAt(1000)).toBe(among100)
  })
})
