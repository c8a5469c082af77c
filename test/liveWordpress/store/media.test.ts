import {
  createRestFetcher,
  editMedia,
  fetchEntityRecords,
  RestError,
  selectCanUser,
  selectEntityRecord,
  selectHasEdits,
  selectIsSaving,
  selectSaveError,
  uploadMedia,
  editEntityRecord,
  saveEditedEntityRecord,
  type Fetcher,
} from 'copydesk'
import { describe, expect, inject, it } from 'vitest'
import { picture } from '../../support/picture'
import { asUser, newPost, rawFetch, signIn } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

const media = { kind: 'root', name: 'media' }
const throwing = { throwOnError: true }

async function asked(path: string): Promise<unknown> {
  return (await rawFetch('administrator', `/wp-json${path}`)).json()
}

describe('An upload', () => {
  it.each(['administrator', 'author'] as const)('by an %s becomes an attachment', async (role) => {
    const { dispatch, state, sent } = storeWith(asUser(role))
    const file = picture(300, 200)
    const uploaded = await dispatch(uploadMedia(file, throwing))
    expect(sent).toEqual(['POST /wp/v2/media'])
    expect(uploaded).toMatchObject({
      title: { raw: 'boat' },
      mime_type: 'image/png',
      media_type: 'image',
      media_details: { width: 300, height: 200, sizes: { thumbnail: { width: 150, height: 150 } } },
    })
    expect(selectEntityRecord(state(), 'root', 'media', uploaded?.id)).toBe(uploaded)
    const stored = await fetch(uploaded?.source_url ?? '')
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(Buffer.from(await file.arrayBuffer()))
  })

  it('keeps the fields that go with it', async () => {
    const { dispatch } = storeWith(asUser('author'))
    const { id } = await newPost({}, 'author')
    const data = {
      title: 'A boat, “more”',
      alt_text: 'Båt på havet',
      caption: 'Low Quay',
      description: 'By Ann',
      post: id,
    }
    const uploaded = await dispatch(uploadMedia(picture(20, 20), { data, ...throwing }))
    expect(await asked(`/wp/v2/media/${uploaded?.id}?context=edit`)).toMatchObject({
      ...data,
      title: { raw: data.title },
      caption: { raw: data.caption },
      description: { raw: data.description },
    })
  })

  it('keeps the name of its file, whatever letters that has', async () => {
    const { dispatch } = storeWith(asUser('author'))
    const uploaded = await dispatch(uploadMedia(picture(20, 20, 'Hafen – früh.png'), throwing))
    expect(uploaded?.title.raw).toBe('Hafen – früh')
  })

  it('of a Blob is named by its type', async () => {
    const { dispatch } = storeWith(asUser('author'))
    const blob = new Blob([await picture(20, 20).arrayBuffer()], { type: 'image/png' })
    const uploaded = await dispatch(uploadMedia(blob, throwing))
    expect(uploaded?.source_url).toMatch(/\/upload(-\d+)?\.png$/)
  })

  it('works with cookie and nonce, and on a site with plain permalinks', async () => {
    const session = await signIn('author')
    for (const fetcher of [session.fetcher, asUser('author', { plain: true })]) {
      const { dispatch } = storeWith(fetcher)
      expect(await dispatch(uploadMedia(picture(20, 20), throwing))).toMatchObject({ media_type: 'image' })
    }
  })

  it('is sent again with its file when the nonce has expired', async () => {
    const { nonce, fetch } = await signIn('author')
    const { root } = inject('wordpress')
    const expired = { initial: 'expired', refresh: async () => nonce }
    const { dispatch } = storeWith(createRestFetcher({ root, nonce: expired, fetch }))
    expect(await dispatch(uploadMedia(picture(20, 20), throwing))).toMatchObject({ media_type: 'image' })
  })

  it('is listed first when the list is read again', async () => {
    const { dispatch } = storeWith(asUser('author'))
    const list = () => dispatch(fetchEntityRecords('root', 'media', { per_page: 3 }))
    await list()
    const uploaded = await dispatch(uploadMedia(picture(20, 20), throwing))
    expect((await list())?.map(({ id }) => id)).toContain(uploaded?.id)
  })

  it('can be edited and saved at once', async () => {
    const { dispatch, state } = storeWith(asUser('author'))
    const { id = 0 } = (await dispatch(uploadMedia(picture(20, 20), throwing))) ?? {}
    dispatch(editEntityRecord('root', 'media', id, { title: 'Renamed', alt_text: 'A boat' }))
    await dispatch(saveEditedEntityRecord('root', 'media', id, throwing))
    expect(selectHasEdits(state(), 'root', 'media', id)).toBe(false)
    expect(await asked(`/wp/v2/media/${id}?context=edit`)).toMatchObject({
      title: { raw: 'Renamed' },
      alt_text: 'A boat',
    })
  })

  it.each(['contributor', 'subscriber'] as const)(
    'by a %s is refused with the code of the server, and the right is known to be missing',
    async (role) => {
      const { dispatch, state } = storeWith(asUser(role))
      expect(await dispatch(uploadMedia(picture(20, 20), { createId: 'a' }))).toBeUndefined()
      expect(selectSaveError(state(), 'root', 'media', { createId: 'a' })).toMatchObject({
        code: 'rest_cannot_create',
        status: 403,
      })
      expect(selectCanUser(state(), 'create', media)).toBe(false)
    },
  )

  it('of a file that the server does not take is refused with its words', async () => {
    const { dispatch, sent } = storeWith(asUser('author'))
    const refused = dispatch(uploadMedia(new File(['x'], 'boat.exe'), throwing))
    await expect(refused).rejects.toMatchObject({ code: 'rest_upload_unknown_error', status: 500 })
    expect(sent).toEqual(['POST /wp/v2/media'])
  })

  it('can be given up while it is under way', async () => {
    const controller = new AbortController()
    const real = asUser('author')
    // However fast the server is, it has not answered yet.
    const givingUp: Fetcher = (request) => {
      const answer = real(request)
      if (request.method === 'POST') controller.abort()
      return answer
    }
    const { dispatch, state } = storeWith(givingUp)
    const uploaded = dispatch(uploadMedia(picture(20, 20), { signal: controller.signal, createId: 'a' }))
    expect(await uploaded).toBeUndefined()
    expect(controller.signal.aborted).toBe(true)
    expect(selectSaveError(state(), 'root', 'media', { createId: 'a' })).toBeUndefined()
    expect(selectIsSaving(state(), 'root', 'media')).toBe(false)
  })
})

