import type { RecordLocation } from '../entities/recordLocation'
import { stale, type RecordKey } from '../core/keys'
import type { NormalizedQuery } from '../core/query'
import type { Thunk } from '../core/thunk'
import { waitUntilReadable } from '../locks/acquireLock'
import type { LocksSliceState } from '../locks/reducer'
import { selectKeysBeingWritten } from '../locks/selectors'
import { invalidated } from '../resolution/actions'
import type { ListReceived } from './actions'

/**
 * Leaves out of what a list brings the records that were being written when it was asked for, and still are: nobody knows
 * whether the list or the answer to the write is newer. The list counts as stale as soon as the write has ended.
 * @param writing - The keys that were being written when the list was asked for.
 */
export function leaveOutBeingWritten(
  { path, entity }: RecordLocation,
  asked: NormalizedQuery,
  writing: ReadonlySet<string>,
  action: ListReceived,
): Thunk<LocksSliceState, ListReceived> {
  return (dispatch, getState, { nextSeq }) => {
    // The answer to a write concerns the copies that are read without a context.
    if (writing.size === 0 || asked.context !== 'default') return action
    const still = selectKeysBeingWritten(getState(), path)
    const isLeftOut = (key: string) => writing.has(key) && still.has(key)
    const { keys, records } = action.received
    const leftOut = keys.filter(isLeftOut)
    if (leftOut.length === 0) return action
    const ends = leftOut.map(async (key) => dispatch(waitUntilReadable([...path, key], undefined)))
    void Promise.all(ends).then(() => dispatch(invalidated([stale.list(entity, asked.listKey)], nextSeq())))
    return {
      ...action,
      received: {
        ...action.received,
        keys: keys.filter((key) => !isLeftOut(key)),
        records: records.filter((record, i) => !isLeftOut(keys[i] as RecordKey)),
      },
    }
  }
}
