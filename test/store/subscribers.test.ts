import {
  addEntities,
  clearEntityRecordEdits,
  createEntityStore,
  createUndoLevel,
  deleteEntityRecord,
  editEntityRecord,
  type EntityState,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  invalidate,
  loadEntityConfigs,
  receiveEntityRecords,
  receivePermissions,
  redo,
  removeEntityRecords,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectCanUser,
  selectDeleteError,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityConfigs,
  selectEntityRecord,
  selectEntityRecords,
  selectEntityRecordsBeingSaved,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  selectHasEdits,
  selectHasRedo,
  selectHasUndo,
  selectIsAutosaving,
  selectIsDeleting,
  selectIsSaving,
  selectNonTransientEdits,
  selectRawEntityRecord,
  selectResolution,
  selectSaveError,
  selectUndoHistory,
  undo,
  type RecordKey,
} from 'copydesk'
import { addresses, entityKey, hydrated, type Address } from 'copydesk/actions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readResource } from '../../src/permissions/resource'
import { normalizeQuery } from '../../src/core/query'
import { expectEqual } from '../support/expectEqual'
import { fakeServer, post, refusal, reply, settle } from '../support/fakeServer'
import { seeds } from '../support/seeds'
import { longestLaw } from '../support/lawRuns'

type Value = (state: EntityState) => unknown
type Step = (store: EntityStore, server: ReturnType<typeof fakeServer>) => unknown

const posts = entityKey('postType', 'post')
const query = { per_page: 2 }
const whole = { per_page: -1, status: 'any' }
const onePost = { kind: 'postType', name: 'post', id: 1 }

/** What hooks wait for, and what they show. */
const watched: {
  readonly [name: string]: { readonly waits: readonly Address[]; readonly values: readonly Value[] }
} = {
  ...Object.fromEntries(
    ['1', '2', '3'].map((id) => [
      `post ${id}`,
      {
        waits: [addresses.record(posts, id as RecordKey)],
        values: [
          (s) => selectEntityRecord(s, 'postType', 'post', id),
          (s) => selectEntityRecord(s, 'postType', 'post', id, { context: 'view' }),
          (s) => selectRawEntityRecord(s, 'postType', 'post', id),
          (s) => selectEditedEntityRecord(s, 'postType', 'post', id),
          (s) => selectNonTransientEdits(s, 'postType', 'post', id),
          (s) => selectHasEdits(s, 'postType', 'post', id),
          (s) => selectIsSaving(s, 'postType', 'post', id),
          (s) => selectIsAutosaving(s, 'postType', 'post', id),
          (s) => selectSaveError(s, 'postType', 'post', id),
          (s) => selectIsDeleting(s, 'postType', 'post', id),
          (s) => selectDeleteError(s, 'postType', 'post', id),
          (s) => selectResolution(s, 'fetchEntityRecord', 'postType', 'post', id).status,
        ],
      } as const,
    ]),
  ),
  ...Object.fromEntries(
    [query, whole].map((asked) => [
      JSON.stringify(asked),
      {
        waits: [addresses.list(posts, normalizeQuery(asked).listKey)],
        values: [
          (s) => selectEntityRecords(s, 'postType', 'post', asked),
          (s) => selectEntityRecordsTotalItems(s, 'postType', 'post', asked),
          (s) => selectEntityRecordsTotalPages(s, 'postType', 'post', asked),
          (s) => selectResolution(s, 'fetchEntityRecords', 'postType', 'post', asked).status,
        ],
      } as const,
    ]),
  ),
  'the totals of lists': {
    waits: [addresses.lists(posts)],
    values: [query, whole].flatMap((asked): Value[] => [
      (s) => selectEntityRecordsTotalItems(s, 'postType', 'post', asked),
      (s) => selectEntityRecordsTotalPages(s, 'postType', 'post', asked),
    ]),
  },
  'the permissions of post 1': {
    waits: [addresses.permission(readResource(onePost).key, true), addresses.record(posts, '1' as RecordKey)],
    values: (['create', 'read', 'update', 'delete'] as const).map(
      (action) => (s) => selectCanUser(s, action, onePost),
    ),
  },
  'the permissions of media': {
    waits: [addresses.permission(readResource('media').key, false)],
    values: [(s) => selectCanUser(s, 'create', 'media')],
  },
  'what is dirty': {
    waits: [addresses.unsaved],
    values: [selectDirtyEntityRecords, (s) => selectEntityRecordsBeingSaved(s).length],
  },
  'the way back': {
    waits: [addresses.undo],
    values: [selectHasUndo, selectHasRedo, selectUndoHistory],
  },
  'the configs': {
    waits: [addresses.configs('shop')],
    values: [(s) => selectEntityConfigs(s, 'postType'), (s) => selectEntityConfigs(s, 'shop')],
  },
}

