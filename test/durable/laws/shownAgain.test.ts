import {
  deleteEntityRecord,
  editEntityRecord,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  RestError,
  redo,
  saveEditedEntityRecord,
  selectCanUser,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectHasUndo,
  undo,
  type Fetcher,
} from 'copydesk'
import { createEntityRecord, durabilityOf, memoryStorage, type MemoryTab } from 'copydesk/durable'
import { createMockSite, type MockSite } from 'copydesk/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figuresOf, histories, longestLaw } from '../../support/lawRuns'
import { virtually } from '../../support/virtualTime'
import { person } from '../../support/person'

const lists = [
  { per_page: 2, orderby: 'title', order: 'asc' },
  { per_page: 2, page: 2, orderby: 'title', order: 'asc' },
  { status: 'draft' },
  { per_page: -1 },
  { search: 'a' },
] as const
const ids = [1, 2, 3, 4, 5]

const id = fc.constantFrom(...ids)
const step = fc.oneof(
  fc.record({ do: fc.constant('list' as const), at: fc.nat(lists.length - 1) }),
  fc.record({ do: fc.constant('read' as const), id }),
  fc.record({ do: fc.constant('type' as const), id }),
  fc.record({ do: fc.constant('publish' as const), id }),
  fc.record({ do: fc.constant('save' as const), id }),
  fc.record({ do: fc.constant('trash' as const), id }),
  fc.record({ do: fc.constant('permit' as const), id }),
  fc.record({ do: fc.constant('colleague' as const), id }),
  fc.record({ do: fc.constant('undo' as const) }),
  fc.record({ do: fc.constant('redo' as const) }),
  fc.record({ do: fc.constant('draft' as const) }),
  fc.record({ do: fc.constant('network' as const) }),
  fc.record({ do: fc.constant('restart' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** What is on screen, whoever reads it. The undo history is kept as long as something is unsaved. */
function shownBy({ getState }: EntityStore, drafts: readonly (number | string)[]) {
  const state = getState()
  const unsaved = selectDirtyEntityRecords(state).map(({ key }) => key)
  return {
    lists: lists.map((query) => {
      const rows = selectEntityRecords(state, 'postType', 'post', query)
      return rows && { rows, total: selectEntityRecordsTotalItems(state, 'postType', 'post', query) }
    }),
    posts: [...ids, ...drafts].map((one) => selectEditedEntityRecord(state, 'postType', 'post', one)),
    permitted: ids.map((one) => selectCanUser(state, 'update', { kind: 'postType', name: 'post', id: one })),
    unsaved,
    canUndo: unsaved.length > 0 && selectHasUndo(state),
  }
}

function openSite(): MockSite {
  return createMockSite({
    posts: ids.map((one) => ({ id: one, title: `Title ${one} a`, status: one > 3 ? 'draft' : 'publish' })),
    users: [
      { id: 1, username: 'ada', role: 'administrator' },
      { id: 2, username: 'ben', role: 'editor' },
    ],
  })
}

async function run(steps: readonly Step[]): Promise<void> {
  const site = openSite()
  const storage = memoryStorage()
  let isOnline = true
  let tab: MemoryTab = storage.tab()
  const drafts: (number | string)[] = []
  const open = async () => {
    const life = { isOver: false }
    const fetcher: Fetcher = (request) => {
      if (life.isOver) return new Promise(() => undefined)
      if (isOnline) return site.fetcher(request)
      return Promise.reject(new RestError({ code: 'offline_error', message: 'There is no network.' }))
    }
    const { store, durability } = person({
      site,
      network: { fetcher },
      durability: { owner: { site: site.root, user: 1 }, storage: tab },
      store: { collectAfter: false },
    })
    await durability.ready
    return { store, life }
  }
  let page = await open()
  /** The page dies, and the next one is there without a network: it shows what the last one did. */
  const restart = async (at: number) => {
    await durabilityOf(page.store)?.flush()
    const before = shownBy(page.store, drafts)
    page.life.isOver = true
    tab.kill()
    tab = tab.reload()
    const network = isOnline
    isOnline = false
    storage.setOnline(false)
    page = await open()
    expect([at, shownBy(page.store, drafts)]).toEqual([at, before])
    isOnline = network
    storage.setOnline(network)
  }
  for (const [at, one] of steps.entries()) {
    const { dispatch, getState } = page.store
    const isShown =
      'id' in one && selectEditedEntityRecord(getState(), 'postType', 'post', one.id) !== undefined
    if (one.do === 'list') await dispatch(fetchEntityRecords('postType', 'post', lists[one.at]))
    else if (one.do === 'read')
      await dispatch(fetchEntityRecord('postType', 'post', one.id)).catch(() => undefined)
    else if (one.do === 'permit')
      await dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: one.id })).catch(() => undefined)
    else if (one.do === 'type' && isShown)
      dispatch(editEntityRecord('postType', 'post', one.id, { title: `Title ${at}` }))
    else if (one.do === 'publish' && isShown)
      dispatch(editEntityRecord('postType', 'post', one.id, { status: 'publish' }))
    else if (one.do === 'save' && isShown) await dispatch(saveEditedEntityRecord('postType', 'post', one.id))
    else if (one.do === 'trash' && isShown) await dispatch(deleteEntityRecord('postType', 'post', one.id))
    else if (one.do === 'colleague') {
      const data = { title: `Theirs ${at} a` }
      await site
        .as('ben')({ path: `/wp/v2/posts/${one.id}`, method: 'PUT', data })
        .catch(() => undefined)
    } else if (one.do === 'undo') dispatch(undo())
    else if (one.do === 'redo') dispatch(redo())
    else if (one.do === 'draft' && Object.hasOwn(getState().config.entities, 'postType/post'))
      drafts.push(dispatch(createEntityRecord('postType', 'post', { title: `Draft ${at} a` })))
    else if (one.do === 'network') {
      isOnline = !isOnline
      storage.setOnline(isOnline)
    } else if (one.do === 'restart') await restart(at)
  }
  await restart(steps.length)
  await durabilityOf(page.store)?.close()
}

/** Histories that have failed once. */
const failed: [Step[]][] = [
  [[{ do: 'read', id: 1 }, { do: 'restart' }]],
  [[{ do: 'list', at: 0 }]],
  [[{ do: 'list', at: 0 }, { do: 'restart' }, { do: 'trash', id: 1 }]],
  [
    [
      { do: 'list', at: 1 },
      { do: 'type', id: 3 },
      { do: 'save', id: 3 },
    ],
  ],
]

describe('what is shown after a restart without a network', () => {
  const figures = figuresOf('shown again')

  it(
    'is what was shown before it',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 14 }),
          virtually(async (steps) => {
            figures.history()
            await run(steps)
            figures.ended()
          }),
        ),
        { ...histories(60), examples: failed },
      )
    },
    longestLaw,
  )
})
