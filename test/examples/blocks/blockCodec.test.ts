import type { ContentBlock } from 'copydesk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isPrivateAttribute,
  parseBlocks,
  serializeBlocks,
} from '../../../examples/playground/blocks/blockCodec'
import { allBlocks, replaceBlock } from '../../../examples/playground/blocks/blockTree'
import {
  contentOf,
  framedOf,
  levelOf,
  makeBlock,
  turnInto,
  withAlt,
  withAttributes,
  withCaption,
  withLevel,
  withPicture,
} from '../../../examples/playground/blocks/editableBlock'

const first = (text: string) => parseBlocks(text)[0] as ContentBlock
const names = (text: string) => parseBlocks(text).map(({ name }) => name)
const isEditable = (text: string) => framedOf(first(text)) !== undefined

const paragraph = '<!-- wp:paragraph -->\n<p>One <strong>two</strong></p>\n<!-- /wp:paragraph -->'
const list =
  '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>One<!-- wp:list {"ordered":true} -->\n' +
  '<ol class="wp-block-list"><!-- wp:list-item -->\n<li>Inner</li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list --></li>\n' +
  '<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>Two</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->'
const quote =
  '<!-- wp:quote -->\n<blockquote class="wp-block-quote"><!-- wp:paragraph -->\n<p>Said</p>\n<!-- /wp:paragraph -->' +
  '<cite>Ann</cite></blockquote>\n<!-- /wp:quote -->'
const image =
  '<!-- wp:image {"id":7,"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><img src="/a.png" alt="A" ' +
  'class="wp-image-7"/><figcaption class="wp-element-caption">Seen</figcaption></figure>\n<!-- /wp:image -->'
const columns =
  '<!-- wp:columns {"align":"wide"} -->\n<div class="wp-block-columns alignwide"><!-- wp:column -->\n' +
  `<div class="wp-block-column">${paragraph}\n\n${list}</div>\n<!-- /wp:column -->\n\n<!-- wp:column -->\n` +
  '<div class="wp-block-column"></div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->'
const group = `<!-- wp:group {"layout":{}} -->\n<section class="wp-block-group">\n${paragraph}\n</section>\n<!-- /wp:group -->`

describe('The block codec', () => {
  it('writes any text as it was read', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...[paragraph, list, quote, image, '\n\n', '\n', ' ', 'loose', '<p>classic</p>', '-->', '{', '"}'],
        ...[
          '<!-- wp:paragraph -->',
          '<!-- /wp:paragraph -->',
          '<p>',
          '</p>',
          '<li>',
          '<!-- wp:list-item -->',
        ],
        ...[
          '<!-- wp:more /-->',
          '<!-- wp:a/b {"c":1} -->',
          '<!-- /wp:a/b -->',
          '<!-- wp:list {"x" -->',
          '</li>',
        ],
        ...[group, columns, '<!-- wp:group -->', '<div>', '</div>', '<!-- /wp:group -->'],
        ...['<!-- /wp:list -->', '<cite>', '</cite>', '</blockquote>', '<blockquote>', '<!-- wp:quote -->'],
        ...[
          '<!-- /wp:quote -->',
          '<ul>',
          '</ul>',
          '<!-- wp:list -->',
          '<!-- /wp:list-item -->',
          '<!--more-->',
        ],
      ),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('')
        expect(serializeBlocks(parseBlocks(text))).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })

  it('tells the blocks apart, and the text between them', () => {
    const text = `${paragraph}\n\nLoose words\n\n<!-- wp:more /-->\n\n<!-- wp:acme/card {"a":"}"} --><b>x</b><!-- /wp:acme/card -->`
    expect(names(text)).toEqual(['core/paragraph', 'core/freeform', 'core/more', 'acme/card'])
  })

  it.each([
    ['a paragraph', paragraph],
    ['a list with a list inside', list],
    ['a quote with who said it', quote],
    ['an image with a caption', image],
    ['a group', group],
    ['columns', columns],
    ['a separator', serializeBlocks([makeBlock('core/separator')])],
    ['code', serializeBlocks([makeBlock('core/code', 'a &lt; b')])],
  ])('takes %s apart', (what, text) => {
    expect(isEditable(text)).toBe(true)
  })

  it.each([
    ['a script', '<p><script>alert(1)</script></p>'],
    ['a handler', '<p><a href="/" onclick="alert(1)">x</a></p>'],
    ['an address that runs something', '<p><a href="javascript:alert(1)">x</a></p>'],
    ['one that hides it', '<p><a href="java&#115;cript:alert(1)">x</a></p>'],
    ['an image', '<p><img src="x" onerror="alert(1)"></p>'],
    ['a style that loads', '<p><span style="background:url(//x)">x</span></p>'],
    ['markup that is not closed', '<p><em>x</p>'],
    ['markup closed in the wrong order', '<p><em><b>x</em></b></p>'],
    ['half a tag', '<p>a <b</p>'],
  ])('leaves a paragraph with %s as it is, to be shown as source', (what, html) => {
    const text = `<!-- wp:paragraph -->\n${html}\n<!-- /wp:paragraph -->`
    expect(isEditable(text)).toBe(false)
    expect(contentOf(first(text))).toBe(text)
  })

  it('finds the blocks in columns, and what is around them stays as it is', () => {
    const [block] = parseBlocks(columns) as [ContentBlock]
    const [left, right] = block.innerBlocks
    expect(left?.innerBlocks.map(({ name }) => name)).toEqual(['core/paragraph', 'core/list'])
    expect(right).toMatchObject({ name: 'core/column', innerBlocks: [] })
    const ids = allBlocks([block]).map(({ clientId }) => clientId)
    expect(new Set(ids).size).toBe(ids.length)
    const changed = replaceBlock([block], left?.innerBlocks[0]?.clientId as string, (text) => [
      withAttributes(text, { content: 'Other' }),
    ])
    expect(serializeBlocks(changed)).toBe(columns.replace('One <strong>two</strong>', 'Other'))
  })

  it.each([
    ['with nothing inside that can be edited', '<!-- wp:search /-->'],
    ['with markup between what is inside', `${paragraph}<hr/>${paragraph}`],
  ])('leaves a group %s whole, to be shown as source', (what, inside) => {
    const text = `<!-- wp:group -->\n<div class="wp-block-group">${inside}</div>\n<!-- /wp:group -->`
    expect(parseBlocks(text)).toMatchObject([{ attributes: { content: text }, innerBlocks: [] }])
  })

  it('keeps the settings and classes of a block whose text is changed', () => {
    const text =
      '<!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">One</p>\n<!-- /wp:paragraph -->'
    const changed = withAttributes(first(text), { content: 'Two' })
    expect(serializeBlocks([changed])).toBe(text.replace('One', 'Two'))
  })

  it('keeps the place of a block that others join before it', () => {
    const blocks = [makeBlock('core/paragraph', 'Zero'), ...parseBlocks(paragraph)]
    expect(serializeBlocks(blocks)).toBe(
      `<!-- wp:paragraph -->\n<p>Zero</p>\n<!-- /wp:paragraph -->\n\n${paragraph}`,
    )
  })

  it.each([
    'core/paragraph',
    'core/heading',
    'core/list',
    'core/quote',
    'core/code',
    'core/separator',
  ] as const)('reads a new %s as a block of that kind that can be edited', (name) => {
    const text = serializeBlocks([makeBlock(name, 'Words')])
    expect(names(text)).toEqual([name])
    expect(isEditable(text)).toBe(true)
  })
})

