import { selectDirtyEntityRecords, type RecordSummary } from '../edits/dirtyRecords'
import type { EntityId } from '../core/keys'
import type { LocksSliceState } from '../locks/reducer'
import { recordKey } from '../core/keys'
import type { Thunk } from '../core/thunk'
import { collectWrites, type CollectWrite } from './writeQueue'
import type { SaveState } from '../saving/saveState'
import { saveEditedEntityRecord } from '../saving/saveEntityRecord'
import type { WriteOptions } from '../saving/writeLock'

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
export interface SaveDirtyOptions extends Omit<WriteOptions, 'lock' | 'onWaiting'> {
  /** The records to save. Default: all dirty ones. */
  readonly only?: readonly RecordReference[]
}

/**
 * Saves every dirty record, or those among `only`, in as few requests as the server allows, and reports each. Terms go
 * first and the site's settings last, when all else has ended, so that nothing refers to what is yet to be saved. A
 * record that is refused holds up no other: it alone stays dirty, and saving again sends it alone. With `throwOnError`
 * it rejects with the first error after all have ended.
 * @example
 * const { saved, failed } = await dispatch(saveDirtyEntityRecords())
 */
export function saveDirtyEntityRecords({ only, throwOnError, ...options }: SaveDirtyOptions = {}): Thunk<
  SaveState & LocksSliceState,
  Promise<SaveReport>
> {
  return async (dispatch, getState) => {
    const chosen = only && new Set(only.map(nameOf))
    const dirty = selectDirtyEntityRecords(getState())
      .filter((record) => chosen === undefined || chosen.has(nameOf(record)))
      .sort((one, other) => rankOf(one) - rankOf(other))
    const saved: RecordSummary[] = []
    const failed: SaveReport['failed'][number][] = []
    for (const isLast of [false, true]) {
      const records = dirty.filter((record) => isLast === rankOf(record) > 1)
      const saves = records.map(
        ({ kind, name, key }) =>
          (write: CollectWrite<SaveState & LocksSliceState>) =>
            write((collecting) =>
              saveEditedEntityRecord(kind, name, key, { ...options, ...collecting, throwOnError: true }),
            ),
      )
      const { results } = await dispatch(collectWrites(saves, { ...options, allowPartial: true }))
      results.forEach((result, i) => {
        const record = records[i] as RecordSummary
        if (result.status === 'fulfilled') saved.push(record)
        else failed.push({ ...record, error: result.reason as unknown })
      })
    }
    if (throwOnError && failed[0]) throw failed[0].error
    return { saved, failed }
  }
}

/** In which order records are saved: terms, then what may have them, then the site's settings, which may point to that. */
function rankOf({ kind, key }: RecordSummary): number {
  return key === undefined ? 2 : kind === 'taxonomy' ? 0 : 1
}

function nameOf({ kind, name, key }: RecordReference): string {
  return JSON.stringify([kind, name, recordKey(key) ?? ''])
}
