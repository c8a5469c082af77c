import { fieldChange } from '../edits/actions'
import { fieldPath } from '../edits/fieldPath'
import { isRecord, own, type RecordData } from '../core/plain'
import type { UndoState } from './history'
import { inStretches } from './levels'
import type { PortableHistory } from './portableHistory'
import type { StoredLevel } from './storedLevel'

/** Changes as earlier versions kept them, by property: both sides of a merged one were the entries that were edited. */
export interface EarlierChanges {
  readonly [property: string]: object & { readonly isMerged?: boolean }
}

/** Changes by path, of those that earlier versions kept by property. */
export function changesByPath(changes: EarlierChanges): { readonly [path: string]: object } {
  const byPath: Record<string, object> = {}
  for (const [property, { isMerged, ...change }] of Object.entries(changes)) {
    if (!isMerged) byPath[fieldPath(property)] = change
    else {
      const { from, to } = change as RecordData
      for (const entry of Object.keys({ ...(from as object), ...(to as object) })) {
        const at = (side: unknown) => (isRecord(side) ? own(side, entry) : undefined)
        byPath[fieldPath(property, entry)] = fieldChange(at(from), at(to))
      }
    }
  }
  return byPath
}

/** A history as it is kept now, as JSON or not, of one whose changes were kept by property. */
export function historyByPath(history: UndoState | PortableHistory): UndoState | PortableHistory {
  const byPath = (level: StoredLevel) =>
    level.map((record) => ({ ...record, changes: changesByPath(record.changes) }))
  const staged = byPath(history.staged)
  if ('pieces' in history) return { ...history, levels: history.levels.map(byPath), staged }
  const stretches = history.levels as unknown as readonly EarlierStretch[]
  return { ...history, levels: inStretches(stretches.flatMap(({ levels }) => levels.map(byPath))), staged }
}

/** A few levels, as earlier versions kept them beside their sizes. */
interface EarlierStretch {
  readonly levels: readonly StoredLevel[]
}
