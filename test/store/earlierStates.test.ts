import { readFile } from 'node:fs/promises'
import {
  createEntityStore,
  dehydrate,
  entityReducer,
  redo,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecords,
  selectRevisions,
  selectSaveError,
  type EntityState,
  type EntityStore,
  undo,
} from 'copydesk'
import { acquireLock, hydrated, releaseLock } from 'copydesk/actions'
import { combineReducers, legacy_createStore } from 'redux'
import { describe, expect, it } from 'vitest'

/** As version 0.2.0 has dehydrated it: records and lists by entity in plain objects, locks that are waited for in a list. */
const before = {
  config: {
    entities: {
      'shop/book': {
        kind: 'shop',
        name: 'book',
        baseURL: '/shop/books',
        label: 'Books',
        supportsPagination: true,
        key: 'id',
        revisionKey: 'id',
        syncObjectType: 'shop/book',
      },
    },
  },
  entities: {
    records: {
      'shop/book': {
        contexts: {
          default: {
            size: 1,
            root: ['1', { record: { id: 1, title: 'Emma' }, isComplete: true, seq: 1, isRead: false }],
          },
        },
        written: { size: 0, root: null },
      },
      'shop/book/1/revisions': {
        contexts: {
          default: {
            size: 1,
            root: ['12', { record: { id: 12, title: 'Emm' }, isComplete: true, seq: 2, isRead: false }],
          },
        },
        written: { size: 0, root: null },
      },
    },
    seq: 2,
  },
  queries: {
    'shop/book': {
      size: 1,
      root: [
        'default?{"search":"e"}',
        {
          context: 'default',
          parameters: { search: 'e' },
          windows: [{ start: 0, size: 10, ids: ['1'], seq: 1, isRead: false }],
          end: 1,
          totalItems: null,
          totalPages: null,
          page: 1,
          perPage: 10,
        },
      ],
    },
    'shop/book/1/revisions': {
      size: 1,
      root: [
        'default?{}',
        {
          context: 'default',
          parameters: {},
          windows: [{ start: 0, size: 10, ids: ['12'], seq: 2, isRead: false }],
          end: 1,
          totalItems: null,
          totalPages: null,
          page: 1,
          perPage: 10,
        },
      ],
    },
  },
  permissions: { size: 0, root: null },
  edits: {
    records: {
      'shop/book': {
        size: 1,
        root: [
          '1',
          {
            kind: 'shop',
            name: 'book',
            id: 1,
            values: { title: 'Persuasion' },
            transient: {},
            base: 1,
            since: 1,
            basis: { values: { title: 'Emma' }, version: {} },
          },
        ],
      },
    },
    lastSince: 1,
  },
  undo: { levels: [], position: 0, staged: [], isOpen: false, bytes: 0 },
  saving: {
    size: 1,
    root: [
      'shop/book record 1',
      {
        kind: 'shop',
        name: 'book',
        entity: 'shop/book',
        key: '1',
        id: 1,
        isAutosave: false,
        pending: false,
        error: { name: 'RestError', code: 'no', message: 'No.' },
      },
    ],
  },
  deleting: { size: 0, root: null },
  locks: { held: { size: 0, root: null }, paths: { size: 0, root: null }, pending: [] },
  lookups: { size: 0, root: null },
  resolution: { entries: { size: 0, root: null }, invalidatedSeqs: { size: 0, root: null } },
} as unknown as EntityState

const fetcher = () => Promise.reject(new Error('All of it is known.'))
const copy = () => structuredClone(before)

/** The ways on which a state comes into a store. */
const ways: { readonly [name: string]: () => EntityStore } = {
  'as the state that it begins with': () =>
    createEntityStore({ fetcher, devTools: false, preloadedState: copy() }),
  'in the place of its state': () => {
    const store = createEntityStore({ fetcher, devTools: false })
    store.dispatch(hydrated(copy()))
    return store
  },
  'in a Redux store around it': () =>
    createEntityStore({
      fetcher,
      devTools: false,
      store: legacy_createStore(combineReducers({ copydesk: entityReducer }), { copydesk: copy() }),
      reducerPath: 'copydesk',
    }),
}

