import { unchangedPaths } from '../edits/applyEdits'
import { isMeantBy } from '../edits/log'
import { reopened } from '../edits/logChanges'
import { codeOf, isAbortError, isOfCustomField, statusOf } from '../rest/restError'
import type { SettledEdits, WriteTarget } from '../entities/actions'
import { selectTargetView } from './saveState'
import type { StateWithSaving } from './reducer'

/** What becomes of the edits that a try of a write has sent: nothing where they wait on, whatever it has come to. */
export function settleEdits(
  ...[state, target, isUndone, seq]: Parameters<typeof giveUpEdits>
): SettledEdits | undefined {
  const isMeant = isMeantBy(target.mutation)
  const isWaiting = selectTargetView(state, target)?.row?.log?.some(
    (mutation) => isMeant(mutation) && mutation.state === 'queued',
  )
  return target.mutation !== undefined && isWaiting ? undefined : giveUpEdits(state, target, isUndone, seq)
}

/**
 * What becomes of the edits that a write has sent, or was to send, when it ends without being done. Where the record is
 * surely what it was (`isUndone`), edits equal to it go; where nobody knows, all that was typed stays until the record was
 * read again.
 */
export function giveUpEdits(
  state: StateWithSaving,
  target: WriteTarget,
  isUndone: boolean,
  seq: number,
): SettledEdits | undefined {
  const view = selectTargetView(state, target)
  if (view?.row === undefined) return undefined
  const isMeant = isMeantBy(target.mutation)
  const meant = view.row.log?.filter(isMeant) ?? []
  if (!isUndone) return meant.length > 0 ? { outcome: 'lost', seq } : undefined
  const row = reopened(view.row, isMeant)
  return { outcome: 'undone', unchanged: unchangedPaths({ ...view, row }) }
}

/** Whether a failure is an answer after which nothing is done any more: not where a proxy has given up on the server. */
export function isLastAnswer(error: unknown): boolean {
  const status = statusOf(error)
  return status > 0 && status !== 502 && status !== 504
}

/**
 * Whether the server may have done a write that has failed so. What the store itself refuses has not left; an answer that
 * can't be used has.
 */
export function mayBeDone(error: unknown): boolean {
  const [status, code] = [statusOf(error), codeOf(error)]
  if (['invalid_json', 'redirected', 'invalid_response'].includes(code)) return true
  if ((Object(error) as { readonly name?: unknown }).name === 'EntityStoreError') return false
  // 501 refuses what the server has no way to do, such as a deletion into a trash that there is none of.
  const isBroken = status >= 500 && status !== 501
  return status === 0 || isBroken || isAbortError(error) || isOfCustomField(error)
}

/** Whether a failure says for sure that the server has done nothing. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error)
  return status >= 400 && status < 500 && !isOfCustomField(error)
}
