import { describe, expect, it } from 'vitest'
import { parseBlocks, serializeBlocks } from '../../../examples/playground/blocks/blockCodec'
import { framedOf, makeBlock } from '../../../examples/playground/blocks/editableBlock'
import { asUser, newPost } from '../../support/wordpress'

const fetcher = asUser('administrator')

interface Written {
  content: string | { raw: string }
}

describe('The block codec of the editor, on all that a real site has,', () => {
  it.each([
    ['posts', '/wp/v2/posts?context=edit&per_page=100&status=any&_fields=content.raw'],
    ['pages', '/wp/v2/pages?context=edit&per_page=100&_fields=content.raw'],
    ['patterns of users', '/wp/v2/blocks?context=edit&_fields=content.raw'],
    ['templates', '/wp/v2/templates?context=edit&_fields=content.raw'],
    ['template parts', '/wp/v2/template-parts?context=edit&_fields=content.raw'],
    ['patterns of the theme', '/wp/v2/block-patterns/patterns?_fields=content'],
  ])('writes %s byte for byte as they were read', async (what, path) => {
    const { data } = await fetcher({ path })
    const texts = (data as Written[]).map(({ content }) =>
      typeof content === 'string' ? content : content.raw,
    )
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) expect(serializeBlocks(parseBlocks(text))).toBe(text)
  })

  it('writes new blocks that WordPress keeps as they are and renders', async () => {
    const names = ['paragraph', 'heading', 'list', 'quote', 'code', 'separator'] as const
    const content = serializeBlocks(names.map((name) => makeBlock(`core/${name}`, 'Words')))
    const { id } = await newPost({ content })
    const { data } = await fetcher({ path: `/wp/v2/posts/${id}?context=edit` })
    const kept = (data as { content: { raw: string; rendered: string } }).content
    expect(kept.raw).toBe(content)
    expect(parseBlocks(kept.raw).every((block) => framedOf(block))).toBe(true)
    expect(kept.rendered).toContain('<h2 class="wp-block-heading">Words</h2>')
    expect(kept.rendered).not.toContain('<!-- wp:')
  })
})