/** The states that each store has had. */
const states = new WeakMap<EntityStore, EntityState[]>()

const id = fc.constantFrom(1, 2, 3)
const word = fc.constantFrom('A', 'B', 'Post 1')
const ids = fc.uniqueArray(id, { minLength: 1 })
/** Of a list: none, too, so that a list changes and no record does. */
const rows = fc.uniqueArray(id)

/** Anything that the public can do, with answers that come early, late, wrong or never. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ ids, word }).map(({ ids, word }): Step => (store) => {
    store.dispatch(
      receiveEntityRecords(
        'postType',
        'post',
        ids.map((one) => post(one, { slug: word })),
      ),
    )
  }),
  fc.record({ rows, asked: fc.constantFrom(query, whole), invalidate: fc.boolean() }).map(
    ({ rows, asked, ...options }): Step =>
      (store) =>
        store.dispatch(
          receiveEntityRecords(
            'postType',
            'post',
            rows.map((one) => post(one)),
            asked,
            options,
          ),
        ),
  ),
  ids.map(
    (gone): Step =>
      (store) =>
        store.dispatch(removeEntityRecords('postType', 'post', gone)),
  ),
  fc.record({ id, word, isCached: fc.boolean(), undoIgnore: fc.boolean() }).map(
    ({ id, word, ...options }): Step =>
      (store) =>
        store.dispatch(editEntityRecord('postType', 'post', id, { title: word }, options)),
  ),
  fc.record({ id, value: fc.integer({ min: 0, max: 2 }) }).map(
    ({ id, value }): Step =>
      (store) =>
        store.dispatch(editEntityRecord('postType', 'post', id, { meta: { a: value }, selection: value })),
  ),
  fc.record({ id, word }).map(
    ({ id, word }): Step =>
      (store) =>
        store.dispatch(
          editEntityRecord('postType', 'post', id, {
            content: (record: { slug: string }) => record.slug + word,
          }),
        ),
  ),
  id.map(
    (one): Step =>
      (store) =>
        store.dispatch(clearEntityRecordEdits('postType', 'post', one)),
  ),
  fc.constantFrom(undo, redo).map(
    (step): Step =>
      (store) =>
        store.dispatch(step()),
  ),
  fc.constant<Step>((store) => store.dispatch(createUndoLevel())),
  id.map(
    (one): Step =>
      (store) =>
        store.dispatch(saveEditedEntityRecord('postType', 'post', one)),
  ),
  word.map(
    (title): Step =>
      (store) =>
        store.dispatch(saveEntityRecord('postType', 'post', { title })),
  ),
  fc.constant<Step>((store) => store.dispatch(saveDirtyEntityRecords())),
  fc.record({ id, force: fc.boolean() }).map(
    ({ id, force }): Step =>
      (store) =>
        store.dispatch(deleteEntityRecord('postType', 'post', id, { force })),
  ),
  fc.record({ id, force: fc.boolean() }).map(
    ({ id, force }): Step =>
      (store) =>
        store.dispatch(fetchEntityRecord('postType', 'post', id, undefined, { force })),
  ),
  id.map(
    (one): Step =>
      (store) =>
        store.dispatch(fetchEntityRecord('postType', 'post', one, { context: 'view' })),
  ),
  fc.record({ asked: fc.constantFrom(query, whole), force: fc.boolean() }).map(
    ({ asked, force }): Step =>
      (store) =>
        store.dispatch(fetchEntityRecords('postType', 'post', asked, { force })),
  ),
  fc.constantFrom({}, { kind: 'postType' }, onePost, { kind: 'postType', name: 'post', query }).map(
    (target): Step =>
      (store) =>
        store.dispatch(invalidate(target)),
  ),
  fc.constantFrom('update/postType/post/1', 'create/media', 'create/postType/post/1').map(
    (name): Step =>
      (store) =>
        store.dispatch(receivePermissions({ [name]: name.length % 2 === 0 })),
  ),
  fc.constantFrom(onePost, 'media').map(
    (resource): Step =>
      (store) =>
        store.dispatch(fetchPermissions(resource)),
  ),
  word.map(
    (name): Step =>
      (store) =>
        store.dispatch(addEntities([{ kind: 'shop', name, baseURL: '/shop' }])),
  ),
  // A tool that travels in time, or a state that is put in place.
  fc.nat(30).map((at): Step => (store) => {
    const known = states.get(store) ?? []
    const state = known[at % Math.max(known.length, 1)]
    if (state) store.dispatch(hydrated(state))
  }),
  fc
    .record({ at: fc.nat(5), outcome: fc.constantFrom('well', 'trash', 'refused', 'lost') })
    .map(({ at, outcome }): Step => (store, { waiting }) => {
      const request = waiting[at % Math.max(waiting.length, 1)]
      if (request === undefined) return
      if (outcome === 'refused') return request.fail(refusal(403, 'no'))
      if (outcome === 'lost') return request.fail(new TypeError('Failed to fetch'))
      const { data, options } = answer(request, outcome === 'trash')
      request.answer(data, options)
    }),
)

function answer({ method, path, data }: { method: string; path: string; data: unknown }, isTrashed: boolean) {
  const asked = Number(/posts\/(\d+)/.exec(path)?.[1] ?? 3)
  const headers = { Allow: 'GET, POST, PUT', 'X-WP-Total': '3', 'X-WP-TotalPages': '2' }
  if (method === 'OPTIONS') return reply({}, { headers })
  if (method === 'DELETE')
    return reply(isTrashed ? post(asked, { status: 'trash' }) : { deleted: true, previous: post(asked) })
  if (method !== 'GET') {
    const { title, ...rest } = data as { title?: string }
    return reply(
      post(asked, { ...rest, ...(title !== undefined && { title: { raw: title, rendered: title } }) }),
    )
  }
  if (!path.startsWith('/wp/v2/posts?')) return reply(post(asked), { headers })
  return reply(path.includes('per_page=2') ? [post(1), post(2)] : [post(1), post(2), post(3)], { headers })
}

async function run(steps: readonly Step[], watch: (store: EntityStore) => () => void): Promise<EntityStore> {
  const server = fakeServer()
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  await store.dispatch(loadEntityConfigs('postType'))
  const check = watch(store)
  const had: EntityState[] = []
  states.set(store, had)
  for (const step of steps) {
    had.push(store.getState())
    try {
      Promise.resolve(step(store, server)).catch(() => undefined)
    } catch {
      // Refused input changes nothing, which is for other tests.
    }
    check()
    await settle()
    check()
  }
  return store
}

describe('after any sequence of public actions and answers', () => {
  it.each(seeds(700, 150))(
    'what every subscriber read last equals a fresh read, at every moment, $seeded',
    async ({ parameters }) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          await run(steps, (store) => {
            const checks = Object.entries(watched).map(([name, { waits, values }]) => {
              const read = () => values.map((value) => value(store.getState()))
              let last = read()
              store.subscribeToAll(waits, () => {
                last = read()
              })
              return () => expectEqual(last, read(), name)
            })
            return () => checks.forEach((check) => check())
          })
        }),
        parameters,
      )
    },
    longestLaw,
  )

  it(
    'a record, a list, the history and what is dirty are the same objects as before unless they changed',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
          await run(steps, (store) => {
            const reads: Value[] = [
              ...['1', '2', '3'].map(
                (id): Value =>
                  (s) =>
                    selectEntityRecord(s, 'postType', 'post', id),
              ),
              ...['1', '2', '3'].map(
                (id): Value =>
                  (s) =>
                    selectRawEntityRecord(s, 'postType', 'post', id),
              ),
              ...[query, whole].map(
                (asked): Value =>
                  (s) =>
                    selectEntityRecords(s, 'postType', 'post', asked),
              ),
              selectDirtyEntityRecords,
              selectUndoHistory,
            ]
            let before = reads.map((read) => read(store.getState()))
            const slices = ['entities', 'queries', 'edits', 'undo'] as const
            let last = store.getState()
            const seen = new Set<unknown>(Object.values(last))
            return () => {
              const state = store.getState()
              const now = reads.map((read) => read(state))
              // Time travel brings back what an earlier state had, which may say the same as what was in between.
              const isBack = slices.some((slice) => state[slice] !== last[slice] && seen.has(state[slice]))
              now.forEach((value, i) => {
                if (value !== before[i] && !isBack) expect(value).not.toEqual(before[i])
              })
              before = now
              last = state
              slices.forEach((slice) => seen.add(state[slice]))
            }
          })
        }),
        { numRuns: 200 },
      )
    },
    longestLaw,
  )

  it(
    'the state is plain data, and so JSON',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
          const store = await run(steps, () => () => undefined)
          expect(oddities(store.getState(), 'state')).toEqual([])
        }),
        { numRuns: 60 },
      )
    },
    longestLaw,
  )
})

/** Where a value holds something that JSON can't. */
function oddities(value: unknown, path: string): string[] {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean')
    return []
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  if (typeof value !== 'object') return [`${path} is a ${typeof value}`]
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null)
    return [`${path} is an instance`]
  return Object.entries(value).flatMap(([field, entry]) => oddities(entry, `${path}.${field}`))
}
