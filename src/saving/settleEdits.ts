import { withoutUnchanged } from '../edits/applyEdits'
import { statusOf } from '../rest/restError'
import type { SettledEdits, WriteTarget } from '../entities/actions'
import { selectTargetView, type SaveState } from './saveState'

/**
 * What becomes of the edits that a write has sent, or was to send, when it ends without being done. Where the record is
 * surely what it was (`isUndone`), edits equal to it go; where nobody knows, all that was typed stays until the record was
 * read again.
 */
export function settleEdits(
  state: SaveState,
  target: WriteTarget,
  isUndone: boolean,
  seq: number,
): SettledEdits | undefined {
  const view = selectTargetView(state, target)
  if (view?.row === undefined) return undefined
  const { sent, uncertain = [], values } = view.row
  return isUndone || !sent?.length
    ? { values: withoutUnchanged({ ...view, row: { uncertain } }, values) }
    : { base: seq, uncertain: [...new Set([...uncertain, ...sent])] }
}

/** Whether a failure says for sure that the server has done nothing. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error)
  return status >= 400 && status < 500
}
