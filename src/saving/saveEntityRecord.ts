import { keyField, type EntityConfig } from '../config/entityConfig'
import { selectEntityRecord } from '../entities/selectors'
import { EntityStoreError, show } from '../core/errors'
import type { EntityId } from '../core/keys'
import { isLocalId } from '../core/localId'
import { readPath, writePath } from '../core/paths'
import { isRecord, own, type RecordData } from '../core/plain'
import { editsToSaveOf } from '../edits/selectors'
import type { EntityName, Kind, RecordOf, SavePayloadOf } from '../records/inference/inference'
import type { Thunk } from '../core/thunk'
import { watchDispatch } from '../core/watchDispatch'
import { autosave } from './autosave'
import { runWrite } from './runWrite'
import { save, type SaveInput } from './save'
import { unnamed } from './writes'
import type { WriteOptions } from './writeLock'
import {
  failedWrite,
  outcomeFor,
  type ForResult,
  type OutcomeOptions,
  type WriteOutcome,
  type WriteResult,
} from './writeOutcome'
import type { StateWithSaving } from './reducer'

/** Options of a save of edits. */
export interface SaveEditsOptions extends WriteOptions {
  /**
   * Whether it is only a safety copy of a loaded record: title, excerpt, content and meta, kept by the server as the
   * user's autosave. Of the user's own draft it counts as a save. Default false.
   */
  readonly isAutosave?: boolean
  /**
   * Saves with the record, and before it, the drafts that it refers to, such as a new category, and those that these
   * refer to (`copydesk/durable`). Default: the record alone, which fails with `local_reference` where it refers to one.
   */
  readonly with?: 'references'
}

/** Options of a save. */
export interface SaveOptions extends Omit<SaveEditsOptions, 'with'> {
  /**
   * Names a create, so that its state can be asked for beside others: `selectIsSaving(s, kind, name, { createId })`.
   * Default: none.
   */
  readonly createId?: string
}

/**
 * Saves a record: creates it when it has no id, else updates the given fields. The answer takes its place in the store
 * and the lists of the entity are read again; edits that it settles are gone, later ones stay. With `isAutosave` it is
 * kept as a safety copy, and only the user's own draft changes by it.
 * @returns The record as answered; undefined when the save failed (the error stands on the record), waits to be sent
 * later, or nobody knows the entity. With `{ result: true }` a {@link WriteResult}, which tells these apart.
 * @throws With `throwOnError`, what the fetcher rejected with, and EntityStoreError `invalid_response` for an answer that
 * neither is empty nor shows what was sent, `not_loaded`, `invalid_option` of an autosave; always `invalid_record`,
 * `invalid_id`. Unless the server refused it (400 to 499), a failed save may have been done: what it sent stays edited
 * until the record is read.
 * @example
 * const made = await dispatch(saveEntityRecord('postType', 'post', { title: 'New', status: 'draft' }))
 */
export function saveEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  record: SavePayloadOf<K, N>,
  options: SaveOptions & ForResult,
): Thunk<StateWithSaving, Promise<WriteResult<RecordOf<K, N>>>>
export function saveEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  record: SavePayloadOf<K, N>,
  options?: SaveOptions,
): Thunk<StateWithSaving, Promise<RecordOf<K, N> | undefined>>
export function saveEntityRecord(
  kind: string,
  name: string,
  record: unknown,
  options: SaveOptions & OutcomeOptions = {},
): Thunk<StateWithSaving, Promise<unknown>> {
  const { createId = unnamed } = options
  const fields = (): RecordData => {
    if (isRecord(record)) return record
    throw new EntityStoreError(
      'invalid_record',
      `${show(record)} is not a record of (${kind}, ${name}). Pass an object of fields.`,
    )
  }
  const idIn = (config: EntityConfig) => own(fields(), keyField(config) ?? '') as EntityId | undefined
  const saved = runSave({ kind, name, idIn, createId, fields }, options)
  return saveThunk('saveEntityRecord', saved, options)
}

/**
 * Saves the edits of a record. They are read once nobody else writes to it, so that two quick calls send nothing twice.
 * @returns The record as answered; undefined when there was nothing to save, the save failed (the error stands on the
 * record) or waits to be sent later. With `{ result: true }` a {@link WriteResult}, which tells these apart.
 * @throws As `saveEntityRecord`.
 * @example
 * const saved = await dispatch(saveEditedEntityRecord('postType', 'post', 1))
 */
