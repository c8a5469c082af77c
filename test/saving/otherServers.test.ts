import { describe, expect, it } from 'vitest'
import {
  addEntities,
  createEntityStore,
  defineEntity,
  defineServer,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  receiveEntityRecords,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectCanUser,
  selectDeleteError,
  selectEntityRecord,
  selectHasEdits,
  selectSaveError,
  errorText,
  RestError,
  type EntityConfig,
  type ServerSettings,
} from 'copydesk'
import { fakeServer, refusal, reply, settle, type Rule } from '../support/fakeServer'

const whole = { id: 1, title: 'Old', text: 'Body', tags: ['a'] }

/** A store with the notes of a server that is no WordPress. */
async function notes(
  config: Partial<EntityConfig> = {},
  rule: Rule = () => undefined,
  known: object = whole,
) {
  const server = fakeServer(rule)
  const note = defineEntity({ kind: 'app', name: 'note', baseURL: '/notes', ...config })
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false, entities: [note] })
  const { dispatch, getState } = store
  dispatch(receiveEntityRecords('app', 'note', [known]))
  const save = async (edits: object, id = 1) => {
    dispatch(editEntityRecord('app', 'note', id, edits))
    const saved = dispatch(saveEditedEntityRecord('app', 'note', id))
    await settle()
    return { saved }
  }
  return {
    ...server,
    store,
    save,
    record: (id = 1) => selectEntityRecord(getState(), 'app', 'note', id),
    error: (id = 1) => selectSaveError(getState(), 'app', 'note', id),
    isDirty: (id = 1) => selectHasEdits(getState(), 'app', 'note', id),
  }
}

describe('an update on a server of your own', () => {
  it('changes what was edited and nothing else', async () => {
    const { save, seen } = await notes()
    await save({ title: 'New' })
    expect(seen.map(({ method, path, data }) => [method, path, data])).toEqual([
      ['PATCH', '/notes/1', { title: 'New' }],
    ])
  })

  it.each(['PUT', 'PATCH', 'POST'] as const)(
    'is sent as %s where the entity says so',
    async (updateMethod) => {
      const { save, log } = await notes({ updateMethod })
      await save({ title: 'New' })
      expect(log).toEqual([`${updateMethod} /notes/1`])
    },
  )

  it('is sent as its server says, and the entity knows better', async () => {
    const server = defineServer({ updateMethod: 'PUT' })
    const { save, log } = await notes({ server })
    await save({ title: 'New' })
    const own = await notes({ server, updateMethod: 'POST' })
    await own.save({ title: 'New' })
    expect([...log, ...own.log]).toEqual(['PUT /notes/1', 'POST /notes/1'])
  })

  it('of its only record is sent as PATCH, too', async () => {
    const server = fakeServer()
    const profile = defineEntity({ kind: 'app', name: 'profile', baseURL: '/profile', key: false })
    const { dispatch } = createEntityStore({
      fetcher: server.fetcher,
      devTools: false,
      entities: [profile],
    })
    void dispatch(saveEntityRecord('app', 'profile', { name: 'Ann' }))
    await settle()
    expect(server.log).toEqual(['PATCH /profile'])
  })

  it('is PUT for what WordPress has, whatever the namespace of a taxonomy, and POST for its settings', async () => {
    const taxonomies = { genre: { slug: 'genre', rest_base: 'genres', rest_namespace: 'shop/v1' } }
    const server = fakeServer(({ path, method }) => {
      if (path === '/wp/v2/taxonomies?context=view') return taxonomies
      return method === 'OPTIONS' ? {} : undefined
    })
    const { dispatch } = createEntityStore({ fetcher: server.fetcher, devTools: false })
    void dispatch(saveEntityRecord('taxonomy', 'genre', { id: 1, name: 'New' }))
    void dispatch(saveEntityRecord('root', 'comment', { id: 1, content: 'New' }))
    void dispatch(saveEntityRecord('root', 'site', { title: 'New' }))
    await settle()
    expect(server.log.filter((line) => /^P/.test(line)).sort()).toEqual([
      'POST /wp/v2/settings',
      'PUT /shop/v1/genres/1',
      'PUT /wp/v2/comments/1',
    ])
  })

  it('sends the whole record where the server replaces it by what it is sent', async () => {
    const { save, seen, waiting, isDirty, record } = await notes({
      updateMethod: 'PUT',
      updateBody: 'record',
    })
    const { saved } = await save({ title: 'New' })
    expect(seen[0]).toMatchObject({ method: 'PUT', data: { ...whole, title: 'New' } })
    waiting[0]?.answer({ ...whole, title: 'New' })
    await saved
    expect([isDirty(), record()]).toEqual([false, { ...whole, title: 'New' }])
  })

  it('reads a record first that is not known whole, and sends what is there', async () => {
    const { store, seen, log, waiting } = await notes({ updateBody: 'record' }, undefined, { id: 2 })
    const saved = store.dispatch(saveEntityRecord('app', 'note', { id: 1, title: 'New' }))
    await settle()
    waiting[0]?.answer({ ...whole, _links: { self: [] } })
    await settle()
    expect(log).toEqual(['GET /notes/1', 'PATCH /notes/1'])
    expect(seen[1]?.data).toEqual({ ...whole, title: 'New' })
    waiting[0]?.answer(null)
    await saved
  })

  it('gives up the read of the whole record with the save that is aborted', async () => {
    const { store, seen } = await notes({ updateBody: 'record' }, undefined, { id: 2 })
    const { signal } = new AbortController()
    void store.dispatch(saveEntityRecord('app', 'note', { id: 1, title: 'New' }, { signal }))
    await settle()
    expect(seen.map(({ method, request }) => [method, request.signal])).toEqual([['GET', signal]])
  })

  it('of a record that nobody has read may be answered with its key alone', async () => {
    const { store, waiting, error } = await notes({}, undefined, { id: 2 })
    const saved = store.dispatch(saveEntityRecord('app', 'note', { id: 1, title: 'New' }))
    await settle()
    waiting[0]?.answer({ id: 1 })
    expect(await saved).toEqual({ id: 1 })
    expect(error()).toBeUndefined()
  })

  it('of the only record of its entity is none when the answer has nothing of what was sent', async () => {
    const { store, waiting } = await notes()
    store.dispatch(addEntities([{ kind: 'app', name: 'options', baseURL: '/options', key: false }]))
    const saved = store.dispatch(saveEntityRecord('app', 'options', { title: 'New' }))
    await settle()
    waiting[0]?.answer({ text: 'Maintenance' })
    expect(await saved).toBeUndefined()
    expect(selectSaveError(store.getState(), 'app', 'options')).toMatchObject({ code: 'invalid_response' })
  })

  it('is no update when the answer shows only that the record was there before', async () => {
    const { save, waiting, error, isDirty } = await notes({ updateBody: 'record' })
    const { saved } = await save({ subtitle: 'New' })
    waiting[0]?.answer({ success: false, text: 'Maintenance' })
    await saved
    expect([error(), isDirty()]).toMatchObject([{ code: 'invalid_response' }, true])
  })

  it('is allowed where its method is', async () => {
    const allowed = async (updateMethod: 'PUT' | 'PATCH', allow: string) => {
      const { store } = await notes({ updateMethod }, () => reply(whole, { headers: { Allow: allow } }))
      await store.dispatch(fetchEntityRecord('app', 'note', 1, undefined, { force: true }))
      return selectCanUser(store.getState(), 'update', { kind: 'app', name: 'note', id: 1 })
    }
    expect(await allowed('PATCH', 'GET, PATCH')).toBe(true)
    expect(await allowed('PUT', 'GET, PATCH')).toBe(false)
  })
})

