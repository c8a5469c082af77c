import type { WriteIntent } from '../../core/writeGate'
import { basedOnReceived, originOfReceived } from '../../edits/basis'
import { mapCells } from '../../edits/cells'
import { selectEditedView } from '../../edits/selectors'
import { basedOnCopies } from '../conflicts/basedOnCopies'
import type { EntityState } from '../../store/rootReducer'

/**
 * A save that is to wait, with what the server had of what it changes, also of what was written by hand. By the time it is
 * sent more is known, which whoever saved has not seen.
 */
export function basedSave(state: EntityState, given: WriteIntent): WriteIntent {
  const intent = basedOnCopies(state, given)
  const { what, kind, name, id } = intent
  const view = what === 'update' ? selectEditedView(state, kind, name, id) : undefined
  if (!view?.received) return intent
  const { record, isComplete, parts } = view.received
  const server = { record, rawAttributes: view.config.rawAttributes }
  const fields = mapCells(intent.fields, (cell, path) => basedOnReceived(cell, server, path))
  const origin = originOfReceived({ fields, origin: intent.origin }, server, isComplete && !parts)
  return { ...intent, fields, origin }
}
