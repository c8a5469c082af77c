import { isKeyless, keyField, type EntityConfig } from '../config/entityConfig'
import type { ConfigSliceState } from '../config/reducer'
import { editsSent, editsSettled, type RecordEdited } from '../edits/actions'
import { withoutUnchanged } from '../edits/applyEdits'
import { editEntityRecord } from '../edits/editEntityRecord'
import { isTransient } from '../edits/fields'
import { evaluateLazyEdits } from '../edits/lazyEdit'
import type { EditsSliceState } from '../edits/storedEdits'
import { editedOf, selectEditedView, type EditedView } from '../edits/selectors'
import { recordsRemoved, recordWritten } from '../entities/actions'
import { readRecord, receipt, type KeyedRecords } from '../entities/parseRecords'
import type { EntitiesSliceState } from '../entities/reducer'
import { selectKnownRecord } from '../entities/selectors'
import { entityKey, stale, type RecordKey } from '../core/keys'
import type { LookupsSliceState } from '../wordpress/lookups/reducer'
import type { PermissionsSliceState } from '../permissions/reducer'
import { assertPlain } from '../core/assertPlain'
import { isEqual } from '../core/isEqual'
import { filterFields, isEmpty, type RecordData } from '../core/plain'
import { invalidated, listsInvalidated, recordInvalidated } from '../resolution/actions'
import type { ResolutionSliceState } from '../resolution/reducer'
import type { RestError } from '../rest/restError'
import { batched, type StoreAction, type Thunk } from '../core/thunk'
import { saveFinished, saveStarted, type SaveTarget } from './actions'
import { readSaveAnswer, type SaveAnswer } from './readSaveAnswer'
import type { SavingSliceState } from './reducer'
import { failureOf, forbiddenActions, sendWrite } from './sendWrite'
import type { WriteOptions } from './writeLock'

/** The parts of the state that a save works on. */
export type SaveState = ConfigSliceState &
  EditsSliceState &
  EntitiesSliceState &
  LookupsSliceState &
  PermissionsSliceState &
  ResolutionSliceState &
  SavingSliceState

/** What is to be saved. */
export interface Save extends SaveTarget {
  readonly config: EntityConfig
  /** The fields to send; functions among them are computed first. */
  readonly fields: RecordData
}

/**
 * Sends fields to the server, puts the answer in place and lets the edits go that it settles. The caller holds the
 * record's lock. A failure stands on the record, and everything that was edited stays.
 * @returns The record as answered; undefined when the save failed and `throwOnError` is not set.
 */
export function persist(
  save: Save,
  options: WriteOptions,
): Thunk<SaveState, Promise<RecordData | undefined>> {
  return async (dispatch, getState, services) => {
    const { config, fields, ...target } = save
    const { entity, key } = target
    let saved: RecordData | undefined
    await dispatch(
      whilePending(target, options, async () => {
        const sent = dispatch(readyFields(save, fields))
        if (key !== undefined) dispatch(editsSent({ ...target, key }, Object.keys(sent)))
        const known = key === undefined ? undefined : selectKnownRecord(getState(), entity, key)
        const body = { ...sent, ...(await config.prePersist?.(known, sent)) }
        const method = isKeyless(config) || key === undefined ? 'POST' : 'PUT'
        const data = await sendWrite(services, config, key, { method, data: body }, options)
        const answer = readSaveAnswer(save, data, known, body)
        return () => {
          const actions = savedActions(getState(), save, answer, sent, services.nextSeq(), services.nextSeq())
          saved = answer.isWhole ? answer.record : { ...known, ...answer.record }
          return actions
        }
      }),
    )
    return saved
  }
}

/**
 * Does the work of a save or a deletion, which is pending until the facts are told that it gives: they are made from the
 * state of that very moment. A failure stands on the record, with all that it tells.
 */
export function whilePending(
  target: SaveTarget,
  { throwOnError }: WriteOptions,
  work: () => Promise<() => readonly StoreAction[]>,
  toldBy = refusalActions,
): Thunk<SaveState, Promise<void>> {
  return async (dispatch, getState, { nextSeq }) => {
    try {
      dispatch(saveStarted(target))
      const makeActions = await work()
      dispatch(batched([...makeActions(), saveFinished(target)]))
    } catch (error) {
      const actions = toldBy(getState(), target, error, nextSeq())
      dispatch(batched([...actions, saveFinished(target, failureOf(error))]))
      if (throwOnError) throw error
    }
  }
}