describe('an answer in the words of the server', () => {
  it('is taken out of its envelope', async () => {
    const readRecord = (body: unknown) => (body as { data: unknown }).data
    const { save, waiting, record, isDirty } = await notes({ server: { readRecord } })
    const { saved } = await save({ title: 'New' })
    waiting[0]?.answer({ data: { ...whole, title: 'New' } })
    await saved
    expect([record(), isDirty()]).toEqual([{ ...whole, title: 'New' }, false])
  })

  it('is taken out of it for a create, a deletion that leaves the record, and the writes of a batch', async () => {
    const readRecord = (body: unknown) => (body as { data: unknown }).data
    const envelope = { server: { readRecord, isBatchable: true } }
    const { store, waiting, record, isDirty } = await notes(envelope)
    const made = store.dispatch(saveEntityRecord('app', 'note', { title: 'Made' }))
    await settle()
    waiting[0]?.answer({ data: { ...whole, id: 7, title: 'Made' } }, { status: 201 })
    expect([await made, record(7)]).toEqual(Array(2).fill({ ...whole, id: 7, title: 'Made' }))

    const removed = store.dispatch(deleteEntityRecord('app', 'note', 7))
    await settle()
    waiting[0]?.answer({ data: { ...whole, id: 7, status: 'trash' } })
    await removed
    expect(record(7)).toEqual({ ...whole, id: 7, status: 'trash' })

    for (const id of [1, 7]) store.dispatch(editEntityRecord('app', 'note', id, { title: 'Edited' }))
    const saved = store.dispatch(saveDirtyEntityRecords())
    await settle()
    waiting[0]?.answer({})
    await settle()
    const answerTo = (id: number) => ({
      status: 200,
      body: { data: { ...whole, id, title: 'Edited', by: 'Ann' } },
    })
    waiting[0]?.answer({ responses: [answerTo(1), answerTo(7)] })
    expect(await saved).toMatchObject({ failed: [] })
    for (const id of [1, 7]) {
      expect(record(id)).toEqual({ ...whole, id, title: 'Edited', by: 'Ann' })
      expect(isDirty(id)).toBe(false)
    }
  })

  it('that is another one than was asked for is an error, and edits stay', async () => {
    const readRecord = (body: unknown) => (body as { data: { attributes: unknown } }).data.attributes
    const { save, waiting, error, isDirty } = await notes({ server: { readRecord } })
    const { saved } = await save({ title: 'New' })
    waiting[0]?.answer({ message: 'Maintenance' })
    await saved
    expect([error(), isDirty()]).toMatchObject([{ code: 'invalid_response' }, true])
  })

  it('may be empty all the same', async () => {
    const readRecord = (body: unknown) => (body as { data: unknown }).data
    const { save, waiting, record, isDirty, store } = await notes({ server: { readRecord } })
    const { saved } = await save({ title: 'New' })
    waiting[0]?.answer(null, { status: 204 })
    await saved
    expect([record(), isDirty()]).toMatchObject([{ title: 'New' }, false])
    const removed = store.dispatch(deleteEntityRecord('app', 'note', 1))
    await settle()
    waiting[0]?.answer(null, { status: 204 })
    expect(await removed).toBe(null)
    expect(record()).toBeUndefined()
  })

  it('is an error in its words, for reads and for writes', async () => {
    const failed = (status: number) =>
      new RestError({
        code: 'unknown_error',
        message: 'x',
        status,
        body: { fault: { nr: 7, text: 'Too long' } },
      })
    const readError = (body: unknown, status: number) => {
      const { fault } = body as { fault: { nr: number; text: string } }
      return { code: `fault_${fault.nr}`, message: `${fault.text} (${status})` }
    }
    const { store, save, error } = await notes({ server: { readError } }, () => failed(422))
    const { saved } = await save({ title: 'New' })
    await saved
    const expected = { name: 'RestError', code: 'fault_7', message: 'Too long (422)', status: 422 }
    expect(error()).toMatchObject(expected)
    await store.dispatch(deleteEntityRecord('app', 'note', 1))
    expect(selectDeleteError(store.getState(), 'app', 'note', 1)).toMatchObject(expected)
    await expect(
      store.dispatch(fetchEntityRecord('app', 'note', 1, undefined, { force: true })),
    ).rejects.toMatchObject(expected)
    await expect(
      store.dispatch(fetchEntityRecords('app', 'note', undefined, { throwOnError: true })),
    ).rejects.toMatchObject(expected)
  })

  it('says at each field what the server has against it', async () => {
    const refused = new RestError({
      code: 'x',
      message: 'x',
      status: 422,
      body: { wrong: { title: 'Too long' } },
    })
    const readError = (body: unknown) => ({
      code: 'invalid',
      fields: (body as { wrong: Record<string, string> }).wrong,
    })
    const { save, error } = await notes({ server: { readError } }, () => refused)
    const { saved } = await save({ title: 'New' })
    await saved
    expect(error()).toMatchObject({ data: { params: { title: 'Too long' } }, body: refused.body })
    expect(errorText(error())).toBe('Too long')
  })

  it('that is lost is reported as it was', async () => {
    const lost = refusal(0, 'fetch_error')
    const { save, error } = await notes({ server: { readError: () => ({ code: 'never' }) } }, () => lost)
    const { saved } = await save({ title: 'New' })
    await saved
    expect(error()).toBe(lost)
  })
})