describe('a state that an earlier version of the package has dehydrated', () => {
  it.each(Object.entries(ways))(
    'is read %s, with records, lists, revisions, edits and failed saves',
    async (name, open) => {
      const store = open()
      const state = store.getState()
      expect(selectEntityRecords(state, 'shop', 'book', { search: 'e' })).toEqual([{ id: 1, title: 'Emma' }])
      expect(selectRevisions(state, 'shop', 'book', 1, {})).toEqual([{ id: 12, title: 'Emm' }])
      expect(selectEditedEntityRecord(state, 'shop', 'book', 1)).toMatchObject({ title: 'Persuasion' })
      expect(selectDirtyEntityRecords(state)).toHaveLength(1)
      expect(selectSaveError(state, 'shop', 'book', 1)).toMatchObject({ code: 'no' })
      const first = await store.dispatch(acquireLock(['a'], { exclusive: true }))
      const second = store.dispatch(acquireLock(['a'], { exclusive: true }))
      store.dispatch(releaseLock(first))
      expect((await second).path).toEqual(['a'])
    },
  )

  it.each(Object.entries(ways))('is written anew as this version keeps it, read %s', (name, open) => {
    const now = dehydrate(open().getState())
    const again = createEntityStore({ fetcher, devTools: false, preloadedState: now })
    expect(dehydrate(again.getState())).toEqual(now)
    expect(now.queries.size).toBe(2)
  })
})

describe('a state that was dehydrated with version 1 of its shape', () => {
  it('is read with its edits and its history, which is undone and redone entry by entry', async () => {
    const state = JSON.parse(
      await readFile(new URL('states/version1.json', import.meta.url), 'utf8'),
    ) as EntityState
    const store = createEntityStore({ fetcher, devTools: false, preloadedState: state })
    const shown = (id: number) => selectEditedEntityRecord(store.getState(), 'shop', 'book', id)
    const emma = { title: 'Emma Woodhouse', 'a.b': 'y' }
    expect(shown(1)).toMatchObject({ ...emma, meta: { year: 1816, place: 'Surrey', 'first.edition': true } })
    expect(shown(2)).toMatchObject({ slug: 'anne', meta: { year: 1817 } })
    store.dispatch(redo())
    expect(shown(2)).toMatchObject({ slug: 'anne-elliot', meta: { year: 1817 } })
    for (const step of [undo, undo, undo]) store.dispatch(step())
    expect(shown(2)).toMatchObject({ slug: 'persuasion', meta: {} })
    expect(shown(1)).toMatchObject({ ...emma, meta: { year: 1815, place: 'Surrey' } })
    expect(shown(1)?.meta).not.toHaveProperty('first.edition')
    // A save was not answered: the site may have it.
    expect(selectDirtyEntityRecords(store.getState())).toMatchObject([{ key: 1 }])
    store.dispatch(undo())
    expect(shown(1)).toMatchObject({ title: 'Emma', 'a.b': 'x', meta: { year: 1815 } })
    store.dispatch(redo())
    store.dispatch(redo())
    expect(shown(1)).toMatchObject({ ...emma, meta: { year: 1816, 'first.edition': true } })
  })
})

/** As a later version of the package may have dehydrated it. */
const later = () => ({ ...copy(), version: 1000 }) as unknown as EntityState

describe('a state that a later version of the package has dehydrated', () => {
  it('is refused with what to do, rather than half read', () => {
    expect(() => createEntityStore({ fetcher, devTools: false, preloadedState: later() })).toThrow(
      /of version 1000.*Update copydesk where the state is read, or begin without it/,
    )
  })

  it('leaves the state of a store that is there as it was', () => {
    const store = createEntityStore({ fetcher, devTools: false })
    const state = store.getState()
    expect(() => store.dispatch(hydrated(later()))).toThrow(
      expect.objectContaining({ code: 'unknown_version' }),
    )
    expect(store.getState()).toBe(state)
  })

  it('says its version when it is dehydrated', () => {
    const store = createEntityStore({ fetcher, devTools: false })
    const state = dehydrate(store.getState())
    expect(createEntityStore({ fetcher, devTools: false, preloadedState: state }).getState().version).toBe(
      state.version,
    )
    expect(state.version).toBeGreaterThan(0)
  })
})
