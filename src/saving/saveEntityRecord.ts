import { keyField } from '../config/entityConfig'
import { loadEntityConfig, unknownEntity } from '../config/loadEntityConfigs'
import { addressOf } from '../entities/selectors'
import { EntityStoreError, show, storeError } from '../errors'
import { entityKey, isMissingId, recordKey, type EntityId } from '../keys'
import type { LocksPart } from '../locks/reducer'
import { isRecord, readPath, writePath, type RecordData } from '../plain'
import { requireKey } from '../edits/requireKey'
import { editsOf, selectEditedView } from '../edits/selectors'
import type { EntityName, Kind, RecordOf, SavePayloadOf } from '../records/inference'
import type { Thunk } from '../thunk'
import { saveFinished } from './actions'
import { persist, type SaveParts } from './persist'
import { unnamed } from './reducer'
import { whileLocked, type WriteOptions } from './writeLock'

type Parts = SaveParts & LocksPart

/** Options of a save. */
export interface SaveOptions extends WriteOptions {
  /** Names a create, so that its state can be asked for beside others: `selectIsSaving(s, kind, name, { createId })`. */
  readonly createId?: string
}

/**
 * Saves a record: creates it when it has no id, else updates the given fields. The answer takes its place in the store
 * and the lists of the entity are read again; edits that it settles are gone, later ones stay.
 * @returns The record as answered; undefined when the save failed (the error stands on the record) or nobody knows the entity.
 * @throws With `throwOnError`, what the fetcher rejected with; always EntityStoreError `invalid_record`, `invalid_id`.
 * (spec.md, sections 4, 7 and 8)
 */
export function saveEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  record: SavePayloadOf<K, N>,
  options: SaveOptions = {},
): Thunk<Parts, Promise<RecordOf<K, N> | undefined>> {
  return async (dispatch, getState, { nextTurn }) => {
    const config = await dispatch(loadEntityConfig(kind, name))
    if (config === undefined)
      return dispatch(refuseUnknown(kind, name, { createId: options.createId ?? unnamed }, options))
    if (!isRecord(record)) {
      throw new EntityStoreError(
        'invalid_record',
        `${show(record)} is not a record of (${kind}, ${name}). Pass an object of fields.`,
      )
    }
    const fields: RecordData = record
    const field = keyField(config)
    const id = field === undefined ? undefined : (fields[field] as EntityId | undefined)
    const key = addressOf(config, id)
    const createId = options.createId ?? `${unnamed}${nextTurn()}`
    const save = {
      ...entityOf(kind, name),
      key,
      id: isMissingId(id) ? undefined : id,
      ...(key === undefined && { createId }),
      config,
      fields,
    }
    const saved = dispatch(
      whileLocked(writePathOf(kind, name, key ?? createId), options, () => dispatch(persist(save, options))),
    )
    return (await saved) as RecordOf<K, N> | undefined
  }
}

/**
 * Saves the edits of a record. They are read when its turn has come, so that two quick calls send nothing twice.
 * @returns The record as answered; undefined when there was nothing to save or the save failed (the error stands on the record).
 * @throws As `saveEntityRecord`.
 */
export function saveEditedEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  id?: EntityId,
  options: WriteOptions = {},
): Thunk<Parts, Promise<RecordOf<K, N> | undefined>> {
  return saveEdits(kind, name, id, options, (edits) => edits) as Thunk<
    Parts,
    Promise<RecordOf<K, N> | undefined>
  >
}

/**
 * Saves chosen fields among the edits of a record, named by dotted paths; the other edits stay. Saves nothing when none
 * of them was edited.
 * @returns As `saveEditedEntityRecord`.
 */
export function saveSpecifiedEntityEdits<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  id: EntityId | undefined,
  paths: readonly string[],
  options: WriteOptions = {},
): Thunk<Parts, Promise<RecordOf<K, N> | undefined>> {
  return async (dispatch) =>
    (await dispatch(saveEdits(kind, name, id, options, (edits) => pick(edits, paths)))) as
      RecordOf<K, N> | undefined
}

function saveEdits(
  kind: string,
  name: string,
  id: EntityId | undefined,
  options: WriteOptions,
  choose: (edits: RecordData) => RecordData | undefined,
): Thunk<Parts, Promise<RecordData | undefined>> {
  return async (dispatch, getState) => {
    const config = await dispatch(loadEntityConfig(kind, name))
    if (config === undefined) return dispatch(refuseUnknown(kind, name, { id }, options))
    const key = requireKey(config, id)
    return dispatch(
      whileLocked(writePathOf(kind, name, key), options, async () => {
        const view = selectEditedView(getState(), kind, name, id)
        const edits = view && editsOf(view)?.toSave
        const fields = edits && choose(edits)
        if (fields === undefined) return undefined
        return dispatch(persist({ ...entityOf(kind, name), key, id: view?.id, config, fields }, options))
      }),
    )
  }
}

function entityOf(kind: string, name: string) {
  return { kind, name, entity: entityKey(kind, name), isAutosave: false }
}

/** The path that a write to a record locks. */
export function writePathOf(kind: string, name: string, key: string): readonly string[] {
  return ['entities', 'records', kind, name, key]
}

function refuseUnknown(
  kind: string,
  name: string,
  save: { readonly id?: EntityId; readonly createId?: string },
  { throwOnError }: WriteOptions,
): Thunk<Parts, undefined> {
  return (dispatch) => {
    const error = unknownEntity(kind, name)
    const { id } = save
    dispatch(saveFinished({ ...entityOf(kind, name), ...save, key: recordKey(id), id }, storeError(error)))
    if (throwOnError) throw error
    return undefined
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
