import type { ContentBlock } from '../../edits/blockCodec'
import { saySame } from './alignBlocks'

type Blocks = readonly ContentBlock[]

/** Gives blocks that were made of a text ids by which they are told from all others. */
export type LastingIds = (parsed: Blocks, last: Blocks) => Blocks

/**
 * An application's codec may number the blocks of a text: the third one has the id of what was the third before, and of what is
 * the third for a colleague. A block that says what one of before does is that one, and any other has an id of its own.
 */
export function createLastingIds(): LastingIds {
  const mark = Math.random().toString(36).slice(2)
  let count = 0

  function renamed(block: ContentBlock): ContentBlock {
    const { clientId, innerBlocks } = block
    const id = clientId === undefined ? undefined : { clientId: `${clientId}-${mark}-${++count}` }
    return { ...block, ...id, innerBlocks: innerBlocks.map(renamed) }
  }

  return (parsed, last) => {
    const shorter = Math.min(parsed.length, last.length)
    const isSame = (at: number, is: number) =>
      saySame(last.at(at) as ContentBlock, parsed.at(is) as ContentBlock)
    let start = 0
    while (start < shorter && isSame(start, start)) start++
    let tail = 0
    while (tail < shorter - start && isSame(-1 - tail, -1 - tail)) tail++
    let next = start
    return parsed.map((block, is) => {
      if (is < start) return last[is] as ContentBlock
      const fromEnd = parsed.length - is
      if (fromEnd <= tail) return last.at(-fromEnd) as ContentBlock
      for (let at = next; at < last.length - tail; at++) {
        if (!isSame(at, is)) continue
        next = at + 1
        return last[at] as ContentBlock
      }
      return renamed(block)
    })
  }
}
