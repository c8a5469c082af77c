import { selectEntityConfig } from '../config/selectors'
import { batched, type StoreAction, type Thunk } from '../core/thunk'
import { saveFinished, saveStarted, type SaveTarget } from './actions'
import type { SaveState } from './saveState'
import { failureOf, forbiddenActions } from './sendWrite'
import { settleEdits } from './settleEdits'
import type { WriteOptions } from './writeLock'

/**
 * Runs a save or a deletion, which is pending until its results are in the state: they are made from the state of that
 * very moment. A failure stands on the record, with all that it says of edits and permissions.
 * @param work Sends the request and gives what makes the results of its answer.
 * @param onFailure What else a failure changes.
 */
export function runWrite(
  target: SaveTarget,
  { throwOnError }: Pick<WriteOptions, 'throwOnError'>,
  work: () => Promise<() => readonly StoreAction[]>,
  onFailure = refusalResults,
): Thunk<SaveState, Promise<void>> {
  return async (dispatch, getState, { nextSeq }) => {
    let results: readonly StoreAction[]
    try {
      dispatch(saveStarted(target))
      const makeResults = await work()
      results = makeResults()
    } catch (error) {
      const actions = onFailure(getState(), target, error, nextSeq())
      dispatch(batched([...actions, saveFinished(target, failureOf(error))]))
      if (throwOnError) throw error
      return
    }
    // What is thrown from here on, such as by a middleware, is no failure of the request.
    dispatch(batched([...results, saveFinished(target)]))
  }
}

/** What the failure of a write says of the edits that it sent, and of permissions. */
function refusalResults(
  state: SaveState,
  target: SaveTarget,
  error: unknown,
  seq: number,
): readonly StoreAction[] {
  const config = selectEntityConfig(state, target.kind, target.name)
  return [...settleEdits(state, target, error, seq), ...forbiddenActions(error, config, target, seq)]
}
