import type { ContentBlock } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { parseBlocks, serializeBlocks } from '../../../examples/playground/blocks/blockCodec'
import {
  allBlocks,
  indentItem,
  insertAfter,
  joinWithNext,
  joinWithPrevious,
  moveBlock,
  neighbourOf,
  outdentItem,
  replaceBlock,
  rowOf,
  splitBlock,
} from '../../../examples/playground/blocks/blockTree'
import { contentOf, isContainer, makeBlock } from '../../../examples/playground/blocks/editableBlock'

type Blocks = readonly ContentBlock[]

const item = (inside: string) => `<!-- wp:list-item -->\n<li>${inside}</li>\n<!-- /wp:list-item -->`
const list = (...items: string[]) =>
  `<!-- wp:list -->\n<ul class="wp-block-list">${items.map(item).join('\n\n')}</ul>\n<!-- /wp:list -->`
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const heading = (text: string) =>
  `<!-- wp:heading -->\n<h2 class="wp-block-heading">${text}</h2>\n<!-- /wp:heading -->`
const blocksOf = (...texts: string[]) => parseBlocks(texts.join('\n\n'))

/** The id of the block that says something. */
function idOf(blocks: Blocks, text: string): string {
  const found = allBlocks(blocks).find(
    (block) => !isContainer(block) && block.name !== 'core/list' && contentOf(block) === text,
  )
  if (!found?.clientId) throw new Error(`No block says ${text}.`)
  return found.clientId
}

/** Blocks in short: `p:One`, `list[One,Two]`. */
function outline(blocks: Blocks): string {
  return blocks
    .map((block) => {
      const inner = block.innerBlocks.length > 0 ? `[${outline(block.innerBlocks)}]` : ''
      return `${block.name.replace('core/', '')}:${contentOf(block)}${inner}`
    })
    .join(' ')
}

const length = (html: string) => html.length

describe('Splitting a block', () => {
  it('makes a second one of the same kind from what stands behind the caret', () => {
    const blocks = blocksOf(paragraph('One two'))
    const { blocks: split, caret } = splitBlock(blocks, idOf(blocks, 'One two'), 'One', 'two')
    expect(outline(split)).toBe('paragraph:One paragraph:two')
    expect(caret).toEqual({ clientId: split[1]?.clientId, offset: 0 })
  })

  it('goes on with a paragraph at the end of a heading, and with a heading in the middle of one', () => {
    const blocks = blocksOf(heading('Title'))
    expect(outline(splitBlock(blocks, idOf(blocks, 'Title'), 'Title', '').blocks)).toBe(
      'heading:Title paragraph:',
    )
    expect(outline(splitBlock(blocks, idOf(blocks, 'Title'), 'Ti', 'tle').blocks)).toBe(
      'heading:Ti heading:tle',
    )
  })

  it('makes items in a list, and leads out of it from an empty last one', () => {
    const blocks = blocksOf(list('One'))
    const longer = splitBlock(blocks, idOf(blocks, 'One'), 'One', '').blocks
    expect(outline(longer)).toBe('list:[list-item:One list-item:]')
    const empty = longer[0]?.innerBlocks[1]?.clientId as string
    expect(outline(splitBlock(longer, empty, '', '').blocks)).toBe('list:[list-item:One] paragraph:')
  })

  it('gives the list inside an item to its second half', () => {
    const blocks = blocksOf(list(`One${list('Inner')}`))
    expect(outline(splitBlock(blocks, idOf(blocks, 'One'), 'O', 'ne').blocks)).toBe(
      'list:[list-item:O list-item:ne[list:[list-item:Inner]]]',
    )
  })
})

