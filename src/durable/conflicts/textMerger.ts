import type { TextMerge } from '../merging/mergeText'
import { mergeObjects, mergeSets, type Sides } from '../merging/mergeValues'
import type { FieldKind } from './fieldKinds'

/** Merges texts by code that is loaded with the first that both sides changed. */
export function makeTextMerger() {
  let merge: ((base: string, mine: string, theirs: string) => TextMerge) | undefined

  /** Makes texts known to {@link mergeKnown}, where the page can load what that takes and `diff` is installed. */
  async function load(): Promise<void> {
    try {
      merge ??= (await import('../merging/mergeTextByDiff')).mergeTextByDiff
    } catch {
      // Then a text is to be chosen as a whole.
    }
  }

  async function mergeText(base: string, mine: string, theirs: string): Promise<TextMerge> {
    await load()
    return merge ? merge(base, mine, theirs) : {}
  }

  /** A value of some kind merged with what is loaded; undefined where it can't be. */
  function mergeKnown(kind: FieldKind, sides: Sides): unknown {
    const { base, mine, theirs } = sides
    const all = [base, mine, theirs]
    if (kind === 'text' && merge && all.every((side) => typeof side === 'string')) {
      const [one = '', two = '', three = ''] = all
      const merged = merge(one, two, three)
      return 'value' in merged ? merged.value : undefined
    }
    if (kind === 'set' && all.every(Array.isArray))
      return mergeSets(sides as Parameters<typeof mergeSets>[0]).value
    if (kind !== 'object') return undefined
    const { value, conflicts } = mergeObjects(sides)
    return conflicts.length === 0 ? value : undefined
  }

  return { load, mergeText, mergeKnown }
}
