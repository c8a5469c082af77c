import type { ContentBlock } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { parseBlocks, serializeBlocks } from '../../../examples/playground/blocks/blockCodec'
import { blockStartIn } from '../../../examples/playground/blocks/blockStarts'
import { allBlocks, placeOfChange } from '../../../examples/playground/blocks/blockTree'
import { contentOf, makeBlock } from '../../../examples/playground/blocks/editableBlock'
import { pasteBlocks } from '../../../examples/playground/blocks/pasteBlocks'

const text = (html: string) => makeBlock('core/paragraph', html)
const heading = (html: string) => makeBlock('core/heading', html)
const lengthOf = (html: string) => html.replace(/<[^>]*>/g, '').length

/** What blocks say, with the caret as a bar. */
function shown(blocks: readonly ContentBlock[], caret: { clientId: string; offset: number } | null) {
  return allBlocks(blocks)
    .filter(({ innerBlocks }) => innerBlocks.length === 0)
    .map((block) => {
      const html = contentOf(block)
      const words =
        block.clientId === caret?.clientId
          ? `${html.slice(0, caret?.offset)}|${html.slice(caret?.offset)}`
          : html
      return `${block.name.slice(5)}: ${words}`
    })
}

function paste(target: ContentBlock, head: string, pasted: ContentBlock[], tail: string) {
  const before = text('before')
  const { blocks, caret } = pasteBlocks(
    [before, target],
    target.clientId as string,
    head,
    pasted,
    tail,
    lengthOf,
  )
  return shown(blocks, caret).slice(1)
}

describe('Blocks that are pasted', () => {
  it('join the text at either end, with the caret behind the last of them', () => {
    expect(paste(text('head tail'), 'head ', [text('one'), text('two')], ' tail')).toEqual([
      'paragraph: head one',
      'paragraph: two| tail',
    ])
  })

  it('take the place of an empty paragraph, and keep their kinds', () => {
    expect(paste(text(''), '', [heading('One'), text('two')], '')).toEqual([
      'heading: One',
      'paragraph: two|',
    ])
    expect(paste(text(''), '', [text('one'), heading('Two')], '')).toEqual([
      'paragraph: one',
      'heading: Two|',
    ])
  })

  it('stand between what was before and behind a caret, where they are no texts', () => {
    expect(paste(text('head tail'), 'head ', [heading('Two')], ' tail')).toEqual([
      'paragraph: head ',
      'heading: Two|',
      'paragraph:  tail',
    ])
  })

  it('become items in a list', () => {
    const item = makeBlock('core/list-item', 'head tail')
    const list = { ...makeBlock('core/list'), innerBlocks: [item] }
    const { blocks, caret } = pasteBlocks(
      [list],
      item.clientId as string,
      'head ',
      [heading('One'), text('two')],
      ' tail',
      lengthOf,
    )
    expect(shown(blocks, caret)).toEqual(['list-item: head One', 'list-item: two| tail'])
    expect(parseBlocks(serializeBlocks(blocks))).toHaveLength(1)
  })
})

describe('The caret after a change that tells no place for it', () => {
  const [one, two, three] = [text('One'), text('Two'), text('Three')]

  it.each([
    [
      'a text that was joined again',
      [one, text('x')],
      [{ ...one, attributes: { ...one.attributes, content: 'OneTwo' } }],
      one,
    ],
    ['a block that came back', [one, three], [one, two, three], two],
    ['the text before one that went', [one, two, three], [one, three], one],
    ['the first of what is left', [one, two], [two], two],
  ])('goes to %s', (title, before, after, expected) => {
    expect(placeOfChange(before, after)?.clientId, title).toBe(expected.clientId)
  })

  it('has nowhere to go in nothing', () => {
    expect(placeOfChange([one], [])).toBeNull()
  })
})

describe('The beginning of a paragraph', () => {
  it.each([
    ['##', 'core/heading'],
    ['####', 'core/heading'],
    ['-', 'core/list'],
    ['*', 'core/list'],
    ['1.', 'core/list'],
    ['>', 'core/quote'],
    ['```', 'core/code'],
    ['#', undefined],
    ['2.', undefined],
    ['a -', undefined],
  ])('%s asks for %s', (typed, name) => {
    expect(blockStartIn(typed)?.name).toBe(name)
  })
})
