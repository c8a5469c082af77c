import {
  createUndoLevel,
  editEntityRecord,
  type EntityState,
  redo,
  selectHasUndo,
  selectUndoHistory,
  undo,
} from 'copydesk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText, joinText } from '../../src/undo/textPieces'
import { post } from '../support/fakeServer'
import { postStore } from '../support/postStore'

const typing = { isCached: true }

/** A store with so many undo levels, and a count of how often one of its levels is looked at. */
async function storeWithLevels(count: number) {
  const before = await postStore()
  for (let level = 1; level <= count; level++) before.edit(1, { title: `Title ${level}` })
  const state = before.store.getState()
  let looks = 0
  const levels = new Proxy(state.undo.levels, {
    get: (target, field, receiver) => {
      if (field !== 'length') looks++
      return Reflect.get(target, field, receiver) as unknown
    },
  })
  const desk = await postStore({ preloadedState: { ...state, undo: { ...state.undo, levels } }, posts: [] })
  return {
    ...desk,
    looks: (act: () => unknown) => {
      looks = 0
      act()
      return looks
    },
  }
}

describe('typing with the undo button on screen', () => {
  const lookedAt = async (count: number) => {
    const { store, edit, looks } = await storeWithLevels(count)
    edit(1, { content: 'a' }, typing)
    return looks(() => {
      edit(1, { content: 'ab' }, typing)
      expect(selectHasUndo(store.getState())).toBe(true)
    })
  }

  it('looks at as many levels under a thousand of them as under two', async () => {
    expect(await lookedAt(1000)).toBe(await lookedAt(2))
  })
})

/** Every different text in a value, so that what is shared counts once. */
function textsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') found.add(value)
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) textsIn(part, found)
  return found
}

const lengthOf = (texts: Iterable<string>) => [...texts].reduce((length, text) => length + text.length, 0)

/** A text of that length in which no two parts are alike. */
function longText(length: number): string {
  let text = ''
  for (let line = 0; text.length < length; line++) text += `Line ${line} of a long text.\n`
  return text.slice(0, length)
}

describe('the history of a long text', () => {
  it('holds what was typed and not a thousand copies, and gives every text back', async () => {
    const content = longText(200_000)
    const { store, edit, edited } = await postStore({ posts: [post(1, { content: { raw: content } })] })
    const texts = [content]
    for (let key = 0; key < 300; key++) {
      const before = texts.at(-1) as string
      const at = 100_000 + 3 * key
      texts.push(before.slice(0, at) + `<${key}>` + before.slice(at + (key % 5)))
      edit(1, { content: texts.at(-1) })
    }
    expect(lengthOf(textsIn(store.getState().undo))).toBeLessThan(10 * content.length)
    expect(selectUndoHistory(store.getState()).levels.at(-1)?.[0]?.changes.content).toEqual({
      from: texts.at(-2),
      to: texts.at(-1),
    })
    for (const text of texts.slice(0, -1).reverse()) {
      store.dispatch(undo())
      expect(edited(1)?.content === text).toBe(true)
    }
    for (const text of texts.slice(1)) {
      store.dispatch(redo())
      expect(edited(1)?.content === text).toBe(true)
    }
  })

  it('gives back the texts of two records that are edited by turns, and the short fields beside them', async () => {
    const { store, edit, edited } = await postStore()
    const [one, two] = [longText(20_000), longText(30_000)]
    edit(1, { content: one, title: 'One' })
    edit(2, { content: two, title: 'Two' })
    edit(1, { content: `${one}!`, title: 'One!' })
    edit(2, { content: `${two}!`, title: 'Two!' })
    for (let step = 0; step < 2; step++) store.dispatch(undo())
    expect(edited(1)).toMatchObject({ content: one, title: 'One' })
    expect(edited(2)).toMatchObject({ content: two, title: 'Two' })
    for (let step = 0; step < 2; step++) store.dispatch(redo())
    expect(edited(1)).toMatchObject({ content: `${one}!`, title: 'One!' })
    expect(edited(2)).toMatchObject({ content: `${two}!`, title: 'Two!' })
  })

  it('joins what is typed after a level was made', async () => {
    const content = longText(20_000)
    const { store, edit, edited } = await postStore({ posts: [post(1, { content: { raw: content } })] })
    edit(1, { content: `${content}a` })
    edit(1, { content: `${content}ab` }, typing)
    store.dispatch(undo())
    expect(edited(1)?.content === content).toBe(true)
    store.dispatch(redo())
    expect(edited(1)?.content === `${content}ab`).toBe(true)
    edit(1, { content }, typing)
    expect(selectHasUndo(store.getState())).toBe(true)
  })

  it('is cut into pieces that give the text again, few of them however one writes', () => {
    const anyEdit = fc.tuple(fc.nat(60_000), fc.nat(5000), fc.string({ maxLength: 40 }))
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 40 }), (edits) => {
        let text = longText(50_000)
        let pieces = cutText(text, [])
        for (const [at, length, typed] of edits) {
          text = text.slice(0, at) + typed + text.slice(at + length)
          pieces = cutText(text, pieces)
          expect(joinText(pieces) === text).toBe(true)
        }
        expect(cutText(text, pieces)).toBe(pieces)
        expect(pieces.length).toBeLessThan(100)
      }),
    )
    let pieces = cutText(longText(10_000), [])
    for (let key = 0; key < 1000; key++) pieces = cutText(`${joinText(pieces)}a`, pieces)
    expect(pieces.length).toBeLessThan(10)
  })
})

describe('a history of so many bytes', () => {
  const levelsOf = (state: EntityState) => selectUndoHistory(state).levels.length

  it('forgets the oldest levels, and never the last one', async () => {
    const { store, edit, edited } = await postStore({ undoBytes: 100_000 })
    for (let level = 0; level < 50; level++) edit(1, { title: `${level}`.repeat(2500) })
    expect(levelsOf(store.getState())).toBeGreaterThan(2)
    expect(levelsOf(store.getState())).toBeLessThan(20)
    edit(1, { title: 'x'.repeat(1_000_000) })
    expect(levelsOf(store.getState())).toBe(1)
    store.dispatch(undo())
    expect(edited(1)?.title).toBe('49'.repeat(2500))
  })

  it('counts what levels share once, and what can be redone no more once something else is done', async () => {
    const { store, edit } = await postStore()
    const blocks = Array.from({ length: 100 }, (none, at) => ({
      name: 'core/paragraph',
      text: longText(500) + at,
    }))
    for (let at = 0; at < 100; at++)
      edit(1, { blocks: blocks.map((block, place) => (place === at ? { ...block, text: `${at}` } : block)) })
    expect(store.getState().undo.bytes).toBeLessThan(100 * 4000 + 200_000)
    for (let level = 0; level < 100; level++) store.dispatch(undo())
    edit(1, { title: 'New' })
    expect(store.getState().undo.bytes).toBeLessThan(1000)
  })

  it.each([0, -1, NaN, '3', null])('of %o is refused', async (undoBytes) => {
    await expect(postStore({ undoBytes: undoBytes as number })).rejects.toMatchObject({
      code: 'invalid_option',
    })
  })
})

describe('the history of what is typed', () => {
  it('stays one level when it is closed while nothing was typed', async () => {
    const { store, edit } = await postStore()
    edit(1, { title: 'a' }, typing)
    store.dispatch(createUndoLevel())
    const before = store.getState()
    store.dispatch(createUndoLevel())
    expect(store.getState()).toBe(before)
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'b' }, typing))
    expect(selectUndoHistory(store.getState()).levels).toHaveLength(1)
  })
})
