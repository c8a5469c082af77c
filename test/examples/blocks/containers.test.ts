import type { ContentBlock } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { parseBlocks, serializeBlocks } from '../../../examples/playground/blocks/blockCodec'
import {
  coverPictureOf,
  summaryOf,
  withCoverPicture,
  withSummary,
} from '../../../examples/playground/blocks/containers'
import { holdsOf, isContainer, makeBlock } from '../../../examples/playground/blocks/editableBlock'

const first = (text: string) => parseBlocks(text)[0] as ContentBlock
const picture = { id: 9, url: 'https://example.org/b.jpg', alt: 'A "boat"' }
const inner =
  '<div class="wp-block-cover__inner-container"><!-- wp:paragraph -->\n<p>On it</p>\n<!-- /wp:paragraph --></div>'
const color =
  '<span aria-hidden="true" class="wp-block-cover__background has-background-dim-30 has-background-dim"></span>'
const cover = (settings: string, background: string) =>
  `<!-- wp:cover ${settings} -->\n<div class="wp-block-cover alignwide">${background}${inner}</div>\n<!-- /wp:cover -->`
const details = (summary: string) =>
  `<!-- wp:details {"showContent":true} -->\n<details class="wp-block-details is-wide" open>${summary}<!-- wp:paragraph -->\n` +
  '<p>By boat</p>\n<!-- /wp:paragraph --></details>\n<!-- /wp:details -->'

describe('A cover', () => {
  it('gets another picture, and all else in it stays byte for byte', () => {
    const block = first(
      cover(
        '{"url":"https://example.org/a.jpg","id":7,"alt":"Old","dimRatio":30,"sizeSlug":"large","align":"wide"}',
        `${color}<img class="wp-block-cover__image-background wp-image-7 size-large" alt="Old" src="https://example.org/a.jpg" style="object-position:50% 20%" data-object-fit="cover"/>`,
      ),
    )
    expect(serializeBlocks([withCoverPicture(block, picture)])).toBe(
      cover(
        '{"url":"https://example.org/b.jpg","id":9,"dimRatio":30,"align":"wide","alt":"A \\u0022boat\\u0022"}',
        `${color}<img class="wp-block-cover__image-background wp-image-9" alt="A &quot;boat&quot;" src="https://example.org/b.jpg" style="object-position:50% 20%" data-object-fit="cover"/>`,
      ),
    )
  })

  it('that is only a colour gets a picture, and is read again as it was written', () => {
    const block = first(cover('{"dimRatio":30}', color))
    expect(coverPictureOf(block)).toBe('')
    const written = serializeBlocks([withCoverPicture(block, { ...picture, alt: '' })])
    expect(written).toBe(
      cover(
        '{"dimRatio":30,"url":"https://example.org/b.jpg","id":9}',
        `${color}<img class="wp-block-cover__image-background wp-image-9" alt="" src="https://example.org/b.jpg" data-object-fit="cover"/>`,
      ),
    )
    expect(coverPictureOf(first(written))).toContain('src="https://example.org/b.jpg"')
  })

  it.each([
    [
      'a film',
      `${color}<video class="wp-block-cover__video-background intrinsic-ignore" src="/a.mp4"></video>`,
    ],
    [
      'a picture that stands still',
      `${color}<div role="img" class="wp-block-cover__image-background has-parallax" style="background-image:url(/a.jpg)"></div>`,
    ],
  ])('with %s is not changed here', (...[, background]) => {
    const block = first(cover('{"dimRatio":30}', background))
    expect(isContainer(block)).toBe(true)
    expect(coverPictureOf(block)).toBeUndefined()
  })
})

describe('A details block', () => {
  it('gets another summary, and all else in it stays byte for byte', () => {
    const block = first(details('<summary class="x">How to <em>get</em> there</summary>'))
    expect(summaryOf(block)).toBe('How to <em>get</em> there')
    expect(serializeBlocks([withSummary(block, 'For $1 &amp; $&amp;')])).toBe(
      details('<summary class="x">For $1 &amp; $&amp;</summary>'),
    )
  })

  it('whose summary is more than text keeps it', () => {
    expect(summaryOf(first(details('<summary><img src="/a.png"/></summary>')))).toBeUndefined()
  })
})

describe('A container that is added', () => {
  it.each(['core/columns', 'core/group'] as const)('(%s) is read again as it was written', (name) => {
    const written = serializeBlocks([makeBlock(name)])
    const read = first(written)
    expect(isContainer(read)).toBe(true)
    expect(serializeBlocks([read])).toBe(written)
  })

  it('can be added to: columns take columns, a column takes any block', () => {
    const columns = makeBlock('core/columns')
    expect(holdsOf(columns)).toBe('column')
    expect(columns.innerBlocks.map(holdsOf)).toEqual(['paragraph', 'paragraph'])
    expect(columns.innerBlocks.flatMap(({ innerBlocks }) => innerBlocks.map(holdsOf))).toEqual([
      undefined,
      undefined,
    ])
  })
})
