import { useMemo } from 'react'
import { recordKey } from '../../core/keys'
import type { QueryInput } from '../../core/query'
import type { EditOptions } from '../../edits/editEntityRecord'
import type { EntityTypes } from '../../records/entityTypes'
import type { EntityError } from '../../resolution/entityError'
import type { Context } from '../../records/inference/context'
import type {
  DefaultContext,
  EditedRecordOf,
  EditRecipe,
  EditsOf,
  EntityId,
  EntityName,
  Kind,
  RecordOf,
} from '../../records/inference/inference'
import type { WriteResult } from '../../saving/writeOutcome'
import type { RecordSaveOptions, RecordWriteOptions } from '../internals/recordFunctions'
import { RecordSelection } from '../internals/recordSelection'
import type { ReadStatus } from '../internals/status'
import { useView } from '../internals/view'
import { useProvidedStore } from '../provider/EntityStoreProvider'

/** Options of {@link useEntityRecord}. */
export interface UseEntityRecordOptions<C extends Context = Context> {
  /** Whether to read and show the record. Default true. */
  readonly enabled?: boolean
  /** The REST `context` of `record`. Default: that of the entity. Only the copy in that context can be edited. */
  readonly context?: C
  /**
   * Milliseconds after which a cached record is read again on mount. Default: the `staleTime` of the store. Without
   * one, a record is read again only after it was invalidated.
   */
  readonly staleTime?: number
}

/**
 * A record on screen, with all that can be done with it. A component renders again only for the fields it
 * looks at.
 */
export interface UseEntityRecordResult<
  K extends string,
  N extends string,
  C extends Context,
  Registry = EntityTypes,
> extends ReadStatus {
  /** The record as the server sent it. `undefined` until it is known. */
  readonly record: RecordOf<K, N, C, Registry> | undefined
  /** The record with the unsaved edits, as a save would leave it. `undefined` until the record is known. */
  readonly editedRecord: EditedRecordOf<K, N, Registry> | undefined
  /** The edits that a save would send. An empty object if there are none. */
  readonly edits: Partial<EditedRecordOf<K, N, Registry>>
  /** Whether there are unsaved edits. */
  readonly hasEdits: boolean
  /** Whether a save is pending. */
  readonly isSaving: boolean
  /** The error of the last save. `undefined` if it succeeded. */
  readonly saveError: EntityError | undefined
  /** Whether a deletion is pending. */
  readonly isDeleting: boolean
  /** The error of the last deletion. `undefined` if it succeeded. */
  readonly deleteError: EntityError | undefined
  /**
   * Changes fields in the store. Nothing is sent. Takes new values, or a function that changes a draft of the edited
   * record. Edits of the same fields within a second of one another are one undo level. `{ undo: 'new' }` begins a
   * new level. `{ undo: false }` adds none.
   */
  readonly edit: (edits: EditsOf<K, N, Registry> | EditRecipe<K, N, Registry>, options?: EditOptions) => void
  /**
   * Saves the edits. Never rejects. Resolves to a result: its `status` is `'saved'`, `'unchanged'`, `'queued'`,
   * `'conflict'` or `'failed'`. An error is also in `saveError`. `save({ with: 'references' })` first saves the new
   * records that the record refers to.
   */
  readonly save: (
    options?: RecordSaveOptions,
  ) => Promise<WriteResult<RecordOf<K, N, DefaultContext<K, N>, Registry>>>
  /** Saves the edits. Resolves to the record, or to `undefined` if the save is queued. Rejects if the save fails. */
  readonly saveAsync: (
    options?: RecordSaveOptions,
  ) => Promise<RecordOf<K, N, DefaultContext<K, N>, Registry> | undefined>
  /**
   * Deletes the record. Takes parameters such as `{ force: true }`. Never rejects. Resolves to a result as `save`
   * does. An error is also in `deleteError`.
   */
  readonly remove: (
    query?: QueryInput,
    options?: RecordWriteOptions,
  ) => Promise<WriteResult<RecordOf<K, N, DefaultContext<K, N>, Registry>>>
  /**
   * Deletes the record. Resolves to the deleted record, or to the record in the trash. Resolves to `undefined` if the
   * record was not known or the deletion is queued. Rejects if the deletion fails.
   */
  readonly removeAsync: (
    query?: QueryInput,
    options?: RecordWriteOptions,
  ) => Promise<RecordOf<K, N, DefaultContext<K, N>, Registry> | undefined>
  /** Reads the record again. Never rejects. If the read fails, it resolves to `undefined` and `error` is set. */
  readonly refetch: () => Promise<RecordOf<K, N, C, Registry> | undefined>
}

const noOptions = {}

/**
 * Shows a record and reads it from the server when it is not known yet, or no longer fresh. Its functions keep their
 * identity.
 * @throws EntityStoreError `invalid_id` while rendering, for an id that is neither a number nor a text.
 * @example
 * const { editedRecord, edit, save, isSaving } = useEntityRecord('postType', 'post', 1)
 */
export function useEntityRecord<
  K extends Kind,
  N extends EntityName<K>,
  C extends Context = DefaultContext<K, N>,
>(
  kind: K,
  name: N,
  id?: EntityId,
  options: UseEntityRecordOptions<C> = noOptions,
): UseEntityRecordResult<K, N, C> {
  const provided = useProvidedStore()
  const { store } = provided
  const { enabled = true, context, staleTime = store.defaults.staleTime } = options
  const key = recordKey(id)
  const selection = useMemo(
    () => new RecordSelection(store, kind, name, key, context),
    [store, kind, name, key, context],
  )
  return useView(provided, selection, { isEnabled: enabled, staleTime }) as unknown as UseEntityRecordResult<
    K,
    N,
    C
  >
}
