import deprecatedFunction from '@wordpress/deprecated'
import { useMemo } from 'react'
import type { EntityId } from '../../core/keys'
import type { Deprecated } from '../deprecations'
import { unwrap } from '../unwrap'
import { useCoreDispatch, useCoreSelect } from './coreStore'
import { idle, queryStatus, type QueryStatus } from './queryStatus'

/** Options of the hooks that read. */
export interface EntityQueryOptions {
  /** Whether to read, and to show what is known. Default true. */
  readonly enabled?: boolean
}

/** What {@link useEntityRecord} gives. */
export interface EntityRecordResolution<RecordType> extends QueryStatus {
  /** As the server sent it; null while it is not known. */
  readonly record: RecordType | null
  /** With the unsaved edits in it; `false` while the record is not known, an empty object where the hook is disabled. */
  readonly editedRecord: Partial<RecordType>
  /** The unsaved edits that would be sent; an empty object where there are none. */
  readonly edits: Partial<RecordType>
  /** Whether there are such edits, or a save is under way. */
  readonly hasEdits: boolean
  /** Edits the record; the same function while the record stays. */
  readonly edit: (changes: Partial<RecordType>, options?: object) => void
  /** Saves its edits and rejects where that fails; the same function while the record stays. */
  readonly save: (options?: object) => Promise<void>
}

const nothing: object = Object.freeze({})
const disabled = { record: null, editedRecord: nothing, edits: nothing, hasEdits: false, ...idle }

/**
 * A record with its edits, as `useEntityRecord` of `@wordpress/core-data` gives it, from the store named `core` of the
 * registry above. In components of your own prefer the hook of `copydesk/react`: it gives errors and saving, too.
 * @param recordId - The id of the record, a number or a string.
 * @example
 * const { record, hasResolved } = useEntityRecord<Post>('postType', 'post', 1)
 */
export function useEntityRecord<RecordType>(
  kind: string,
  name: string,
  recordId: EntityId,
  { enabled = true }: EntityQueryOptions = {},
): EntityRecordResolution<RecordType> {
  const { editEntityRecord, saveEditedEntityRecord } = useCoreDispatch()
  const actions = useMemo(
    () => ({
      edit: (changes: object, options?: object) =>
        void editEntityRecord(kind, name, recordId, changes, options),
      save: (options: object = {}) =>
        saveEditedEntityRecord(kind, name, recordId, { throwOnError: true, ...options }),
    }),
    [editEntityRecord, saveEditedEntityRecord, kind, name, recordId],
  )
  const found = useCoreSelect(
    (core) => {
      if (!enabled) return disabled
      const args = [kind, name, recordId] as const
      return {
        record: core.getEntityRecord(...args) ?? null,
        editedRecord: core.getEditedEntityRecord(...args),
        edits: core.getEntityRecordNonTransientEdits(...args),
        hasEdits: core.hasEditsForEntityRecord(...args),
        ...queryStatus(core.getResolutionState('getEntityRecord', args)),
      }
    },
    [kind, name, recordId, enabled],
  )
  return { ...found, ...actions } as unknown as EntityRecordResolution<RecordType>
}

/**
 * The name that {@link useEntityRecord} had before; says so on the console, once.
 * @param recordId - The id of the record, a number or a string.
 */
export function useDeprecatedEntityRecord<RecordType>(
  kind: string,
  name: string,
  recordId: EntityId,
  options?: EntityQueryOptions,
): EntityRecordResolution<RecordType> {
  deprecatedHook('useEntityRecord')
  return useEntityRecord(kind, name, recordId, options)
}

/** Says once that a hook has another name now. */
export function deprecatedHook(name: string): void {
  const feature = `wp.data.__experimentalU${name.slice(1)}`
  unwrap<Deprecated>(deprecatedFunction)(feature, { alternative: `wp.data.${name}`, since: '6.1' })
}
