import type { RecordKey } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import type { QueryInput } from '../../core/query'
import { deleteEntityRecord } from '../../deleting/deleteEntityRecord'
import { editEntityRecord, type EditOptions } from '../../edits/editEntityRecord'
import type { EditRecipe } from '../../records/inference/inference'
import { saveEditedEntityRecord, type SaveEditsOptions } from '../../saving/saveEntityRecord'
import type { WriteOptions } from '../../saving/writeLock'
import { recordOrThrow } from '../../saving/writeOutcome'
import type { EntityStore } from '../../store/createEntityStore'

/** Options of a save or a deletion that a hook gives: which function is called says whether it rejects. */
export type RecordWriteOptions = Omit<WriteOptions, 'throwOnError'>

/** Options of a save of a record that a hook shows. */
export interface RecordSaveOptions extends RecordWriteOptions, Pick<SaveEditsOptions, 'with'> {}

/** Options of an edit that a component makes: it makes one undo level with others of the same fields, unless they say how. */
export function byFields(options: EditOptions = {}): EditOptions {
  const { undo, isCached, undoGroup = undo === undefined && isCached === undefined } = options
  return { ...options, undoGroup }
}

/** What a component can do with the record that it shows. */
export function recordFunctions(
  { dispatch }: EntityStore,
  kind: string,
  name: string,
  key: RecordKey | undefined,
  refetch: () => Promise<unknown>,
) {
  const save = (options?: RecordSaveOptions) =>
    dispatch(saveEditedEntityRecord<string, string>(kind, name, key, { ...options, result: true }))
  const remove = (parameters?: QueryInput, options?: RecordWriteOptions) =>
    dispatch(deleteEntityRecord(kind, name, key ?? '', parameters, { ...options, result: true }))
  return {
    edit: (edits: RecordData | EditRecipe<string, string>, options?: EditOptions) => {
      dispatch(editEntityRecord<string, string>(kind, name, key, edits, byFields(options)))
    },
    save,
    saveAsync: async (options?: RecordSaveOptions) => recordOrThrow(await save(options)),
    remove,
    removeAsync: async (parameters?: QueryInput, options?: RecordWriteOptions) =>
      recordOrThrow(await remove(parameters, options)),
    refetch,
  }
}
