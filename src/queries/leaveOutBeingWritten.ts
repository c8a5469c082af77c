import type { RecordLocation } from '../entities/recordLocation'
import type { EntitiesSliceState } from '../entities/reducer'
import { answerOf, selectRows } from '../entities/selectors'
import { getRow } from '../core/recordTable'
import { stale, type RecordKey } from '../core/keys'
import type { NormalizedQuery } from '../core/query'
import type { Thunk } from '../core/thunk'
import { waitUntilReadable } from '../locks/acquireLock'
import type { LocksSliceState } from '../locks/reducer'
import { selectKeysBeingWritten } from '../locks/selectors'
import { invalidated } from '../resolution/actions'
import type { ListReceived } from './actions'

/**
 * Leaves out of what a list brings the records that were being written when it was asked for, and still are, where they
 * are known: nobody knows whether the list or the answer to the write is newer. The list counts as stale as soon as the
 * write has ended.
 * @param writing - The keys that were being written when the list was asked for.
 */
export function leaveOutBeingWritten(
  { path, entity }: RecordLocation,
  asked: NormalizedQuery,
  writing: ReadonlySet<string>,
  action: ListReceived,
): Thunk<EntitiesSliceState & LocksSliceState, ListReceived> {
  return (dispatch, getState, { nextSeq }) => {
    // The answer to a write concerns the copies that are read without a context.
    if (writing.size === 0 || asked.context !== 'default') return action
    const still = selectKeysBeingWritten(getState(), path)
    const { keys, records, fields } = action.received
    const rows = selectRows(getState(), entity, asked.context)
    const isBeingWritten = (key: string) => writing.has(key) && still.has(key)
    const isLeftOut = (key: RecordKey) =>
      isBeingWritten(key) && answerOf(getRow(rows, key), fields) !== undefined
    const written = keys.filter(isBeingWritten)
    if (written.length === 0) return action
    const ends = written.map(async (key) => dispatch(waitUntilReadable([...path, key], undefined)))
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
