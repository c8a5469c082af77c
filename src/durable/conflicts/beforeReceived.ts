import { getRow } from '../../core/recordTable'
import type { RecordData } from '../../core/plain'
import { batched, eachAction, type StoreAction } from '../../core/thunk'
import { rawRecord } from '../../edits/fields'
import { selectEditedView, type EditedView } from '../../edits/selectors'
import type { StoredEdits } from '../../edits/storedEdits'
import { receivedIn } from '../../entities/actions'
import type { EntityState } from '../../store/rootReducer'

/** An edited record, and its edits. */
export interface ReceivedView extends EditedView {
  readonly row: StoredEdits
}

/**
 * An action that brings records, behind what has to be done before of the edits of each.
 * @param actionsFor - Is given the record as it is known, and what comes of it, raw attributes unwrapped.
 */
export function beforeReceived(
  state: EntityState,
  action: StoreAction,
  actionsFor: (view: ReceivedView, theirs: RecordData) => readonly StoreAction[],
): StoreAction {
  const actions = eachAction(action)
  const before = actions.flatMap((one) => {
    const received = receivedIn(one)
    const rows = received?.context === 'default' ? state.edits.records[received.entity] : undefined
    if (!received || !rows) return []
    const { keys, records, rawAttributes, seq } = received
    return keys.flatMap((key, at) => {
      const row = getRow(rows, key)
      const view = row && seq >= row.seq && selectEditedView(state, row.kind, row.name, row.id ?? key)
      return view ? actionsFor({ ...view, row }, rawRecord(rawAttributes, records[at] ?? {})) : []
    })
  })
  return before.length === 0 ? action : batched([...before, ...actions])
}
