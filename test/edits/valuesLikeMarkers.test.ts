import {
  createEntityStore,
  dehydrate,
  type EntityState,
  selectEditedEntityRecord,
  selectEntityRecordEdits,
  selectHasEdits,
  undo,
  redo,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'
import { postStore } from '../support/postStore'

/** Values that look like what the state has for edits that are computed, and for those that are no plain data. */
const values: readonly [string, Record<string, unknown>][] = [
  ['one that looks held', { $held: 'x' }],
  ['one that looks held, and more', { $held: 'x', other: 1 }],
  ['one that looks held twice', { $held: { $held: 1 } }],
  ['one that looks lazy', { $lazy: true }],
  ['one that looks lazy, and more', { $lazy: true, delay: 200 }],
]

const rulesOf = (record: object | undefined): unknown => (record ? Reflect.get(record, 'rules') : undefined)

describe.each([false, true])('a value that looks like a marker of the store, lenient: %s', (lenient) => {
  it.each(values)('is shown, saved and undone as what it is: %s', async (_, rules) => {
    const { store, edit, edited, edits, save, server, hasEdits } = await postStore({ lenient })
    edit(1, { rules })
    expect([rulesOf(edited(1)), edits(1)]).toEqual([rules, { rules }])
    store.dispatch(undo())
    expect([rulesOf(edited(1)), hasEdits(1)]).toEqual([undefined, false])
    store.dispatch(redo())
    expect(rulesOf(edited(1))).toEqual(rules)
    const { promise } = await save(1)
    expect(server.seen[0]?.data).toEqual({ rules })
    server.waiting[0]?.answer(post(1, { rules }))
    await promise
    expect([rulesOf(edited(1)), hasEdits(1)]).toEqual([rules, false])
  })

  it.each(values)(
    'comes back by redo as what it is deeper among the entries of meta: %s',
    async (_, rules) => {
      const { store, edit, edited } = await postStore({ lenient })
      const meta = { rules, nested: { rules } }
      edit(1, { meta })
      store.dispatch(undo())
      store.dispatch(redo())
      expect(edited(1)).toMatchObject({ meta })
    },
  )

  it.each(values)('comes back by undo where the server has it: %s', async (_, rules) => {
    const { store, edit, edited, hasEdits } = await postStore({ lenient, posts: [post(1, { rules })] })
    edit(1, { rules: 'none' })
    store.dispatch(undo())
    expect([rulesOf(edited(1)), hasEdits(1)]).toEqual([rules, false])
    store.dispatch(redo())
    edit(1, { rules })
    expect([rulesOf(edited(1)), hasEdits(1)]).toEqual([rules, false])
  })

  it.each(values)(
    'is dehydrated as what it is, with its history, and among the entries of meta: %s',
    async (_, rules) => {
      const { store, edit } = await postStore({ lenient })
      edit(1, { rules, meta: { rules } })
      const state = JSON.parse(JSON.stringify(dehydrate(store.getState(), { undo: true }))) as EntityState
      const { fetcher } = fakeServer()
      const next = createEntityStore({ fetcher, lenient, preloadedState: state, devTools: false })
      const meta = { a: 1, b: 2, rules }
      const shown = () => selectEditedEntityRecord(next.getState(), 'postType', 'post', 1)
      expect(shown()).toMatchObject({ rules, meta })
      expect(selectEntityRecordEdits(next.getState(), 'postType', 'post', 1)).toEqual({ rules, meta })
      next.dispatch(undo())
      expect(selectHasEdits(next.getState(), 'postType', 'post', 1)).toBe(false)
      next.dispatch(redo())
      expect(shown()).toMatchObject({ rules, meta })
    },
  )
})

it('entries of meta that can not be distinguished from a marker are refused, and nothing changes', async () => {
  const { edit, hasEdits } = await postStore()
  for (const meta of [{ $lazy: true }, { $held: 1 }])
    expect(() => edit(1, { meta })).toThrow("can't be distinguished")
  expect(hasEdits(1)).toBe(false)
})
