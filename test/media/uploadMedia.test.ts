import {
  addEntities,
  createEntityStore,
  fetchEntityRecords,
  RestError,
  selectCanUser,
  selectEntityRecord,
  selectEntityRecordsBeingSaved,
  selectIsSaving,
  selectSaveError,
  uploadMedia,
  type UploadOptions,
  type UploadProgress,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, refusal, reply, type Rule } from '../support/fakeServer'
import { notPlain } from '../support/plainState'
import { passes } from '../support/until'

const attachment = {
  id: 12,
  type: 'attachment',
  title: { raw: 'boat', rendered: 'boat' },
  source_url: 'https://x.org/boat.png',
}
const png = new File(['picture'], 'boat.png', { type: 'image/png' })

function mediaStore(rule?: Rule) {
  const server = fakeServer(rule)
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  return {
    ...server,
    store,
    upload: (file: Blob = png, options?: UploadOptions) => {
      const uploaded = store.dispatch(uploadMedia(file, options))
      uploaded.catch(() => undefined)
      return uploaded
    },
    isSaving: (id?: { createId: string }) => selectIsSaving(store.getState(), 'root', 'media', id),
    saveError: (id?: { createId: string }) => selectSaveError(store.getState(), 'root', 'media', id),
    record: (id: number) => selectEntityRecord(store.getState(), 'root', 'media', id),
  }
}

/** Waits until the requests are out: what sends them is loaded first. */
async function sent(waiting: readonly unknown[], count = 1): Promise<void> {
  await passes(() => expect(waiting).toHaveLength(count))
}

