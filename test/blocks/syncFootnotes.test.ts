import type { ContentBlock } from 'copydesk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncFootnotes, type FootnoteMemory } from '../../src/blocks/syncFootnotes'
import { mark, paragraph } from '../support/paragraphs'

const warn = vi.fn<(...message: unknown[]) => void>()
beforeEach(() => {
  warn.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(warn)
})
afterEach(() => expect(warn.mock.calls).toEqual([]))

const memory = (): FootnoteMemory => ({ footnotes: new Map(), marks: new WeakMap() })
const serialize = (blocks: readonly ContentBlock[]): string =>
  blocks
    .map(({ attributes, innerBlocks }) => {
      const { before = '', cite = '', ...rest } = attributes
      return [before, ...Object.values(rest), serialize(innerBlocks), cite].map(show).join('\n')
    })
    .join('\n')
const write = (block: ContentBlock) => serialize([block])
const show = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(show).join() : String(value)

/** Syncs blocks with a list, and reads the list that comes out. */
function sync(blocks: readonly ContentBlock[], list: unknown, remembered = memory()) {
  const text = typeof list === 'object' && list !== null ? JSON.stringify(list) : list
  const { footnotes, ...rest } = syncFootnotes(blocks, text, remembered, write)
  return { ...rest, list: footnotes === undefined ? undefined : (JSON.parse(footnotes) as unknown) }
}

/** A block with these attributes. */
const block = (attributes: ContentBlock['attributes'], innerBlocks: ContentBlock[] = []): ContentBlock => ({
  name: 'core/any',
  attributes,
  innerBlocks,
})

