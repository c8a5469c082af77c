import {
  selectDirtyEntityRecords,
  selectIsSaving,
  type EntityId,
  type EntityState,
  type RecordReference,
} from 'copydesk'
import { selectIsQueued, selectSaveConflict, selectUnsavedRecords } from 'copydesk/durable'
import { useEntitySelector } from 'copydesk/react'

export type RecordState = 'saving' | 'conflict' | 'unsaved' | 'waiting' | 'saved'

/** What people read of it. */
export const recordStateTexts: Readonly<Record<RecordState, string>> = {
  saving: 'Saving …',
  conflict: 'Not saved: please choose',
  unsaved: 'Unsaved changes',
  waiting: 'Waiting to be sent',
  saved: 'Saved',
}

/** How records that are saved together stand, the most urgent first. */
export function useRecordState(records: readonly RecordReference[]): RecordState {
  return useEntitySelector((state) => {
    const some = (test: (kind: string, name: string, key: EntityId | undefined) => boolean) =>
      records.some(({ kind, name, key }) => test(kind, name, key))
    if (some((...record) => selectIsSaving(state, ...record))) return 'saving'
    if (some((...record) => isUndecided(selectSaveConflict(state, ...record)))) return 'conflict'
    const unsaved = selectUnsavedRecords(state)
    const isUnsaved = some((kind, name, key) =>
      unsaved.some((one) => one.kind === kind && one.name === name && String(one.key) === String(key)),
    )
    if (isUnsaved) return 'unsaved'
    return some((...record) => selectIsQueued(state, ...record)) ? 'waiting' : 'saved'
  })
}

/** Whether a save waits for somebody to choose; one that was done and has replaced something does not. */
export function isUndecided(conflict: ReturnType<typeof selectSaveConflict>): boolean {
  return conflict !== undefined && conflict.reason !== 'overtaken'
}

/** The first record whose save waits for somebody to choose. */
export function firstConflict(state: EntityState): RecordReference | undefined {
  return selectDirtyEntityRecords(state).find(({ kind, name, key }) =>
    isUndecided(selectSaveConflict(state, kind, name, key)),
  )
}
