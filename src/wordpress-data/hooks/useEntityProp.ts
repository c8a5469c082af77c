import { useCallback } from 'react'
import type { EntityId } from '../../core/keys'
import { isRecord, own, type RecordData } from '../../core/plain'
import type { AnyValue } from '../declarations/anyValue'
import { useCoreDispatch, useCoreSelect, type CoreSelectors } from './coreStore'
import { shownOfRevision } from '../../react/internals/revisionSelection'
import { useShownRecord } from './useShownRecord'

const unknownValues: PropValues = { value: undefined, fullValue: undefined }

interface PropValues {
  readonly value: unknown
  readonly fullValue: unknown
}

/**
 * One field of a record, as `useEntityProp` of `@wordpress/core-data` gives it: its edited value, what edits it, and the
 * value as the server sent it, such as `{ raw, rendered }`. Where a revision of the record is provided the values are
 * those of the revision, and nothing is edited.
 * @param prop - The name of the field, at the top level of the record.
 * @param id - Default: the one that the nearest provider gives.
 * @example
 * const [title, setTitle] = useEntityProp('postType', 'post', 'title', 1)
 */
export function useEntityProp<Value = AnyValue>(
  kind: string,
  name: string,
  prop: string,
  id?: EntityId,
): [value: Value, setValue: (value: Value) => void, fullValue: AnyValue] {
  const { id: recordId, revisionId } = useShownRecord(kind, name, id)
  const { editEntityRecord } = useCoreDispatch()
  const setValue = useCallback(
    (value: Value) => {
      if (revisionId === undefined) void editEntityRecord(kind, name, recordId, { [prop]: value })
    },
    [editEntityRecord, kind, name, recordId, revisionId, prop],
  )
  const { value, fullValue } = useCoreSelect(
    (core): PropValues => {
      if (revisionId !== undefined) return ofRevision(core, [kind, name, recordId], revisionId, prop)
      const record = core.getEntityRecord(kind, name, recordId)
      const edited = core.getEditedEntityRecord(kind, name, recordId)
      return record && edited
        ? { value: own(edited as RecordData, prop), fullValue: own(record as RecordData, prop) }
        : unknownValues
    },
    [kind, name, recordId, revisionId, prop],
  )
  return [value as Value, setValue, fullValue]
}

function ofRevision(
  core: CoreSelectors,
  record: readonly [kind: string, name: string, id: EntityId | undefined],
  revisionId: EntityId,
  prop: string,
): PropValues {
  const revision = core.getRevision(...record, revisionId, shownOfRevision)
  if (!revision) return unknownValues
  const fullValue = own(revision as RecordData, prop)
  return { value: isRecord(fullValue) && 'raw' in fullValue ? fullValue.raw : fullValue, fullValue }
}
