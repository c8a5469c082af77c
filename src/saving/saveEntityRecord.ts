import { keyField, type EntityConfig } from '../config/entityConfig'
import { knownConfig, loadEntityConfig } from '../config/loadEntityConfigs'
import { recordKeyFor, selectEntityRecord } from '../entities/selectors'
import { EntityStoreError, show, storeError } from '../core/errors'
import { entityKey, isMissingId, keptName, recordKey, type EntityId } from '../core/keys'
import { isLocalId } from '../core/localId'
import type { LocksSliceState } from '../locks/reducer'
import { readPath, writePath } from '../core/paths'
import { isRecord, type RecordData } from '../core/plain'
import { requireKey } from '../edits/requireKey'
import { editsToSaveOf, selectEditedView } from '../edits/selectors'
import type { EntityName, Kind, RecordOf, SavePayloadOf } from '../records/inference/inference'
import type { Thunk } from '../core/thunk'
import { savingFailed } from './actions'
import { saveFields } from './saveFields'
import type { SaveState } from './saveState'
import { autosave } from './saveAutosave'
import { unnamed } from './writes'
import { whileLocked, type WriteOptions } from './writeLock'
import {
  failedWrite,
  savedRecord,
  tellOutcome,
  type ForResult,
  type TellingOptions,
  type WriteResult,
} from './writeOutcome'

type RequiredState = SaveState & LocksSliceState

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
): Thunk<RequiredState, Promise<WriteResult<RecordOf<K, N>>>>
export function saveEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  record: SavePayloadOf<K, N>,
  options?: SaveOptions,
): Thunk<RequiredState, Promise<RecordOf<K, N> | undefined>>
export function saveEntityRecord(
  kind: string,
  name: string,
  record: unknown,
  options: SaveOptions & TellingOptions = {},
): Thunk<RequiredState, Promise<unknown>> {
  return (dispatch) => tellOutcome(dispatch(saveRecord(kind, name, record, options)), options, savedRecord)
}

function saveRecord(
  kind: string,
  name: string,
  record: unknown,
  options: SaveOptions,
): Thunk<RequiredState, Promise<WriteResult>> {
  return async (dispatch, getState, { nextSeq }) => {
    let config: EntityConfig
    try {
      config = knownConfig(getState(), kind, name, await dispatch(loadEntityConfig(kind, name)))
    } catch (error) {
      return dispatch(failedFor(error, kind, name, { createId: options.createId ?? unnamed }))
    }
    if (!isRecord(record)) {
      throw new EntityStoreError(
        'invalid_record',
        `${show(record)} is not a record of (${kind}, ${name}). Pass an object of fields.`,
      )
    }
    const fields: RecordData = record
    const field = keyField(config)
    const id = field === undefined ? undefined : (fields[field] as EntityId | undefined)
    const createId = options.createId ?? `${unnamed}${nextSeq()}`
    const { isAutosave = false } = options
    const write = isAutosave ? autosave : saveFields
    const asked = recordKeyFor(getState(), config, id) ?? createId
    return dispatch(
      whileLocked(writePathOf(kind, name, asked), options, (turn) => {
        // The answer to another save may have given the record its id meanwhile.
        const key = recordKeyFor(getState(), config, id)
        const save = {
          ...entityOf(kind, name),
          key,
          id: isMissingId(id) ? undefined : id,
          ...(key === undefined && { createId }),
          config,
          fields,
          isAutosave,
        }
        return dispatch(write(save, turn))
      }),
    )
  }
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
): Thunk<RequiredState, Promise<WriteResult<RecordOf<K, N>>>>
export function saveEditedEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  id?: EntityId,
  options?: SaveEditsOptions,
): Thunk<RequiredState, Promise<RecordOf<K, N> | undefined>>
export function saveEditedEntityRecord(
  kind: string,
  name: string,
  id?: EntityId,
  options: SaveEditsOptions & TellingOptions = {},
): Thunk<RequiredState, Promise<unknown>> {
  const save = options.with ? saveTogether(kind, name, id, options) : saveWhole(kind, name, id, options)
  return (dispatch) => tellOutcome(dispatch(save), options, savedRecord)
}

