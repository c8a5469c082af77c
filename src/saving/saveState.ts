import type { EntityConfig } from '../config/entityConfig'
import type { ConfigSliceState } from '../config/reducer'
import type { RecordData } from '../core/plain'
import { selectEditedView, type EditedView } from '../edits/selectors'
import type { EditsSliceState } from '../edits/storedEdits'
import type { EntitiesSliceState } from '../entities/reducer'
import type { PermissionsSliceState } from '../permissions/reducer'
import type { ResolutionSliceState } from '../resolution/reducer'
import type { LookupsSliceState } from '../wordpress/lookups/reducer'
import type { WriteTarget } from '../entities/actions'
import type { SavingSliceState } from './reducer'

/** The parts of the state that a save works on. */
export type SaveState = ConfigSliceState &
  EditsSliceState &
  EntitiesSliceState &
  LookupsSliceState &
  PermissionsSliceState &
  ResolutionSliceState &
  SavingSliceState

/** What is to be saved. */
export interface Save extends WriteTarget {
  readonly config: EntityConfig
  /** The fields to send; functions among them are computed first. */
  readonly fields: RecordData
}

/** The record of a write with its edits; undefined for a create. */
export function selectTargetView(
  state: SaveState,
  { kind, name, key, id }: WriteTarget,
): EditedView | undefined {
  return key === undefined ? undefined : selectEditedView(state, kind, name, id)
}
