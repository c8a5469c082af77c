import type { EntityConfig } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import { filterFields, isEmpty, isRecord, own, setField, type RecordData } from '../../core/plain'
import type { EditBasis } from '../../core/writeGate'
import { isMerged } from '../../edits/fields'
import type { WriteTarget } from '../../entities/actions'
import type { Resolution } from '../conflicts/heldSaves'
import { placeOf, valueIn, withValue, type Place } from '../conflicts/places'
import { without, type StoredEntry } from './entry'
import { inOrder } from './order'

/** What a save sends, and what that is based on. */
interface Sent {
  readonly fields: RecordData
  readonly basis: EditBasis
}

/** Whether an entry is a save of the record that a write is about. */
export function isSaveOf(
  { what, entity, key }: StoredEntry,
  target: Pick<WriteTarget, 'entity' | 'key'>,
): boolean {
  return what === 'update' && key !== undefined && entity === target.entity && key === target.key
}

/**
 * The entries as a conflict was resolved: what was given up is sent no more, what was chosen is based on what it was chosen
 * from, and a save of which all is chosen waits again, or is gone if nothing is left of it. A save behind it follows as far
 * as it says what was in question. What is being sent stays as it is. The same array where nothing changes.
 */
export function withResolution(
  entries: readonly StoredEntry[],
  resolution: Resolution,
  config: EntityConfig,
): readonly StoredEntry[] {
  const decided = new Set<string>()
  const resolved = new Map<string, StoredEntry>()
  for (const entry of inOrder(entries)) {
    if (!isSaveOf(entry, resolution.target) || entry.state === 'sending') continue
    const now = resolvedEntry(entry, resolution, config, decided)
    if (now !== entry) resolved.set(entry.id, now)
  }
  if (resolved.size === 0) return entries
  return entries.flatMap((entry) => {
    const now = resolved.get(entry.id)
    return now && isEmpty(now.fields) ? [] : [now ?? entry]
  })
}

/** An entry with what was chosen; `decided` are the fields for which an earlier one of the record has been. */
function resolvedEntry(
  entry: StoredEntry,
  { conflict, choices, edited }: Resolution,
  config: EntityConfig,
  decided: Set<string>,
): StoredEntry {
  const chosen = new Set<string>()
  let sent: Sent = { fields: entry.fields, basis: entry.basis ?? { values: {} } }
  for (const [field, choice] of Object.entries(choices)) {
    const sides = conflict.fields[field]
    const place = placeOf(config, { ...sent.basis.values, ...sent.fields }, field)
    const value = valueIn(sent.fields, place)
    const isAsked = own(entry.conflict?.fields, field) !== undefined
    const isMeant =
      value !== undefined && [sides?.mine, own(edited, field)].some((one) => isEqual(one, value))
    if (!sides || !(isAsked || isMeant)) continue
    const isBehind = decided.has(field)
    chosen.add(field)
    decided.add(field)
    if (choice === 'theirs' || (isBehind && choice !== 'mine')) {
      sent = withoutPlace(config, sent, place, sides.theirs)
      // In the trash it is from now on.
      if (conflict.reason === 'trashed') sent = { ...sent, basis: basedOn(sent.basis, place, sides.theirs) }
    } else if (!isBehind) {
      const fields = changed(sent.fields, place, choice === 'mine' ? sides.mine : choice.value)
      sent = { fields, basis: basedOn(sent.basis, place, sides.theirs) }
    }
  }
  if (chosen.size === 0) return entry
  const begun = { ...entry.basis?.values, ...entry.begun }
  return goingOn({ ...entry, ...sent, ...(!isEmpty(begun) && { begun }) }, chosen)
}

/** An entry that waits again if nothing of its conflict is left. */
function goingOn(entry: StoredEntry, chosen: ReadonlySet<string>): StoredEntry {
  const { conflict } = entry
  if (!conflict) return entry
  const fields = filterFields(conflict.fields, (field) => !chosen.has(field)) as typeof conflict.fields
  if (!isEmpty(fields)) return { ...entry, conflict: { ...conflict, fields } }
  return { ...without(entry, 'nextAt', 'error', 'conflict'), state: 'waiting', isWanted: true }
}

/** What is sent without a place, which the server keeps as it has it; of an object, that with the rest. */
function withoutPlace(
  config: EntityConfig,
  { fields, basis }: Sent,
  { property, path }: Place,
  theirs: unknown,
): Sent {
  const isPart = path.length > 0 && !isMerged(config, property)
  const left = isPart ? theirs : undefined
  const [now, based] = [fields, basis.values].map((all) => withValue(own(all, property), path, left))
  const isRest = isPart ? !isEqual(now, based) : path.length > 0 && hasEntries(now)
  const rest = (all: RecordData, value: unknown) => {
    const others = filterFields(all, (field) => field !== property)
    return isRest ? { ...others, [property]: value } : others
  }
  return { fields: rest(fields, now), basis: { ...basis, values: rest(basis.values, based) } }
}

function hasEntries(value: unknown): boolean {
  return isRecord(value) && !isEmpty(value)
}

function changed(fields: RecordData, { property, path }: Place, value: unknown): RecordData {
  const copy = { ...fields }
  setField(copy, property, withValue(own(fields, property), path, value))
  return copy
}

function basedOn(basis: EditBasis, place: Place, theirs: unknown): EditBasis {
  return { ...basis, values: changed(basis.values, place, theirs) }
}
