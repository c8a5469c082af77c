import { weakMapMemoize } from 'reselect'
import { keyField } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import type { EntityId } from '../../core/keys'
import { isRecord, own } from '../../core/plain'
import { selectDirtyEntityRecords, type RecordSummary } from '../../edits/dirtyRecords'
import { selectEditedView } from '../../edits/selectors'
import { writesOf } from '../../saving/selectors'
import { isMedia, shownFields } from '../locals/draftAddresses'
import type { EntityState } from '../../store/rootReducer'

type RequiredState = Pick<EntityState, 'config' | 'deleting' | 'edits' | 'entities' | 'saving'>

/** Whether a save or the deletion of a record waits in the queue to be sent, or to be sent again. */
export function selectIsQueued(
  state: RequiredState,
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
export function selectUnsavedRecords(state: RequiredState): readonly RecordSummary[] {
  return listOf(...selectDirtyEntityRecords(state).filter((record) => !isMerelyQueued(state, record)))
}

function isMerelyQueued(state: RequiredState, { kind, name, key }: RecordSummary): boolean {
  if (!selectIsQueued(state, kind, name, key)) return false
  const { row, config } = selectEditedView(state, kind, name, key) ?? {}
  const field = config && keyField(config)
  // What a draft shows of its file goes with the file.
  const shown = isMedia({ kind, name }) ? shownFields : []
  const sent = row?.basis?.unanswered ?? []
  const isSent = (property: string, value: unknown) => {
    const last = sent.filter((fields) => Object.hasOwn(fields, property)).at(-1)
    const queued = own(last, property)
    if (!isRecord(queued) || !isRecord(value)) return isEqual(queued, value)
    return Object.keys(value).every((entry) => isEqual(own(queued, entry), own(value, entry)))
  }
  return Object.entries(row?.values ?? {}).every(
    ([property, value]) => property === field || shown.includes(property) || isSent(property, value),
  )
}
