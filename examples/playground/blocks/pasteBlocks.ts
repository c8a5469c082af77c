import type { ContentBlock } from 'copydesk'
import { findBlock, replaceBlock, type CaretPlace, type Changed } from './blockTree'
import { contentOf, makeBlock, textsOf, withAttributes } from './editableBlock'

/**
 * Blocks with others in the place of the selection in a text. A paragraph at either end joins what is left of the text
 * there; the caret stands behind what was pasted.
 *
 * @param head - the HTML before the selection
 * @param tail - the HTML behind it
 */
export function pasteBlocks(
  blocks: readonly ContentBlock[],
  clientId: string,
  head: string,
  pasted: readonly ContentBlock[],
  tail: string,
  lengthOf: (html: string) => number,
): Changed {
  const target = findBlock(blocks, clientId)
  if (!target || pasted.length === 0) return { blocks, caret: null }
  const isItem = target.name === 'core/list-item'
  const put = isItem ? pasted.flatMap(textsOf).map((text) => makeBlock('core/list-item', text)) : [...pasted]
  const [first] = put
  const joins = first !== undefined && (isItem || first.name === 'core/paragraph')
  // What is empty gives its place to what is pasted; else its text goes on with it.
  const isReplaced = head === '' && !isItem
  const opening = joins
    ? [
        withAttributes(isReplaced && target.name === 'core/paragraph' ? first : target, {
          content: head + contentOf(first),
        }),
      ]
    : isReplaced
      ? []
      : [withAttributes(target, { content: head })]
  const made = [...opening, ...(joins ? put.slice(1) : put)].map((block, at) =>
    // What is inside an item stays with the first of what it becomes.
    at > 0 ? block : { ...block, clientId: opening.length > 0 ? clientId : (block.clientId as string) },
  )
  const last = made.at(-1) as ContentBlock
  const takesTail =
    last.name === 'core/paragraph' || last.name === 'core/list-item' || (last === made[0] && joins)
  const caret: CaretPlace = takesTail
    ? { clientId: last.clientId as string, offset: lengthOf(contentOf(last)) }
    : { clientId: innermost(last).clientId as string, offset: Infinity }
  const closing = takesTail
    ? [...made.slice(0, -1), withAttributes(last, { content: contentOf(last) + tail })]
    : tail === ''
      ? made
      : [...made, makeBlock('core/paragraph', tail)]
  return { blocks: replaceBlock(blocks, clientId, () => closing), caret }
}

function innermost(block: ContentBlock): ContentBlock {
  const inner = block.innerBlocks.at(-1)
  return inner ? innermost(inner) : block
}
