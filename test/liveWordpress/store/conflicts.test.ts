import {
  editEntityRecord,
  fetchEntityRecord,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectEditedEntityRecord,
  selectHasEdits,
} from 'copydesk'
import {
  fetchConflictAuthor,
  resolveConflict,
  selectSaveConflict,
  type DurabilityOptions,
} from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { checked } from '../../support/person'
import { asUser, newPost } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

const paragraphs = (...texts: string[]) =>
  texts.map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`).join('\n\n')

/** An administrator's store that compares saves, with a post that an editor can write to as well. */
async function checkedPost(fields: object, conflicts: DurabilityOptions['conflicts'] = 'merge') {
  const { id } = await newPost({ status: 'publish', ...fields })
  const owner = { site: `https://example.org/${id}`, user: 1 }
  const made = storeWith(asUser('administrator'), {}, { ...checked, owner, conflicts })
  const { dispatch, state } = made
  await dispatch(fetchEntityRecord('postType', 'post', id))
  made.sentSince()
  const editor = asUser('editor')
  return {
    ...made,
    id,
    elsewhere: (data: object) => editor({ path: `/wp/v2/posts/${id}`, method: 'PUT', data }),
    edit: (edits: object) => dispatch(editEntityRecord('postType', 'post', id, edits)),
    save: () => dispatch(saveEditedEntityRecord('postType', 'post', id)),
    conflict: () => selectSaveConflict(state(), 'postType', 'post', id),
    onServer: async () => {
      const { data } = await editor({ path: `/wp/v2/posts/${id}?context=edit` })
      return data as Record<string, unknown> & { content: { raw: string } }
    },
  }
}

describe('saves that are compared with what a real WordPress has', () => {
  it('ask once, and send the edited fields only', async () => {
    const { edit, save, sentSince, id, elsewhere } = await checkedPost({ title: 'One' })
    await elsewhere({ title: 'One, revised' })
    edit({ excerpt: 'Mine' })
    expect(await save()).toMatchObject({ excerpt: { raw: 'Mine' }, title: { raw: 'One, revised' } })
    // The record has moved on, so that the text in question is asked for as well.
    const lines = sentSince()
    expect(lines.map((line) => line.split('?')[0])).toEqual([
      'GET /wp/v2/posts',
      'GET /wp/v2/posts',
      `PUT /wp/v2/posts/${id}`,
    ])
    expect(lines[0]).not.toContain('excerpt')
    // The first revision tells from then on whether a text has changed.
    edit({ excerpt: 'Mine again' })
    await save()
    expect(sentSince()).toHaveLength(2)
  })

  it('B2: keep what somebody else wrote to another field', async () => {
    const { edit, save, elsewhere, onServer, conflict } = await checkedPost({ title: 'One' })
    edit({ title: 'Mine' })
    await elsewhere({ excerpt: 'Theirs' })
    await save()
    expect(await onServer()).toMatchObject({ title: { raw: 'Mine' }, excerpt: { raw: 'Theirs' } })
    expect(conflict()).toBeUndefined()
  })

  it('B3: are held where both wrote to the same field, say who it was, and go on as chosen', async () => {
    const { edit, save, elsewhere, onServer, conflict, dispatch, state, id } = await checkedPost({
      title: 'One',
    })
    edit({ title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    expect(await save()).toBeUndefined()
    expect(conflict()?.fields).toEqual({ title: { base: 'One', mine: 'Mine', theirs: 'Theirs' } })
    const author = await dispatch(fetchConflictAuthor('postType', 'post', id))
    expect(author).toMatchObject({ name: expect.stringMatching(/editor/i) as string })
    dispatch(resolveConflict('postType', 'post', id, { title: 'mine' }))
    await save()
    expect(await onServer()).toMatchObject({ title: { raw: 'Mine' } })
    expect(selectHasEdits(state(), 'postType', 'post', id)).toBe(false)
  })

  it('B5: see two writes within one second', async () => {
    const { edit, save, elsewhere, conflict, dispatch, id } = await checkedPost({ title: 'One' })
    await elsewhere({ title: 'Two' })
    await dispatch(fetchEntityRecord('postType', 'post', id, undefined, { force: true }))
    edit({ title: 'Mine' })
    await elsewhere({ title: 'Three' })
    await save()
    expect(conflict()?.fields.title).toEqual({ base: 'Two', mine: 'Mine', theirs: 'Three' })
  })

  it('B17: have the terms that both added', async () => {
    const { edit, save, elsewhere, onServer, conflict, dispatch, id } = await checkedPost({ title: 'One' })
    const terms: number[] = []
    for (const name of ['mine', 'theirs']) {
      const term = await dispatch(saveEntityRecord('taxonomy', 'category', { name: `${name} of ${id}` }))
      terms.push(term?.id as number)
    }
    const [mine = 0, theirs = 0] = terms
    edit({ categories: [1, mine] })
    await elsewhere({ categories: [1, theirs] })
    await save()
    expect(new Set((await onServer()).categories as number[])).toEqual(new Set([1, mine, theirs]))
    expect(conflict()).toBeUndefined()
  })

  it('B19: have the paragraphs that both inserted at one place', async () => {
    const content = paragraphs('A', 'B')
    const { edit, save, elsewhere, onServer, conflict, state, id } = await checkedPost({
      title: 'One',
      content,
    })
    edit({ content: paragraphs('A', 'Mine', 'B') })
    await elsewhere({ content: paragraphs('A', 'Theirs', 'B') })
    await save()
    const merged = paragraphs('A', 'Theirs', 'Mine', 'B')
    expect(conflict()).toBeUndefined()
    expect((await onServer()).content.raw).toBe(merged)
    expect(selectEditedEntityRecord(state(), 'postType', 'post', id)?.content).toBe(merged)
  })

  it('B26: are seen afterwards under detect, by the revisions', async () => {
    const { edit, save, elsewhere, conflict } = await checkedPost({ title: 'One' }, 'detect')
    await elsewhere({ title: 'Two' })
    edit({ title: 'Mine' })
    await save()
    expect(conflict()).toMatchObject({
      reason: 'overtaken',
      fields: { title: { theirs: 'Two', mine: 'Mine' } },
    })
  })

  it('are never in conflict with an answer that was lost', async () => {
    const { edit, save, conflict, onServer, dispatch, hold, id } = await checkedPost({ title: 'One' })
    edit({ title: 'Sent' })
    const controller = new AbortController()
    const { arrived, release } = hold((line) => line.startsWith('PUT'))
    const lost = dispatch(saveEditedEntityRecord('postType', 'post', id, { signal: controller.signal }))
    await arrived
    controller.abort()
    release()
    await lost
    edit({ title: 'Typed on' })
    await save()
    expect(conflict()).toBeUndefined()
    expect(await onServer()).toMatchObject({ title: { raw: 'Typed on' } })
  })

  it('B16: are held for a post that was put in the trash', async () => {
    const { edit, save, conflict, id, dispatch, onServer } = await checkedPost({ title: 'One' })
    edit({ title: 'Mine' })
    await asUser('editor')({ path: `/wp/v2/posts/${id}`, method: 'DELETE' })
    await save()
    expect(conflict()).toMatchObject({ reason: 'trashed' })
    dispatch(resolveConflict('postType', 'post', id, { status: 'mine' }))
    const { failed } = await dispatch(saveDirtyEntityRecords())
    expect(failed).toEqual([])
    expect(await onServer()).toMatchObject({ title: { raw: 'Mine' }, status: 'publish' })
  })
})
