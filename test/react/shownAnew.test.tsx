import {
  clearEntityRecordEdits,
  dehydrate,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  hydrated,
  invalidate,
  receiveEntityRecords,
  redo,
  removeEntityRecords,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  undo,
  type EntityId,
} from 'copydesk'
import { createEntityRecord } from 'copydesk/durable'
import { useCurrentId, useDrafts, useSaveConflict } from 'copydesk/durable/react'
import {
  EntityStoreProvider,
  useCanUser,
  useDirtyEntityRecords,
  useEntityField,
  useEntityProp,
  useEntityRecord,
  useEntityRecords,
  useInfiniteEntityRecords,
  useRecordState,
  useUndo,
} from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { act, render } from '@testing-library/react'
import fc from 'fast-check'
import { memo } from 'react'
import { afterEach, describe, it, vi } from 'vitest'
import { expectEqual } from '../support/expectEqual'
import { histories, longestLaw } from '../support/lawRuns'
import { person } from '../support/person'

const post = ['postType', 'post'] as const
const queries = [
  { per_page: 3 },
  { status: 'draft' },
  { per_page: 2, page: 2 },
  { per_page: -1, status: 'any' },
  { categories: [1] },
  { search: 'P' },
  { include: [1, 3] },
  { status: 'draft,publish', orderby: 'title', order: 'asc', per_page: 4 },
] as const

interface Asked {
  readonly id: EntityId
  readonly query: (typeof queries)[number]
}

/** Components that show all that one hook gives. */
const components = {
  record: ({ id }: Asked) => useEntityRecord(...post, id),
  viewed: ({ id }: Asked) => useEntityRecord(...post, id, { context: 'view' }),
  list: ({ query }: Asked) => useEntityRecords(...post, query),
  infinite: ({ query }: Asked) => useInfiniteEntityRecords(...post, { ...query, per_page: 2 }),
  terms: () => useEntityRecords('taxonomy', 'category', { per_page: -1 }),
  state: ({ id }: Asked) => useRecordState(...post, id),
  rights: ({ id }: Asked) => useCanUser('update', { kind: 'postType', name: 'post', id }),
  dirty: () => useDirtyEntityRecords(),
  undo: () => useUndo(),
  prop: ({ id }: Asked) => useEntityProp(...post, 'title', id),
  field: ({ id }: Asked) => useEntityField(...post, id, 'title'),
  conflict: ({ id }: Asked) => useSaveConflict(...post, id),
  drafts: () => useDrafts(...post),
  current: ({ id }: Asked) => useCurrentId(...post, id),
}
type Name = keyof typeof components

/** A component on screen; it notes what it shows. */
class Shown {
  private static made = 0
  readonly key = Shown.made++
  last: unknown

  constructor(
    readonly name: Name,
    readonly asked: Asked,
  ) {}

  /** Rendered again by what its hook is woken by, and by nothing else. */
  readonly Component = memo(() => {
    const useAll = components[this.name] as (asked: Asked) => unknown
    this.last = JSON.parse(JSON.stringify({ all: useAll(this.asked) }))
    return null
  })
}

const ofStore = [
  'edit',
  'clear',
  'save',
  'saveAll',
  'create',
  'write',
  'delete',
  'undo',
  'redo',
  'read',
  'readList',
  'elsewhere',
  'receive',
  'remove',
  'invalidate',
  'fail',
  'hold',
  'release',
  'hydrate',
  'wait',
  'draft',
] as const
const anyNumber = fc.nat(11)
const steps = fc.array(
  fc.record({
    do: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...ofStore) },
      { weight: 1, arbitrary: fc.constantFrom('mount' as const, 'unmount' as const) },
    ),
    at: anyNumber,
    more: anyNumber,
  }),
  { minLength: 4, maxLength: 28, size: 'max' },
)
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never

const of = <Item,>(items: readonly Item[], at: number): Item => items[at % items.length] as Item

