import { diffArrays } from 'diff'
import { mergeText, type TextMerge } from './mergeText'

/** Merges what two sides made of a text, by the `diff` package: loaded with the first text that needs it. */
export function mergeTextByDiff(base: string, mine: string, theirs: string): TextMerge {
  return mergeText(base, mine, theirs, diffArrays)
}
