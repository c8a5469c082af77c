import { useMemo, useState, useSyncExternalStore } from 'react'
import { isLocalId } from '../../core/localId'
import type { RecordData } from '../../core/plain'
import type { EditOptions } from '../../edits/editEntityRecord'
import { currentId } from '../../entities/aliases'
import type { EntityTypes } from '../../records/entityTypes'
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
import type { EntityError } from '../../resolution/entityError'
import { saveEditedEntityRecord } from '../../saving/saveEntityRecord'
import { failedWrite, recordOrThrow, type WriteResult } from '../../saving/writeOutcome'
import { fieldErrors } from '../internals/fieldError'
import { NewRecord } from '../internals/newRecord'
import { byFields, type RecordSaveOptions } from '../internals/recordFunctions'
import { useEntityStore } from '../provider/EntityStoreProvider'
import { useEntityRecord } from './useEntityRecord'
import { useEntitySelector } from './useEntitySelector'
import { useUndo, type UseUndoResult } from './useUndo'

/** What {@link useNewEntityRecord} gives. */
export interface UseNewEntityRecordResult<
  K extends string,
  N extends string,
  Registry = EntityTypes,
> extends UseUndoResult {
  /** The id from the server. `undefined` until the record is saved. */
  readonly id: EntityId | undefined
  /** Whether the record is not on the server yet. */
  readonly isNew: boolean
  /** The saved record as the server sent it. `undefined` until the record is saved. */
  readonly record: RecordOf<K, N, DefaultContext<K, N>, Registry> | undefined
  /** What the form shows: the initial fields and the edits. */
  readonly editedRecord: Partial<EditedRecordOf<K, N, Registry>>
  /** Whether there are unsaved edits. */
  readonly hasEdits: boolean
  /** Whether a save is pending. */
  readonly isSaving: boolean
  /** The error of the last save. `undefined` if it succeeded. */
  readonly saveError: EntityError | undefined
  /** The server's messages by field, if it refused the last save. */
  readonly fieldErrors: { readonly [Field in keyof EditedRecordOf<K, N, Registry>]?: string }
  /** Changes fields, as `edit` of `useEntityRecord` does. Before the save, a function gets what the form shows. */
  readonly edit: (edits: EditsOf<K, N, Registry> | EditRecipe<K, N, Registry>, options?: EditOptions) => void
  /**
   * Creates the record on the server. After that, it saves the edits. Two calls create one record. Never rejects.
   * Resolves to a result: its `status` is `'saved'`, `'unchanged'`, `'queued'`, `'conflict'` or `'failed'`. An error
   * is also in `saveError`.
   */
  readonly save: (
    options?: RecordSaveOptions,
  ) => Promise<WriteResult<RecordOf<K, N, DefaultContext<K, N>, Registry>>>
  /** As `save`, but resolves to the record, or to `undefined` if the save is queued. Rejects if the save fails. */
  readonly saveAsync: (
    options?: RecordSaveOptions,
  ) => Promise<RecordOf<K, N, DefaultContext<K, N>, Registry> | undefined>
  /** Discards the unsaved edits and begins a new record with the initial fields. */
  readonly reset: () => void
}

const nothing: RecordData = {}

/**
 * A form for a new record, with undo and the server's errors by field. Nothing is sent before `save`. After the save, the
 * same form edits the saved record. With `createDurability` the edits survive a reload. It works before the server was
 * asked for its post types: `save` asks first.
 *
 * When the form leaves the screen, its edits stay in the store as unsaved edits. Call `reset` to discard them.
 * @param initial The initial fields of the form, read once. Default: none.
 * @example
 * const { editedRecord, edit, save, isSaving } = useNewEntityRecord('postType', 'post', { status: 'draft' })
 */
export function useNewEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  initial?: EditsOf<K, N>,
): UseNewEntityRecordResult<K, N> {
  const store = useEntityStore()
  const [round, setRound] = useState({ initial: initial ?? nothing })
  const form = useMemo(() => new NewRecord(store, kind, name, round.initial), [store, kind, name, round])
  const functions = useMemo(() => {
    const save = async (options?: RecordSaveOptions): Promise<WriteResult> => {
      try {
        const id = form.begin()
        return await store.dispatch(
          saveEditedEntityRecord<string, string>(kind, name, id, { ...options, result: true }),
        )
      } catch (error) {
        return failedWrite(error)
      }
    }
    return {
      edit: (edits: RecordData | EditRecipe<string, string>, options?: EditOptions) =>
        form.edit(edits, byFields(options)),
      save,
      saveAsync: async (options?: RecordSaveOptions) => recordOrThrow(await save(options)),
      reset: () => {
        form.discard()
        setRound(({ initial: first }) => ({ initial: first }))
      },
    }
  }, [store, kind, name, form])

  const made = useSyncExternalStore(form.subscribe, form.readId, form.readId)
  const current = useEntitySelector((state) => currentId(state, made))
  const id = isLocalId(current) ? undefined : current
  const { record, editedRecord, hasEdits, isSaving, saveError } = useEntityRecord<string, string>(
    kind,
    name,
    made,
  )
  const { undo, redo, hasUndo, hasRedo } = useUndo({ scope: { kind, name, id: made } })
  const refused = useMemo(() => fieldErrors(saveError), [saveError])
  const result = {
    ...{
      id,
      isNew: id === undefined,
      record,
      hasEdits,
      isSaving,
      saveError,
      fieldErrors: refused,
    },
    editedRecord: editedRecord ?? form.initial,
    ...{ undo, redo, hasUndo, hasRedo },
    ...functions,
  }
  return result as unknown as UseNewEntityRecordResult<K, N>
}
