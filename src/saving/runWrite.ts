import { selectEntityConfig } from '../config/selectors'
import { batched, type StoreAction, type Thunk } from '../core/thunk'
import type { StoredError } from '../core/errors'
import type { WriteTarget } from '../entities/actions'
import { savingFailed, savingStarted, type WriteFailure, type WriteSettled } from './actions'
import type { SaveState } from './saveState'
import { failureOf, permissionsOfRefusal } from './sendWrite'
import { isRefusal, settleEdits } from './settleEdits'
import type { WriteOptions } from './writeLock'
import { failedWrite, type WriteResult } from './writeOutcome'
import type { SaveConflict } from './writes'

/** The events of a write: a save has others than a deletion. */
export interface WriteEvents {
  readonly started: (target: WriteTarget) => StoreAction
  readonly failed: (target: WriteTarget, error: StoredError | undefined, failure: WriteFailure) => StoreAction
  /** What else a failure comes to; default: what it says of the edits that were sent, and of permissions. */
  readonly onFailure?: (state: SaveState, target: WriteTarget, error: unknown, seq: number) => WriteFailure
}

/** The events of a save. */
export const savingEvents: WriteEvents = { started: savingStarted, failed: savingFailed }

/**
 * Runs a save or a deletion, which is pending until its results are in the state: they are made from the state of that
 * very moment. A failure stands on the record, with all that it says of edits and permissions.
 * @param work Sends the request and gives what makes the results of its answer.
 * @returns What it comes to, without the record.
 * @throws What keeps the answer out of the state, such as a middleware that throws.
 */
export function runWrite(
  target: WriteTarget,
  { signal }: Pick<WriteOptions, 'signal'>,
  work: () => Promise<() => readonly StoreAction[]>,
  { started, failed, onFailure = failureResults }: WriteEvents = savingEvents,
): Thunk<SaveState, Promise<WriteResult<never>>> {
  return async (dispatch, getState, { nextSeq }) => {
    let results: readonly StoreAction[]
    const fail = (error: unknown) => {
      const { conflict } = Object(error) as { readonly conflict?: SaveConflict }
      const failure = { ...onFailure(getState(), target, error, nextSeq()), ...(conflict && { conflict }) }
      dispatch(failed(target, failureOf(error, signal), failure))
    }
    try {
      dispatch(started(target))
      const makeResults = await work()
      results = makeResults()
    } catch (error) {
      fail(error)
      return failedWrite(error)
    }
    try {
      dispatch(batched(results))
    } catch (error) {
      // A middleware has kept the answer out of the state. That is a mistake in it, of which every caller has to hear.
      fail(error)
      throw error
    }
    return { status: results.some(isQueued) ? 'queued' : 'saved' }
  }
}

/** Whether a write that has ended waits to be sent later. */
function isQueued(action: StoreAction): boolean {
  return (action as Partial<WriteSettled>).queued === true
}

/** What the failure of a write says of the edits that it sent, and of permissions. */
function failureResults(state: SaveState, target: WriteTarget, error: unknown, seq: number): WriteFailure {
  const config = selectEntityConfig(state, target.kind, target.name)
  const settled = settleEdits(state, target, isRefusal(error), seq)
  const learned = permissionsOfRefusal(error, config, target, seq)
  return { ...(settled && { settled }), ...(learned && { learned }) }
}
