import { changedPaths } from '../edits/applyEdits'
import { sentProperties, withoutSent } from '../edits/fields'
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
  const { sent, uncertain = [], fields } = view.row
  const { mutation } = target
  const own = mutation === undefined ? sentProperties(sent) : (sent?.[mutation] ?? [])
  return isUndone || own.length === 0
    ? { left: changedPaths(view, fields, { uncertain, sent: withoutSent(sent, mutation) }) }
    : { seq, uncertain: [...new Set([...uncertain, ...own])] }
}

/** Whether a failure says for sure that the server has done nothing. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error)
  return status >= 400 && status < 500
}
