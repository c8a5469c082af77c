import type { TextMerge } from '../merging/mergeText'
import type { Sides } from '../merging/mergeValues'
import { isMerging, type FieldKind } from './fieldKinds'
import { mergeField, type MergeField } from './mergeField'

/** A value that a step has left, as it is now, and as the step is to leave it. */
export interface StepSides {
  readonly base: unknown
  readonly now: unknown
  readonly step: unknown
}

/** What comes of a step that does not wait: no value where it can't be merged; and whether it replaces what others have done. */
export type MergedStep = { readonly value?: unknown; readonly isOver?: boolean } | 'later'

/** Merges texts by code of its own. */
export function makeTextMerger() {
  let mergeText: ((base: string, mine: string, theirs: string) => TextMerge) | undefined

  /** Has texts merged from now on, where `diff` is installed and the page can load what that takes. */
  async function load(): Promise<void> {
    try {
      mergeText ??= (await import('../merging/mergeTextByDiff')).mergeTextByDiff
    } catch {
      // Then a text is to be chosen as a whole.
    }
  }

  /** Merges what two sides made of a field with what is loaded: without that, a text is to be chosen as a whole. */
  const merge: MergeField = (kind, sides) =>
    mergeField((...texts) => mergeText?.(...texts) ?? {}, kind, sides)

  /** A value of some kind merged with what is loaded; undefined where it can't be. */
  function mergeKnown(kind: FieldKind, sides: Sides): unknown {
    if (!isMerging(kind)) return undefined
    const { value, conflicts } = merge(kind, sides)
    return conflicts.length === 0 ? value : undefined
  }

  /** A value as it is now with a step of one's own, which counts where both have changed the same. */
  function mergeStep(kind: FieldKind, { base, now, step }: StepSides): MergedStep {
    const isText = [base, now, step].every((side) => typeof side === 'string')
    if (kind === 'text' && isText) {
      if (!mergeText) return 'later'
      const { value, conflicts } = merge(kind, { base, mine: now, theirs: step })
      const isOver = conflicts.length > 0
      return { value: isOver ? conflicts[0]?.proposals?.theirs : value, isOver }
    }
    return kind === 'set' || kind === 'object'
      ? merge(kind, { base, mine: step, theirs: now })
      : { isOver: true }
  }

  return { load, merge, mergeKnown, mergeStep }
}
