import { getRow } from '../../core/recordTable'
import { batched, type StoreAction } from '../../core/thunk'
import type { EditsCleared } from '../../edits/actions'
import { writeSettled } from '../../saving/actions'
import { targetOfWrite, writeAddress } from '../../saving/writes'
import type { EntityState } from '../../store/rootReducer'

/** Edits that are given up are in conflict with nothing any more. */
export function withoutConflict(state: EntityState, action: EditsCleared): StoreAction {
  const write = getRow(state.saving, writeAddress(action))
  if (!write?.conflict || write.pending) return action
  return batched([action, writeSettled(targetOfWrite(write))])
}
