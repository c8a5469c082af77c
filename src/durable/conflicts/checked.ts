import type { EntityConfig } from '../../config/entityConfig'
import type { RecordKey } from '../../core/keys'
import type { WriteIntent } from '../../core/writeGate'
import { selectEditedView, type EditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import type { ConflictPolicy } from '../options'

/** A save that is compared with the server before it is sent. */
export interface CheckedSave {
  readonly intent: WriteIntent
  readonly config: EntityConfig
  readonly policy: ConflictPolicy
  readonly key: RecordKey
}

/** A record with its edits, as far as they are what a write sends: those of a page that sends it for another one are not. */
export function viewOf(
  state: EntityState,
  { kind, name, id, isOfOtherPage }: WriteIntent,
): EditedView | undefined {
  const view = selectEditedView(state, kind, name, id)
  return view && isOfOtherPage ? { ...view, row: undefined } : view
}
