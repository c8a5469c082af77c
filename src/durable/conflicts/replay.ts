import type { EntityConfig } from '../../config/entityConfig'
import type { Cell, Cells, EditLog } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isRecord, own, type RecordData } from '../../core/plain'
import { makeCell } from '../../edits/cells'
import { fieldPath, splitPath, valueAtPath, type FieldPath } from '../../edits/fieldPath'
import { rawRecord } from '../../edits/fields'
import { lacksWordsOf } from '../../edits/stray'
import type { SaveConflict } from '../../saving/writes'
import { mergeFootnotes } from '../merging/mergeFootnotes'
import type { Sides } from '../merging/mergeValues'
import type { ConflictPolicy } from '../options'
import { fieldKind, type FieldKind } from './fieldKinds'
import { isFloating, isMadeOf, isSaid } from './madeOf'
import type { MergeField } from './mergeField'

/** What edits are replayed over, and how. */
export interface ReplayInput {
  readonly config: EntityConfig
  readonly policy: ConflictPolicy
  /** The record as it is known, for what it says of its fields. */
  readonly record: RecordData | undefined
  /** What the server is to have, with what that is based on; what was not edited is based on the record as it is known. */
  readonly fields: Cells
  /** What was sent before, or may have been, and never answered. */
  readonly log?: EditLog['log']
  /** What was shown of the record before it moved on, where it is shown as another copy only. */
  readonly shown: RecordData | undefined
  /** What the server has, raw attributes unwrapped. */
  readonly theirs: RecordData
  /** What it would have without a request that was given up and has replaced others' work, by path. */
  readonly restored?: RecordData
  readonly merge: MergeField
}

/** What edits come to over what the server has. */
export interface Replay {
  /** Each of them, as it was compared. */
  readonly compared: readonly ComparedField[]
  /** What the server should have of them, based on what it has: of a conflict, mine. */
  readonly view: Cells
  /** What of that it does not have yet. */
  readonly left: Cells
  /** What somebody has to choose, by the names of fields. */
  readonly conflicts: SaveConflict['fields']
}

/** A field, or an entry of a merged one, that the server is to have. */
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

/**
 * Replays edits over what the server has, field by field: a field goes from its base by what was sent of it to its value,
 * and as much of that way as the server has gone is done. Pure: the same on every call.
 */
export function replay(input: ReplayInput): Replay {
  const { config, record, fields, theirs } = input
  const known = record && rawRecord(config.rawAttributes, record)
  const compared = withFootnotes(
    Object.entries(fields).map(([path, { base, value }]) =>
      compareField(input, path, {
        base: base ?? valueAtPath(known, path),
        mine: asCompared(config, path, value),
        theirs: valueAtPath(theirs, path),
      }),
    ),
  )
  const view: Record<FieldPath, Cell> = {}
  const left: Record<FieldPath, Cell> = {}
  for (const { property, entry, outcome, value, base, theirs: there } of compared) {
    const path = fieldPath(property, entry)
    view[path] = makeCell(value, there ?? base)
    // Where others have done the same, nothing is left of what was merged.
    if (outcome === 'mine' || (outcome === 'merged' && !isEqual(value, there))) left[path] = view[path]
  }
  const conflicts = Object.assign({}, ...compared.map((one) => one.conflicts)) as SaveConflict['fields']
  return { compared, view, left, conflicts }
}