export function saveEditedEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  id: EntityId | undefined,
  options: SaveEditsOptions & ForResult,
): Thunk<StateWithSaving, Promise<WriteResult<RecordOf<K, N>>>>
export function saveEditedEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  id?: EntityId,
  options?: SaveEditsOptions,
): Thunk<StateWithSaving, Promise<RecordOf<K, N> | undefined>>
export function saveEditedEntityRecord(
  kind: string,
  name: string,
  id?: EntityId,
  options: SaveEditsOptions & OutcomeOptions = {},
): Thunk<StateWithSaving, Promise<unknown>> {
  const saved = options.with
    ? saveWithReferences(kind, name, id, options)
    : saveEdits(kind, name, id, options)
  return saveThunk('saveEditedEntityRecord', saved, options)
}

/** A save as its callers get it. */
function saveThunk(
  maker: string,
  saved: Thunk<StateWithSaving, Promise<WriteOutcome>>,
  options: OutcomeOptions,
): Thunk<StateWithSaving, Promise<unknown>> {
  const save: Thunk<StateWithSaving, Promise<unknown>> = (dispatch) => outcomeFor(dispatch(saved), options)
  return watchDispatch(maker, save)
}

function saveWithReferences(
  kind: string,
  name: string,
  id: EntityId | undefined,
  { with: others, throwOnError, ...options }: SaveEditsOptions,
): Thunk<StateWithSaving, Promise<WriteOutcome>> {
  return async (dispatch, getState, { drafts }) => {
    const saved = await drafts?.saveWithReferences({ kind, name, key: id }, options)
    if (!saved) return dispatch(saveEdits(kind, name, id, options))
    if (saved.status === 'failed') return { result: failedWrite(saved.error) }
    if (saved.status === 'queued') return { result: { status: 'queued' } }
    const record = selectEntityRecord<string, string>(getState(), kind, name, id)
    return { result: { status: saved.status, record } }
  }
}

/**
 * Saves chosen fields among the edits of a record, named by dotted paths; the other edits stay. Saves nothing when none
 * of them was edited; a draft with a local id is made with nothing yet where no path is given.
 * @returns As `saveEditedEntityRecord`.
 * @example
 * await dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, ['title']))
 */
export function saveSpecifiedEntityEdits<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  id: EntityId | undefined,
  paths: readonly string[],
  options: WriteOptions & ForResult,
): Thunk<StateWithSaving, Promise<WriteResult<RecordOf<K, N>>>>
export function saveSpecifiedEntityEdits<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  id: EntityId | undefined,
  paths: readonly string[],
  options?: WriteOptions,
): Thunk<StateWithSaving, Promise<RecordOf<K, N> | undefined>>
export function saveSpecifiedEntityEdits(
  kind: string,
  name: string,
  id: EntityId | undefined,
  paths: readonly string[],
  options: WriteOptions & OutcomeOptions = {},
): Thunk<StateWithSaving, Promise<unknown>> {
  const nothing = paths.length === 0 && isLocalId(id) ? {} : undefined
  const saved = saveEdits(kind, name, id, options, (edits) => pick(edits, paths) ?? nothing)
  return saveThunk('saveSpecifiedEntityEdits', saved, options)
}

function saveEdits(
  kind: string,
  name: string,
  id: EntityId | undefined,
  options: SaveEditsOptions,
  choose = (edits: RecordData): RecordData | undefined => edits,
): Thunk<StateWithSaving, Promise<WriteOutcome>> {
  const { isAutosave = false } = options
  const fields: SaveInput['fields'] = (view) => {
    // Of a draft there is no record beside which a safety copy could stand.
    const edits = view && !(isAutosave && isLocalId(view.key)) && editsToSaveOf(view)
    return edits ? choose(edits) : undefined
  }
  return runSave({ kind, name, id, fields }, options)
}

function runSave(input: SaveInput, options: SaveEditsOptions): Thunk<StateWithSaving, Promise<WriteOutcome>> {
  return options.isAutosave ? runWrite(autosave, input, options) : runWrite(save, input, options)
}

function pick(edits: RecordData, paths: readonly string[]): RecordData | undefined {
  let picked: unknown
  for (const path of paths) {
    const { found, value } = readPath(edits, path)
    if (found) picked = writePath(picked ?? {}, path, value, edits)
  }
  return picked as RecordData | undefined
}
