import { useMemo } from 'react'
import { isKeyless } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import { deleteEntityRecord } from '../../deleting/deleteEntityRecord'
import { selectDeleteError, selectIsDeleting } from '../../deleting/selectors'
import { editEntityRecord, type EditOptions } from '../../edits/editEntityRecord'
import { selectEditedEntityRecord, selectHasEdits, selectNonTransientEdits } from '../../edits/selectors'
import { recordLocation, type RecordLocation } from '../../entities/recordLocation'
import {
  fetchEntityRecord,
  readOne,
  recordResolutionKey,
  recordScopes,
} from '../../entities/fetchEntityRecord'
import { selectEntityRecord } from '../../entities/selectors'
import { recordKey, scope } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import { normalizeQuery, type QueryInput } from '../../core/query'
import type { Context } from '../../records/inference/context'
import type { EntityTypes } from '../../records/entityTypes'
import type {
  DefaultContext,
  EditedRecordOf,
  EditsOf,
  EntityId,
  EntityName,
  Kind,
  RecordOf,
} from '../../records/inference/inference'
import { saveEditedEntityRecord } from '../../saving/saveEntityRecord'
import { selectIsSaving, selectSaveError } from '../../saving/selectors'
import type { WriteOptions } from '../../saving/writeLock'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import { useEntityStore } from '../provider/EntityStoreProvider'
import { idleStatus, readStatus, type ReadStatus } from '../internals/status'
import { useSelection, type NeededRead, type Selection, type Wait } from '../internals/useSelection'

/** Options of {@link useEntityRecord}. (spec.md, section 1) */
export interface UseEntityRecordOptions<C extends Context = Context> {
  /** Whether to read and show the record at all. Default true. */
  readonly enabled?: boolean
  /** Which copy of the record `record` is. Default: the entity's own, which is also the one that is edited. */
  readonly context?: C
  /** Milliseconds after which a known record is read again on mount. Default: never, only when something made it stale. */
  readonly staleTime?: number
}

/**
 * A record on screen, with all that can be done with it. A component renders again only for the fields it
 * looks at. (spec.md, section 1)
 */
export interface UseEntityRecordResult<
  K extends string,
  N extends string,
  C extends Context,
  Registry = EntityTypes,
> extends ReadStatus {
  /** The record as the server told it; null before. */
  readonly record: RecordOf<K, N, C, Registry> | null
  /** The record with the edits on it, as it would be saved; undefined before. */
  readonly editedRecord: EditedRecordOf<K, N, Registry> | undefined
  /** The edits that a save would send; empty when there are none. */
  readonly edits: Partial<EditedRecordOf<K, N, Registry>>
  readonly hasEdits: boolean
  readonly isSaving: boolean
  /** What the last save failed with; undefined when it went well. */
  readonly saveError: unknown
  readonly isDeleting: boolean
  readonly deleteError: unknown
  /** Changes fields, locally. */
  readonly edit: (edits: EditsOf<K, N, Registry>, options?: EditOptions) => void
  /** Saves the edits; rejects when that fails, unless told otherwise. */
  readonly save: (
    options?: WriteOptions,
  ) => Promise<RecordOf<K, N, DefaultContext<K, N>, Registry> | undefined>
  /** Deletes the record, with parameters such as `{ force: true }`; rejects when that fails, unless told otherwise. */
  readonly remove: (query?: QueryInput, options?: WriteOptions) => Promise<unknown>
  /** Reads the record again. */
  readonly refetch: () => Promise<RecordOf<K, N, C, Registry> | undefined>
}

/**
 * Shows a record and reads it from the server when it is not known yet, or no longer fresh. Its functions keep their
 * identity. (spec.md, section 1)
 * @throws EntityStoreError `invalid_id` while rendering, for an id that is neither a number nor a text.
 * @example
 * const { editedRecord, edit, save, isSaving } = useEntityRecord('postType', 'post', 1)
 */
export function useEntityRecord<
  K extends Kind,
  N extends EntityName<K>,
  C extends Context = DefaultContext<K, N>,