/** The author's fetcher, whose server breaks down after it has stored the file, and then as often as told. */
function breakingDown(times: number): { fetcher: Fetcher; id: () => number } {
  const real = asUser('author')
  let kept = 0
  const fetcher: Fetcher = async (request) => {
    const path = request.path ?? ''
    const isUpload = path === '/wp/v2/media'
    if (!isUpload && (!path.endsWith('/post-process') || times-- <= 0)) return real(request)
    const answer = isUpload ? await real(request) : undefined
    if (answer) kept = (answer.data as { id: number }).id
    const headers = new Headers(isUpload ? { 'X-WP-Upload-Attachment-ID': String(kept) } : {})
    throw new RestError({ code: 'out_of_memory', message: 'No memory.', status: 500, headers })
  }
  return { fetcher, id: () => kept }
}

describe('An upload whose file was kept while the server broke down', () => {
  it('is finished by the server, at the second try', async () => {
    const { fetcher, id } = breakingDown(1)
    const { dispatch, sent } = storeWith(fetcher)
    const uploaded = await dispatch(uploadMedia(picture(300, 200), throwing))
    expect(sent.slice(1)).toEqual(Array(2).fill(`POST /wp/v2/media/${id()}/post-process`))
    expect(uploaded).toMatchObject({ id: id(), media_details: { sizes: { thumbnail: { width: 150 } } } })
    expect(uploaded?.title.raw).toBe('boat')
  })

  it('is gone when the server can not finish it', async () => {
    const { fetcher, id } = breakingDown(5)
    const { dispatch } = storeWith(fetcher)
    const failed = dispatch(uploadMedia(picture(300, 200), throwing))
    await expect(failed).rejects.toMatchObject({ code: 'out_of_memory', status: 500 })
    expect(await asked(`/wp/v2/media/${id()}`)).toMatchObject({ code: 'rest_post_invalid_id' })
  })
})

describe('An image', () => {
  it.each([false, true])('is rotated and cropped into a new one (plain permalinks: %s)', async (plain) => {
    const { dispatch, state } = storeWith(asUser('author', { plain }))
    const data = { title: 'Boat <i>one</i>', alt_text: 'A boat' }
    const image = await dispatch(uploadMedia(picture(300, 200), { data, ...throwing }))
    const { id = 0, source_url: src = '' } = image ?? {}
    const edited = await dispatch(
      editMedia(
        id,
        {
          src,
          modifiers: [
            { type: 'rotate', args: { angle: 90 } },
            { type: 'crop', args: { left: 0, top: 0, width: 50, height: 100 } },
          ],
        },
        throwing,
      ),
    )
    expect(edited?.id).not.toBe(id)
    expect(edited).toMatchObject({
      title: { raw: image?.title.raw },
      alt_text: 'A boat',
      media_details: { width: 100, height: 300 },
    })
    expect(selectEntityRecord(state(), 'root', 'media', edited?.id)).toBe(edited)
    expect(selectEntityRecord(state(), 'root', 'media', id)).toBe(image)
    expect(await asked(`/wp/v2/media/${edited?.id}?context=edit`)).toMatchObject({
      title: { raw: image?.title.raw },
      media_details: { width: 100, height: 300 },
    })
  })

  it('is rotated by the older single field, too', async () => {
    const { dispatch } = storeWith(asUser('author'))
    const { id = 0, source_url: src = '' } = (await dispatch(uploadMedia(picture(300, 200), throwing))) ?? {}
    const edited = await dispatch(editMedia(id, { src, rotation: 90 }, throwing))
    expect(edited?.media_details).toMatchObject({ width: 200, height: 300 })
  })

  it('that is none is refused with the code of the server, which stands on the record', async () => {
    const { dispatch, state } = storeWith(asUser('author'))
    const broken = new File(['no picture'], 'notes.txt', { type: 'text/plain' })
    const { id = 0, source_url: src = '' } = (await dispatch(uploadMedia(broken, throwing))) ?? {}
    expect(await dispatch(editMedia(id, { src, rotation: 90 }))).toBeUndefined()
    expect(selectSaveError(state(), 'root', 'media', id)).toMatchObject({
      code: 'rest_unknown_attachment',
      status: 404,
    })
  })

  it('of somebody else is refused, which says nothing of the right to upload', async () => {
    const { dispatch: asEditor } = storeWith(asUser('editor'))
    const image = await asEditor(uploadMedia(picture(20, 20), throwing))
    const { id = 0, source_url: src = '' } = image ?? {}
    const { dispatch, state } = storeWith(asUser('author'))
    const refused = dispatch(editMedia(id, { src, rotation: 90 }, throwing))
    await expect(refused).rejects.toMatchObject({ code: 'rest_cannot_edit', status: 403 })
    expect(selectCanUser(state(), 'create', media)).toBeUndefined()
  })
})
