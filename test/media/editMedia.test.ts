import {
  createEntityStore,
  editEntityRecord,
  editMedia,
  fetchEntityRecord,
  fetchEntityRecords,
  RestError,
  saveEditedEntityRecord,
  selectCanUser,
  selectEntityRecord,
  selectHasEdits,
  selectIsSaving,
  selectSaveError,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, refusal, settle, type Rule } from '../support/fakeServer'

const image = (id: number) => ({
  id,
  title: { raw: 'Boat', rendered: 'Boat' },
  source_url: `https://x.org/boat-${id}.png`,
})
const rotation = {
  src: 'https://x.org/boat-1.png',
  modifiers: [{ type: 'rotate', args: { angle: 90 } }],
} as const

/** A store with image 1 loaded. */
async function imageStore(rule?: Rule) {
  const server = fakeServer((request) => (request.method === 'GET' ? image(1) : rule?.(request)))
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  await store.dispatch(fetchEntityRecord('root', 'media', 1))
  server.log.length = 0
  server.seen.length = 0
  return {
    ...server,
    store,
    record: (id: number) => selectEntityRecord(store.getState(), 'root', 'media', id),
    isSaving: (id: number) => selectIsSaving(store.getState(), 'root', 'media', id),
    saveError: (id: number) => selectSaveError(store.getState(), 'root', 'media', id),
  }
}

describe('editMedia', () => {
  it('sends the steps, and puts the new attachment beside the image', async () => {
    const { store, log, seen, record } = await imageStore(() => image(2))
    expect(await store.dispatch(editMedia(1, rotation))).toEqual(image(2))
    expect(log).toEqual(['POST /wp/v2/media/1/edit?context=edit'])
    expect(seen[0]?.data).toEqual(rotation)
    expect([record(1), record(2)]).toEqual([image(1), image(2)])
  })

  it('is sent on by the browser where the page goes, if it is asked to be', async () => {
    const { store, seen } = await imageStore(() => image(2))
    await store.dispatch(editMedia(1, rotation, { keepalive: true }))
    expect(seen.map(({ request }) => request.keepalive)).toEqual([true])
  })

  it('stands on the image as a save while it is under way', async () => {
    const { store, waiting, isSaving } = await imageStore()
    const edited = store.dispatch(editMedia('1', rotation))
    await settle()
    expect([isSaving(1), isSaving(2)]).toEqual([true, false])
    waiting[0]?.answer(image(2))
    await edited
    expect(isSaving(1)).toBe(false)
  })

  it('is told in one notification, the new attachment and the end together', async () => {
    const { store, waiting, record, isSaving } = await imageStore()
    const edited = store.dispatch(editMedia(1, rotation))
    await settle()
    const seen: [boolean, boolean][] = []
    store.subscribe(() => seen.push([record(2) !== undefined, isSaving(1)]))
    waiting[0]?.answer(image(2))
    await edited
    expect(seen[0]).toEqual([true, false])
  })

  it('waits for a save of the image, and leaves edits of it alone', async () => {
    const { store, log, waiting } = await imageStore()
    store.dispatch(editEntityRecord('root', 'media', 1, { alt_text: 'A boat' }))
    const saved = store.dispatch(saveEditedEntityRecord('root', 'media', 1))
    const edited = store.dispatch(editMedia(1, rotation))
    await settle()
    expect(log).toEqual(['PUT /wp/v2/media/1'])
    waiting[0]?.answer({ ...image(1), alt_text: 'A boat' })
    await saved
    store.dispatch(editEntityRecord('root', 'media', 1, { alt_text: 'A ship' }))
    await settle()
    waiting[0]?.answer(image(2))
    await edited
    expect(selectHasEdits(store.getState(), 'root', 'media', 1)).toBe(true)
  })

  it('makes lists of media stale', async () => {
    const { store, log } = await imageStore(() => image(2))
    const list = () => store.dispatch(fetchEntityRecords('root', 'media', { per_page: 5 }))
    await list()
    await store.dispatch(editMedia(1, rotation))
    await list()
    expect(log.filter((line) => line.includes('per_page=5'))).toHaveLength(2)
  })

  it('of an image that is still to be uploaded says to save it first, and sends nothing', async () => {
    const { store, log } = await imageStore()
    const turned = await store.dispatch(editMedia(-1234567890123456, rotation, { result: true }))
    expect(turned).toMatchObject({ status: 'failed', error: { code: 'local_id' } })
    expect(log).toEqual([])
  })

  it('keeps the error on the image, and gives undefined', async () => {
    const unsupported = refusal(500, 'rest_unknown_image_file_type')
    const { store, saveError, isSaving } = await imageStore(() => unsupported)
    expect(await store.dispatch(editMedia(1, rotation))).toBeUndefined()
    expect(saveError(1)).toBe(unsupported)
    expect(isSaving(1)).toBe(false)
  })

  it('asked to, rejects with what the fetcher rejected with', async () => {
    const unsupported = refusal(500, 'rest_image_not_edited')
    const { store } = await imageStore(() => unsupported)
    await expect(store.dispatch(editMedia(1, rotation, { throwOnError: true }))).rejects.toBe(unsupported)
  })

  it('calls an answer that is no attachment an error', async () => {
    const { store, saveError } = await imageStore(() => ({ ok: true }))
    expect(await store.dispatch(editMedia(1, rotation))).toBeUndefined()
    expect(saveError(1)).toMatchObject({ code: 'invalid_response' })
  })

  it('learns nothing of the right to upload or to change the image from a refusal', async () => {
    const headers = new Headers({ Allow: 'POST' })
    const { store } = await imageStore(
      () => new RestError({ code: 'rest_cannot_edit', message: 'No.', status: 403, headers }),
    )
    const before = store.getState().permissions
    await store.dispatch(editMedia(1, rotation))
    expect(store.getState().permissions).toBe(before)
    expect(selectCanUser(store.getState(), 'create', { kind: 'root', name: 'media' })).toBeUndefined()
  })

  it('ends when aborted, without an error on the image', async () => {
    const controller = new AbortController()
    const { store, seen, saveError, isSaving } = await imageStore()
    const edited = store.dispatch(editMedia(1, rotation, { signal: controller.signal }))
    await settle()
    controller.abort()
    expect(await edited).toBeUndefined()
    expect(seen[0]?.request.signal?.aborted).toBe(true)
    expect([isSaving(1), saveError(1)]).toEqual([false, undefined])
  })

  it('goes through the fetcher that it is given', async () => {
    const { store, log } = await imageStore()
    const other = fakeServer(() => image(2))
    await store.dispatch(editMedia(1, rotation, { fetcher: other.fetcher }))
    expect([log, other.log]).toEqual([[], ['POST /wp/v2/media/1/edit?context=edit']])
  })

  it.each([
    [undefined, 'missing_id'],
    [0, 'missing_id'],
    ['', 'missing_id'],
    [NaN, 'invalid_id'],
    [{}, 'invalid_id'],
  ])('refuses the id %j', async (id, code) => {
    const { store, log } = await imageStore()
    await expect(store.dispatch(editMedia(id as number, rotation))).rejects.toMatchObject({ code })
    expect(log).toEqual([])
  })

  it('asks nothing for an id that would lead elsewhere', async () => {
    const { store, log } = await imageStore()
    const odd = store.dispatch(editMedia('1/../../users', rotation, { throwOnError: true }))
    await expect(odd).rejects.toMatchObject({ code: 'invalid_id' })
    expect(log).toEqual([])
  })
})
