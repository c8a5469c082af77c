import type { RecordLocation } from '../entities/recordLocation'
import type { StateWithEntities } from '../entities/reducer'
import { answerOf, selectRows } from '../entities/selectors'
import { getRow } from '../core/recordTable'
import { addresses } from '../core/address'
import type { RecordKey } from '../core/keys'
import type { NormalizedQuery } from '../core/query'
import type { Thunk } from '../core/thunk'
import { waitUntilReadable } from '../locks/acquireLock'
import type { StateWithLocks } from '../locks/reducer'
import { selectKeysBeingWritten } from '../locks/selectors'
import { invalidated } from '../resolution/actions'
import type { ReadOptions } from '../resolution/readOptions'
import type { ListReceived } from './actions'

/**
 * Waits for the end of the writes to records that a list has, that were being written when it was asked for, and that
 * nobody knows: without them the list could not be shown, and with them it may show an older record after a newer one.
 * @param writing - The keys that were being written when the list was asked for.
 * @returns Undefined where there is nothing to wait for; else the list has to be asked for again.
 */
export function waitForUnknown(
  { path, entity }: RecordLocation,
  query: NormalizedQuery,
  writing: ReadonlySet<string>,
  { received: { keys, fields } }: ListReceived,
  { signal, lock }: Pick<ReadOptions, 'signal' | 'lock'>,
): Thunk<StateWithEntities, Promise<unknown> | undefined> {
  return (dispatch, getState) => {
    if (writing.size === 0 || query.context !== 'default') return undefined
    const still = selectKeysBeingWritten(getState(), path)
    const rows = selectRows(getState(), entity, query.context)
    const isWaitedFor = (key: RecordKey) =>
      writing.has(key) && still.has(key) && answerOf(getRow(rows, key), fields) === undefined
    const waited = keys.filter(isWaitedFor)
    return waited.length === 0
      ? undefined
      : Promise.all(waited.map(async (key) => dispatch(waitUntilReadable([...path, key], signal, lock))))
  }
}

/**
 * Leaves out of what a list brings the records that were being written when it was asked for, and still are: nobody knows
 * whether the list or the answer to the write is newer. The list counts as stale as soon as the write has ended.
 * @param writing - The keys that were being written when the list was asked for.
 */
export function leaveOutBeingWritten(
  { path, entity }: RecordLocation,
  query: NormalizedQuery,
  writing: ReadonlySet<string>,
  action: ListReceived,
): Thunk<StateWithLocks, ListReceived> {
  return (dispatch, getState, { nextSeq }) => {
    // The answer to a write concerns the copies that are read without a context.
    if (writing.size === 0 || query.context !== 'default') return action
    const still = selectKeysBeingWritten(getState(), path)
    const isLeftOut = (key: string) => writing.has(key) && still.has(key)
    const { keys, records } = action.received
    const leftOut = keys.filter(isLeftOut)
    if (leftOut.length === 0) return action
    const ends = leftOut.map(async (key) => dispatch(waitUntilReadable([...path, key], undefined)))
    void Promise.all(ends).then(() =>
      dispatch(invalidated([addresses.list(entity, query.listKey)], nextSeq())),
    )
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
