import { tokenize, type Token } from '../../core/textTokens'
import type { ConflictPart } from '../../saving/writes'
import { conflictParts, isConflict, mergeTokens, mergedText, type DiffArrays } from './mergeTokens'

/** A merged text, or what is in its way. */
export type TextMerge =
  | { readonly value: string }
  | {
      /** The parts that both sides changed; absent where the text can only be chosen as a whole. */
      readonly parts?: readonly ConflictPart[]
      /** The text with all else merged, by the side that counts for these parts. */
      readonly proposals?: { readonly mine: string; readonly theirs: string }
    }

/** Longer ones are not merged: to compare them would take longer than it takes to ask. */
const textLimits = { characters: 2_000_000, tokens: 5000 }

/**
 * Merges what two sides made of a text, by its blocks and, between them, its paragraphs. Pure: the same on every call.
 * @param diffArrays - That of the `diff` package.
 */
export function mergeText(base: string, mine: string, theirs: string, diffArrays: DiffArrays): TextMerge {
  if (mine === theirs || mine === base) return { value: theirs }
  if (theirs === base) return { value: mine }
  const sides = [base, mine, theirs]
  if (sides.some(({ length }) => length > textLimits.characters)) return {}
  const [one, two, three] = sides.map(tokenize)
  if (!one || !two || !three) return {}
  if ([one, two, three].some(({ tokens }) => tokens.length > textLimits.tokens)) return {}
  const merged = mergeTokens(one, two, three, diffArrays)
  if (merged === undefined) return {}
  if (merged.pieces.some(isConflict)) {
    return {
      parts: conflictParts(merged.pieces, three),
      proposals: { mine: mergedText(merged, 'mine'), theirs: mergedText(merged, 'theirs') },
    }
  }
  const value = mergedText(merged, 'mine')
  return isProven(value, merged.pieces as readonly Token[]) ? { value } : {}
}

/** Whether a merged text is read again as what it was made of. */
function isProven(text: string, made: readonly Token[]): boolean {
  const tokens = tokenize(text)?.tokens
  return tokens?.length === made.length && tokens.every((token, i) => token.text === made[i]?.text)
}
