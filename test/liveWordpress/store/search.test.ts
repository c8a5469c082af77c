import { searchLinks, uploadMedia } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { picture } from '../../support/picture'
import { unique } from '../../support/siteFetch'
import { asUser, asVisitor, newPost } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

describe('A search for links', () => {
  it('finds posts, pages, terms and media at once, best titles first', async () => {
    const { dispatch } = storeWith(asUser('administrator'))
    const fetcher = asUser('administrator')
    const word = unique('whale')
    const make = async (path: string, data: object) =>
      (await fetcher({ path, method: 'POST', data })).data as { id: number; link: string }
    const post = await newPost({ title: `All about the ${word} & more`, status: 'publish' })
    const page = await make('/wp/v2/pages', { title: `The ${word}`, status: 'publish' })
    const tag = await make('/wp/v2/tags', { name: word })
    const image = await dispatch(
      uploadMedia(picture(20, 20), { data: { title: `${word}s at dawn` }, throwOnError: true }),
    )
    expect(await dispatch(searchLinks(word))).toEqual([
      { id: tag.id, url: tag.link, title: word, type: 'post_tag', kind: 'taxonomy' },
      { id: page.id, url: page.link, title: `The ${word}`, type: 'page', kind: 'post-type' },
      {
        id: post.id,
        url: post.link,
        title: `All about the ${word} & more`,
        type: 'post',
        kind: 'post-type',
      },
      {
        id: image?.id,
        url: image?.source_url,
        title: `${word}s at dawn`,
        type: 'attachment',
        kind: 'media',
      },
    ])
  })

  it('finds post formats that are in use, under the name of the format', async () => {
    await newPost({ format: 'aside', status: 'publish' })
    const { dispatch, sent } = storeWith(asUser('author'))
    expect(await dispatch(searchLinks('Asi', { type: 'post-format' }))).toEqual([
      {
        id: 'aside',
        url: expect.stringContaining('aside'),
        title: 'Aside',
        type: 'post-format',
        kind: 'taxonomy',
      },
    ])
    sent.length = 0
    await dispatch(searchLinks('Asi', { disablePostFormats: true }))
    expect(sent.join()).not.toContain('post-format')
  })

  it('gives titles as text, with the typography of the site', async () => {
    const word = unique('tide')
    await newPost({ title: `It's "${word}" & <i>more</i> -- soon...`, status: 'publish' })
    const { dispatch } = storeWith(asVisitor())
    const [link] = await dispatch(searchLinks(word, { type: 'post' }))
    expect(link?.title).toBe(`It’s “${word}” & <i>more</i> — soon…`)
  })

  it('names a post without a title', async () => {
    const word = unique('calm')
    await newPost({ title: '', content: word, status: 'publish' })
    const { dispatch } = storeWith(asVisitor())
    expect(await dispatch(searchLinks(word, { type: 'post' }))).toMatchObject([{ title: '(no title)' }])
  })

  it('keeps to one post type, or one taxonomy', async () => {
    const { dispatch } = storeWith(asUser('editor'))
    const pages = await dispatch(searchLinks('', { type: 'post', subtype: 'page' }))
    expect(new Set(pages.map(({ type }) => type))).toEqual(new Set(['page']))
    const categories = await dispatch(searchLinks('', { type: 'term', subtype: 'category' }))
    expect(new Set(categories.map(({ type }) => type))).toEqual(new Set(['category']))
  })

  it('has twenty results at most, three as suggestions, and others on its next page', async () => {
    const { dispatch } = storeWith(asUser('editor'))
    const first = await dispatch(searchLinks('', { type: 'post' }))
    const second = await dispatch(searchLinks('', { type: 'post', page: 2 }))
    const ids = [...first, ...second].map(({ id }) => id)
    expect([first.length, second.length, new Set(ids).size]).toEqual([20, 20, 40])
    expect(await dispatch(searchLinks('', { isInitialSuggestions: true }))).toHaveLength(3)
  })

  it('finds for a visitor what is public, and no drafts', async () => {
    const word = unique('hidden')
    await newPost({ title: word })
    const shown = await newPost({ title: word, status: 'publish' })
    const { dispatch } = storeWith(asVisitor())
    expect((await dispatch(searchLinks(word))).map(({ id }) => id)).toEqual([shown.id])
  })

  it('is empty where the server refuses every source, and tells why when asked to', async () => {
    const { dispatch } = storeWith(asUser('editor'))
    expect(await dispatch(searchLinks('a', { perPage: 500 }))).toEqual([])
    await expect(dispatch(searchLinks('a', { perPage: 500, throwOnError: true }))).rejects.toMatchObject({
      code: 'rest_invalid_param',
    })
  })

  it('works on a site with plain permalinks', async () => {
    const { dispatch } = storeWith(asUser('editor', { plain: true }))
    expect(await dispatch(searchLinks('harbour'))).toMatchObject([{ title: 'Harbour' }, {}])
  })

  it('ends when it is aborted', async () => {
    const { dispatch } = storeWith(asUser('editor'))
    const controller = new AbortController()
    const found = dispatch(searchLinks('harbour', { signal: controller.signal }))
    controller.abort()
    await expect(found).rejects.toMatchObject({ name: 'AbortError' })
  })
})
