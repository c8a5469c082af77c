import { selectDirtyEntityRecords, type RecordSummary } from '../edits/dirtyRecords'
import type { EntityId } from '../core/keys'
import type { LocksSliceState } from '../locks/reducer'
import { recordKey } from '../core/keys'
import type { PlannedSave, Thunk } from '../core/thunk'
import { queueWrites, type QueueWrite } from './writeQueue'
import type { SaveState } from '../saving/saveState'
import { saveEditedEntityRecord, saveSpecifiedEntityEdits } from '../saving/saveEntityRecord'
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
  return async (dispatch, getState, services) => {
    const chosen = only && new Set(only.map(nameOf))
    const dirty = selectDirtyEntityRecords(getState())
      .filter((record) => chosen === undefined || chosen.has(nameOf(record)))
      .sort((one, other) => rankOf(one) - rankOf(other))
    const errors = new Map<string, unknown>()
    const usual: readonly (readonly PlannedSave[])[] = [false, true].map((isLast) =>
      dirty.filter((record) => isLast === rankOf(record) > 1),
    )
    for (const step of (await services.planSaves?.(dirty)) ?? usual) {
      const saves = step.map(
        ({ kind, name, key, fields }) =>
          (write: QueueWrite<SaveState & LocksSliceState>) =>
            write((collecting) => {
              const how = { ...options, ...collecting, throwOnError: true }
              return fields
                ? saveSpecifiedEntityEdits(kind, name, key, fields, how)
                : saveEditedEntityRecord(kind, name, key, how)
            }),
      )
      const { results } = await dispatch(queueWrites(saves, { ...options, allowPartial: true }))
      results.forEach((result, i) => {
        if (result.status === 'rejected') errors.set(nameOf(step[i] as PlannedSave), result.reason)
      })
    }
    const saved = dirty.filter((record) => !errors.has(nameOf(record)))
    const failed = dirty.flatMap((record) =>
      errors.has(nameOf(record)) ? [{ ...record, error: errors.get(nameOf(record)) }] : [],
    )
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
