import type { EntityConfig } from '../../config/entityConfig'
import { isRecord, own, type RecordData } from '../../core/plain'
import { isMerged, valueAt } from '../../edits/fields'
import type { SaveConflict } from '../../saving/writes'
import { mergeFootnotes } from '../merging/mergeFootnotes'
import type { TextMerge } from '../merging/mergeText'
import { mergeObjects, mergeScalars, mergeSets, type Sides } from '../merging/mergeValues'
import type { ConflictPolicy } from '../options'
import { fieldKind, type FieldKind } from './fieldKinds'
import { isFloating, isMadeOf, isSaid } from './madeOf'

/** What a save is about to write, and what is known of it. */
export interface Comparison {
  readonly config: EntityConfig
  readonly policy: ConflictPolicy
  /** The record as it is known, for what it says of its fields. */
  readonly record: RecordData | undefined
  /** What is about to be written; of merged fields the entries that are meant. */
  readonly mine: RecordData
  /** What it is based on. */
  readonly basis: RecordData
  /** What was sent, or may have been, and never answered. */
  readonly unanswered: readonly RecordData[]
  /** What was shown of the record before it moved on, where it is shown as another copy only. */
  readonly shown: RecordData | undefined
  /** What the server has, raw attributes unwrapped. */
  readonly theirs: RecordData
  readonly mergeText: (base: string, mine: string, theirs: string) => Promise<TextMerge>
}

/** A field, or an entry of a merged one, that is about to be written. */
export interface ComparedField {
  readonly property: string
  readonly entry: string | undefined
  /** As a conflict names it. */
  readonly name: string
  readonly kind: FieldKind
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
  /** Whether it still has to be sent, and was merged. */
  readonly outcome: 'same' | 'mine' | 'theirs' | 'merged' | 'conflict'
  /** What the server should have; of a conflict, mine. */
  readonly value: unknown
  readonly conflicts: SaveConflict['fields']
}

/** Compares what is about to be written with what the server has, field by field. */
export async function compareFields(comparison: Comparison): Promise<readonly ComparedField[]> {
  const { config, mine, theirs, basis } = comparison
  const compared: ComparedField[] = []
  for (const property of Object.keys(mine)) {
    const value = own(mine, property)
    if (!isMerged(config, property) || !isRecord(value)) {
      const sides = { base: own(basis, property), mine: value, theirs: own(theirs, property) }
      compared.push(await compareField(comparison, property, undefined, sides))
      continue
    }
    for (const entry of Object.keys(value)) {
      const at = (fields: RecordData) => valueAt(fields, property, entry)
      const sides = { base: at(basis), mine: at(mine), theirs: at(theirs) }
      compared.push(await compareField(comparison, property, entry, sides))
    }
  }
  return withFootnotes(compared)
}

/** Two lists of footnotes that both changed, by the text into which their marks were merged. */
function withFootnotes(compared: readonly ComparedField[]): readonly ComparedField[] {
  const text = compared.find(({ kind, outcome }) => kind === 'text' && outcome === 'merged')
  return compared.map((field) => {
    const { property, entry, base, mine, theirs: others, outcome } = field
    const isList = property === 'meta' && entry === 'footnotes' && outcome === 'conflict'
    const sides = [base, mine, others]
    if (!isList || !text || !sides.every((side) => typeof side === 'string')) return field
    const [one = '', two = '', three = ''] = sides
    const value = mergeFootnotes(one, two, three, String(text.value))
    return value === undefined ? field : { ...field, outcome: 'merged', value, conflicts: {} }
  })
}

