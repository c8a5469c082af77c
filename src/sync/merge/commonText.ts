import type { ContentBlock } from '../../edits/blockCodec'
import { joinTokens, saidBy, tokenize, type Tokens } from '../../core/textTokens'
import { alignApart } from './alignBlocks'
import { applyChanges, diffWords } from './mergeText'

/**
 * What two texts have in common that were begun apart: the blocks and paragraphs that are the same, or of which one goes on from
 * the other, and of two lines, of which each is all that there is, their words. What is only alike, two have written.
 */
export function commonText(one: string, other: string): string {
  const [mine, theirs] = [tokenize(one), tokenize(other)]
  const areLines = [one, other].every((text) => !text.trim().includes('\n'))
  if (!mine || !theirs || areLines) return commonWords(one, other)
  const [blocks, others] = [mine, theirs].map(asBlocks) as [ContentBlock[], ContentBlock[]]
  const pairs = alignApart(blocks, others)
  const tokens = pairs.flatMap(([at, is]) => {
    const [token, theirToken] = [mine.tokens[at], theirs.tokens[is]]
    return token && theirToken ? [{ ...token, text: commonWords(token.text, theirToken.text) }] : []
  })
  const [first = []] = pairs
  const lead = first.every((place) => place === 0) ? (tokens[0]?.gap ?? '') : ''
  return joinTokens(tokens, lead, mine.tail === theirs.tail ? mine.tail : '')
}

/** Blocks without ids, to be aligned like those of two lists. */
function asBlocks({ tokens }: Tokens): ContentBlock[] {
  return tokens.map((token) => ({
    name: token.block,
    attributes: { text: saidBy(token) },
    innerBlocks: [],
  }))
}

/** Without blanks at which only one side goes on: who inserts a word there brings its blank along. */
function commonWords(one: string, other: string): string {
  const changes = diffWords(one, other).map((change) => ({ ...change, insert: '' }))
  return applyChanges(one, changes)
    .replace(/ {2,}/g, ' ')
    .replace(/(^|>) | (?=<|$)/g, '$1')
}
