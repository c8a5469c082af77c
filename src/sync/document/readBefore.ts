import type * as Yjs from 'yjs'
import type { ContentBlock } from '../../edits/blockCodec'
import { joinTokens, tokenize } from '../../core/textTokens'
import { alignApart, textOf, withReordered } from '../merge/alignBlocks'
import { asBlocks } from '../merge/commonText'
import { diffWords, wordsOf } from '../merge/diffText'
import { paragraphPlaces } from '../merge/diffTokens'
import { itemsOf, partsSay, stretchOfItems, upTo, type Part } from './textItems'

/** What has fewer words in common, two may have begun alike. */
const fewestWords = 4

type Blocks = readonly ContentBlock[]

/** So many pairs of blocks are looked at of which neither has all of the other. */
const mostPairs = 200

/**
 * Blocks with what each of them said before people wrote in it who had not heard that others go on from that; all others as they
 * are.
 * @param others - Blocks that have gone on from them.
 * @param readBefore - What a block said that another one goes on from; undefined where it was never that.
 */
export function blocksBefore(
  blocks: Blocks,
  others: Blocks,
  readBefore: (at: number, other: number) => ContentBlock | undefined,
): Blocks {
  const pairs = withReordered(alignApart(blocks, others), blocks, others)
  const [known, there] = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, is]) => is))]
  const left = [...others.keys()].filter((is) => !there.has(is))
  if ((blocks.length - known.size) * left.length > mostPairs) return blocks
  return blocks.map((block, at) => {
    if (known.has(at)) return block
    for (const [which, is] of left.entries()) {
      const before = readBefore(at, is)
      if (!before || !isMostOf(before, block) || !isMostOf(before, others[is] as ContentBlock)) continue
      left.splice(which, 1)
      return before
    }
    return block
  })
}

/** Whether a block is not only one that was begun with the same few words. */
function isMostOf(before: ContentBlock, block: ContentBlock): boolean {
  const [had, has] = [before, block].map(
    (one) => wordsOf(textOf(one)).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
  ) as [number, number]
  return had >= fewestWords && had * 2 > has
}

/** The same of the paragraphs of a text. */
export function textBefore(text: Yjs.Text, other: string): string {
  const all = text.toJSON()
  const [own, there] = [tokenize(all), tokenize(other)]
  if (!own || !there) return all
  const [{ items }, places] = [itemsOf(text), paragraphPlaces(all)]
  const said = new Map<ContentBlock, string>()
  const before = blocksBefore(asBlocks(own), asBlocks(there), (at, is) => {
    const [place, paragraph] = [places[at], there.tokens[is]]
    const text =
      place && paragraph && partBefore(stretchOfItems(items, place.begin, place.end), paragraph.text)
    const { tokens } = (text !== undefined && tokenize(text)) || { tokens: [] }
    const [block] = tokens.length === 1 ? asBlocks({ tokens }) : []
    if (!block || block.name !== paragraph?.block) return undefined
    said.set(block, tokens[0]?.text ?? '')
    return block
  })
  const tokens = own.tokens.map((token, at) => ({ ...token, text: said.get(before[at]!) ?? token.text }))
  return joinTokens(tokens, own.tokens[0]?.gap ?? '', own.tail)
}

/**
 * What a part of a text said before there was in it what another text lacks, and all that was written there by the same people
 * since.
 */
export function partBefore(part: readonly Part[], other: string): string | undefined {
  for (let left = part; ;) {
    const said = partsSay(left)
    if (said.trim() === '') return undefined
    const gone = diffWords(said, other).filter(({ remove }) => remove > 0)
    if (gone.length === 0) return said
    const since = new Map<number, number>()
    let at = 0
    for (const { item, begin, end } of left) {
      const [first, last] = [at, (at += end - begin)]
      const change = gone.find((one) => one.at < last && first < one.at + one.remove)
      if (!change) continue
      const { client, clock } = item.id
      since.set(
        client,
        Math.min(clock + begin + Math.max(0, change.at - first), since.get(client) ?? Infinity),
      )
    }
    left = left
      .map((one) => ({
        ...one,
        end: Math.min(one.end, upTo(since.get(one.item.id.client) ?? Infinity, one.item)),
      }))
      .filter(({ begin, end }) => begin < end)
  }
}
