import type { EntityId } from '../core/keys'
import { isEmpty, type RecordData } from '../core/plain'
import { selectEditedView } from './selectors'
import { basisOf, type StateWithEdits } from './storedEdits'

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
  const values = basisOf(selectEditedView(state, kind, name, id)?.row)?.values
  return values && isEmpty(values) ? undefined : values
}
