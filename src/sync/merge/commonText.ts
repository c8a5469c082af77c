import type { ContentBlock } from '../../edits/blockCodec'
import { joinTokens, saidBy, tokenize, type Token, type Tokens } from '../../core/textTokens'
import { alignApart } from './alignBlocks'
import { removedTokens, wordsOf } from './diffText'

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

/** The blocks and paragraphs of a text that are left in another one which was made of it. */
export function keptText(before: string, after: string): string {
  const [was, is] = [tokenize(before), tokenize(after)]
  if (!was || !is) return before
  const kept = alignApart(asBlocks(was), asBlocks(is)).map(([at]) => was.tokens[at] as Token)
  return joinTokens(kept, kept[0]?.isFirst ? (was.tokens[0]?.gap ?? '') : '', was.tail)
}

/** Blocks without ids, to be aligned like those of two lists. */
export function asBlocks({ tokens }: Pick<Tokens, 'tokens'>): ContentBlock[] {
  return tokens.map((token) => ({
    name: token.block,
    attributes: { text: saidBy(token) },
    innerBlocks: [],
  }))
}

/** The words and signs of a text, each with the blanks before it. */
function spacedWords(text: string): readonly string[] {
  const spaced: string[] = []
  let blanks = ''
  for (const word of wordsOf(text)) {
    if (word === ' ') blanks += word
    else {
      spaced.push(blanks + word)
      blanks = ''
    }
  }
  return spaced
}

/** The words that both have, with the blanks between them: who inserts one at their beginning or end brings its blank along. */
function commonWords(one: string, other: string): string {
  const bareIn = (text: string) => wordsOf(text).filter((word) => word !== ' ')
  const gone = removedTokens(bareIn(one), bareIn(other))
  const kept = spacedWords(one).filter((_, at) => !gone.has(at))
  return kept.join('').replace(/(^|>) | (?=<|$)/g, '$1')
}
