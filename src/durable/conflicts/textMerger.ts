import type { TextMerge } from '../merging/mergeText'
import { mergeObjects, mergeSets, type Sides } from '../merging/mergeValues'
import type { FieldKind } from './fieldKinds'

/** What comes of a merge that does not wait. */
export type KnownMerge = { readonly value?: unknown } | 'later'

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

  /** A value of some kind merged with what is loaded: without one where it can't be, and `later` where that is not loaded. */
  function mergeKnown(kind: FieldKind, sides: Sides): KnownMerge {
    const { base, mine, theirs } = sides
    const all = [base, mine, theirs]
    if (kind === 'text' && all.every((side) => typeof side === 'string')) {
      const [one = '', two = '', three = ''] = all
      if (!merge) return 'later'
      const merged = merge(one, two, three)
      return 'value' in merged ? merged : {}
    }
    if (kind === 'set' && all.every(Array.isArray)) return mergeSets(sides as Parameters<typeof mergeSets>[0])
    if (kind !== 'object') return {}
    const { value, conflicts } = mergeObjects(sides)
    return conflicts.length === 0 ? { value } : {}
  }

  return { load, mergeText, mergeKnown }
}