describe('a create that is answered by the address of the new record alone', () => {
  it.each(['/notes/7', 'https://example.org/api/notes/7/', '/api/notes/7?x=1'])(
    'is read there: %s',
    async (Location) => {
      const { store, waiting, log, record } = await notes()
      const saved = store.dispatch(saveEntityRecord('app', 'note', { title: 'New' }))
      await settle()
      waiting[0]?.answer(null, { status: 201, headers: { Location } })
      await settle()
      expect(log).toEqual(['POST /notes', 'GET /notes/7'])
      waiting[0]?.answer({ ...whole, id: 7 })
      expect(await saved).toMatchObject({ id: 7 })
      expect(record(7)).toEqual({ ...whole, id: 7 })
    },
  )

  it.each(['https://example.org/elsewhere/7', '/notes/', '/notes/7/comments', '/'])(
    'is an error where the address is none of its collection: %s',
    async (Location) => {
      const { store, waiting, log } = await notes()
      const saved = store.dispatch(saveEntityRecord('app', 'note', { title: 'New' }, { throwOnError: true }))
      saved.catch(() => undefined)
      await settle()
      waiting[0]?.answer(null, { status: 201, headers: { Location } })
      await expect(saved).rejects.toMatchObject({ code: 'invalid_response' })
      expect(log).toEqual(['POST /notes'])
    },
  )
})