async function compareField(
  comparison: Comparison,
  property: string,
  entry: string | undefined,
  given: Pick<ComparedField, 'base' | 'mine' | 'theirs'>,
): Promise<ComparedField> {
  const { config, policy, record, unanswered, theirs: all } = comparison
  const { mine, theirs } = given
  const whole = fieldKind(config, record, property, mine)
  const kind = whole === 'entries' ? 'scalar' : whole
  const hasGoneAlong = given.base !== undefined && isFloating(all, property, unanswered)
  const sent = unanswered.map((fields) => valueAt(fields, property, entry))
  const { base, uncertain } = hasGoneAlong
    ? { base: theirs, uncertain: [] }
    : await behindSent(comparison, { ...given, property, kind }, sent)
  const name = entry === undefined ? property : `${property}.${entry}`
  const field = { property, entry, name, kind, base, mine, theirs, conflicts: {} }
  const decided = (outcome: ComparedField['outcome'], value: unknown) => ({ ...field, outcome, value })
  if (theirs === undefined || kind === 'derived') return decided('mine', mine)
  if (isSaid(kind, mine, theirs)) return decided('same', theirs)
  const sides = { base, mine, theirs }
  // Where nothing is, nobody's words are replaced.
  if (base === undefined && own(comparison.shown, property) !== undefined && theirs !== '')
    return { ...decided('conflict', mine), conflicts: { [name]: sides } }
  if (base === undefined || isSaid(kind, base, theirs)) return decided('mine', mine)
  const isBack = isSaid(kind, base, mine)
  if (policy !== 'merge' && !isBack) return { ...decided('conflict', mine), conflicts: { [name]: sides } }
  const { value, conflicts } = isBack
    ? { value: theirs, conflicts: [] }
    : await mergeField(comparison, kind, sides)
  if (conflicts.length === 0) {
    for (const other of uncertain) {
      const again = await mergeField(comparison, kind, { ...sides, base: other })
      if (again.conflicts.length > 0 || !isSaid(kind, again.value, value))
        return { ...decided('conflict', mine), conflicts: { [name]: sides } }
    }
    return decided(isBack ? 'theirs' : 'merged', value)
  }
  const named = conflicts.map(({ path, ...one }) => [[name, ...path].join('.'), one])
  return { ...decided('conflict', mine), conflicts: Object.fromEntries(named) as SaveConflict['fields'] }
}

/**
 * What a field is based on, behind what was sent of it and never answered: the server has that where all that it changed is
 * there, whatever others have changed besides. Of what is `uncertain` nobody can tell, as they have changed the same.
 */
async function behindSent(
  comparison: Comparison,
  { property, kind, base: given, theirs }: Pick<ComparedField, 'property' | 'kind' | 'base' | 'theirs'>,
  sent: readonly unknown[],
): Promise<{ readonly base: unknown; readonly uncertain: readonly unknown[] }> {
  const isThere = async (sides: Sides) => {
    const { value, conflicts } = await mergeField(comparison, kind, sides)
    return conflicts.length > 0 ? undefined : isSaid(kind, value, theirs)
  }
  let base = given
  let uncertain: unknown[] = []
  for (const mine of sent) {
    if (isMadeOf(kind, property, mine, theirs, base)) return { base: theirs, uncertain: [] }
    if (mine === undefined || base === undefined || theirs === undefined) continue
    const found = await isThere({ base, mine, theirs })
    if (found === undefined && kind !== 'scalar') uncertain.push(mine)
    if (!found) continue
    base = mine
    const left = uncertain
    uncertain = []
    // What led from it to what is there is there as well.
    for (const other of left) if (!(await isThere({ base: other, mine, theirs }))) uncertain.push(other)
  }
  return { base, uncertain }
}

interface FieldMerge {
  readonly value: unknown
  /** What somebody has to choose, by its path within the field. */
  readonly conflicts: readonly (Sides & { readonly path: readonly string[] })[]
}

/** Merges what two sides made of a field. */
async function mergeField(
  { mergeText }: Pick<Comparison, 'mergeText'>,
  kind: FieldKind,
  sides: Sides,
): Promise<FieldMerge> {
  const { base, mine, theirs } = sides
  const all = [base, mine, theirs]
  if (kind === 'text' && all.every((side) => typeof side === 'string')) {
    const merged = await mergeText(base as string, mine as string, theirs as string)
    if ('value' in merged) return { value: merged.value, conflicts: [] }
    return { value: mine, conflicts: [{ path: [], ...sides, ...merged }] }
  }
  if (kind === 'set' && all.every(Array.isArray)) return mergeSets(sides as Parameters<typeof mergeSets>[0])
  return kind === 'object' ? mergeObjects(sides) : mergeScalars(sides)
}
