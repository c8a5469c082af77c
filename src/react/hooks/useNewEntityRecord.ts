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

/** A form for a record that does not exist yet. */
export interface UseNewEntityRecordResult<
  K extends string,
  N extends string,
  Registry = EntityTypes,
> extends UseUndoResult {
  /** The id that the server has given it; undefined until it is saved. */
  readonly id: EntityId | undefined
  /** Whether the server does not have it yet. */
  readonly isNew: boolean
  /** The record as the server answered the save; undefined before. */
  readonly record: RecordOf<K, N, DefaultContext<K, N>, Registry> | undefined
  /** What the form shows: what it begins with, and what was typed. */
  readonly editedRecord: Partial<EditedRecordOf<K, N, Registry>>
  /** Whether anything was typed that is not saved. */
  readonly hasEdits: boolean
  readonly isSaving: boolean
  /** What the last save failed with; undefined when it went well. */
  readonly saveError: EntityError | undefined
  /** What the server has against single fields, by field, where it has refused the last save. */
  readonly fieldErrors: { readonly [Field in keyof EditedRecordOf<K, N, Registry>]?: string }
  /** Changes fields, as the `edit` of `useEntityRecord`. Before the save, a recipe is given what the form shows. */
  readonly edit: (edits: EditsOf<K, N, Registry> | EditRecipe<K, N, Registry>, options?: EditOptions) => void
  /**
   * Makes the record on the server; from then on, saves what was typed since. Called twice it makes one record. Never
   * rejects: the result says what it came to, as does `saveError`.
   */
  readonly save: (
    options?: RecordSaveOptions,
  ) => Promise<WriteResult<RecordOf<K, N, DefaultContext<K, N>, Registry>>>
  /** The same; resolves to the record, undefined while the save waits to be sent later, and rejects when it fails. */
  readonly saveAsync: (
    options?: RecordSaveOptions,
  ) => Promise<RecordOf<K, N, DefaultContext<K, N>, Registry> | undefined>
  /** Gives up what is not saved, and begins anew: also for the next record, after a save. */
  readonly reset: () => void
}

const nothing: RecordData = {}

/**
 * A form that makes a record: edits with undo, a save, and what the server has against each field. It needs nothing else;
 * with `createDurability` what is typed also survives the page. Of a post type or taxonomy it may be on screen before the
 * server was asked which there are: the save asks first. Once the record is saved the form goes on with that.
 *
 * What was typed stays unsaved work of the store when the form leaves the screen, as edits do: call `reset` to give it up.
 * @param initial The fields that it begins with, as of the first render. Default: none.
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
