import { selectDirtyEntityRecords, type RecordSummary } from '../edits/selectors'
import type { EntityId } from '../keys'
import type { LocksPart } from '../locks/reducer'
import { recordKey } from '../keys'
import type { Thunk } from '../thunk'
import type { SaveParts } from './persist'
import { saveEditedEntityRecord } from './saveEntityRecord'
import type { WriteOptions } from './writeLock'

/** One record as callers name it. */
export interface RecordReference {
  readonly kind: string
  readonly name: string
  /** The id; undefined for an entity without ids. */
  readonly key?: EntityId | undefined
}

/** How a save of many records ended. */
export interface SaveReport {
  readonly saved: readonly RecordSummary[]
  /** Records that could not be saved, with what went wrong; their edits are kept. */
  readonly failed: readonly (RecordSummary & { readonly error: unknown })[]
}

/** Options of a save of many records. */
export interface SaveDirtyOptions extends Omit<WriteOptions, 'lock'> {
  /** The records to save. Default: all dirty ones. */
  readonly only?: readonly RecordReference[]
}

/**
 * Saves every dirty record, or those among `only`, side by side, and reports each. With `throwOnError` it rejects with
 * the first error after all have ended.
 */
export function saveDirtyEntityRecords({ only, throwOnError, ...options }: SaveDirtyOptions = {}): Thunk<
  SaveParts & LocksPart,
  Promise<SaveReport>
> {
  return async (dispatch, getState) => {
    const dirty = selectDirtyEntityRecords(getState()).filter(
      (record) => only === undefined || only.some((chosen) => isSame(record, chosen)),
    )
    const saved: RecordSummary[] = []
    const failed: SaveReport['failed'][number][] = []
    await Promise.all(
      dirty.map(async (record) => {
        try {
          await dispatch(
            saveEditedEntityRecord(record.kind, record.name, record.key, { ...options, throwOnError: true }),
          )
          saved.push(record)
        } catch (error) {
          failed.push({ ...record, error })
        }
      }),
    )
    if (throwOnError && failed[0]) throw failed[0].error
    return { saved, failed }
  }
}

function isSame(one: RecordReference, other: RecordReference): boolean {
  return one.kind === other.kind && one.name === other.name && recordKey(one.key) === recordKey(other.key)
}
