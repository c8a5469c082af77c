import type { EntityConfig } from '../config/entityConfig'
import type { RecordData } from '../core/plain'
import { selectEditedView, type EditedView } from '../edits/selectors'
import type { WriteTarget } from '../entities/actions'
import type { StateWithSaving } from './reducer'

/** What is to be saved. */
export interface Save extends WriteTarget {
  readonly config: EntityConfig
  /** The fields to send; functions among them are computed first. */
  readonly fields: RecordData
}

/** The record of a write with its edits; undefined for a create. */
export function selectTargetView(
  state: StateWithSaving,
  { kind, name, key, id }: WriteTarget,
): EditedView | undefined {
  return key === undefined ? undefined : selectEditedView(state, kind, name, id)
}
