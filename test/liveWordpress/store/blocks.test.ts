import {
  deleteEntityRecord,
  editEntityBlocks,
  editEntityRecord,
  fetchAutosaves,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityBlocks,
  selectNonTransientEdits,
  undo,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { mark, paragraph, paragraphCodec, paragraphs } from '../../support/paragraphs'
import { unique } from '../../support/siteFetch'
import { asUser, postOnServer, rawFetch } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

const user = 'editor'

/** A store with a codec. */
function setUp(role: 'editor' | 'author' | 'administrator' = user) {
  const codec = paragraphCodec()
  const site = storeWith(asUser(role), { blocks: codec })
  return {
    ...site,
    codec,
    blocks: (id: number | string, name = 'post') => selectEntityBlocks(site.state(), 'postType', name, id),
    texts: (id: number | string, name = 'post') =>
      selectEntityBlocks(site.state(), 'postType', name, id)?.map(({ attributes }) => attributes.content),
  }
}

/** A new draft with a text. */
async function draft({ dispatch }: ReturnType<typeof setUp>, content: string): Promise<number> {
  const created = await dispatch(saveEntityRecord('postType', 'post', { title: 'Blocks', content }))
  return created?.id ?? 0
}

async function savedContent(path: string): Promise<unknown> {
  const response = await rawFetch(user, `/wp-json/wp/v2/${path}?context=edit&_fields=content.raw`)
  return ((await response.json()) as { content: { raw: string } }).content.raw
}

describe('The blocks of a post', () => {
  it('are read from its text, edited, saved, and the same objects afterwards', async () => {
    const site = setUp()
    const { dispatch, blocks, texts, state } = site
    const id = await draft(site, paragraphs('One', 'Two'))
    expect(texts(id)).toEqual(['One', 'Two'])
    const [first] = blocks(id) ?? []
    const edited = [...(first ? [first] : []), paragraph('Three &amp; <em>four</em>')]
    dispatch(editEntityBlocks('postType', 'post', id, edited))
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(await savedContent(`posts/${id}`)).toBe(paragraphs('One', 'Three &amp; <em>four</em>'))
    expect(blocks(id)).toBe(edited)
    expect(selectDirtyEntityRecords(state())).toEqual([])
    await dispatch(fetchEntityRecord('postType', 'post', id, undefined, { force: true }))
    expect(blocks(id)).toBe(edited)
  })

  it('follow what the server made of their text', async () => {
    const site = setUp('author')
    const id = await draft(site, paragraphs('One'))
    site.dispatch(editEntityBlocks('postType', 'post', id, [paragraph('Kept<script>gone</script>')]))
    await site.dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(site.texts(id)).toEqual(['Keptgone'])
    expect(selectDirtyEntityRecords(site.state())).toEqual([])
  })

  it('follow what somebody else saved', async () => {
    const site = setUp()
    const id = await draft(site, paragraphs('Mine'))
    expect(site.texts(id)).toEqual(['Mine'])
    await rawFetch('administrator', `/wp-json/wp/v2/posts/${id}`, {
      method: 'POST',
      body: JSON.stringify({ content: paragraphs('Theirs') }),
    })
    await site.dispatch(fetchEntityRecord('postType', 'post', id, undefined, { force: true }))
    expect(site.texts(id)).toEqual(['Theirs'])
  })

  it('come back with an undo after a save, and are saved again', async () => {
    const site = setUp()
    const { dispatch } = site
    const id = await draft(site, paragraphs('First'))
    const before = site.blocks(id)
    dispatch(editEntityBlocks('postType', 'post', id, [paragraph('Second')]))
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    dispatch(undo())
    expect(site.blocks(id)).toBe(before)
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(await savedContent(`posts/${id}`)).toBe(paragraphs('First'))
  })

  it('are in a safety copy as they stand, and stay edited', async () => {
    const site = setUp()
    const { dispatch, blocks } = site
    const created = await dispatch(
      saveEntityRecord('postType', 'post', { title: 'T', content: paragraphs('Old'), status: 'publish' }),
    )
    const id = created?.id ?? 0
    const mine = [paragraph('In the copy')]
    dispatch(editEntityBlocks('postType', 'post', id, mine))
    const edits = selectNonTransientEdits(site.state(), 'postType', 'post', id)
    await dispatch(
      saveEntityRecord('postType', 'post', { ...edits, id }, { isAutosave: true, throwOnError: true }),
    )
    const copies = await dispatch(fetchAutosaves('post', id))
    expect(blocks(id)).toBe(mine)
    await dispatch(deleteEntityRecord('postType', 'post', id, { force: true }))
    expect(copies?.map(({ content }) => (content as { raw?: string }).raw)).toEqual([
      paragraphs('In the copy'),
    ])
    expect(site.sent.filter((line) => line === `PUT /wp/v2/posts/${id}`)).toEqual([])
    expect(blocks(id)).toBeUndefined()
  })

  it('are saved when they are edited as a field of the record', async () => {
    const site = setUp()
    const id = await draft(site, '')
    expect(site.texts(id)).toEqual([])
    site.dispatch(editEntityRecord('postType', 'post', id, { blocks: [paragraph('Field')] }))
    await site.dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(await savedContent(`posts/${id}`)).toBe(paragraphs('Field'))
  })
})

describe('The blocks of other types', () => {
  it.each([
    ['page', 'pages'],
    ['wp_block', 'blocks'],
    ['wp_navigation', 'navigation'],
  ] as const)('%s are edited and saved', async (name, base) => {
    const site = setUp('administrator')
    const created = await site.dispatch(
      saveEntityRecord('postType', name, { title: 'T', content: paragraphs('Old'), status: 'publish' }),
    )
    const id = created?.id ?? 0
    expect(site.texts(id, name)).toEqual(['Old'])
    site.dispatch(editEntityBlocks('postType', name, id, [paragraph('New')]))
    await site.dispatch(saveEditedEntityRecord('postType', name, id, { throwOnError: true }))
    const response = await rawFetch(
      'administrator',
      `/wp-json/wp/v2/${base}/${id}?context=edit&_fields=content.raw`,
    )
    await site.dispatch(deleteEntityRecord('postType', name, id, { force: true }))
    expect(await response.json()).toMatchObject({ content: { raw: paragraphs('New') } })
  })

  it('templates are edited and saved', async () => {
    const site = setUp('administrator')
    const slug = unique('blocks-')
    const created = await site.dispatch(
      saveEntityRecord('postType', 'wp_template', { slug, title: 'T', content: paragraphs('Old') }),
    )
    const id = created?.id ?? ''
    expect(site.texts(id, 'wp_template')).toEqual(['Old'])
    site.dispatch(editEntityBlocks('postType', 'wp_template', id, [paragraph('New')]))
    await site.dispatch(saveEditedEntityRecord('postType', 'wp_template', id, { throwOnError: true }))
    expect(site.texts(id, 'wp_template')).toEqual(['New'])
    const response = await rawFetch(
      'administrator',
      `/wp-json/wp/v2/templates/${id}?context=edit&_fields=content.raw`,
    )
    await site.dispatch(deleteEntityRecord('postType', 'wp_template', id, { force: true }))
    expect(await response.json()).toMatchObject({ content: { raw: paragraphs('New') } })
  })
})

describe('Footnotes', () => {
  it('are meta of a post that the server keeps, in step with the marks in its text', async () => {
    const site = setUp()
    const { dispatch, state } = site
    const id = await draft(site, paragraphs('Text'))
    const footnotes = () => {
      const meta = selectEditedEntityRecord(state(), 'postType', 'post', id)?.meta
      return JSON.parse(String(meta?.footnotes)) as unknown
    }
    dispatch(editEntityBlocks('postType', 'post', id, [paragraph(`A${mark('a', '*')}`), paragraph('B')]))
    dispatch(
      editEntityRecord('postType', 'post', id, { meta: { footnotes: '[{"id":"a","content":"One"}]' } }),
    )
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(await postOnServer(id)).toMatchObject({
      content: { raw: paragraphs(`A${mark('a', 1)}`, 'B') },
      meta: { footnotes: '[{"id":"a","content":"One"}]' },
    })
    const [first, second] = site.blocks(id) ?? []
    if (!first || !second) throw new Error('no blocks')
    dispatch(editEntityBlocks('postType', 'post', id, [second]))
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(footnotes()).toEqual([])
    dispatch(editEntityBlocks('postType', 'post', id, [paragraph(`N${mark('n', 1)}`), first, second]))
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(footnotes()).toEqual([
      { id: 'n', content: '' },
      { id: 'a', content: 'One' },
    ])
    expect(await savedContent(`posts/${id}`)).toBe(paragraphs(`N${mark('n', 1)}`, `A${mark('a', 2)}`, 'B'))
    expect(selectDirtyEntityRecords(state())).toEqual([])
  })

  it('are known to the server for posts and pages, and not for other types', async () => {
    const hasFootnotes = async (base: string) => {
      const response = await rawFetch('administrator', `/wp-json/wp/v2/${base}`, { method: 'OPTIONS' })
      const { schema } = (await response.json()) as {
        schema: { properties: { meta?: { properties: object } } }
      }
      return 'footnotes' in (schema.properties.meta?.properties ?? {})
    }
    expect(await Promise.all(['posts', 'pages', 'navigation'].map(hasFootnotes))).toEqual([true, true, false])
  })

  it('read with a list cost no request and no writing of text', async () => {
    const site = setUp()
    const posts = await site.dispatch(fetchEntityRecords('postType', 'post', { per_page: 5 }))
    const sent = site.sent.length
    for (const { id } of posts ?? []) expect(site.blocks(id)).toBeInstanceOf(Array)
    expect(site.sent).toHaveLength(sent)
    expect(site.codec.written).toEqual([])
  })
})