describe('A heading', () => {
  it('changes its level in settings and tags, and keeps all else', () => {
    const text =
      '<!-- wp:heading {"level":3,"className":"is-style-x"} -->\n<h3 class="wp-block-heading is-style-x" id="a">T</h3>\n<!-- /wp:heading -->'
    expect(levelOf(first(text))).toBe(3)
    expect(serializeBlocks([withLevel(first(text), 4)])).toBe(
      '<!-- wp:heading {"level":4,"className":"is-style-x"} -->\n<h4 class="wp-block-heading is-style-x" id="a">T</h4>\n<!-- /wp:heading -->',
    )
    expect(serializeBlocks([withLevel(first(text), 2)])).toBe(
      '<!-- wp:heading {"className":"is-style-x"} -->\n<h2 class="wp-block-heading is-style-x" id="a">T</h2>\n<!-- /wp:heading -->',
    )
  })
})

describe('An image', () => {
  it('takes a description, escaped', () => {
    expect(serializeBlocks([withAlt(first(image), 'A "big" <one>')])).toBe(
      image.replace('alt="A"', 'alt="A &quot;big&quot; &lt;one&gt;"'),
    )
  })

  it('gets a caption and loses it', () => {
    const bare = image.replace(/<figcaption.*<\/figcaption>/, '')
    expect(serializeBlocks([withCaption(first(bare), 'Seen')])).toBe(image)
    expect(serializeBlocks([withCaption(first(image), '')])).toBe(bare)
  })

  it('gets a picture of the library, and can be edited afterwards', () => {
    const picture = { id: 9, url: 'http://x.test/b.png?a=1&b=2', alt: 'B' }
    const text = serializeBlocks([withPicture(makeBlock('core/image'), picture)])
    expect(text).toContain('"id":9')
    expect(text).toContain('src="http://x.test/b.png?a=1&amp;b=2" alt="B" class="wp-image-9"')
    expect(isEditable(text)).toBe(true)
  })
})

describe('Turning a block into another', () => {
  it.each([
    ['a paragraph into a heading', paragraph, 'core/heading', ['core/heading']],
    ['a paragraph into a quote', paragraph, 'core/quote', ['core/quote']],
    [
      'a list into paragraphs',
      list,
      'core/paragraph',
      ['core/paragraph', 'core/paragraph', 'core/paragraph'],
    ],
  ] as const)('keeps what is said: %s', (what, text, name, expected) => {
    const turned = turnInto(first(text), { name })
    expect(turned.map((block) => block.name)).toEqual(expected)
    const words = (html: string) =>
      html
        .replace(/<!--[^]*?-->|<[^>]*>/g, ' ')
        .split(/\s+/)
        .filter(Boolean)
    expect(words(serializeBlocks(turned))).toEqual(words(text))
  })
})

describe("In a document that is shared with WordPress's own editor", () => {
  const known = (text: string) =>
    allBlocks(parseBlocks(text)).map(({ name, attributes }) => [
      name,
      Object.keys(attributes).filter((attribute) => !isPrivateAttribute(name, attribute)),
    ])

  it('stand the attributes that WordPress knows, and no others', () => {
    expect(known(paragraph)).toEqual([['core/paragraph', ['content']]])
    expect(known(list)[0]).toEqual(['core/list', []])
    expect(known(list)[1]).toEqual(['core/list-item', ['content']])
    expect(known('<!-- wp:columns --><div></div><!-- /wp:columns -->')[0]).toEqual(['core/columns', []])
  })
})
