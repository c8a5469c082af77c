import { keyField, type EntityConfig } from '../config/entityConfig'
import { isUnknownEntity, knownConfig, loadEntityConfig } from '../config/loadEntityConfigs'
import { requireKey } from '../edits/requireKey'
import type { WriteTarget } from '../entities/actions'
import { currentId } from '../entities/aliases'
import { termsCounted } from '../entities/termCounts'
import { selectKnownRecord, selectRow, selectWrittenSeq } from '../entities/selectors'
import { storeError, type StoredError } from '../core/errors'
import { entityKey, recordKey, type EntityId, type EntityKey, type RecordKey } from '../core/keys'
import type { LocksSliceState } from '../locks/reducer'
import { normalizeQuery, type QueryInput } from '../core/query'
import { passGate } from '../saving/passGate'
import { runWrite, type WriteEvents } from '../saving/runWrite'
import type { SaveState } from '../saving/saveState'
import { writePathOf } from '../saving/saveEntityRecord'
import { whileLocked, type WriteOptions } from '../saving/writeLock'
import { writeName } from '../saving/writes'
import { isRecord, type RecordData } from '../core/plain'
import { getRow } from '../core/recordTable'
import {
  failedWrite,
  tellOutcome,
  type ForResult,
  type TellingOptions,
  withRecord,
  type WriteResult,
} from '../saving/writeOutcome'
import type { Thunk } from '../core/thunk'
import type { SendWrite } from '../core/writeGate'
import { deletingFailed, deletingStarted } from './actions'
import type { DeletingSliceState } from './reducer'
import { sendDeletion } from './sendDeletion'

const events: WriteEvents = { started: deletingStarted, failed: deletingFailed }

type RequiredState = DeletingSliceState & LocksSliceState & SaveState

/**
 * Deletes a record. With `{ force: true }` it is gone, and all it leaves behind goes: edits, list rows, undo steps,
 * permissions. Where the server puts it in the trash instead, it stays a record, with its new status, and leaves the
 * lists that don't ask for that status. A widget that goes to the inactive ones stays a record, too; a template goes back
 * to what the theme has, which is read at once.
 * @returns What the server answered; false when it failed (the error stands on the record); undefined when nobody
 * knows the entity, when another call has deleted the record meanwhile, or when an earlier try has, whose answer was lost.
 * With `{ result: true }` a {@link WriteResult} with the record that was deleted, or as it lies in the trash.
 * @throws With `throwOnError`, what the fetcher rejected with, and EntityStoreError `invalid_response` for an answer that
 * is neither empty, `{ deleted: true }` nor the record; always `missing_id`, `invalid_id`.
 * @example
 * await dispatch(deleteEntityRecord('postType', 'post', 1)) // into the trash, where there is one
 */
export function deleteEntityRecord(
  kind: string,
  name: string,
  id: EntityId,
  query: QueryInput | undefined,
  options: WriteOptions & ForResult,
): Thunk<RequiredState, Promise<WriteResult>>
export function deleteEntityRecord(
  kind: string,
  name: string,
  id: EntityId,
  query?: QueryInput,
  options?: WriteOptions,
): Thunk<RequiredState, Promise<unknown>>
export function deleteEntityRecord(
  kind: string,
  name: string,
  id: EntityId,
  query?: QueryInput,
  options: WriteOptions & TellingOptions = {},
): Thunk<RequiredState, Promise<unknown>> {
  return (dispatch) => {
    let answer: unknown
    const deleted = dispatch(
      deleteRecord(kind, name, id, query, options, (given) => {
        answer = given
      }),
    )
    return tellOutcome(deleted, options, ({ error }) => (error && !isUnknownEntity(error) ? false : answer))
  }
}

/** @param onAnswer - Is given the body of the server's answer. */
function deleteRecord(
  kind: string,
  name: string,
  id: EntityId,
  query: QueryInput | undefined,
  options: WriteOptions,
  onAnswer: (answer: unknown) => void,
): Thunk<RequiredState, Promise<WriteResult>> {
  return async (dispatch, getState, services) => {
    const entity = entityKey(kind, name)
    let config: EntityConfig
    try {
      config = knownConfig(getState(), kind, name, await dispatch(loadEntityConfig(kind, name)))
    } catch (error) {
      const target = { kind, name, entity, key: recordKey(id), id, isAutosave: false, isDelete: true }
      if (!isUnknownEntity(error)) dispatch(deletingFailed(target, storeError(error)))
      return failedWrite(error)
    }
    const lockedKey = requireKey(getState(), config, id)
    const { parameters } = normalizeQuery(query)
    const asked = services.nextSeq()
    let failure: StoredError | undefined
    let record: RecordData | undefined
    const remove = async (target: WriteTarget & { readonly key: RecordKey }) => {
      const { key } = target
      record = selectKnownRecord(getState(), entity, key)
      const send: SendWrite = ({ headers } = {}) =>
        sendDeletion(
          services,
          config,
          { ...target, failure, known: record, counted: termsCounted(getState(), config, record) },
          { parameters, headers },
          options,
        )
      const write = { fields: {}, parameters }
      const { answer: data, makeResults } = await passGate(services, getState(), target, write, options, send)
      return () => {
        onAnswer(data)
        record = recordIn(data, config) ?? record
        return makeResults()
      }
    }
    return dispatch(
      whileLocked(writePathOf(kind, name, lockedKey), options, async (turn) => {
        // The answer to a save may have given the record its id meanwhile.
        const key = requireKey(getState(), config, id)
        const current = currentId(getState(), id)
        const target = { kind, name, entity, key, id: current, isAutosave: false, isDelete: true }
        failure = getRow(getState().deleting, writeName(target))?.error
        if (isDone(getState(), entity, key, asked, parameters.force)) {
          return { status: 'unchanged', record: selectKnownRecord(getState(), entity, key) }
        }
        const ready = () => ({ work: () => remove(target) })
        const outcome = await dispatch(runWrite(target, turn, ready, events))
        return withRecord(outcome, record)
      }),
    )
  }
}

/** The record that the answer to a deletion has: as it was before, or as it lies in the trash. */
function recordIn(answer: unknown, config: EntityConfig): RecordData | undefined {
  if (!isRecord(answer)) return undefined
  if (isRecord(answer.previous)) return answer.previous
  const field = keyField(config)
  return field !== undefined && Object.hasOwn(answer, field) ? answer : undefined
}

/** Whether another call deleted the record, put it in the trash or gave it back to the theme, while this one waited. */
function isDone(
  state: RequiredState,
  entity: EntityKey,
  key: RecordKey,
  asked: number,
  force: unknown,
): boolean {
  if (selectWrittenSeq(state, entity, key) <= asked) return false
  const record = selectRow(state, entity, key, 'default')?.record
  if (record === undefined || (record.has_theme_file && record.source === 'theme')) return true
  return !force && record.status === 'trash'
}
