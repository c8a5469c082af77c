import { eachRow, getRow, rowTest } from '../../core/recordTable'
import type { StoreAction } from '../../core/thunk'
import { isDirty } from '../../edits/storedEdits'
import { writeSettled } from '../../saving/actions'
import { targetOfWrite, type StoredWrite } from '../../saving/writes'
import type { EntityState } from '../../store/rootReducer'

// What a save has replaced is done, and has no edits.
const isInConflict = ({ conflict, pending }: StoredWrite) =>
  conflict !== undefined && conflict.reason !== 'overtaken' && !pending

const hasConflicts = rowTest(isInConflict)

/** The end of saves in conflict of whose edits nothing is left, as all was given up, or others have written the same. */
export function settledConflicts(before: EntityState, state: EntityState): readonly StoreAction[] {
  if (state.edits === before.edits || !hasConflicts(state.saving)) return []
  const settled: StoreAction[] = []
  eachRow(state.saving, (write) => {
    const { entity, key = '' } = write
    const hasEdits = ({ edits }: EntityState) => isDirty(getRow(edits.records[entity], key))
    if (isInConflict(write) && hasEdits(before) && !hasEdits(state))
      settled.push(writeSettled(targetOfWrite(write)))
  })
  return settled
}
