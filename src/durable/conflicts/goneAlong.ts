import { own, type RecordData } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import { splitPath } from '../../edits/fieldPath'
import { cellsOf } from '../../edits/log'
import { rebasedEdits } from '../../edits/rebasedEdits'
import type { ReceivedView } from './beforeReceived'
import { isFloating } from './madeOf'

/**
 * Bases edits of dates on what a record that comes has of those that have only gone along with a save of one's own which was
 * not answered: once the record is known to have it, nothing tells so any more.
 */
export function basedOnGoneAlong(view: ReceivedView, theirs: RecordData): readonly StoreAction[] {
  const { row } = view
  if (!row.log) return []
  const floating = Object.entries(cellsOf(row)).flatMap(([path, { base }]) => {
    const [property] = splitPath(path)
    const isRebased = base !== undefined && isFloating(theirs, property, row.log)
    return isRebased ? [[path, own(theirs, property)] as const] : []
  })
  return rebasedEdits(view, Object.fromEntries(floating), row.origin ?? {})
}
