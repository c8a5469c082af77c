import {
  selectDirtyEntityRecords,
  selectRecordState,
  type EntityState,
  type RecordReference,
  type RecordState,
} from 'copydesk'

/** What people read of it; why a save has failed stands beside what was written. */
export const recordStateTexts: Readonly<Record<RecordState, string>> = {
  saving: 'Saving …',
  conflict: 'Not saved: please choose',
  failed: 'Unsaved changes',
  unsaved: 'Unsaved changes',
  waiting: 'Waiting to be sent',
  saved: 'Saved',
}

/** The records whose save waits for somebody to choose. */
export function conflictsIn(state: EntityState): readonly RecordReference[] {
  return selectDirtyEntityRecords(state).filter(
    ({ kind, name, key }) => selectRecordState(state, kind, name, key) === 'conflict',
  )
}
