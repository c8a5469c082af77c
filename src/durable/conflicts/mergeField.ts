import type { TextMerge } from '../merging/mergeText'
import { mergeObjects, mergeScalars, mergeSets, type Sides } from '../merging/mergeValues'
import type { FieldKind } from './fieldKinds'

/** What two sides made of a field, merged; of what somebody has to choose, mine. */
interface FieldMerge {
  readonly value: unknown
  /** What somebody has to choose, by its path within the field. */
  readonly conflicts: readonly (Sides &
    Exclude<TextMerge, { value: string }> & { readonly path: readonly string[] })[]
}

/** Merges what two sides made of a field of some kind. */
export type MergeField = (kind: FieldKind, sides: Sides) => FieldMerge

/** Merges what two sides made of a field, and texts by what is given for them. */
export function mergeField(
  mergeText: (base: string, mine: string, theirs: string) => TextMerge,
  kind: FieldKind,
  sides: Sides,
): FieldMerge {
  const { base, mine, theirs } = sides
  if (kind === 'text' && typeof base === 'string' && typeof mine === 'string' && typeof theirs === 'string') {
    const merged = mergeText(base, mine, theirs)
    if ('value' in merged) return { value: merged.value, conflicts: [] }
    return { value: mine, conflicts: [{ path: [], ...sides, ...merged }] }
  }
  if (kind === 'set' && Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs))
    return mergeSets({ base, mine, theirs })
  return kind === 'object' ? mergeObjects(sides) : mergeScalars(sides)
}