describe('footnotes', () => {
  it('stay as they are, with their blocks, in a post whose type has no list', () => {
    const blocks = [paragraph(`A${mark('a', 7)}`)]
    expect(sync(blocks, undefined)).toEqual({ blocks, list: undefined })
    expect(sync(blocks, undefined).blocks).toBe(blocks)
  })

  it('stay as they are where the marks are those of the list, in its order', () => {
    const blocks = [paragraph(`A${mark('a', 7)}`), paragraph(`B${mark('b', 8)}`)]
    const { blocks: same, list } = sync(blocks, [
      { id: 'a', content: 'One' },
      { id: 'b', content: 'Two' },
    ])
    expect(same).toBe(blocks)
    expect(list).toBeUndefined()
  })

  it('come empty with a new mark, before the others where it stands before them, and all are numbered anew', () => {
    const blocks = [paragraph(`A${mark('new', '*')}`), paragraph(`B${mark('b', 1)}`)]
    const synced = sync(blocks, [{ id: 'b', content: 'Two' }])
    expect(synced.list).toEqual([
      { id: 'new', content: '' },
      { id: 'b', content: 'Two' },
    ])
    expect(synced.blocks).toEqual([
      { ...blocks[0], attributes: { content: `A${mark('new', 1)}` } },
      { ...blocks[1], attributes: { content: `B${mark('b', 2)}` } },
    ])
  })

  it('go with their marks', () => {
    const synced = sync(
      [paragraph(`B${mark('b', 2)}`)],
      [
        { id: 'a', content: 'One' },
        { id: 'b', content: 'Two' },
      ],
    )
    expect(synced.list).toEqual([{ id: 'b', content: 'Two' }])
    expect(synced.blocks[0]?.attributes.content).toBe(`B${mark('b', 1)}`)
  })

  it('go all, which leaves a list of nothing', () => {
    expect(sync([paragraph('No marks.')], [{ id: 'a', content: 'One' }]).list).toEqual([])
  })

  it('come back with their text and whatever else stood in the list when a mark is pasted that was cut', () => {
    const remembered = memory()
    const withMark = [paragraph(`A${mark('a', 1)}`)]
    sync([paragraph('A')], [{ id: 'a', content: 'One', from: 'a plugin' }], remembered)
    expect(sync(withMark, [], remembered).list).toEqual([{ id: 'a', content: 'One', from: 'a plugin' }])
    expect(sync(withMark, [], memory()).list).toEqual([{ id: 'a', content: '' }])
  })

  it('come back with the text that they had last', () => {
    const remembered = memory()
    sync([paragraph(`A${mark('a', 1)}`)], [{ id: 'a', content: 'Old' }], remembered)
    sync([paragraph('A')], [{ id: 'a', content: 'New' }], remembered)
    expect(sync([paragraph(`A${mark('a', 1)}`)], '', remembered).list).toEqual([{ id: 'a', content: 'New' }])
  })

  it('are listed once where two marks refer to one, and both show its number', () => {
    const twice = `${mark('a', 5)} and ${mark('a', 6)}`
    const synced = sync([paragraph(twice)], '')
    expect(synced.list).toEqual([{ id: 'a', content: '' }])
    expect(synced.blocks[0]?.attributes.content).toBe(`${mark('a', 1)} and ${mark('a', 1)}`)
  })

  it('keep the blocks, lists and texts in which no number changes', () => {
    const rows = [
      { cells: [{ content: 'x' }, { content: `y${mark('b', 1)}` }] },
      { cells: [{ content: 'z' }] },
    ]
    const blocks = [
      paragraph('First'),
      block({ rows, words: ['a', null, 'b'], style: { color: 'red' } }),
      block({}, [paragraph('Inner'), paragraph(`I${mark('new', 9)}`)]),
    ]
    const synced = sync(blocks, [{ id: 'b', content: '' }]).blocks
    expect(synced[0]).toBe(blocks[0])
    expect(synced[1]).toBe(blocks[1])
    expect(synced[2]).not.toBe(blocks[2])
    expect(synced[2]?.innerBlocks[0]).toBe(blocks[2]?.innerBlocks[0])
    expect(synced[2]?.innerBlocks[1]?.attributes.content).toBe(`I${mark('new', 2)}`)
  })

  it('are found deep in lists and objects, and other values stay what they are', () => {
    const odd = new Date(0)
    const attributes = {
      ids: [1, null, undefined, true],
      odd,
      nothing: null,
      rows: [['a', `b${mark('x', 3)}`], [{ deep: { content: mark('y', 4) } }]],
    }
    const synced = sync([block(attributes)], '')
    expect(synced.list).toEqual([
      { id: 'x', content: '' },
      { id: 'y', content: '' },
    ])
    const now = synced.blocks[0]?.attributes ?? {}
    expect(now.rows).toEqual([['a', `b${mark('x', 1)}`], [{ deep: { content: mark('y', 2) } }]])
    expect([now.ids, now.odd, now.nothing]).toEqual([attributes.ids, odd, null])
    expect(now.ids).toBe(attributes.ids)
    expect(now.odd).toBe(odd)
  })

  it('are found in rich texts, of which those that change are made anew by their class', () => {
    class RichText {
      readonly #html: string
      constructor(html: string) {
        this.#html = html
      }
      static fromHTMLString(html: string) {
        return new RichText(html)
      }
      toHTMLString() {
        return this.#html
      }
    }
    const still = new RichText('No mark')
    const synced = sync([block({ content: new RichText(`A${mark('a', '*')}`), still })], '')
    const { content, still: after } = synced.blocks[0]?.attributes ?? {}
    expect(content).toBeInstanceOf(RichText)
    expect((content as RichText).toHTMLString()).toBe(`A${mark('a', 1)}`)
    expect(after).toBe(still)
  })

  it('leave a rich text alone that can not be made anew', () => {
    const rich = new (class {
      toHTMLString() {
        return mark('a', '*')
      }
    })()
    expect(sync([block({ content: rich })], '').blocks[0]?.attributes.content).toBe(rich)
  })

  it('are not looked for outside of attributes and inner blocks', () => {
    const source = { ...paragraph('Typed'), originalContent: `<p>${mark('gone', 1)}</p>` }
    expect(sync([source], [{ id: 'gone', content: '' }]).list).toEqual([])
  })

  it('stand in the order in which the text shows the marks, not the attributes', () => {
    const quote = block({ cite: mark('cite', 1) }, [paragraph(mark('inner', 2))])
    const table = block({ caption: mark('caption', 3), before: mark('head', 4) })
    expect(sync([quote, table], '').list).toEqual(
      ['inner', 'cite', 'head', 'caption'].map((id) => ({ id, content: '' })),
    )
  })

  it.each<[string, (block: ContentBlock) => string]>([
    ['has the ids elsewhere, too', (written) => `<div class="first" id="second">${write(written)}</div>`],
    ['has them in single quotes', (written) => write(written).replaceAll('"', "'")],
    ['has them in the JSON of a comment', (written) => `<!-- wp:any ${JSON.stringify(write(written))} /-->`],
    ['has them there as WordPress writes it', (written) => write(written).replaceAll('"', '\\u0022')],
  ])('stand in that order where the text %s', (_, written) => {
    const table = block({ caption: mark('first', 1), before: mark('second', 2) })
    const { footnotes = '' } = syncFootnotes([table], '', memory(), written)
    expect(JSON.parse(footnotes)).toMatchObject([{ id: 'second' }, { id: 'first' }])
  })

  it('stand in the order of the attributes where the block can not be written, and nothing typed is lost', () => {
    const table = block({ caption: mark('first', 1), before: mark('second', 2) })
    const { blocks, footnotes = '' } = syncFootnotes([table], '', memory(), () => {
      throw new Error('No such block.')
    })
    expect(blocks).toEqual([table])
    expect(JSON.parse(footnotes)).toMatchObject([{ id: 'first' }, { id: 'second' }])
  })

  it.each([
    ['<sup data-fn="a"></sup> rest', '<sup data-fn="a">1</sup> rest'],
    ["<sup class='fn' data-fn='a'>9</sup>", "<sup class='fn' data-fn='a'>1</sup>"],
    ['<a data-fn="a" href="#">*</a>', '<a data-fn="a" href="#">1</a>'],
    ['<SUP DATA-FN="a"><a><strong>9</strong></a></SUP>', '<SUP DATA-FN="a"><a><strong>1</strong></a></SUP>'],
    ['<sup\n  data-fn="a"\n>9</sup>', '<sup\n  data-fn="a"\n>1</sup>'],
  ])('number a mark written as %j', (before, after) => {
    expect(sync([paragraph(before)], '').blocks[0]?.attributes.content).toBe(after)
  })

  it.each(['&lt;sup data-fn="a"&gt;', 'data-fn="a"', '<sup data-fn-old="a">1</sup>', '<sup>1</sup>'])(
    'see no mark in %j',
    (content) => {
      const blocks = [paragraph(content)]
      expect(sync(blocks, '')).toEqual({ blocks, list: undefined })
    },
  )

  it('take any id for an id', () => {
    const ids = ['__proto__', 'constructor', '$&', '$1', 'a,b']
    const synced = sync([paragraph(ids.map((id) => mark(id, 0)).join())], '')
    expect(synced.list).toEqual(ids.map((id) => ({ id, content: '' })))
    expect(synced.blocks[0]?.attributes.content).toBe(ids.map((id, i) => mark(id, i + 1)).join())
  })

  it('tell lists apart whose ids only look the same put together', () => {
    const list = [{ id: 'a,b', content: '' }]
    expect(sync([paragraph(mark('a', 1) + mark('b', 2))], list).list).toEqual([
      { id: 'a', content: '' },
      { id: 'b', content: '' },
    ])
  })

  it('drop entries of the list that are none', () => {
    expect(
      sync([paragraph(mark('a', 1))], [null, 5, { content: 'no id' }, { id: 'b', content: '' }]).list,
    ).toEqual([{ id: 'a', content: '' }])
  })
})

