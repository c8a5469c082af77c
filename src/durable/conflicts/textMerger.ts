import type { TextMerge } from '../merging/mergeText'
import { mergeObjects, mergeSets, type Sides } from '../merging/mergeValues'
import type { FieldKind } from './fieldKinds'

/** A value that a step has left, as it is now, and as the step is to leave it. */
export interface StepSides {
  readonly base: unknown
  readonly now: unknown
  readonly step: unknown
}

/** What comes of a step that does not wait: no value where it can't be merged. */
export type MergedStep = { readonly value?: unknown } | 'later'

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

  /** A text merged with what is loaded; undefined where it is none. */
  function mergeTextNow({ base, mine, theirs }: Sides): TextMerge | 'later' | undefined {
    if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return undefined
    return merge ? merge(base, mine, theirs) : 'later'
  }

  /** A value of some kind merged with what is loaded; undefined where it can't be. */
  function mergeKnown(kind: FieldKind, sides: Sides): unknown {
    const text = kind === 'text' ? mergeTextNow(sides) : undefined
    if (text) return typeof text === 'object' && 'value' in text ? text.value : undefined
    if (kind === 'set' && areLists(sides)) return mergeSets(sides).value
    if (kind !== 'object') return undefined
    const { value, conflicts } = mergeObjects(sides)
    return conflicts.length === 0 ? value : undefined
  }

  /** A value as it is now with a step of one's own, which counts where both have changed the same. */
  function mergeStep(kind: FieldKind, { base, now, step }: StepSides): MergedStep {
    const text = kind === 'text' ? mergeTextNow({ base, mine: now, theirs: step }) : undefined
    if (text === 'later') return text
    if (text) return { value: 'value' in text ? text.value : text.proposals?.theirs }
    const sides = { base, mine: step, theirs: now }
    if (kind === 'set' && areLists(sides)) return mergeSets(sides)
    return kind === 'object' ? mergeObjects(sides) : {}
  }

  return { load, mergeText, mergeKnown, mergeStep }
}

function areLists(sides: Sides): sides is Parameters<typeof mergeSets>[0] {
  return [sides.base, sides.mine, sides.theirs].every(Array.isArray)
}
