import type { EntityId } from '../core/keys'
import type { RecordData } from '../core/plain'
import type { QueryInput } from '../core/query'
import { deleteEntityRecord } from '../deleting/deleteEntityRecord'
import { editEntityRecord, type EditOptions } from '../edits/editEntityRecord'
import {
  selectEditedEntityRecord,
  selectEntityRecordEdits,
  selectHasEdits,
  selectNonTransientEdits,
} from '../edits/selectors'
import { fetchEntityRecord } from '../entities/fetchEntityRecord'
import { selectEntityRecord } from '../entities/selectors'
import { fetchEntityRecords, type ListReadOptions } from '../queries/fetchEntityRecords'
import { selectEntityRecords } from '../queries/selectors'
import type {
  EditedRecordOf,
  EntityName,
  EntityQuery,
  Kind,
  RecordFor,
  RecordOf,
} from '../records/inference/inference'
import type { ReadOptions } from '../resolution/readOptions'
import {
  saveEditedEntityRecord,
  type SaveEditsOptions,
  saveEntityRecord,
  type SaveOptions,
} from '../saving/saveEntityRecord'
import { selectIsSaving, selectSaveError } from '../saving/selectors'
import type { WriteOptions } from '../saving/writeLock'
import type { EntityStore } from '../store/createEntityStore'

/** What tests do to the records of one entity, and what they ask about them. */
export interface TestRecords<K extends Kind, N extends EntityName<K>> {
  /** Reads a record, and gives it; undefined where the site refuses. */
  load<const Q extends EntityQuery | undefined = undefined>(
    id: EntityId,
    query?: Q,
    options?: ReadOptions,
  ): Promise<RecordFor<K, N, Q> | undefined>
  /** Reads a list, and gives it; null where the site refuses. */
  list<const Q extends EntityQuery | undefined = undefined>(
    query?: Q,
    options?: ListReadOptions,
  ): Promise<readonly RecordFor<K, N, Q>[] | null>
  /** Makes a record, and gives it as the site answered; undefined where it failed. */
  create(
    fields: Parameters<typeof saveEntityRecord<K, N>>[2],
    options?: SaveOptions,
  ): Promise<RecordOf<K, N> | undefined>
  /** Edits a record that is loaded. */
  edit(id: EntityId, edits: Parameters<typeof editEntityRecord<K, N>>[3], options?: EditOptions): void
  /** Saves what was edited, and gives the record as the site answered; undefined where it failed. */
  save(id: EntityId, options?: SaveEditsOptions): Promise<RecordOf<K, N> | undefined>
  /** Deletes a record; `{ force: true }` keeps it out of the trash. */
  remove(id: EntityId, query?: QueryInput, options?: WriteOptions): Promise<unknown>
  /** The record as the site said last. */
  record(id: EntityId): RecordFor<K, N, undefined> | undefined
  /** The rows of a list that is loaded; null for one that is not. */
  rows<const Q extends EntityQuery | undefined = undefined>(query?: Q): readonly RecordFor<K, N, Q>[] | null
  /** The record with what was edited. */
  edited(id: EntityId): EditedRecordOf<K, N> | undefined
  /** What was edited; undefined where nothing was. */
  edits(id: EntityId): RecordData | undefined
  /** What a save would send; an empty object where there is nothing to save. */
  toSave(id: EntityId): RecordData
  hasEdits(id: EntityId): boolean
  isSaving(id: EntityId): boolean
  /** Why the last save failed; undefined where it did not. */
  saveError(id: EntityId): unknown
}

/** The verbs for the records of one entity in a store. */
export function testRecordsOf<K extends Kind, N extends EntityName<K>>(
  { dispatch, getState }: Pick<EntityStore, 'dispatch' | 'getState'>,
  kind: K,
  name: N,
): TestRecords<K, N> {
  return {
    load: (id, query, options) => dispatch(fetchEntityRecord(kind, name, id, query, options)),
    list: (query, options) => dispatch(fetchEntityRecords(kind, name, query, options)),
    create: (fields, options) => dispatch(saveEntityRecord(kind, name, fields, options)),
    edit: (id, edits, options) => dispatch(editEntityRecord(kind, name, id, edits, options)),
    save: (id, options) => dispatch(saveEditedEntityRecord(kind, name, id, options)),
    remove: (id, query, options) => dispatch(deleteEntityRecord(kind, name, id, query, options)),
    record: (id) => selectEntityRecord(getState(), kind, name, id),
    rows: (query) => selectEntityRecords(getState(), kind, name, query),
    edited: (id) => selectEditedEntityRecord(getState(), kind, name, id),
    edits: (id) => selectEntityRecordEdits(getState(), kind, name, id),
    toSave: (id) => selectNonTransientEdits(getState(), kind, name, id),
    hasEdits: (id) => selectHasEdits(getState(), kind, name, id),
    isSaving: (id) => selectIsSaving(getState(), kind, name, id),
    saveError: (id) => selectSaveError(getState(), kind, name, id),
  }
}
