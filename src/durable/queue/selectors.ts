import { weakMapMemoize } from 'reselect'
import type { EntityId } from '../../core/keys'
import { selectDirtyEntityRecords, type RecordSummary } from '../../edits/dirtyRecords'
import { writesOf } from '../../saving/selectors'
import type { EntityState } from '../../store/rootReducer'
import { selectAreEditsQueued } from '../../store/selectRecordState'

/** Whether a save or the deletion of a record waits in the queue to be sent, or to be sent again. */
export function selectIsQueued(
  state: EntityState,
  kind: string,
  name: string,
  id: EntityId | undefined,
): boolean {
  return [state.saving, state.deleting].some((writes) =>
    writesOf(writes, state, kind, name, id).some(({ queued }) => queued === true),
  )
}

const listOf = /* @__PURE__ */ weakMapMemoize(
  (...records: RecordSummary[]): readonly RecordSummary[] => records,
)

/**
 * Every record with edits that nobody has saved: the dirty ones but for those of which all edits wait in the queue. The
 * same array as long as it says the same.
 */
export function selectUnsavedRecords(state: EntityState): readonly RecordSummary[] {
  return listOf(
    ...selectDirtyEntityRecords(state).filter(
      ({ kind, name, key }) =>
        !selectIsQueued(state, kind, name, key) || !selectAreEditsQueued(state, kind, name, key),
    ),
  )
}
