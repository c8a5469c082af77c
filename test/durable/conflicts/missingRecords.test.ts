import {
  defineEntity,
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  selectEntityRecordEdits,
  selectSaveError,
  type ServerSettings,
} from 'copydesk'
import { selectSaveConflict } from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { fakeServer, refusal, reply } from '../../support/fakeServer'
import { checked, person } from '../../support/person'

const says403: ServerSettings = {
  isMissing: (status, body) => status === 403 && (body as { code?: string }).code === 'FORBIDDEN',
}

/** A store of notes whose server answers an update of a missing one by 204, and a read of it by 403. */
async function notes(server: ServerSettings, isDurable: boolean) {
  const row = { id: 1, title: 'One' }
  let isThere = true
  const network = fakeServer(({ method, request, fail }) => {
    if (!isThere && method === 'GET')
      return void fail(refusal(403, 'FORBIDDEN', 'No.', { code: 'FORBIDDEN' }))
    if (method === 'GET') return reply({ ...row })
    if (isThere) Object.assign(row, request.data)
    return reply(null, { status: 204 })
  })
  const { log } = network
  const entities = [defineEntity({ kind: 'own', name: 'note', baseURL: '/own/notes', server })]
  const { store } = person({ network, durability: isDurable ? checked : undefined, store: { entities } })
  await store.dispatch(fetchEntityRecord('own', 'note', 1))
  log.length = 0
  return {
    log,
    remove: () => void (isThere = false),
    edit: (edits: object) => store.dispatch(editEntityRecord('own', 'note', 1, edits)),
    save: () => store.dispatch(saveEditedEntityRecord('own', 'note', 1)),
    edits: () => selectEntityRecordEdits(store.getState(), 'own', 'note', 1),
    error: () => selectSaveError(store.getState(), 'own', 'note', 1),
    conflict: () => selectSaveConflict(store.getState(), 'own', 'note', 1),
  }
}

describe('a record that somebody deletes while it is edited, on a server that answers its update by 204', () => {
  it('is held as gone with durability, and what was typed stays', async () => {
    const { edit, save, remove, edits, conflict, log } = await notes(says403, true)
    edit({ title: 'An hour of work' })
    remove()
    expect(await save()).toBeUndefined()
    expect([conflict()?.reason, edits()]).toEqual(['gone', { title: 'An hour of work' }])
    expect(log).toEqual(['GET /own/notes/1'])
  })

  it.each([true, false])('is not saved where it is read back (durability: %s)', async (isDurable) => {
    const { edit, save, remove, edits, error } = await notes({ emptyAnswer: 'readBack' }, isDurable)
    edit({ title: 'An hour of work' })
    remove()
    expect(await save()).toBeUndefined()
    expect([error(), edits()]).toMatchObject([{ status: 403 }, { title: 'An hour of work' }])
  })

  it('is saved where it is there', async () => {
    const { edit, save, edits, error, log } = await notes({ emptyAnswer: 'readBack' }, false)
    edit({ title: 'Saved' })
    expect(await save()).toEqual({ id: 1, title: 'Saved' })
    expect([error(), edits()]).toEqual([undefined, undefined])
    expect(log).toEqual(['PATCH /own/notes/1', 'GET /own/notes/1'])
  })
})

it('settings that are not to be read when they are saved are not taken for deleted', async () => {
  const site = createMockSite()
  const { store } = person({ site, durability: checked })
  await store.dispatch(fetchEntityRecord('root', 'site'))
  store.dispatch(editEntityRecord<string, string>('root', 'site', undefined, { title: 'The Gazette' }))
  site.fail('GET /wp/v2/settings', { status: 404, code: 'rest_no_route' }, 9)
  const saved = await store.dispatch(saveEditedEntityRecord<string, string>('root', 'site'))
  expect(selectSaveConflict(store.getState(), 'root', 'site', undefined)).toBeUndefined()
  expect(saved).toMatchObject({ title: 'The Gazette' })
})

it.each([
  [{ isMissing: 403 }, 'isMissing'],
  [{ emptyAnswer: 'read' }, 'emptyAnswer'],
])('%j is no setting of a server', (server, name) => {
  const config = { kind: 'own', name: 'note', baseURL: '/own/notes', server } as never
  expect(() => defineEntity(config)).toThrow(
    expect.objectContaining({
      code: 'invalid_config',
      message: expect.stringContaining(name) as string,
    }) as Error,
  )
})