/** A value as records are compared: of a raw attribute that was written as `{ raw }`, the text. */
function asCompared({ rawAttributes }: EntityConfig, path: FieldPath, value: unknown): unknown {
  return isRecord(value) ? own(rawRecord(rawAttributes, { [path]: value }), path) : value
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

function compareField(input: ReplayInput, path: FieldPath, given: Sides): ComparedField {
  const { config, policy, record, log = [], theirs: all, shown, merge } = input
  const { mine, theirs } = given
  const [property, entry] = splitPath(path)
  const whole = fieldKind(config, record, property, mine)
  const kind = whole === 'entries' ? 'scalar' : whole
  const wanted = own(input.restored, path) ?? theirs
  const hasGoneAlong = given.base !== undefined && isFloating(all, property, log)
  const sent = log.flatMap(({ fields: { [path]: cell } }) =>
    cell ? [{ base: cell.base, value: asCompared(config, path, cell.value) }] : [],
  )
  const { base, uncertain } = hasGoneAlong
    ? { base: theirs, uncertain: [] }
    : behindSent(merge, { ...given, theirs: wanted, property, kind }, sent)
  const name = entry === undefined ? property : `${property}.${entry}`
  const field = { property, entry, name, kind, base, mine, theirs, conflicts: {} }
  const decided = (outcome: ComparedField['outcome'], value: unknown) => ({ ...field, outcome, value })
  if (theirs === undefined || kind === 'derived') return decided('mine', mine)
  if (isSaid(kind, mine, theirs)) return decided('same', theirs)
  const sides = { base, mine, theirs: wanted }
  // Where nothing is, nobody's words are replaced.
  if (base === undefined && own(shown, property) !== undefined && theirs !== '')
    return { ...decided('conflict', mine), conflicts: { [name]: sides } }
  if (base === undefined || isSaid(kind, base, wanted)) return decided('mine', mine)
  const isBack = isSaid(kind, base, mine)
  if (policy !== 'merge' && !isBack) return { ...decided('conflict', mine), conflicts: { [name]: sides } }
  const { value, conflicts } = isBack ? { value: wanted, conflicts: [] } : merge(kind, sides)
  if (conflicts.length === 0) {
    for (const other of uncertain) {
      const again = merge(kind, { ...sides, base: other })
      if (again.conflicts.length > 0 || !isSaid(kind, again.value, value))
        return { ...decided('conflict', mine), conflicts: { [name]: sides } }
    }
    return decided(isBack && wanted === theirs ? 'theirs' : 'merged', value)
  }
  const named = conflicts.map(({ path, ...one }) => [[name, ...path].join('.'), one])
  return { ...decided('conflict', mine), conflicts: Object.fromEntries(named) as SaveConflict['fields'] }
}

/**
 * What a field is based on, behind what was sent of it and never answered: the server has that where all that it changed is
 * there, whatever others have changed besides. Of what is `uncertain` nobody can tell, as they have changed the same.
 */
function behindSent(
  merge: MergeField,
  { property, kind, base: given, theirs }: Pick<ComparedField, 'property' | 'kind' | 'base' | 'theirs'>,
  sent: readonly Cell[],
): { readonly base: unknown; readonly uncertain: readonly unknown[] } {
  const isThere = (sides: Sides) => {
    const { value, conflicts } = merge(kind, sides)
    return conflicts.length > 0 ? undefined : isSaid(kind, value, sides.theirs)
  }
  const isGiven = (one: unknown) => one !== undefined && isSaid(kind, one, given)
  // What was typed over what another page has saved beside what was sent has that in its base.
  const isOnSent = isGiven(sent[0]?.base) || sent.some(({ value }) => isGiven(value))
  const isBeside = kind !== 'scalar' && given !== undefined && !isOnSent
  /** What was sent merged with what was made beside it. */
  const mergedBeside = ({ base: own, value: mine }: Cell, theirs: unknown) => {
    if (!isBeside || own === undefined || mine === undefined || isSaid(kind, own, mine)) return undefined
    const { value, conflicts } = merge(kind, { base: own, mine, theirs })
    return conflicts.length === 0 ? value : undefined
  }
  let done: unknown
  /** What is in the base given as well as there: what was sent next was made on it, or replaces it. */
  let landed: unknown
  let uncertain: unknown[] = []
  const missed: Cell[] = []
  /** A base without what was sent, which what was made on both is to bring in then. */
  const without = (base: unknown, { base: own, value: sent }: Cell) => {
    const { value, conflicts } = merge(kind, { base: sent, mine: base, theirs: own })
    return conflicts.length === 0 ? value : base
  }
  /** What is uncertain but for what a change that is there has replaced: that says nothing of what it would leave as it is. */
  const leftBy = ({ base, value: mine }: Cell) =>
    uncertain.filter((other) => !isThere({ base, mine, theirs }) || isThere({ base, mine, theirs: other }))
  for (const [at, cell] of sent.entries()) {
    const { base: own, value: mine } = cell
    if (isGiven(mergedBeside(cell, given))) {
      uncertain = leftBy(cell)
      const found = isThere({ base: own, mine, theirs })
      if (found === false) missed.push(cell)
      if (found) landed = mine
      continue
    }
    const base = done ?? given
    // What was made beside it is there as well.
    const beside = mergedBeside(cell, base) ?? mine
    // What was read since is not in it. What it was made on was the server's where that was not sent before.
    const known = [mine, ...sent.slice(0, at).map(({ value }) => value)]
    const isOfServer = own !== undefined && !known.some((one) => isSaid(kind, one, own))
    const bases = isOfServer ? [base, landed ?? own] : [base]
    if (bases.some((one) => isMadeOf(kind, property, mine, theirs, one)))
      return { base: mergedBeside(cell, base) ?? theirs, uncertain: [] }
    if (mine === undefined || base === undefined || theirs === undefined) continue
    const found = bases.map((one, at) => isThere({ base: one, mine: at === 0 ? beside : mine, theirs }))
    const isUnknown = found.every((one) => one === undefined) && kind !== 'scalar'
    if (isUnknown && !lacksWordsOf(theirs, cell)) uncertain.push(mine)
    if (!found.includes(true)) continue
    done = beside
    // What led to it is there as well.
    uncertain = leftBy(cell).filter((other) => !isThere({ base: other, mine, theirs }))
  }
  return { base: done ?? missed.reduceRight(without, given), uncertain }
}
