import { keyField, type EntityConfig } from '../config/entityConfig'
import { isUnknownEntity } from '../config/loadEntityConfigs'
import { selectKnownRecord, selectRow, selectWrittenSeq } from '../entities/selectors'
import type { EntityId, EntityKey, RecordKey } from '../core/keys'
import { normalizeQuery, type QueryInput } from '../core/query'
import { defineWrite } from '../saving/defineWrite'
import { runWrite } from '../saving/runWrite'
import type { WriteOptions } from '../saving/writeLock'
import { writeAddress } from '../saving/writes'
import { isRecord, type RecordData } from '../core/plain'
import { getRow } from '../core/recordTable'
import { outcomeFor, type ForResult, type OutcomeOptions, type WriteResult } from '../saving/writeOutcome'
import type { Thunk } from '../core/thunk'
import { watchDispatch } from '../core/watchDispatch'
import { deletingFailed, deletingStarted } from './actions'
import type { StateWithDeleting } from './reducer'
import { sendDeletion, type DeletionInput, type DeletionPlan } from './sendDeletion'
import type { StateWithSaving } from '../saving/reducer'

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
): Thunk<StateWithDeleting, Promise<WriteResult>>
export function deleteEntityRecord(
  kind: string,
  name: string,
  id: EntityId,
  query?: QueryInput,
  options?: WriteOptions,
): Thunk<StateWithDeleting, Promise<unknown>>
export function deleteEntityRecord(
  kind: string,
  name: string,
  id: EntityId,
  query?: QueryInput,
  options: WriteOptions & OutcomeOptions = {},
): Thunk<StateWithDeleting, Promise<unknown>> {
  const thunk: Thunk<StateWithDeleting, Promise<unknown>> = (dispatch, getState, { nextSeq }) => {
    const { parameters } = normalizeQuery(query)
    const input = { kind, name, id, parameters, seq: nextSeq() }
    return outcomeFor(dispatch(runWrite(deletion, input, options)), options, ({ result, answer }) =>
      result.error && !isUnknownEntity(result.error) ? false : answer,
    )
  }
  return watchDispatch('deleteEntityRecord', thunk)
}

const deletion = /* @__PURE__ */ defineWrite<DeletionInput, DeletionPlan, StateWithDeleting>({
  what: () => 'delete',
  marks: { isDelete: true },
  events: { started: deletingStarted, failed: deletingFailed },
  plan({ input: { parameters, seq }, target, getState }) {
    const { entity } = target
    const key = target.key as RecordKey
    if (isDone(getState(), entity, key, seq, parameters.force)) return undefined
    const failure = getRow(getState().deleting, writeAddress(target))?.error
    return { fields: {}, parameters, known: selectKnownRecord(getState(), entity, key), failure }
  },
  send: sendDeletion,
  recordOf: (answer, { known }, config) => deletedRecord(answer, config) ?? known,
})

/** The record that the answer to a deletion has: as it was before, or as it lies in the trash. */
function deletedRecord(answer: unknown, config: EntityConfig): RecordData | undefined {
  if (!isRecord(answer)) return undefined
  if (isRecord(answer.previous)) return answer.previous
  const field = keyField(config)
  return field !== undefined && Object.hasOwn(answer, field) ? answer : undefined
}

/** Whether another call deleted the record, put it in the trash or gave it back to the theme, while this one waited. */
function isDone(
  state: StateWithSaving,
  entity: EntityKey,
  key: RecordKey,
  askedSeq: number,
  force: unknown,
): boolean {
  if (selectWrittenSeq(state, entity, key) <= askedSeq) return false
  const record = selectRow(state, entity, key, 'default')?.record
  if (record === undefined || (record.has_theme_file && record.source === 'theme')) return true
  return !force && record.status === 'trash'
}
