import {
  createEntityStore,
  createUndoLevel,
  dehydrate,
  editEntityBlocks,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  invalidate,
  loadEntityConfigs,
  receiveEntityRecords,
  redo,
  removeEntityRecords,
  selectCanUser,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityConfigs,
  selectEntityBlocks,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  selectHasEntityRecords,
  selectHasRedo,
  selectHasUndo,
  selectNonTransientEdits,
  selectRawEntityRecord,
  selectResolution,
  selectUndoHistory,
  undo,
  type BlockCodec,
  type EntityState,
} from 'copydesk'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { expectEqual } from '../support/expectEqual'
import { fakeServer, post, reply, settle } from '../support/fakeServer'
import { longestLaw } from '../support/lawRuns'
import { seeds } from '../support/seeds'

const queries = [
  { per_page: 3 },
  { per_page: 3, page: 2 },
  { per_page: 5, _fields: 'id,title' },
  { per_page: -1 },
  { offset: 2, per_page: 2 },
] as const
const ids = [1, 2, 3, 4, 5, 6, 7, 8]

const id = fc.constantFrom(...ids)
const title = fc.constantFrom('a', 'b', 'c')
const step = fc.oneof(
  fc.record({ act: fc.constantFrom('edit' as const, 'blocks' as const), id, title }),
  fc.record({ act: fc.constant('receive' as const), ids: fc.uniqueArray(id, { minLength: 1 }), title }),
  fc.record({ act: fc.constant('list' as const), query: fc.nat(queries.length - 1), force: fc.boolean() }),
  fc.record({ act: fc.constantFrom('read' as const, 'remove' as const, 'permissions' as const), id }),
  fc.record({ act: fc.constantFrom('undo' as const, 'redo' as const, 'level' as const, 'stale' as const) }),
)
const steps = fc.array(fc.record({ step, isLookedAt: fc.boolean() }), { minLength: 1, maxLength: 25 })

/** A site that counts every third post and keeps it back. */
const server = () =>
  fakeServer(({ path, method }) => {
    const [, one] = /posts\/(\d+)/.exec(path) ?? []
    if (method === 'OPTIONS') return reply(null, { headers: { Allow: Number(one) % 2 ? 'GET' : 'GET, PUT' } })
    if (one) return post(Number(one))
    if (!path.startsWith('/wp/v2/posts?')) return undefined
    const query = new URLSearchParams(path.split('?')[1])
    const size = Number(query.get('per_page') ?? 10)
    const start = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * size)
    const rows = ids.slice(start, start + size).filter((each) => each % 3 > 0)
    return reply(
      rows.map((each) => post(each)),
      { headers: { 'X-WP-Total': '8', 'X-WP-TotalPages': String(Math.ceil(8 / size)) } },
    )
  })

const blocksOf = (text: string) => [{ name: 'core/freeform', attributes: { text }, innerBlocks: [] }]
const blocks: BlockCodec = {
  parse: blocksOf,
  serialize: (all) => all.map(({ attributes }) => attributes.text as string).join(''),
}

/** What all selectors say, as JSON, in their order; of a text that is computed later, that it is. */
function saidOf(state: EntityState): unknown {
  const post = ['postType', 'post'] as const
  return JSON.parse(
    JSON.stringify(
      {
        dirty: selectDirtyEntityRecords(state),
        history: selectUndoHistory(state),
        undo: [selectHasUndo(state), selectHasRedo(state)],
        configs: selectEntityConfigs(state, 'postType').map(({ name }) => name),
        lists: queries.map((query) => [
          selectEntityRecords(state, ...post, query),
          selectHasEntityRecords(state, ...post, query),
          selectEntityRecordsTotalItems(state, ...post, query),
          selectEntityRecordsTotalPages(state, ...post, query),
          selectResolution(state, 'fetchEntityRecords', ...post, query),
        ]),
        records: ids.map((each) => [
          selectEntityRecord(state, ...post, each),
          selectEntityRecord(state, ...post, each, { _fields: 'slug' }),
          selectRawEntityRecord(state, ...post, each),
          selectEditedEntityRecord(state, ...post, each),
          selectEntityRecordEdits(state, ...post, each),
          selectNonTransientEdits(state, ...post, each),
          selectEntityBlocks(state, ...post, each),
          selectCanUser(state, 'update', { kind: 'postType', name: 'post', id: each }),
          selectResolution(state, 'fetchEntityRecord', ...post, each),
        ]),
      },
      (_, value: unknown) => (typeof value === 'function' ? 'computed' : value),
    ),
  )
}

describe.each(seeds(300, 100))('selectors, $seeded', ({ parameters }) => {
  it(
    'say of a state what a new store says of the same state through JSON, whatever they said before',
    { timeout: longestLaw },
    () =>
      fc.assert(
        fc.asyncProperty(steps, async (all) => {
          const { fetcher } = server()
          const store = createEntityStore({ fetcher, blocks, devTools: false })
          await store.dispatch(loadEntityConfigs('postType'))
          for (const { step, isLookedAt } of all) {
            switch (step.act) {
              case 'edit':
                store.dispatch(editEntityRecord('postType', 'post', step.id, { title: step.title }))
                break
              case 'blocks':
                store.dispatch(editEntityBlocks('postType', 'post', step.id, blocksOf(step.title)))
                break
              case 'receive': {
                const records = step.ids.map((each) => post(each, { title: { raw: step.title } }))
                store.dispatch(receiveEntityRecords('postType', 'post', records))
                break
              }
              case 'list': {
                const options = { force: step.force }
                await store.dispatch(fetchEntityRecords('postType', 'post', queries[step.query], options))
                break
              }
              case 'read':
                await store.dispatch(fetchEntityRecord('postType', 'post', step.id))
                break
              case 'remove':
                store.dispatch(removeEntityRecords('postType', 'post', step.id))
                break
              case 'permissions':
                await store.dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: step.id }))
                break
              case 'undo':
                store.dispatch(undo())
                break
              case 'redo':
                store.dispatch(redo())
                break
              case 'level':
                store.dispatch(createUndoLevel())
                break
              case 'stale':
                store.dispatch(invalidate({ kind: 'postType', name: 'post' }))
            }
            await settle()
            if (isLookedAt) saidOf(store.getState())
          }
          const state = store.getState()
          // Of blocks `dehydrate` keeps the text alone.
          const ways = [JSON.parse(JSON.stringify(state)) as EntityState]
          if (!all.some(({ step: { act } }) => act === 'blocks')) ways.push(dehydrate(state, { undo: true }))
          for (const preloadedState of ways) {
            const fresh = createEntityStore({ fetcher, blocks, devTools: false, preloadedState })
            expectEqual(saidOf(fresh.getState()), saidOf(state))
          }
        }),
        parameters,
      ),
  )
})
