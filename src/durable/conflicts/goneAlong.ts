import { own } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import { batched, eachAction, type StoreAction } from '../../core/thunk'
import { splitPath } from '../../edits/fieldPath'
import { rawRecord } from '../../edits/fields'
import { cellsOf } from '../../edits/log'
import { rebasedEdits } from '../../edits/rebasedEdits'
import { selectEditedView } from '../../edits/selectors'
import { receivedIn } from '../../entities/actions'
import type { EntityState } from '../../store/rootReducer'
import { isFloating } from './madeOf'

/**
 * An action that brings records, with edits of dates based on what they have of those that have only gone along with a save
 * of one's own which was not answered: once the record is known to have it, nothing tells so any more.
 */
export function withGoneAlong(state: EntityState, action: StoreAction): StoreAction {
  const actions = eachAction(action)
  const rebased = actions.flatMap((one) => {
    const received = receivedIn(one)
    const rows = received?.context === 'default' ? state.edits.records[received.entity] : undefined
    if (!received || !rows) return []
    const { keys, records, rawAttributes, seq } = received
    return keys.flatMap((key, at) => {
      const row = getRow(rows, key)
      if (!row?.log || seq < row.seq) return []
      const theirs = rawRecord(rawAttributes, records[at] ?? {})
      const floating = Object.entries(cellsOf(row)).flatMap(([path, { base }]) => {
        const [property] = splitPath(path)
        const isRebased = base !== undefined && isFloating(theirs, property, row.log)
        return isRebased ? [[path, own(theirs, property)] as const] : []
      })
      const view = selectEditedView(state, row.kind, row.name, row.id ?? key)
      return rebasedEdits(view, Object.fromEntries(floating), row.origin ?? {})
    })
  })
  return rebased.length === 0 ? action : batched([...rebased, ...actions])
}
