import { selectCanUser, selectEntityRecordsTotalItems } from 'copydesk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { onServer, removeOnServer, resourceStore } from '../../support/resourceStore'
import { unique } from '../../support/siteFetch'
import { rawFetch } from '../../support/wordpress'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A picture of its own for one test, which is gone after it. */
async function newPicture(role: 'administrator' | 'author' = 'administrator'): Promise<number> {
  const answer = await rawFetch(role, '/wp-json/wp/v2/media', {
    method: 'POST',
    body: Buffer.from(pixel, 'base64'),
    headers: {
      'Content-Type': 'image/png',
      'Content-Disposition': `attachment; filename="${unique('pixel')}.png"`,
    },
  })
  const { id } = (await answer.json()) as { id: number }
  onTestFinished(() => removeOnServer(`/wp/v2/media/${id}`))
  return id
}

const texts = {
  title: 'Low & high',
  caption: 'The <b>tide</b> table',
  description: 'Two lines.',
  alt_text: 'A table with "numbers"',
}

describe('A media file', () => {
  it.each([
    ['root', 'media'],
    ['postType', 'attachment'],
  ])('is edited as plain text and saved: %s %s', async (kind, name) => {
    const media = resourceStore().of(kind, name)
    const id = await newPicture()
    await media.read(id)
    expect(media.edited(id)).toMatchObject({ caption: '', description: '' })
    await media.change(id, texts)
    expect(media.record(id)).toMatchObject({
      title: { raw: texts.title, rendered: 'Low &#038; high' },
      caption: { raw: texts.caption, rendered: `<p>${texts.caption}</p>\n` },
      description: { raw: texts.description },
      alt_text: texts.alt_text,
    })
    expect(media.edited(id)).toMatchObject(texts)
    media.edit(id, texts)
    expect(media.hasEdits(id)).toBe(false)
    expect(await onServer(`/media/${id}`)).toMatchObject({ caption: { raw: texts.caption } })
  })

  it('has no trash: without force it is refused, and stays', async () => {
    const { of, state } = resourceStore()
    const media = of('root', 'media')
    const id = await newPicture()
    const query = { include: [id] }
    expect(await media.list(query)).toMatchObject([{ id, media_type: 'image', mime_type: 'image/png' }])
    expect(await media.tryRemove(id)).toBe(false)
    expect(media.deleteError(id)).toMatchObject({ code: 'rest_trash_not_supported', status: 501 })
    expect(await media.remove(id, { force: true })).toMatchObject({ deleted: true, previous: { id } })
    expect(media.rows(query)).toEqual([])
    expect(selectEntityRecordsTotalItems(state(), 'root', 'media', query)).toBe(0)
    expect(await onServer(`/media/${id}`)).toMatchObject({ code: 'rest_post_invalid_id' })
  })

  it('is found by its sort', async () => {
    const media = resourceStore().of('root', 'media')
    expect(await media.list({ media_type: 'video' })).toEqual([])
    const pictures = await media.list({ media_type: 'image', mime_type: 'image/png', per_page: 2 })
    expect(pictures).toHaveLength(2)
  })

  it('is attached to a post, and taken off again', async () => {
    const media = resourceStore().of('root', 'media')
    const id = await newPicture()
    expect(await media.change(id, { post: 1009 })).toMatchObject({ post: 1009 })
    expect(await media.list({ parent: 1009, include: [id] })).toMatchObject([{ id }])
    expect(await media.change(id, { post: 0 })).toMatchObject({ post: null })
    expect(media.hasEdits(id)).toBe(false)
  })

  it('is not created without a file: the server says what it wants', async () => {
    await expect(resourceStore().of('root', 'media').create({ title: 'Nothing' })).rejects.toMatchObject({
      code: 'rest_upload_no_content_disposition',
      status: 400,
    })
  })
})

describe('Who may change media', () => {
  it('an author changes and deletes the own, not another’s', async () => {
    const { of, state } = resourceStore('author')
    const media = of('root', 'media')
    const [own, others] = [await newPicture('author'), await newPicture()]
    expect(await media.change(own, { alt_text: 'Mine' })).toMatchObject({ alt_text: 'Mine' })
    await media.remove(own, { force: true })
    media.edit(others, { alt_text: 'Mine' })
    await media.trySave(others)
    expect(media.saveError(others)).toMatchObject({ code: 'rest_cannot_edit', status: 403 })
    expect(await media.tryRemove(others, { force: true })).toBe(false)
    expect(media.deleteError(others)).toMatchObject({ code: 'rest_cannot_delete', status: 403 })
    const may = (action: 'update' | 'delete') =>
      selectCanUser(state(), action, { kind: 'root', name: 'media', id: others })
    expect([may('update'), may('delete')]).toEqual([false, false])
  })
})