describe('Joining blocks', () => {
  it('puts a text behind the one before, with the caret where they meet', () => {
    const blocks = blocksOf(paragraph('One'), paragraph('two'))
    const { blocks: joined, caret } = joinWithPrevious(blocks, idOf(blocks, 'two'), length)
    expect(outline(joined)).toBe('paragraph:Onetwo')
    expect(caret).toEqual({ clientId: idOf(joined, 'Onetwo'), offset: 3 })
  })

  it('puts a text into the last item of the list before', () => {
    const blocks = blocksOf(list('One', 'Two'), paragraph('three'))
    expect(outline(joinWithPrevious(blocks, idOf(blocks, 'three'), length).blocks)).toBe(
      'list:[list-item:One list-item:Twothree]',
    )
  })

  it('makes the first item of a list a paragraph, and the list goes with its last item', () => {
    const blocks = blocksOf(list('One', 'Two'))
    const { blocks: left } = joinWithPrevious(blocks, idOf(blocks, 'One'), length)
    expect(outline(left)).toBe('paragraph:One list:[list-item:Two]')
    expect(outline(joinWithPrevious(blocksOf(list('One')), 'parsed-2', length).blocks)).toBe('paragraph:One')
  })

  it('makes a heading without a text before it a paragraph', () => {
    const blocks = blocksOf(heading('Title'))
    expect(outline(joinWithPrevious(blocks, idOf(blocks, 'Title'), length).blocks)).toBe('paragraph:Title')
  })

  it('changes nothing behind a block that is no text, unless there is nothing to lose', () => {
    const blocks = blocksOf('<!-- wp:more /-->', paragraph('One'), '<!-- wp:more /-->', paragraph(''))
    expect(joinWithPrevious(blocks, idOf(blocks, 'One'), length).blocks).toBe(blocks)
    expect(joinWithPrevious(blocks, idOf(blocks, ''), length).blocks).toHaveLength(3)
  })

  it('takes the next text in by Delete', () => {
    const blocks = blocksOf(paragraph('One'), paragraph('two'))
    expect(outline(joinWithNext(blocks, idOf(blocks, 'One'), length).blocks)).toBe('paragraph:Onetwo')
  })

  it('changes nothing by Delete at the end', () => {
    const blocks = blocksOf(paragraph('One'))
    expect(joinWithNext(blocks, idOf(blocks, 'One'), length).blocks).toBe(blocks)
  })
})

describe('Blocks', () => {
  it('that are not touched stay the same objects', () => {
    const blocks = blocksOf(paragraph('One'), list('Two', 'Three'), paragraph('Four'))
    const changed = replaceBlock(blocks, idOf(blocks, 'Two'), () => [makeBlock('core/list-item', 'New')])
    expect([changed[0], changed[2]]).toEqual([blocks[0], blocks[2]])
    expect(changed[0]).toBe(blocks[0])
    expect(changed[1]?.innerBlocks[1]).toBe(blocks[1]?.innerBlocks[1])
  })

  it('move up and down, and no further than the ends', () => {
    const blocks = blocksOf(paragraph('One'), paragraph('Two'))
    expect(serializeBlocks(moveBlock(blocks, idOf(blocks, 'Two'), -1))).toBe(
      `${paragraph('Two')}\n\n${paragraph('One')}`,
    )
    expect(moveBlock(blocks, idOf(blocks, 'One'), -1)).toBe(blocks)
    expect(moveBlock(blocks, idOf(blocks, 'Two'), 1)).toBe(blocks)
  })

  it('are added after one, or at the end', () => {
    const blocks = blocksOf(paragraph('One'), paragraph('Two'))
    const added = [makeBlock('core/paragraph', 'New')]
    expect(outline(insertAfter(blocks, idOf(blocks, 'One'), added))).toBe(
      'paragraph:One paragraph:New paragraph:Two',
    )
    expect(outline(insertAfter(blocks, null, added))).toBe('paragraph:One paragraph:Two paragraph:New')
  })
})