describe('the body of a save', () => {
  const writeBody: ServerSettings['writeBody'] = (attributes, { id, method, record }) => ({
    data: { type: 'notes', ...(id !== undefined && { id }), attributes },
    meta: { method, knownTitle: record?.title },
  })
  const readRecord = (body: unknown) => {
    const { id, attributes } = (body as { data: { id: number; attributes: object } }).data
    return { id, ...attributes }
  }

  it('stands in the envelope that the server wants, for an update and for a create', async () => {
    const { store, save, seen, waiting, record, isDirty } = await notes({ server: { writeBody, readRecord } })
    const { saved } = await save({ title: 'New' })
    waiting[0]?.answer({ data: { id: 1, attributes: { ...whole, title: 'New' } } })
    await saved
    expect([record(), isDirty()]).toEqual([{ ...whole, title: 'New' }, false])
    const made = store.dispatch(saveEntityRecord('app', 'note', { title: 'Made' }))
    await settle()
    waiting[0]?.answer({ data: { id: 7, attributes: { title: 'Made' } } }, { status: 201 })
    expect(await made).toEqual({ id: 7, title: 'Made' })
    expect(seen.map(({ data }) => data)).toEqual([
      {
        data: { type: 'notes', id: 1, attributes: { title: 'New' } },
        meta: { method: 'PATCH', knownTitle: 'Old' },
      },
      { data: { type: 'notes', attributes: { title: 'Made' } }, meta: { method: 'POST' } },
    ])
  })

  it('that is none is an error that says so, and edits stay', async () => {
    const { save, log, error, isDirty } = await notes({ writeBody: () => undefined })
    const { saved } = await save({ title: 'New' })
    await saved
    expect([log, error(), isDirty()]).toMatchObject([[], { code: 'invalid_config' }, true])
  })
})

describe('headers for a write', () => {
  const writeHeaders = ({ record, method }: { record?: object | undefined; method: string }) =>
    record && { 'If-Match': `"${(record as { version: number }).version}"`, 'X-Method': method }

  it('go along with updates and deletions, made from the record as the server gave it last', async () => {
    const { store, save, seen, waiting } = await notes({ server: { writeHeaders } }, undefined, {
      ...whole,
      version: 3,
    })
    const { saved } = await save({ title: 'New', version: 9 })
    waiting[0]?.answer({ ...whole, title: 'New', version: 4 })
    await saved
    void store.dispatch(deleteEntityRecord('app', 'note', 1))
    void store.dispatch(saveEntityRecord('app', 'note', { title: 'Other' }))
    await settle()
    expect(seen.map(({ request }) => request.headers)).toEqual([
      { 'If-Match': '"3"', 'X-Method': 'PATCH' },
      { 'If-Match': '"4"', 'X-Method': 'DELETE' },
      undefined,
    ])
  })

  it('of the wrong kind are an error that says so, and nothing is sent', async () => {
    const { save, log, error } = await notes({ writeHeaders: () => ({ 'If-Match': 3 }) as never })
    const { saved } = await save({ title: 'New' })
    await saved
    expect([log, error()]).toMatchObject([[], { code: 'invalid_config' }])
  })

  it('that the server finds outdated leave the edits as they are', async () => {
    const { save, error, isDirty } = await notes({ writeHeaders }, () => refusal(412, 'precondition_failed'))
    const { saved } = await save({ title: 'New' })
    await saved
    expect([error(), isDirty()]).toMatchObject([{ status: 412 }, true])
  })
})

describe('writes to a server of your own', () => {
  it('ask nobody for batches', async () => {
    const { store, log } = await notes({}, ({ data }) => data ?? undefined)
    for (const id of [1, 2]) store.dispatch(editEntityRecord('app', 'note', id, { title: 'New' }))
    const { failed } = await store.dispatch(saveDirtyEntityRecords())
    expect([failed, log.sort()]).toEqual([[], ['PATCH /notes/1', 'PATCH /notes/2']])
  })

  it('travel together where the entity says so', async () => {
    const { store, log } = await notes({ isBatchable: true })
    for (const id of [1, 2]) store.dispatch(editEntityRecord('app', 'note', id, { title: 'New' }))
    void store.dispatch(saveDirtyEntityRecords())
    await settle()
    expect(log).toEqual(['OPTIONS /batch/v1'])
  })
})

it.each([
  ['updateMethod', { updateMethod: 'DELETE' }],
  ['updateBody', { updateBody: 'all' }],
  ['readError', { readError: 'message' }],
  ['writeBody', { writeBody: {} }],
  ['writeHeaders', { writeHeaders: {} }],
])('a %s that is none is refused', (name, settings) => {
  expect(() => defineServer(settings as never)).toThrow(`has the ${name}`)
})
