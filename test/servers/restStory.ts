import {
  createEntityStore,
  createRestFetcher,
  defineEntity,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectCanUser,
  selectEditedEntityRecord,
  selectEntityRecordsTotalItems,
  selectHasEdits,
  selectSaveError,
  undo,
  type EntityId,
  type EntityQuery,
  type ServerSettings,
} from 'copydesk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, type Backend, type Note, type RunningServer } from './serve'

/** What is particular about a server. */
export interface RestStory {
  readonly settings: ServerSettings
  /** Starts it with these notes. */
  readonly start: (notes: readonly Note[]) => Promise<Backend> | Backend
  /** Whether its ids are texts. */
  readonly hasTextIds?: boolean
  /** What it asks for the notes with a title. Default: `title`. */
  readonly filter?: (title: string) => Readonly<Record<string, unknown>>
  /** Whether it replaces a record by PUT. Default true. */
  readonly hasPut?: boolean
  /** What it asks for the notes whose title has this in it; absent where it can't search. */
  readonly search?: (text: string) => Readonly<Record<string, unknown>>
  /** An id with a space and a letter beyond ASCII; absent where it does not decode addresses. */
  readonly oddId?: string
  /** How it says that there is no such record. */
  readonly notFound: { readonly code: string; readonly message: string | RegExp }
  /** What it refuses, and how it says so; absent where it refuses nothing. */
  readonly refusal?: { readonly edits: Note; readonly status: number; readonly message: string | RegExp }
}

const count = 60