describe('a list of footnotes that can not be read', () => {
  it.each(['null', '5', '{}', '"text"', '[{"id":', 'plain', 5, true, { footnotes: [] }])(
    'such as %j counts as none, and one warning tells of it',
    (list) => {
      const remembered = memory()
      const blocks = [paragraph(mark('a', 4))]
      expect(sync(blocks, list, remembered).list).toEqual([{ id: 'a', content: '' }])
      sync(blocks, list, remembered)
      expect(warn).toHaveBeenCalledTimes(1)
      expect(warn.mock.calls[0]?.[0]).toContain('count as none')
      warn.mockClear()
    },
  )

  it('keeps the blocks where there are no marks', () => {
    const blocks = [paragraph('Plain')]
    expect(sync(blocks, '{').blocks).toBe(blocks)
    warn.mockClear()
  })

  it.each(['', '[]', null])('is not %j, which is an empty one', (list) => {
    expect(sync([paragraph('Plain')], list).list).toBeUndefined()
  })
})

describe('the cost of keeping footnotes in step', () => {
  it('is no serialising while no mark comes or goes', () => {
    const counted = vi.fn(write)
    const list = JSON.stringify([{ id: 'a', content: '' }])
    for (let key = 0; key < 20; key++)
      syncFootnotes(
        [paragraph(`${'x'.repeat(key)}${mark('a', 1)}`), paragraph(mark('b', 2) + mark('c', 3))],
        list,
        memory(),
        counted,
      )
    expect(counted).not.toHaveBeenCalled()
  })

  it('is a look at the blocks that changed, and no others', () => {
    let looks = 0
    const watched = Array.from({ length: 50 }, (unused, i) => ({
      name: 'core/paragraph',
      innerBlocks: [],
      get attributes() {
        looks++
        return { content: `Text ${i}` }
      },
    }))
    const remembered = memory()
    syncFootnotes(watched, '[]', remembered, write)
    expect(looks).toBe(50)
    syncFootnotes([...watched.slice(0, 49), paragraph('Typed')], '[]', remembered, write)
    expect(looks).toBe(50)
  })
})
