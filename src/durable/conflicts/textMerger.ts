import type { mergeText as MergeText, TextMerge } from '../merging/mergeText'
import type { DiffArrays } from '../merging/mergeTokens'
import { mergeObjects, mergeSets, type Sides } from '../merging/mergeValues'
import type { FieldKind } from './fieldKinds'

/** Merges texts by code that is loaded with the first that both sides changed. */
export function makeTextMerger() {
  let loaded: { readonly merge: typeof MergeText; readonly diffArrays: DiffArrays } | undefined

  async function mergeText(base: string, mine: string, theirs: string): Promise<TextMerge> {
    const { merge, diffArrays } = (loaded ??= await load())
    return merge(base, mine, theirs, diffArrays)
  }

  /** A value of some kind merged with what is loaded; undefined where it can't be. */
  function mergeKnown(kind: FieldKind, sides: Sides): unknown {
    const { base, mine, theirs } = sides
    const all = [base, mine, theirs]
    if (kind === 'text' && loaded && all.every((side) => typeof side === 'string')) {
      const [one = '', two = '', three = ''] = all
      const merged = loaded.merge(one, two, three, loaded.diffArrays)
      return 'value' in merged ? merged.value : undefined
    }
    if (kind === 'set' && all.every(Array.isArray))
      return mergeSets(sides as Parameters<typeof mergeSets>[0]).value
    if (kind !== 'object') return undefined
    const { value, conflicts } = mergeObjects(sides)
    return conflicts.length === 0 ? value : undefined
  }

  return { mergeText, mergeKnown }
}

async function load() {
  const [{ mergeText }, { diffArrays }] = await Promise.all([import('../merging/mergeText'), import('diff')])
  return { merge: mergeText, diffArrays: diffArrays as DiffArrays }
}
