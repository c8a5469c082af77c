import type { EntityId } from '../core/keys'
import { isEmpty, type RecordData } from '../core/plain'
import { basesOfCells } from './cells'
import { cellsOf } from './log'
import { selectEditedView } from './selectors'
import type { StateWithEdits } from './storedEdits'

/**
 * What the edits of a record are based on: of each edited field the server's value when it was edited first, of merged
 * ones by entry; it moves on with each answer to a save. A field that was not known then is absent; undefined when there
 * is none.
 */
export function selectEditBasis(
  state: StateWithEdits,
  kind: string,
  name: string,
  id?: EntityId,
): RecordData | undefined {
  const { row } = selectEditedView(state, kind, name, id) ?? {}
  const values = row && basesOfCells(cellsOf(row))
  return values && isEmpty(values) ? undefined : values
}