/** A screen on which components come and go, before a site whose answers fail and are held back. */
function openScreen() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const site = createMockSite({
    posts: [1, 2, 3, 4, 5, 6].map((id) => ({
      id,
      title: `P${id}`,
      status: id % 2 === 0 ? ('draft' as const) : ('publish' as const),
      categories: [1 + (id % 2)],
    })),
    terms: ['One', 'Two'].map((name, at) => ({ id: at + 1, name })),
  })
  const { store } = person({ site, durability: { storage: false, queue: false } })
  const { dispatch, getState } = store
  const drafts: EntityId[] = []
  const held: { release: () => void }[] = []
  const shown: Shown[] = []
  const idAt = (at: number) => of([1, 2, 3, 4, 99, ...drafts], at)
  const edits = [{ title: 'Typed' }, { title: 'P1' }, { status: 'publish' }, { categories: [1, 2] }] as const
  const failures = [
    'offline',
    { status: 403, code: 'rest_forbidden' },
    { status: 500, code: 'broken' },
  ] as const

  const perform: Record<(typeof ofStore)[number], (id: EntityId, more: number) => unknown> = {
    edit: (id, more) => dispatch(editEntityRecord(...post, id, of(edits, more))),
    clear: (id) => dispatch(clearEntityRecordEdits(...post, id)),
    save: (id) => dispatch(saveEditedEntityRecord(...post, id)),
    saveAll: () => dispatch(saveDirtyEntityRecords()),
    create: (_, more) =>
      dispatch(saveEntityRecord(...post, { title: 'New', status: of(['draft', 'publish'], more) })),
    write: (id, more) => dispatch(saveEntityRecord(...post, { id: id as number, ...of(edits, more) })),
    delete: (id, more) => dispatch(deleteEntityRecord(...post, id, { force: more % 2 === 0 })),
    undo: () => dispatch(undo()),
    redo: () => dispatch(redo()),
    read: (id, more) => dispatch(fetchEntityRecord(...post, id, undefined, { force: more % 2 === 0 })),
    readList: (_, more) => dispatch(fetchEntityRecords(...post, of(queries, more), { force: true })),
    elsewhere: (_, more) => site.fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: of(edits, more) }),
    receive: (_, more) =>
      dispatch(receiveEntityRecords(...post, { id: of([1, 2, 7], more), title: { raw: 'Read' } })),
    remove: (id) => dispatch(removeEntityRecords(...post, [id])),
    invalidate: (id, more) =>
      dispatch(
        invalidate(
          of([undefined, { kind: 'postType', name: 'post' }, { kind: 'postType', name: 'post', id }], more),
        ),
      ),
    fail: (_, more) => site.fail(/./, of(failures, more)),
    hold: () => held.push(site.hold(/./)),
    release: () => {
      for (const one of held.splice(0)) one.release()
    },
    hydrate: () => dispatch(hydrated(dehydrate(getState()))),
    wait: (_, more) => vi.advanceTimersByTimeAsync(of([100, 2000, 400_000], more)),
    draft: () => drafts.push(dispatch(createEntityRecord(...post, { title: 'Draft' }))),
  }

  const onScreen = (all: readonly Shown[]) => (
    <EntityStoreProvider store={store}>
      {all.map(({ Component, key }) => (
        <Component key={key} />
      ))}
    </EntityStoreProvider>
  )
  const mount = (at: number, more: number) => {
    const names = Object.keys(components) as Name[]
    shown.push(new Shown(of(names, at + more * 3), { id: idAt(more), query: of(queries, at) }))
  }
  const settled = () => act(() => vi.advanceTimersByTimeAsync(0))

  return {
    shown,
    settled,
    render: () => render(onScreen(shown)),
    onScreen,
    step: async ({ do: name, at, more }: Step, redraw: () => void) => {
      if (name === 'mount') mount(at, more)
      else if (name === 'unmount') shown.splice(at % Math.max(1, shown.length), 1)
      else await act(async () => void run(name, at, more))
      redraw()
      await settled()
    },
    mount,
  }

  function run(name: (typeof ofStore)[number], at: number, more: number): void {
    try {
      void Promise.resolve(perform[name](idAt(at), more)).catch(() => undefined)
    } catch {
      // What the store refuses changes nothing.
    }
  }
}

afterEach(() => void vi.useRealTimers())

describe('What is on screen', () => {
  it(
    'is what the same component shows that is mounted now, whatever has happened since',
    async () => {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(anyNumber, anyNumber), { minLength: 2, maxLength: 5 }),
          steps,
          async (first, history) => {
            const screen = openScreen()
            for (const [at, more] of first) screen.mount(at, more)
            const page = screen.render()
            await screen.settled()
            for (const step of history) {
              await screen.step(step, () => page.rerender(screen.onScreen(screen.shown)))
              const anew = screen.shown.map(({ name, asked }) => new Shown(name, asked))
              const other = render(screen.onScreen(anew))
              await screen.settled()
              for (const [at, { name, last }] of screen.shown.entries())
                expectEqual(last, anew[at]?.last, name)
              other.unmount()
            }
            page.unmount()
            vi.useRealTimers()
          },
        ),
        histories(15),
      )
    },
    longestLaw,
  )
})