function saveWhole(kind: string, name: string, id: EntityId | undefined, options: SaveEditsOptions) {
  return saveEdits(kind, name, id, options, (edits) => edits)
}

function saveTogether(
  kind: string,
  name: string,
  id: EntityId | undefined,
  { with: others, throwOnError, ...options }: SaveEditsOptions,
): Thunk<RequiredState, Promise<WriteResult>> {
  return async (dispatch, getState, { saveWithReferences }) => {
    const saved = await saveWithReferences?.({ kind, name, key: id }, options)
    if (!saved) return dispatch(saveWhole(kind, name, id, options))
    if (saved.status === 'failed') return failedWrite(saved.error)
    if (saved.status === 'queued') return { status: 'queued' }
    return { status: saved.status, record: selectEntityRecord<string, string>(getState(), kind, name, id) }
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
): Thunk<RequiredState, Promise<WriteResult<RecordOf<K, N>>>>
export function saveSpecifiedEntityEdits<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  id: EntityId | undefined,
  paths: readonly string[],
  options?: WriteOptions,
): Thunk<RequiredState, Promise<RecordOf<K, N> | undefined>>
export function saveSpecifiedEntityEdits(
  kind: string,
  name: string,
  id: EntityId | undefined,
  paths: readonly string[],
  options: WriteOptions & TellingOptions = {},
): Thunk<RequiredState, Promise<unknown>> {
  const nothing = paths.length === 0 && isLocalId(id) ? {} : undefined
  const save = saveEdits(kind, name, id, options, (edits) => pick(edits, paths) ?? nothing)
  return (dispatch) => tellOutcome(dispatch(save), options, savedRecord)
}

function saveEdits(
  kind: string,
  name: string,
  id: EntityId | undefined,
  options: SaveEditsOptions,
  choose: (edits: RecordData) => RecordData | undefined,
): Thunk<RequiredState, Promise<WriteResult>> {
  return async (dispatch, getState) => {
    let config: EntityConfig
    try {
      config = knownConfig(getState(), kind, name, await dispatch(loadEntityConfig(kind, name)))
    } catch (error) {
      return dispatch(failedFor(error, kind, name, { id }))
    }
    const asked = requireKey(getState(), config, id)
    const { isAutosave = false } = options
    const write = isAutosave ? autosave : saveFields
    return dispatch(
      whileLocked(writePathOf(kind, name, asked), options, async (turn) => {
        // The answer to another save may have given the record its id meanwhile.
        const key = requireKey(getState(), config, id)
        const unchanged = () => ({
          status: 'unchanged' as const,
          record: selectEntityRecord<string, string>(getState(), kind, name, id),
        })
        if (isAutosave && isLocalId(key)) return unchanged()
        const view = selectEditedView(getState(), kind, name, id)
        const edits = view && editsToSaveOf(view)
        const fields = edits && choose(edits)
        if (fields === undefined) return unchanged()
        const save = { ...entityOf(kind, name), key, id: view?.id, config, fields, isAutosave }
        return dispatch(write(save, turn))
      }),
    )
  }
}

function entityOf(kind: string, name: string) {
  return { kind, name, entity: entityKey(kind, name), isAutosave: false }
}

/** The path that a write to a record locks. */
export function writePathOf(kind: string, name: string, key: string): readonly string[] {
  return ['entities', 'records', ...keptName(kind, name), key]
}

/** Lets a save fail for want of a config. */
function failedFor(
  error: unknown,
  kind: string,
  name: string,
  save: { readonly id?: EntityId | undefined; readonly createId?: string },
): Thunk<RequiredState, WriteResult> {
  return (dispatch) => {
    const { id } = save
    dispatch(savingFailed({ ...entityOf(kind, name), ...save, key: recordKey(id), id }, storeError(error)))
    return failedWrite(error)
  }
}

function pick(edits: RecordData, paths: readonly string[]): RecordData | undefined {
  let picked: unknown
  for (const path of paths) {
    const { found, value } = readPath(edits, path)
    if (found) picked = writePath(picked ?? {}, path, value, edits)
  }
  return picked as RecordData | undefined
}
