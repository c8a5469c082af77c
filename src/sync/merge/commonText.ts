import type { ContentBlock } from '../../edits/blockCodec'
import { joinTokens, saidBy, tokenize, type Tokens } from '../../core/textTokens'
import { alignApart, withReordered } from './alignBlocks'
import { removedTokens, wordsOf } from './diffText'

type Blocks = readonly ContentBlock[]

/**
 * What a text has in common with any of others that were begun apart, in its order: the blocks and paragraphs that are the same,
 * or of which one goes on from the other, and of lines, of which each is all that there is, the words of the one that has most of
 * them. What is only alike, two have written.
 */
export function commonText(others: readonly string[], text: string): string {
  const [own, ...all] = [text, ...others].map(tokenize)
  const known = all.flatMap((other) => other ?? [])
  const areLines = [text, ...others].every((one) => !one.trim().includes('\n'))
  if (!own || known.length < others.length || areLines) {
    const words = others.map((other) => commonWords(other, text))
    return words.reduce((most, one) => (one.length > most.length ? one : most), '')
  }
  const pairs = pairsWithAny(known.map(asBlocks), asBlocks(own))
  const tokens = pairs.flatMap(([[which, at], is]) => {
    const [token, ownToken] = [known[which]?.tokens[at], own.tokens[is]]
    return token && ownToken ? [{ ...token, text: commonWords(token.text, ownToken.text) }] : []
  })
  const [[[, at] = [], is] = []] = pairs
  const lead = at === 0 && is === 0 ? (tokens[0]?.gap ?? '') : ''
  return joinTokens(tokens, lead, known.some(({ tail }) => tail === own.tail) ? own.tail : '')
}

type Found = readonly [[which: number, at: number], is: number]

/** Where any of some lists, the last of them first, has the blocks of another one, in whichever order; in the order of that one. */
export function pairsWithAny(lists: readonly Blocks[], blocks: Blocks): readonly Found[] {
  const known = new Map<number, Found>()
  for (const [which, list] of lists.entries())
    for (const [at, is] of withReordered(alignApart(list, blocks), list, blocks))
      known.set(is, [[which, at], is])
  return [...known.values()].sort(([, one], [, other]) => one - other)
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
