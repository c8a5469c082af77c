import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listeners, makeRootReducer, type StateReplaced } from '../../src/store/rootReducer'
import { together } from '../../src/core/thunk'
import { createUndoLevel, redone, undone } from '../../src/undo/actions'
import { postStore } from '../support/postStore'

const rooms = readdirSync('src').filter((room) => existsSync(join('src', room, 'reducer.ts')))

describe('The slices that a fact concerns', () => {
  it.each(rooms)('are told of every fact that the reducer of %s looks for', (room) => {
    const heard = factsOf(join('src', room, 'reducer.ts'))
    expect(heard).not.toEqual([])
    for (const action of heard) {
      const source = action.slice(0, action.indexOf('/'))
      // The facts of the configuration go to every slice.
      if (source === room || source === 'config') continue
      expect(listeners[source], `${room} looks for ${action}`).toContain(room)
    }
  })

  it('are no more than those that look for one', () => {
    for (const [source, told] of Object.entries(listeners)) {
      for (const room of told) {
        const heard = factsOf(join('src', room, 'reducer.ts'))
        expect(heard.some((action) => action.startsWith(`${source}/`))).toBe(true)
      }
    }
  })
})

describe('Facts that become true together', () => {
  it('begin at the state that one of them puts in the place of the one before', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'New' })
    const before = store.getState()
    edit(1, { title: 'Newer' })
    const replaced: StateReplaced = { type: 'store/stateReplaced', state: before }
    const reduce = makeRootReducer({ levels: 10, bytes: Infinity })
    expect(reduce(store.getState(), together([undone([]), replaced, createUndoLevel()]))).toEqual({
      ...before,
      undo: { ...before.undo, isOpen: false },
    })
    expect(reduce(store.getState(), replaced)).toBe(before)
  })

  it('may be told in bundles within one bundle', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'New' })
    const state = store.getState()
    const reduce = makeRootReducer({ levels: 10, bytes: Infinity })
    const nested = together([together([undone([]), redone([])]), undone([])])
    expect(reduce(state, nested)).toEqual({ ...state, undo: { ...state.undo, position: 0, isOpen: false } })
  })
})

/** The types of the facts that a file names, or what it imports for its writes. */
function factsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(/from '(\.[^']*\/writes)'/g)].map(([, path]) =>
    readFileSync(`${join(dirname(file), path ?? '')}.ts`, 'utf8'),
  )
  const named = /'([a-z]+\/[a-zA-Z]+)'/g
  return [text, ...imported].flatMap((part) => [...part.matchAll(named)].map(([, action]) => action ?? ''))
}
