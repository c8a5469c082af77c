import {
  addEntities,
  clearEntityRecordEdits,
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  type EntityState,
  EntityStoreError,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  loadEntityConfigs,
  receiveEntityRecords,
  removeEntityRecords,
  RestError,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectEditedEntityRecord,
  selectEntityConfig,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectHasUndo,
  selectIsSaving,
  type Thunk,
} from 'copydesk'
import { acquireLock, selectHeldLocks } from 'copydesk/actions'
import { createMockSite } from 'copydesk/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectEqual } from '../support/expectEqual'
import { settle } from '../support/fakeServer'
import { seeds } from '../support/seeds'

const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic
const deep = Array.from({ length: 500 }).reduce<unknown>((inner) => ({ inner }), 'end')

const word = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', '', ' ', '../users/1', '1/2'],
  ...[
    '1?force=true',
    '%2e%2e',
    '\u0000',
    '\ud800',
    '💥',
    'a'.repeat(100_000),
    '*',
    'undefined',
    '<script>',
    '1e999',
  ],
)
const odd = fc.constantFrom<unknown>(
  ...[null, undefined, NaN, Infinity, -1, -0, 0.5, 2 ** 60, true, 10n, Symbol('odd'), () => 1],
  ...[[], {}, [[]], cyclic, deep, new Map(), new Date(NaN), Object.create(null), Promise.resolve(1)],
  ...[JSON.parse('{"__proto__":{"polluted":true}}'), { toString: null }, { toJSON: () => cyclic }],
)
const any = fc.oneof(word, odd)
const kind = fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>('postType') }, any)
const name = fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>('post') }, any)
const id = fc.oneof({ weight: 1, arbitrary: fc.constant<unknown>(2) }, { weight: 3, arbitrary: any })
const fields = fc.oneof(
  any,
  fc.dictionary(word, any, { maxKeys: 3 }),
  any.map((value) => ({ title: value })),
  any.map((value) => ({ meta: { a: value } })),
)

const doings: Record<string, (kind: never, name: never, id: never, fields: never) => unknown> = {
  fetchEntityRecord: (kind, name, id) => fetchEntityRecord(kind, name, id),
  'fetchEntityRecord with a query': (kind, name, id, fields) => fetchEntityRecord(kind, name, 2, fields),
  fetchEntityRecords: (kind, name, id, fields) => fetchEntityRecords(kind, name, fields),
  editEntityRecord: (kind, name, id, fields) => editEntityRecord(kind, name, id, fields),
  clearEntityRecordEdits: (kind, name, id) => clearEntityRecordEdits(kind, name, id),
  saveEntityRecord: (kind, name, id, fields) => saveEntityRecord(kind, name, fields),
  saveEditedEntityRecord: (kind, name, id) => saveEditedEntityRecord(kind, name, id),
  deleteEntityRecord: (kind, name, id, fields) => deleteEntityRecord(kind, name, id, fields),
  removeEntityRecords: (kind, name, id) => removeEntityRecords(kind, name, id),
  receiveEntityRecords: (kind, name, id, fields) => receiveEntityRecords(kind, name, fields),
  fetchPermissions: (kind, name, id, fields) => fetchPermissions(fields, id),
  acquireLock: (kind, name, id, fields) => acquireLock(fields, { exclusive: id }),
  addEntities: (kind, name, id, fields) => addEntities([fields]),
}

/** Everything of the post 1, which nobody means. */
const shownOf = (state: EntityState) => [
  selectEntityRecord(state, 'postType', 'post', 1),
  selectEditedEntityRecord(state, 'postType', 'post', 1),
  selectEntityRecordEdits(state, 'postType', 'post', 1),
  selectHasUndo(state),
  selectIsSaving(state, 'postType', 'post', 1),
  selectEntityConfig(state, 'postType', 'post'),
]

/** An error that says what happened: ours, the site's, or of what can not be sent at all. */
const isClear = (error: unknown) =>
  (error instanceof EntityStoreError || error instanceof RestError) && /\S+ \S+/.test(error.message)

describe('whatever the public is called with', () => {
  it.each(seeds(1000, 100))(
    'what goes wrong is told clearly, and nothing of another record changes, $seeded',
    { timeout: 180_000 },
    async ({ parameters }) => {
      const site = createMockSite({
        users: [{ username: 'ann', role: 'administrator' }],
        posts: [1, 2].map((one) => ({ id: one, title: `Post ${one}`, status: 'publish' })),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...Object.keys(doings)),
          kind,
          name,
          id,
          fields,
          async (doing, kind, name, id, fields) => {
            const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
            await store.dispatch(loadEntityConfigs('postType'))
            await store.dispatch(fetchEntityRecord('postType', 'post', 1))
            store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Typed' }))
            const before = shownOf(store.getState())
            let failure: unknown
            const call = doings[doing] as (...given: unknown[]) => unknown
            try {
              const action = call(kind, name, id, fields)
              await Promise.race([
                store.dispatch(action as Thunk<object, unknown>),
                settle().then(settle).then(settle).then(settle),
              ])
            } catch (error) {
              failure = error
            }
            await settle()
            if (failure !== undefined && !isClear(failure)) expect(failure).toSatisfy(isClear)
            const after = store.getState()
            expectEqual(shownOf(after), before)
            if (doing !== 'acquireLock') expectEqual(selectHeldLocks(after), [])
            expectEqual(({} as { polluted?: unknown }).polluted, undefined)
            expectEqual(Object.keys(Object.prototype), [])
          },
        ),
        parameters,
      )
    },
  )
})