describe('Blocks inside columns', () => {
  const column = (...inner: string[]) =>
    `<!-- wp:column -->\n<div class="wp-block-column">${inner.join('\n\n')}</div>\n<!-- /wp:column -->`
  const columns = (...inner: string[]) =>
    `<!-- wp:columns -->\n<div class="wp-block-columns">${inner.join('\n\n')}</div>\n<!-- /wp:columns -->`

  it('are split there, an empty last one too', () => {
    const blocks = blocksOf(columns(column(paragraph('One'))))
    const once = splitBlock(blocks, idOf(blocks, 'One'), 'One', '')
    const twice = splitBlock(once.blocks, once.caret?.clientId as string, '', '')
    expect(outline(twice.blocks)).toBe('columns:[column:[paragraph:One paragraph: paragraph:]]')
  })

  it('are joined with one another, but with nothing beyond their column', () => {
    const blocks = blocksOf(
      paragraph('Zero'),
      columns(column(paragraph('One'), paragraph('two')), column(paragraph('Three'))),
      paragraph('Four'),
    )
    expect(outline(joinWithPrevious(blocks, idOf(blocks, 'two'), length).blocks)).toBe(
      'paragraph:Zero columns:[column:[paragraph:Onetwo] column:[paragraph:Three]] paragraph:Four',
    )
    for (const text of ['One', 'Three', 'Four']) {
      expect(joinWithPrevious(blocks, idOf(blocks, text), length).blocks).toBe(blocks)
    }
    for (const text of ['Zero', 'two', 'Three']) {
      expect(joinWithNext(blocks, idOf(blocks, text), length).blocks).toBe(blocks)
    }
  })

  it('move among those of their column, and others are added beside them', () => {
    const blocks = blocksOf(columns(column(paragraph('One'), paragraph('Two')), column(paragraph('Three'))))
    expect(serializeBlocks(moveBlock(blocks, idOf(blocks, 'Two'), -1))).toBe(
      columns(column(paragraph('Two'), paragraph('One')), column(paragraph('Three'))),
    )
    expect(moveBlock(blocks, idOf(blocks, 'Two'), 1)).toBe(blocks)
    expect(
      serializeBlocks(insertAfter(blocks, idOf(blocks, 'Three'), [makeBlock('core/paragraph', 'New')])),
    ).toBe(columns(column(paragraph('One'), paragraph('Two')), column(paragraph('Three'), paragraph('New'))))
  })

  it('leave an empty column behind, to which the caret goes', () => {
    const blocks = blocksOf(columns(column(paragraph('One')), column(paragraph('Two'))))
    const id = idOf(blocks, 'One')
    expect(neighbourOf(blocks, id)?.name).toBe('core/column')
    const left = replaceBlock(blocks, id, () => [])
    expect(serializeBlocks(left)).toBe(columns(column(), column(paragraph('Two'))))
  })

  it('have tools of their own, which the items of a list share', () => {
    const blocks = blocksOf(columns(column(list('One'), paragraph('Two'))))
    expect(rowOf(blocks, idOf(blocks, 'One'))?.name).toBe('core/list')
    expect(rowOf(blocks, idOf(blocks, 'Two'))?.clientId).toBe(idOf(blocks, 'Two'))
  })

  it('lead out of a list into the column that it is in', () => {
    const blocks = blocksOf(columns(column(list('One', ''))))
    expect(outline(splitBlock(blocks, idOf(blocks, ''), '', '').blocks)).toBe(
      'columns:[column:[list:[list-item:One] paragraph:]]',
    )
  })
})

describe('Indenting an item of a list', () => {
  const ordered = (...items: string[]) =>
    `<!-- wp:list {"ordered":true} -->\n<ol class="wp-block-list">${items.map(item).join('\n\n')}</ol>\n<!-- /wp:list -->`

  it('puts it at the end of the list inside the item before it, which is made where there is none', () => {
    const blocks = blocksOf(list('One', 'Two', 'Three'))
    const once = indentItem(blocks, idOf(blocks, 'Two'))
    expect(serializeBlocks(once)).toBe(list(`One${list('Two')}`, 'Three'))
    const twice = indentItem(once, idOf(once, 'Three'))
    expect(serializeBlocks(twice)).toBe(list(`One${list('Two', 'Three')}`))
  })

  it('keeps the numbers, and takes along what is inside it', () => {
    const blocks = blocksOf(ordered('One', `Two${ordered('Three')}`))
    expect(serializeBlocks(indentItem(blocks, idOf(blocks, 'Two')))).toBe(
      ordered(`One${ordered(`Two${ordered('Three')}`)}`),
    )
  })

  it('leaves the first item, and what is in no list, alone', () => {
    const blocks = blocksOf(paragraph('Words'), list('One', 'Two'))
    expect(indentItem(blocks, idOf(blocks, 'One'))).toBe(blocks)
    expect(indentItem(blocks, idOf(blocks, 'Words'))).toBe(blocks)
  })

  it('is taken back: what came after it is inside it then', () => {
    const blocks = blocksOf(list(`One${list('Two', 'Three', 'Four')}`, 'Five'))
    const out = outdentItem(blocks, idOf(blocks, 'Three'))
    expect(serializeBlocks(out)).toBe(list(`One${list('Two')}`, `Three${list('Four')}`, 'Five'))
    const all = outdentItem(out, idOf(out, 'Two'))
    expect(serializeBlocks(all)).toBe(list('One', 'Two', `Three${list('Four')}`, 'Five'))
    expect(outdentItem(all, idOf(all, 'Two'))).toBe(all)
  })
})
