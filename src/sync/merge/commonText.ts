import type { ContentBlock } from '../../edits/blockCodec'
import { joinTokens, tokenize, type Tokens } from '../../core/textTokens'
import { alignWrittenOn, asBlocks, isSameApart, textOf, withReordered } from './alignBlocks'
import { removedTokens, wordsOf } from './diffText'
import { haveMostWords } from './sameWords'

type Blocks = readonly ContentBlock[]

/**
 * What a text has in common with any of others that were begun apart: of the blocks and paragraphs that are the same, of which one
 * goes on from the other, or has most of its words, the words that any of them has, and so of lines.
 */
export function commonText(others: readonly string[], text: string): string {
  const [own, ...all] = [text, ...others].map(tokenize)
  const known = all.flatMap((other) => other ?? [])
  const areLines = [text, ...others].every((one) => !one.trim().includes('\n'))
  if (!own || known.length < others.length || areLines) return commonWords(others, text)
  // What is left of a paragraph that is gone stands in none.
  const saidIn = (all: Tokens) => asBlocks(all).map((block) => ({ ...block, name: '' }))
  const pairs = pairsWithAny(known.map(saidIn), saidIn(own))
  const tokens = pairs.flatMap(([is, found]) => {
    const token = own.tokens[is]
    const texts = found.flatMap(([which, at]) => known[which]?.tokens[at]?.text ?? [])
    return token ? [{ ...token, text: commonWords(texts, token.text) }] : []
  })
  const [[is, found] = []] = pairs
  const lead = is === 0 && found?.some(([, at]) => at === 0) ? (tokens[0]?.gap ?? '') : ''
  return joinTokens(tokens, lead, known.some(({ tail }) => tail === own.tail) ? own.tail : '')
}

type Found = readonly [is: number, found: readonly (readonly [which: number, at: number])[]]

/** Where some lists have the blocks of another one, in whichever order; in the order of that one. */
export function pairsWithAny(lists: readonly Blocks[], blocks: Blocks): readonly Found[] {
  const known = new Map<number, [which: number, at: number][]>()
  for (const [which, list] of lists.entries()) {
    const pairs = alignWrittenOn(list, blocks).filter(([at, is]) => isSame(list[at]!, blocks[is]!))
    for (const [at, is] of withReordered(pairs, list, blocks))
      known.set(is, [...(known.get(is) ?? []), [which, at]])
  }
  return [...known].sort(([one], [other]) => one - other)
}

/** Whether two blocks in the same place are one: one of them goes on from the other one, or has most of its words. */
function isSame(block: ContentBlock, other: ContentBlock): boolean {
  return isSameApart(block, other) || haveMostWords(textOf(block), textOf(other))
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

/** The words that any others have, with the blanks before them: who inserts one at their beginning or end brings its blank along. */
function commonWords(others: readonly string[], text: string): string {
  const bareIn = (one: string) => wordsOf(one).filter((word) => word !== ' ')
  const gone = others.map((other) => removedTokens(bareIn(text), bareIn(other)))
  const words = spacedWords(text)
  const kept = words.filter((_, at) => !gone.every((each) => each.has(at)))
  return kept.length === words.length ? text : kept.join('').replace(/(^|>) | (?=<|$)/g, '$1')
}