/** What the failure of a write tells of the edits that it sent, and of permissions. */
function refusalActions(
  state: SaveState,
  target: SaveTarget,
  error: unknown,
  seq: number,
): readonly StoreAction[] {
  return [...settledEdits(state, target, error, seq), ...forbiddenActions(error, target, seq)]
}

/** The fields as they are sent: lazy edits computed (and kept as edits), nothing transient, no key, plain data. */
export function readyFields(save: Save, fields: RecordData): Thunk<SaveState, RecordData> {
  return (dispatch, getState) => {
    const { config, kind, name, id } = save
    const view = viewOf(getState(), save)
    const ready = evaluateLazyEdits(fields, { ...(view && editedOf(view)), ...fields })
    const computed = filterFields(ready, (field, value) => value !== fields[field])
    if (view && !isEmpty(computed)) dispatch(editEntityRecord(kind, name, id, computed, { undoIgnore: true }))
    const sent = filterFields(
      ready,
      (field, value) => value !== undefined && field !== keyField(config) && !isTransient(config, field),
    )
    assertPlain(sent, 'invalid_record', `The record of (${kind}, ${name}) to be saved`)
    return sent
  }
}

function viewOf(state: SaveState, { kind, name, key, id }: SaveTarget): EditedView | undefined {
  return key === undefined ? undefined : selectEditedView(state, kind, name, id)
}

function savedActions(
  state: SaveState,
  save: Save,
  { record, isWhole }: SaveAnswer,
  sent: RecordData,
  invalidatedSeq: number,
  seq: number,
): readonly StoreAction[] {
  const { config, kind, name, entity, key } = save
  const saved = readRecord(config, record)
  const savedKey = saved.keys[0] as RecordKey
  const actions = writtenActions(config, saved, invalidatedSeq, seq, {
    fields: isWhole ? null : Object.keys(record),
    sent,
  })
  if (key === undefined || key === savedKey) return actions
  // The server gave the record another key: what was typed meanwhile moves along.
  const { values = {}, transient = {} } = viewOf(state, save)?.row ?? {}
  const left = filterFields(values, (field, value) => !isEqual(value, sent[field]))
  const moved: RecordEdited = {
    type: 'edits/recordEdited',
    kind,
    name,
    entity,
    key: savedKey,
    id: savedKey,
    values: left,
    transient,
    base: seq,
    changes: {},
    undo: 'ignore',
  }
  return [
    ...actions,
    recordsRemoved({ kind, name, entity, keys: [key], seq: invalidatedSeq }),
    ...(isEmpty(left) && isEmpty(transient) ? [] : [moved]),
  ]
}

/**
 * The facts of an answered write: the record as it is now, newer than every read that was asked for before, whose
 * answers and lists are stale. With `fields` only those are known, and the rest has to be asked for.
 */
export function writtenActions(
  config: EntityConfig,
  written: KeyedRecords,
  invalidatedSeq: number,
  seq: number,
  { fields = null, sent }: { readonly fields?: readonly string[] | null; readonly sent?: RecordData } = {},
): readonly StoreAction[] {
  const entity = entityKey(config.kind, config.name)
  const key = written.keys[0] as RecordKey
  return [
    recordWritten(entity, key, invalidatedSeq),
    receipt(config, written, { context: 'default', fields, seq, isRead: true, ...(sent && { sent }) }),
    recordInvalidated(entity, key, fields ? seq : invalidatedSeq),
    listsInvalidated(entity, invalidatedSeq),
    ...invalidationActions(config, invalidatedSeq),
  ]
}

/** What else goes stale when a record of this entity is written. */
export function invalidationActions({ invalidates = [] }: EntityConfig, seq: number): readonly StoreAction[] {
  return invalidates.map(({ kind, name }) => invalidated([stale.entity(entityKey(kind, name))], seq))
}

/**
 * After a refusal the record is surely what it was, so that edits equal to it can go; after a lost answer nobody knows,
 * and all that was typed stays until the record was read again.
 */
export function settledEdits(
  state: SaveState,
  target: SaveTarget,
  error: unknown,
  seq: number,
): readonly StoreAction[] {
  const view = viewOf(state, target)
  if (view?.row === undefined) return []
  const { sent, uncertain = [], values } = view.row
  const { status = 0 } = Object(error) as Partial<RestError>
  const isRefused = sent === undefined || (status >= 400 && status < 500)
  const settled = isRefused
    ? { values: withoutUnchanged({ ...view, row: { uncertain } }, values) }
    : { base: seq, uncertain: [...new Set([...uncertain, ...sent])] }
  return [editsSettled({ ...target, key: view.key }, settled)]
}
