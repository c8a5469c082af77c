import { withoutUnchanged } from '../edits/applyEdits'
import { statusOf } from '../rest/restError'
import type { SettledEdits, WriteTarget } from '../entities/actions'
import { selectTargetView, type SaveState } from './saveState'

/**
 * What the failure of a write does to the edits that it sent: after a refusal the record is surely what it was, so that
 * edits equal to it can go; after a lost answer nobody knows, and all that was typed stays until the record was read
 * again.
 */
export function settleEdits(
  state: SaveState,
  target: WriteTarget,
  error: unknown,
  seq: number,
): SettledEdits | undefined {
  const view = selectTargetView(state, target)
  if (view?.row === undefined) return undefined
  const { sent, uncertain = [], values } = view.row
  const isRefused = !sent?.length || isRefusal(error)
  return isRefused
    ? { values: withoutUnchanged({ ...view, row: { uncertain } }, values) }
    : { base: seq, uncertain: [...new Set([...uncertain, ...sent])] }
}

/** Whether a failure says for sure that the server has done nothing. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error)
  return status >= 400 && status < 500
}
