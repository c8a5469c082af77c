import { selectDirtyEntityRecords, type RecordSummary } from '../edits/dirtyRecords'
import type { EntityId } from '../core/keys'
import { keptName, recordKey } from '../core/keys'
import type { PlannedSave, Thunk } from '../core/thunk'
import { watchDispatch } from '../core/watchDispatch'
import { queueWrites, type QueueWrite } from './writeQueue'
import { saveEditedEntityRecord, saveSpecifiedEntityEdits } from '../saving/saveEntityRecord'
import type { EntityError } from '../resolution/entityError'
import type { WriteOptions } from '../saving/writeLock'
import { failedWrite, type WriteResult } from '../saving/writeOutcome'
import type { StateWithSaving } from '../saving/reducer'

/** One record as callers name it. */
export interface RecordReference {
  readonly kind: string
  readonly name: string
  /** The id; undefined for an entity without ids. */
  readonly key?: EntityId | undefined
}

/** How a save of many records ended. */
export interface SaveReport {
  /** What it comes to as a whole: the first of `failed`, `conflict`, `queued` and `saved` that holds of any; else `unchanged`. */
  readonly status: WriteResult['status']
  /** Records that are saved, and those whose save waits to be sent later. */
  readonly saved: readonly RecordSummary[]
  /** Those of `saved` that wait to be sent later. */
  readonly queued: readonly RecordSummary[]
  /** Records that could not be saved, with what went wrong; their edits are kept. */
  readonly failed: readonly (RecordSummary & { readonly error: EntityError })[]
  /** The first of these errors; undefined where all went well. */
  readonly error?: EntityError | undefined
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
  StateWithSaving,
  Promise<SaveReport>
> {
  const thunk: Thunk<StateWithSaving, Promise<SaveReport>> = async (dispatch, getState, services) => {
    const chosen = only && new Set(only.map(nameOf))
    const dirty = selectDirtyEntityRecords(getState())
      .filter((record) => chosen === undefined || chosen.has(nameOf(record)))
      .sort((one, other) => rankOf(one) - rankOf(other))
    const outcomes = new Map<string, WriteResult>()
    const usual: readonly (readonly PlannedSave[])[] = [false, true].map((isLast) =>
      dirty.filter((record) => isLast === rankOf(record) > 1),
    )
    for (const step of (await services.drafts?.planSaves(dirty)) ?? usual) {
      const saves = step.map(
        ({ kind, name, key, fields }) =>
          (write: QueueWrite<StateWithSaving>) =>
            write((collecting) => {
              const how = { ...options, ...collecting, result: true as const }
              return fields
                ? saveSpecifiedEntityEdits(kind, name, key, fields, how)
                : saveEditedEntityRecord(kind, name, key, how)
            }),
      )
      const { results } = await dispatch(queueWrites(saves, { ...options, allowPartial: true }))
      results.forEach((result, i) => {
        const outcome = result.status === 'fulfilled' ? result.value : failedWrite(result.reason)
        const name = nameOf(step[i] as PlannedSave)
        outcomes.set(name, worseOf(outcomes.get(name), outcome))
      })
    }
    const report = reportOf(dirty, outcomes)
    if (throwOnError && report.error) throw report.error
    return report
  }
  return watchDispatch('saveDirtyEntityRecords', thunk)
}

const worstFirst = ['failed', 'conflict', 'queued', 'saved', 'unchanged'] as const

/** What the save of a record comes to that was made in several steps. */
function worseOf(one: WriteResult | undefined, other: WriteResult): WriteResult {
  return one && worstFirst.indexOf(one.status) < worstFirst.indexOf(other.status) ? one : other
}

/** What a save of many records comes to. */
function reportOf(records: readonly RecordSummary[], outcomes: ReadonlyMap<string, WriteResult>): SaveReport {
  const ended = records.map((record) => outcomes.get(nameOf(record)))
  const status = worstFirst.find((one) => ended.some((outcome) => outcome?.status === one)) ?? 'unchanged'
  const saved = records.filter((record, at) => ended[at]?.status !== 'failed' && !ended[at]?.error)
  const queued = records.filter((record, at) => ended[at]?.status === 'queued')
  const failed = records.flatMap((record, at) => {
    const error = ended[at]?.error
    return error ? [{ ...record, error }] : []
  })
  return { status, saved, queued, failed, ...(failed[0] && { error: failed[0].error }) }
}

/** In which order records are saved: terms, then what may have them, then the site's settings, which may point to that. */
function rankOf({ kind, key }: RecordSummary): number {
  return key === undefined ? 2 : kind === 'taxonomy' ? 0 : 1
}

function nameOf({ kind, name, key }: RecordReference): string {
  return JSON.stringify([...keptName(kind, name), recordKey(key) ?? ''])
}
