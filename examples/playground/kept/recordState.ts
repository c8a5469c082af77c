import {
  selectDirtyEntityRecords,
  selectRecordState,
  type EntityState,
  type RecordReference,
  type RecordState,
} from 'copydesk'
import { useEntitySelector } from 'copydesk/react'

/** What people read of it; why a save has failed stands beside what was written. */
export const recordStateTexts: Readonly<Record<RecordState, string>> = {
  saving: 'Saving …',
  conflict: 'Not saved: please choose',
  failed: 'Unsaved changes',
  unsaved: 'Unsaved changes',
  waiting: 'Waiting to be sent',
  saved: 'Saved',
}

const mostUrgentFirst = Object.keys(recordStateTexts) as readonly RecordState[]

/** How records that are saved together stand, the most urgent first. */
export function useRecordState(records: readonly RecordReference[]): RecordState {
  return useEntitySelector((state) => {
    const states = records.map(({ kind, name, key }) => selectRecordState(state, kind, name, key))
    return mostUrgentFirst.find((one) => states.includes(one)) ?? 'saved'
  })
}

/** The records whose save waits for somebody to choose. */
export function conflictsIn(state: EntityState): readonly RecordReference[] {
  return selectDirtyEntityRecords(state).filter(
    ({ kind, name, key }) => selectRecordState(state, kind, name, key) === 'conflict',
  )
}