/** Tells one story on a server that knows nothing of Copydesk, by its settings alone. */
export function tellRestStory(name: string, story: RestStory): void {
  const idOf = (number: number): EntityId => (story.hasTextIds ? String(number) : number)
  const noteOf = (number: number): Note => ({
    id: idOf(number),
    title: `Note ${number}`,
    done: number % 3 === 0,
    author: { name: 'Ann', pages: [1, 2] },
    tags: ['a', 'b'],
    hidden: null,
  })

  const { filter = (title) => ({ title }), hasPut = true } = story

  const note = defineEntity({
    kind: 'app',
    name: 'note',
    baseURL: '/notes',
    supportsPagination: true,
    server: story.settings,
  })

  describe(name, () => {
    let server: RunningServer

    beforeAll(async () => {
      const notes = Array.from({ length: count }, (_, i) => noteOf(i + 1))
      const odd = story.oddId === undefined ? [] : [{ ...noteOf(999), id: story.oddId }]
      server = await listen(await story.start([...notes, ...odd]))
    })
    afterAll(() => server.close())

    function open() {
      const fetcher = createRestFetcher({ root: server.root, retry: false })
      const store = createEntityStore({ fetcher, entities: [note], devTools: false })
      server.requests.length = 0
      return store
    }
    const onServer = (id: EntityId) => server.notes().find((one) => one.id === id)
    const total = story.oddId === undefined ? count : count + 1

    it('gives pages of any size, with totals, and never a wrong row', async () => {
      const { dispatch, getState } = open()
      const ids = async (query: EntityQuery) =>
        (await dispatch(fetchEntityRecords('app', 'note', query)))?.map(({ id }) => id)
      const from = (first: number, last: number) =>
        Array.from({ length: last - first + 1 }, (_, i) => idOf(first + i))
      expect(await ids({ page: 2, per_page: 5 })).toEqual(from(6, 10))
      expect(await ids({ page: 1, per_page: 10 })).toEqual(from(1, 10))
      expect(await ids({ page: 4, per_page: 2 })).toEqual(from(7, 8))
      expect(selectEntityRecordsTotalItems(getState(), 'app', 'note', { per_page: 5 })).toBe(total)
      expect(await ids({ per_page: -1 })).toHaveLength(total)
      expect(await ids({ page: 3, per_page: 20 })).toEqual(from(41, 60))
      expect(await ids({ page: 50, per_page: 20 })).toEqual([])
    })

    it('gives an empty page behind the end, and not the last one once more', async () => {
      const { dispatch, getState } = open()
      const query = { page: 9, per_page: 20 }
      expect(await dispatch(fetchEntityRecords('app', 'note', query))).toEqual([])
      expect(selectEntityRecordsTotalItems(getState(), 'app', 'note', query)).toBe(total)
    })

    it('filters by its own parameters', async () => {
      const { dispatch } = open()
      const rows = await dispatch(
        fetchEntityRecords('app', 'note', { ...filter('Note 7'), per_page: 10 }, { throwOnError: true }),
      )
      expect(rows).toEqual([noteOf(7)])
    })

    if (story.search) {
      const { search } = story
      it('searches by its own parameters', async () => {
        const { dispatch } = open()
        const rows = await dispatch(fetchEntityRecords('app', 'note', { ...search('Note 4'), per_page: 20 }))
        expect(rows?.map(({ id }) => id)).toEqual([4, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49].map(idOf))
      })
    }

    it('keeps every field through an edit, undo and a save', async () => {
      const { dispatch, getState } = open()
      const id = idOf(2)
      expect(await dispatch(fetchEntityRecord('app', 'note', id))).toEqual(noteOf(2))
      dispatch(editEntityRecord('app', 'note', id, { title: 'Edited' }))
      dispatch(editEntityRecord('app', 'note', id, { tags: ['c'] }))
      dispatch(undo())
      expect(selectEditedEntityRecord(getState(), 'app', 'note', id)).toEqual({
        ...noteOf(2),
        title: 'Edited',
      })
      await dispatch(saveEditedEntityRecord('app', 'note', id, { throwOnError: true }))
      expect(onServer(id)).toEqual({ ...noteOf(2), title: 'Edited' })
      expect(selectEditedEntityRecord(getState(), 'app', 'note', id)).toEqual({
        ...noteOf(2),
        title: 'Edited',
      })
      expect(selectHasEdits(getState(), 'app', 'note', id)).toBe(false)
      expect(server.requests).toEqual([`GET /notes/${id}`, `PATCH /notes/${id}`])
    })

    if (hasPut) {
      it('keeps every field where the whole record is sent by PUT', async () => {
        const whole = { ...note, updateMethod: 'PUT', updateBody: 'record' } as const
        const fetcher = createRestFetcher({ root: server.root, retry: false })
        const { dispatch } = createEntityStore({ fetcher, entities: [whole], devTools: false })
        const id = idOf(3)
        await dispatch(saveEntityRecord('app', 'note', { id, title: 'By PUT' }, { throwOnError: true }))
        expect(onServer(id)).toEqual({ ...noteOf(3), title: 'By PUT' })
      })
    }

    it('makes a record and takes it away again', async () => {
      const { dispatch } = open()
      const made = await dispatch(
        saveEntityRecord('app', 'note', { title: 'New', tags: [] }, { throwOnError: true }),
      )
      const id = made?.id as EntityId
      expect(onServer(id)).toEqual({ id, title: 'New', tags: [] })
      expect(await dispatch(fetchEntityRecord('app', 'note', id))).toMatchObject({ title: 'New' })
      await dispatch(deleteEntityRecord('app', 'note', id, {}, { throwOnError: true }))
      expect(onServer(id)).toBeUndefined()
    })

    it('saves several at once, and is asked for no batch', async () => {
      const { dispatch } = open()
      const ids = [idOf(5), idOf(6)]
      for (const id of ids) {
        await dispatch(fetchEntityRecord('app', 'note', id))
        dispatch(editEntityRecord('app', 'note', id, { done: true }))
      }
      const { failed } = await dispatch(saveDirtyEntityRecords())
      expect(failed).toEqual([])
      for (const id of ids) expect(onServer(id)).toEqual({ ...noteOf(Number(id)), done: true })
      expect(server.requests.filter((line) => line.includes('batch'))).toEqual([])
    })

    it('leaves permissions unknown, as it does not say', async () => {
      const { dispatch, getState } = open()
      const resource = { kind: 'app', name: 'note', id: idOf(1) }
      await dispatch(fetchPermissions(resource))
      expect(selectCanUser(getState(), 'update', resource)).toBeUndefined()
      expect(selectCanUser(getState(), 'delete', resource)).toBeUndefined()
    })

    it('says what is wrong in its own words, and edits stay', async () => {
      const { dispatch, getState } = open()
      const id = idOf(888)
      const { code, message } = story.notFound
      const expected = { status: 404, code, message: expect.stringMatching(message) as unknown }
      await expect(dispatch(fetchEntityRecord('app', 'note', id))).rejects.toMatchObject(expected)
      dispatch(editEntityRecord('app', 'note', id, { title: 'Lost?' }))
      await dispatch(saveEditedEntityRecord('app', 'note', id))
      expect(selectSaveError(getState(), 'app', 'note', id)).toMatchObject(expected)
      expect(selectHasEdits(getState(), 'app', 'note', id)).toBe(true)
      expect(onServer(id)).toBeUndefined()
    })

    if (story.refusal) {
      const { edits, status, message } = story.refusal
      it('refuses what it does not want, and edits stay', async () => {
        const { dispatch, getState } = open()
        const id = idOf(8)
        await dispatch(fetchEntityRecord('app', 'note', id))
        dispatch(editEntityRecord('app', 'note', id, edits))
        await dispatch(saveEditedEntityRecord('app', 'note', id))
        expect(selectSaveError(getState(), 'app', 'note', id)).toMatchObject({
          status,
          message: expect.stringMatching(message) as unknown,
        })
        expect(selectEditedEntityRecord(getState(), 'app', 'note', id)).toMatchObject(edits)
        expect(onServer(id)).toEqual(noteOf(8))
      })
    }

    if (story.oddId !== undefined) {
      const id = story.oddId
      it('has records with any text as their id', async () => {
        const { dispatch } = open()
        expect(await dispatch(fetchEntityRecord('app', 'note', id))).toMatchObject({ id, title: 'Note 999' })
        await dispatch(saveEntityRecord('app', 'note', { id, title: 'Odd' }, { throwOnError: true }))
        expect(onServer(id)).toEqual({ ...noteOf(999), id, title: 'Odd' })
      })
    }
  })
}
