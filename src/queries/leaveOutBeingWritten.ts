import type { RecordsReceived } from '../entities/actions'
import type { RecordLocation } from '../entities/recordLocation'
import { stale } from '../core/keys'
import type { NormalizedQuery } from '../core/query'
import type { StoreAction, Thunk } from '../core/thunk'
import { waitUntilReadable } from '../locks/acquireLock'
import type { LocksSliceState } from '../locks/reducer'
import { selectKeysBeingWritten } from '../locks/selectors'
import { invalidated } from '../resolution/actions'

/**
 * Leaves out of what a list brings the records that were being written when it was asked for, and still are: nobody knows
 * whether the list or the answer to the write is newer. The list counts as stale as soon as the write has ended.
 * @param writing - The keys that were being written when the list was asked for.
 */
export function leaveOutBeingWritten(
  { path, entity }: RecordLocation,
  asked: NormalizedQuery,
  writing: ReadonlySet<string>,
  actions: readonly StoreAction[],
): Thunk<LocksSliceState, readonly StoreAction[]> {
  return (dispatch, getState, { nextSeq }) => {
    // The answer to a write concerns the copies that are read without a context.
    if (writing.size === 0 || asked.context !== 'default') return actions
    const still = selectKeysBeingWritten(getState(), path)
    const isLeftOut = (key: string) => writing.has(key) && still.has(key)
    const invalidate = () => dispatch(invalidated([stale.list(entity, asked.listKey)], nextSeq()))
    return actions.map((action) => {
      if (!isReceipt(action)) return action
      const { keys, records } = action
      const leftOut = keys.filter(isLeftOut)
      if (leftOut.length === 0) return action
      const ends = leftOut.map((key) => dispatch(waitUntilReadable([...path, key], undefined)))
      void Promise.all(ends).then(invalidate)
      return {
        ...action,
        keys: keys.filter((key) => !isLeftOut(key)),
        records: records.filter((record, i) => !isLeftOut(keys[i] ?? '')),
      }
    })
  }
}

function isReceipt(action: StoreAction): action is RecordsReceived {
  return action.type === 'entities/recordsReceived'
}
