import type { Cell } from '../../core/cells'
import type { EntityConfig } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import { filterFields, isEmpty, own } from '../../core/plain'
import { basesAtPaths, basesOfCells, makeCell, pickCells, valuesOfCells } from '../../edits/cells'
import type { WriteTarget } from '../../entities/actions'
import type { Resolution } from '../conflicts/heldSaves'
import { pathOf, placeOf, valueWithin, withValue } from '../conflicts/places'
import { without, type StoredEntry } from './entry'
import { inOrder } from './order'

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
  let { fields, origin } = entry
  for (const [field, choice] of Object.entries(choices)) {
    const sides = conflict.fields[field]
    const place = placeOf(config, { ...basesOfCells(fields), ...valuesOfCells(fields) }, field)
    const at = pathOf(place)
    const { base, value }: Partial<Cell> = fields[at] ?? {}
    const said = valueWithin(value, place.within)
    const isAsked = own(entry.conflict?.fields, field) !== undefined
    const isMeant = said !== undefined && [sides?.mine, own(edited, field)].some((one) => isEqual(one, said))
    if (!sides || !(isAsked || isMeant)) continue
    const isBehind = decided.has(field)
    chosen.add(field)
    decided.add(field)
    const put = (one: unknown) =>
      makeCell(withValue(value, place.within, one), withValue(base, place.within, sides.theirs))
    if (choice === 'theirs' || (isBehind && choice !== 'mine')) {
      // The server keeps it as it has it; of an object, with the rest.
      const left = place.within.length > 0 ? put(sides.theirs) : undefined
      fields = pickCells(fields, (path) => path !== at)
      if (left && !isEqual(left.value, left.base)) fields = { ...fields, [at]: left }
      if (conflict.reason === 'trashed') origin = { ...origin, isTrashed: true }
    } else if (!isBehind) {
      fields = { ...fields, [at]: put(choice === 'mine' ? sides.mine : choice.value) }
    }
  }
  if (chosen.size === 0) return entry
  const begun = { ...basesAtPaths(entry.fields), ...entry.begun }
  return goingOn({ ...entry, fields, origin, ...(!isEmpty(begun) && { begun }) }, chosen)
}

/** An entry that waits again if nothing of its conflict is left. */
function goingOn(entry: StoredEntry, chosen: ReadonlySet<string>): StoredEntry {
  const { conflict } = entry
  if (!conflict) return entry
  const fields = filterFields(conflict.fields, (field) => !chosen.has(field)) as typeof conflict.fields
  if (!isEmpty(fields)) return { ...entry, conflict: { ...conflict, fields } }
  return { ...without(entry, 'nextAt', 'error', 'conflict'), state: 'waiting', isWanted: true }
}
