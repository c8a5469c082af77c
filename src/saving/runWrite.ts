import { selectEntityConfig } from '../config/selectors'
import { batched, type StoreAction, type Thunk } from '../core/thunk'
import type { StoredError } from '../core/errors'
import type { SentFields } from '../edits/actions'
import type { WriteTarget } from '../entities/actions'
import { dispatchReleasing } from '../locks/acquireLock'
import { lockReleased, type LockingAction, type UnlockingAction } from '../locks/actions'
import type { LocksSliceState } from '../locks/reducer'
import { savingFailed, savingStarted, type WriteFailure, type WriteSettled } from './actions'
import type { SaveState } from './saveState'
import { failureOf, permissionsOfRefusal } from './sendWrite'
import { isRefusal, settleEdits } from './settleEdits'
import type { TurnOptions } from './writeLock'
import { failedWrite, type WriteResult } from './writeOutcome'
import type { SaveConflict } from './writes'

/** The events of a write: a save has others than a deletion. */
export interface WriteEvents {
  readonly started: (target: WriteTarget, sent?: SentFields) => StoreAction
  readonly failed: (target: WriteTarget, error: StoredError | undefined, failure: WriteFailure) => StoreAction
  /** What else a failure comes to; default: what it says of the edits that were sent, and of permissions. */
  readonly onFailure?: (state: SaveState, target: WriteTarget, error: unknown, seq: number) => WriteFailure
}

/** The events of a save. */
export const savingEvents: WriteEvents = { started: savingStarted, failed: savingFailed }

/** A write that is ready to leave. */
export interface ReadyWrite {
  /** What it sends of a record, by path; absent where it sends nothing of its fields. */
  readonly sent?: SentFields | undefined
  /** Sends the request and gives what makes the results of its answer. */
  readonly work: () => Promise<() => readonly StoreAction[]>
}

/**
 * Runs a save or a deletion, which is pending until its results are in the state: they are made from the state of that
 * very moment. The action that it begins with takes its lock, the one that it ends with gives it back. A failure stands on
 * the record, with all that it says of edits and permissions.
 * @param prepare Says what is sent, at once.
 * @returns What it comes to, without the record.
 * @throws What keeps the answer out of the state, such as a middleware that throws.
 */
export function runWrite(
  target: WriteTarget,
  { signal, own }: Pick<TurnOptions, 'signal' | 'own'>,
  prepare: () => ReadyWrite,
  { started, failed, onFailure = failureResults }: WriteEvents = savingEvents,
): Thunk<SaveState & LocksSliceState, Promise<WriteResult<never>>> {
  return async (dispatch, getState, { nextSeq }) => {
    let results: readonly StoreAction[]
    const fail = (error: unknown) => {
      const { conflict } = Object(error) as { readonly conflict?: SaveConflict }
      const failure = { ...onFailure(getState(), target, error, nextSeq()), ...(conflict && { conflict }) }
      end([failed(target, failureOf(error, signal), failure)])
    }
    const end = (actions: readonly StoreAction[]) =>
      void dispatch(dispatchReleasing(ending(actions, own?.id)))
    try {
      const { sent, work } = prepare()
      const start: StoreAction & LockingAction = started(target, sent)
      dispatch(own?.taken ? { ...start, locked: own.taken } : start)
      const makeResults = await work()
      results = makeResults()
    } catch (error) {
      fail(error)
      return failedWrite(error)
    }
    try {
      end(results)
    } catch (error) {
      // A middleware has kept the answer out of the state. That is a mistake in it, of which every caller has to hear.
      fail(error)
      throw error
    }
    return { status: results.some(isQueued) ? 'queued' : 'saved' }
  }
}

/** The actions that a write ends with, of which the last gives its lock back. */
function ending(actions: readonly StoreAction[], unlocked: string | undefined): StoreAction {
  const last = actions.at(-1)
  if (unlocked === undefined) return batched(actions)
  if (!last) return lockReleased(unlocked)
  const releasing: StoreAction & UnlockingAction = { ...last, unlocked }
  return batched([...actions.slice(0, -1), releasing])
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
