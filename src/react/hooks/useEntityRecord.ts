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
import { useEntityStore } from '../provider/EntityStoreProvider'

/** Options of {@link useEntityRecord}. */
export interface UseEntityRecordOptions<C extends Context = Context> {
  /** Whether to read and show the record at all. Default true. */
  readonly enabled?: boolean
  /** Which copy of the record `record` is. Default: the entity's own, which is also the one that is edited. */
  readonly context?: C
  /** Milliseconds after which a known record is read again on mount. Default: the store's, else never, only when something made it stale. */
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
  /** The record as the server sent it; undefined before. */
  readonly record: RecordOf<K, N, C, Registry> | undefined
  /** The record with the edits on it, as it would be saved; undefined before. */
  readonly editedRecord: EditedRecordOf<K, N, Registry> | undefined
  /** The edits that a save would send; empty when there are none. */
  readonly edits: Partial<EditedRecordOf<K, N, Registry>>
  readonly hasEdits: boolean
  readonly isSaving: boolean
  /** What the last save failed with; undefined when it went well. */
  readonly saveError: EntityError | undefined
  readonly isDeleting: boolean
  readonly deleteError: EntityError | undefined
  /**
   * Changes fields, locally: by new values, or by a recipe that changes a draft of the edited record. Edits of the same
   * fields that follow one another within a second are one undo level; `{ undo: 'new' }` makes one by itself, `{ undo: false }` none.
   */
  readonly edit: (edits: EditsOf<K, N, Registry> | EditRecipe<K, N, Registry>, options?: EditOptions) => void
  /** Saves the edits. Never rejects: the result says what it came to, as does `saveError`. */
  readonly save: (
    options?: RecordSaveOptions,
  ) => Promise<WriteResult<RecordOf<K, N, DefaultContext<K, N>, Registry>>>
  /** Saves the edits. Resolves to the record, undefined while the save waits to be sent later; rejects when it fails. */
  readonly saveAsync: (
    options?: RecordSaveOptions,
  ) => Promise<RecordOf<K, N, DefaultContext<K, N>, Registry> | undefined>
  /**
   * Deletes the record, with parameters such as `{ force: true }`. Never rejects: the result says what it came to, as
   * does `deleteError`.
   */
  readonly remove: (
    query?: QueryInput,
    options?: RecordWriteOptions,
  ) => Promise<WriteResult<RecordOf<K, N, DefaultContext<K, N>, Registry>>>
  /**
   * Deletes the record. Resolves to what was deleted, or to the record as it lies in the trash, undefined where nobody
   * knew it or the deletion waits to be sent later; rejects when it fails.
   */
  readonly removeAsync: (
    query?: QueryInput,
    options?: RecordWriteOptions,
  ) => Promise<RecordOf<K, N, DefaultContext<K, N>, Registry> | undefined>
  /** Reads the record again. Never rejects: resolves to undefined where the read failed, and `error` says why. */
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
  const store = useEntityStore()
  const { enabled = true, context, staleTime = store.defaults.staleTime } = options
  const key = recordKey(id)
  const selection = useMemo(
    () => new RecordSelection(store, kind, name, key, context),
    [store, kind, name, key, context],
  )
  return useView(selection, { isEnabled: enabled, staleTime }) as unknown as UseEntityRecordResult<K, N, C>
}