describe('uploadMedia', () => {
  it('sends the file as a form, and puts the attachment into the store', async () => {
    const { upload, seen, log, record } = mediaStore(() => reply(attachment, { status: 201 }))
    const uploaded = await upload(png, { data: { title: 'Boat', id: 99 } })
    expect(log).toEqual(['POST /wp/v2/media'])
    const form = seen[0]?.request.body as FormData
    const file = form.get('file') as File
    expect([file.name, file.type, await file.text()]).toEqual(['boat.png', 'image/png', 'picture'])
    expect(form.get('title')).toBe('Boat')
    expect(uploaded).toEqual(attachment)
    expect(record(12)).toEqual(attachment)
  })

  it('takes a file of another window, that is no instance here', async () => {
    const { upload, log } = mediaStore(() => attachment)
    const foreign = { size: 1, slice: () => png } as unknown as File
    // What rejects is Node's own form, which knows no other window.
    await expect(upload(foreign, { throwOnError: true })).rejects.toBeInstanceOf(TypeError)
    expect(log).toEqual([])
  })

  it.each([
    ['a path', '/tmp/boat.png', '"/tmp/boat.png"'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['an object', { name: 'boat.png' }, '{"name":"boat.png"}'],
    ['a list of files', [png], '[{}]'],
    ['a text that looks like one', 'size slice', '"size slice"'],
  ])('refuses %s', async (title, file, shown) => {
    const { log, store } = mediaStore()
    const before = store.getState()
    await expect(store.dispatch(uploadMedia(file as unknown as Blob))).rejects.toMatchObject({
      name: 'EntityStoreError',
      code: 'invalid_record',
      message: `${shown} is not a file. Pass a File or a Blob.`,
    })
    expect(log).toEqual([])
    expect(store.getState()).toBe(before)
  })

  it('refuses fields that are not plain', async () => {
    const { upload, log } = mediaStore()
    const data = { title: new Map() } as object
    await expect(upload(png, { data, throwOnError: true })).rejects.toMatchObject({ code: 'invalid_record' })
    expect(log).toEqual([])
  })

  it('tells of its progress through the fetcher', async () => {
    const { upload, waiting } = mediaStore()
    const told: UploadProgress[] = []
    const uploaded = upload(png, { onProgress: (progress) => told.push(progress) })
    await sent(waiting)
    waiting[0]?.request.onProgress?.({ loaded: 3, total: 7 })
    waiting[0]?.answer(attachment)
    await uploaded
    expect(told).toEqual([{ loaded: 3, total: 7 }])
  })

  it('is being saved meanwhile, by its name and as any create of media', async () => {
    const { upload, waiting, isSaving, store } = mediaStore()
    const uploaded = upload(png, { createId: 'a' })
    await sent(waiting)
    expect([isSaving({ createId: 'a' }), isSaving({ createId: 'b' }), isSaving()]).toEqual([
      true,
      false,
      true,
    ])
    expect(selectEntityRecordsBeingSaved(store.getState())).toEqual([
      { kind: 'postType', name: 'attachment', key: undefined, title: '' },
    ])
    expect(notPlain(store.getState())).toEqual([])
    waiting[0]?.answer(attachment)
    await uploaded
    expect([isSaving({ createId: 'a' }), isSaving()]).toEqual([false, false])
  })

  it('is told in one notification, the record and the end together', async () => {
    const { upload, waiting, store, record, isSaving } = mediaStore()
    const uploaded = upload(png)
    await sent(waiting)
    const seen: [boolean, boolean][] = []
    store.subscribe(() => seen.push([record(12) !== undefined, isSaving()]))
    waiting[0]?.answer(attachment)
    await uploaded
    expect(seen[0]).toEqual([true, false])
  })

  it.each([
    ['root', 'media'],
    ['postType', 'attachment'],
  ])('makes lists of (%s, %s) stale', async (kind, name) => {
    const { upload, store, log } = mediaStore(({ method }) => (method === 'POST' ? attachment : []))
    store.dispatch(addEntities([{ kind: 'postType', name: 'attachment', baseURL: '/wp/v2/media' }]))
    const list = () => store.dispatch(fetchEntityRecords(kind, name, { per_page: 5 }))
    await list()
    await list()
    const before = log.length
    await upload()
    await list()
    expect(log.length - before).toBe(2)
  })

  it('is finished by the server that kept the file while it failed', async () => {
    const headers = new Headers({ 'X-WP-Upload-Attachment-ID': '12' })
    const broken = new RestError({ code: 'broken', message: 'Broken.', status: 500, headers })
    const { upload, log, record } = mediaStore(({ path }) => (path === '/wp/v2/media' ? broken : attachment))
    expect(await upload()).toEqual(attachment)
    expect(log).toEqual(['POST /wp/v2/media', 'POST /wp/v2/media/12/post-process'])
    expect(record(12)).toEqual(attachment)
  })

  it('learns nothing of the right to upload from how finishing was refused', async () => {
    const headers = new Headers({ 'X-WP-Upload-Attachment-ID': '12' })
    const broken = new RestError({ code: 'broken', message: 'Broken.', status: 500, headers })
    const { upload, store } = mediaStore(({ path }) =>
      path === '/wp/v2/media' ? broken : refusal(403, 'no'),
    )
    await upload()
    expect(selectCanUser(store.getState(), 'create', { kind: 'root', name: 'media' })).toBeUndefined()
  })

  it('keeps the error, and gives undefined', async () => {
    const refused = refusal(413, 'too_large', 'Too large.')
    const { upload, saveError, isSaving } = mediaStore(() => refused)
    expect(await upload(png, { createId: 'a' })).toBeUndefined()
    expect(saveError({ createId: 'a' })).toBe(refused)
    expect(isSaving()).toBe(false)
  })

  it('asked to, rejects with what the fetcher rejected with', async () => {
    const refused = refusal(413, 'too_large')
    await expect(mediaStore(() => refused).upload(png, { throwOnError: true })).rejects.toBe(refused)
  })

  it('learns from a refusal that the user may not upload', async () => {
    const headers = new Headers({ Allow: 'GET' })
    const refused = new RestError({ code: 'rest_cannot_create', message: 'No.', status: 403, headers })
    const { upload, store } = mediaStore(() => refused)
    const media = { kind: 'root', name: 'media' }
    expect(selectCanUser(store.getState(), 'create', media)).toBeUndefined()
    await upload()
    expect(selectCanUser(store.getState(), 'create', media)).toBe(false)
    expect(selectCanUser(store.getState(), 'read', media)).toBe(true)
  })

  it('ends when aborted, without an error on it', async () => {
    const controller = new AbortController()
    const { upload, seen, waiting, isSaving, saveError } = mediaStore()
    const uploaded = upload(png, { signal: controller.signal, createId: 'a' })
    await sent(waiting)
    controller.abort()
    expect(await uploaded).toBeUndefined()
    expect(seen[0]?.request.signal?.aborted).toBe(true)
    expect([isSaving(), saveError({ createId: 'a' })]).toEqual([false, undefined])
  })

  it('aborted, rejects with an AbortError where it was asked to throw', async () => {
    const controller = new AbortController()
    const { upload, waiting } = mediaStore()
    const uploaded = upload(png, { signal: controller.signal, throwOnError: true })
    await sent(waiting)
    controller.abort()
    await expect(uploaded).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('goes through the fetcher that it is given', async () => {
    const { upload, log } = mediaStore()
    const other = fakeServer(() => attachment)
    await upload(png, { fetcher: other.fetcher })
    expect([log, other.log]).toEqual([[], ['POST /wp/v2/media']])
  })

  it('uploads several files side by side', async () => {
    const { upload, waiting, record } = mediaStore()
    const uploads = [upload(), upload(), upload()]
    await sent(waiting, 3)
    const requests = [...waiting]
    requests.reverse().forEach((request, i) => request.answer({ ...attachment, id: i + 1 }))
    expect((await Promise.all(uploads)).map((one) => one?.id)).toEqual([3, 2, 1])
    expect(record(2)).toMatchObject({ id: 2 })
  })
})
