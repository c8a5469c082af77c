import { useMemo } from 'react'
import { selectDirtyEntityRecords, type RecordSummary } from '../../edits/dirtyRecords'
import { addresses } from '../../core/address'
import {
  saveDirtyEntityRecords,
  type RecordReference,
  type SaveReport,
} from '../../batch/saveDirtyEntityRecords'
import { selectIsAnythingSaving } from '../../saving/recordsBeingSaved'
import { useProvidedStore } from '../provider/EntityStoreProvider'
import type { Selection } from '../internals/selection'
import { useView } from '../internals/view'

/** What {@link useDirtyEntityRecords} gives. */
export interface UseDirtyEntityRecordsResult {
  /** The records with unsaved edits. Each has `kind`, `name`, `key` and `title`. */
  readonly dirty: readonly RecordSummary[]
  /** Whether any record has unsaved edits. */
  readonly isDirty: boolean
  /** Whether a save of any of them is pending. */
  readonly isSaving: boolean
  /** Saves all of them, or the given records. Resolves to a report of each. Never rejects. */
  readonly save: (only?: readonly RecordReference[]) => Promise<SaveReport>
  /** Saves all of them, or the given records. When all saves have ended, it rejects with the first error, if any. */
  readonly saveAsync: (only?: readonly RecordReference[]) => Promise<SaveReport>
}

// A call marked as pure, so that bundlers can leave it out: the address it reads might be a getter for all they know.
const selection = /* @__PURE__ */ dirtySelection()

function dirtySelection(): Selection<Pick<UseDirtyEntityRecordsResult, 'dirty' | 'isDirty' | 'isSaving'>> {
  return {
    fields: new Set(['dirty', 'isDirty', 'isSaving']),
    waits: [addresses.unsaved],
    read: (state) => {
      const dirty = selectDirtyEntityRecords(state)
      return { dirty, isDirty: dirty.length > 0, isSaving: selectIsAnythingSaving(state) }
    },
  }
}

/**
 * All records with unsaved edits, of all entities, and functions that save them.
 * @example
 * const { dirty, isDirty, save } = useDirtyEntityRecords()
 */
export function useDirtyEntityRecords(): UseDirtyEntityRecordsResult {
  const provided = useProvidedStore()
  const { store } = provided
  const functions = useMemo(() => {
    const saveWith = (throwOnError: boolean) => (only?: readonly RecordReference[]) =>
      store.dispatch(saveDirtyEntityRecords({ throwOnError, ...(only && { only }) }))
    return { save: saveWith(false), saveAsync: saveWith(true) }
  }, [store])
  return useView(provided, selection, { functions })
}