>(kind: K, name: N, id?: EntityId, options: UseEntityRecordOptions<C> = {}): UseEntityRecordResult<K, N, C> {
  const store = useEntityStore()
  const { enabled = true, context, staleTime } = options
  const key = recordKey(id)
  const selection = useMemo(
    () => recordSelection(store, kind, name, key, queryOf(context), enabled, staleTime),
    [store, kind, name, key, context, enabled, staleTime],
  )
  const functions = useMemo(
    () => recordFunctions(store, kind, name, key, queryOf(context)),
    [store, kind, name, key, context],
  )
  return useSelection(store, selection, functions) as unknown as UseEntityRecordResult<K, N, C>
}

type ContextQuery = { readonly context: Context } | undefined

function queryOf(context: Context | undefined): ContextQuery {
  return context && { context }
}

const noEdits = {}
const noRecord = {
  ...idleStatus,
  record: null,
  editedRecord: undefined,
  edits: noEdits,
  hasEdits: false,
  isSaving: false,
  saveError: undefined,
  isDeleting: false,
  deleteError: undefined,
}

function recordSelection(
  store: EntityStore,
  kind: string,
  name: string,
  key: string | undefined,
  query: ContextQuery,
  enabled: boolean,
  staleTime: number | undefined,
): Selection<object> {
  const location = recordLocation(kind, name)
  const resolution = recordResolutionKey(location.entity, key, normalizeQuery(query))
  return {
    waits: [...recordWaits(location, key), [scope.resolution, resolution]],
    get needs() {
      return enabled ? recordRead(store, location, key, query, staleTime) : null
    },
    read: (state) => {
      if (!enabled || !isAddressed(state, kind, name, key)) return noRecord
      const record = selectEntityRecord(state, kind, name, key, query) ?? null
      return {
        ...readStatus(state, resolution, record !== null),
        record,
        editedRecord: selectEditedEntityRecord(state, kind, name, key),
        edits: selectNonTransientEdits(state, kind, name, key),
        hasEdits: selectHasEdits(state, kind, name, key),
        isSaving: selectIsSaving(state, kind, name, key),
        saveError: selectSaveError(state, kind, name, key),
        isDeleting: selectIsDeleting(state, kind, name, key),
        deleteError: selectDeleteError(state, kind, name, key),
      }
    },
  }
}

/** What a component that shows a record waits for. */
export function recordWaits({ entity }: RecordLocation, key: string | undefined): readonly Wait[] {
  return [[scope.record(entity), key ?? ''], [scope.config]]
}

/** The read that a component needs that shows a record; null when it addresses none, or none yet. */
export function recordRead(
  store: EntityStore,
  location: RecordLocation,
  key: string | undefined,
  query?: ContextQuery,
  staleTime?: number,
): NeededRead | null {
  const { kind, name, entity, scopes } = location
  if (!isAddressed(store.getState(), kind, name, key)) return null
  return {
    fetch: (options) => store.dispatch(readOne(location, key, query, options)),
    scopes: recordScopes(entity, scopes, key),
    staleTime,
  }
}

/** Whether there is a record to speak of: an id, or an entity that needs none or may need none. */
function isAddressed(state: EntityState, kind: string, name: string, key: string | undefined): boolean {
  if (key !== undefined) return true
  const config = selectEntityConfig(state, kind, name)
  // The settings are the one built-in entity without ids, and known only when the server was asked.
  return config ? isKeyless(config) : kind === 'root' && name === 'site'
}

function recordFunctions(
  { dispatch }: EntityStore,
  kind: string,
  name: string,
  key: string | undefined,
  query: ContextQuery,
) {
  return {
    edit: (edits: RecordData, options?: EditOptions) => {
      dispatch(editEntityRecord<string, string>(kind, name, key, edits, options))
    },
    save: (options?: WriteOptions) =>
      dispatch(saveEditedEntityRecord(kind, name, key, { throwOnError: true, ...options })),
    remove: (parameters?: QueryInput, options?: WriteOptions) =>
      dispatch(deleteEntityRecord(kind, name, key ?? '', parameters, { throwOnError: true, ...options })),
    refetch: () => dispatch(fetchEntityRecord(kind, name, key, query, { force: true })),
  }
}
