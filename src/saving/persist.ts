import { isKeyless, keyField, type EntityConfig } from '../config/entityConfig'
import type { ConfigPart } from '../config/reducer'
import { editsMoved, editsSent, editTouches, type RecordEdited } from '../edits/actions'
import { withoutUnchanged } from '../edits/applyEdits'
import { editEntityRecord } from '../edits/editEntityRecord'
import { isEmpty, isMerged, isTransient } from '../edits/fields'
import { evaluateLazyEdits } from '../edits/lazyEdit'
import type { EditsPart } from '../edits/reducer'
import { editedOf, selectEditedView, type EditedView } from '../edits/selectors'
import { recordsRemoved, recordWritten } from '../entities/actions'
import { readRecord, receipt, type KeyedRecords } from '../entities/readAnswer'
import type { EntitiesPart } from '../entities/reducer'
import { selectKnownRecord } from '../entities/selectors'
import { EntityStoreError, show } from '../errors'
import { entityKey, stale, type RecordKey } from '../keys'
import type { LookupsPart } from '../lookups/reducer'
import type { PermissionsPart } from '../permissions/reducer'
import { assertPlain, deepEqual, filterFields, isRecord, own, type RecordData } from '../plain'
import { answersStaled, listsStaled, recordStaled } from '../resolution/actions'
import type { ResolutionPart } from '../resolution/reducer'
import type { RestError } from '../rest/restError'
import { together, type StoreAction, type Thunk } from '../thunk'
import { saveFinished, saveStarted, type SaveTarget } from './actions'
import type { SavingPart } from './reducer'
import { failureOf, forbiddenFacts, sendWrite } from './sendWrite'
import type { WriteOptions } from './writeLock'

/** The parts of the state that a save works on. */
export type SaveParts = ConfigPart &
  EditsPart &
  EntitiesPart &
  LookupsPart &
  PermissionsPart &
  ResolutionPart &
  SavingPart

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
): Thunk<SaveParts, Promise<RecordData | undefined>> {
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
        const answer = readAnswer(save, data, known, body)
        return () => {
          const facts = savedFacts(getState(), save, answer, sent, services.nextTurn(), services.nextTurn())
          saved = answer.isWhole ? answer.record : { ...known, ...answer.record }
          return facts
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
  toldBy = refusalFacts,
): Thunk<SaveParts, Promise<void>> {
  return async (dispatch, getState, { nextTurn }) => {
    try {
      dispatch(saveStarted(target))
      const makeFacts = await work()
      dispatch(together([...makeFacts(), saveFinished(target)]))
    } catch (error) {
      const facts = toldBy(getState(), target, error, nextTurn())
      dispatch(together([...facts, saveFinished(target, failureOf(error))]))
      if (throwOnError) throw error
    }
  }
}

/** What the failure of a write tells of the edits that it sent, and of permissions. */
function refusalFacts(
  state: SaveParts,
  target: SaveTarget,
  error: unknown,
  turn: number,
): readonly StoreAction[] {
  return [...settledEdits(state, target, error, turn), ...forbiddenFacts(error, target, turn)]
}

/** The fields as they are sent: lazy edits computed (and kept as edits), nothing transient, no key, plain data. */
export function readyFields(save: Save, fields: RecordData): Thunk<SaveParts, RecordData> {
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

function viewOf(state: SaveParts, { kind, name, key, id }: SaveTarget): EditedView | undefined {
  return key === undefined ? undefined : selectEditedView(state, kind, name, id)
}

/** What the server answered to a save. */
interface Answer {
  readonly record: RecordData
  /** Whether it is all of the record; else it is only what was sent. */
  readonly isWhole: boolean
}

/** The record in an answer; a server that answers an update with nothing is taken at the word that it was sent. */
export function readAnswer(
  { config, kind, name, key, id }: Save,
  data: unknown,
  known: RecordData | undefined,
  body: RecordData,
): Answer {
  const field = keyField(config)
  if (isRecord(data) && (field === undefined || Object.hasOwn(data, field)))
    return { record: data, isWhole: true }
  if (key === undefined) {
    throw new EntityStoreError(
      'invalid_response',
      `A new record of (${kind}, ${name}) was answered with ${show(data)}, without its key '${field}'. It may exist: read the list first.`,
    )
  }
  const taken = Object.entries(body).map(([property, value]): [string, unknown] => {
    const before = own(known, property)
    if (!isRecord(before)) return [property, value]
    if (config.rawAttributes?.includes(property)) return [property, { ...before, raw: value }]
    return [property, isMerged(config, property) && isRecord(value) ? { ...before, ...value } : value]
  })
  return {
    record: {
      ...Object.fromEntries(taken),
      ...(isRecord(data) && data),
      ...(field !== undefined && { [field]: own(known, field) ?? id }),
    },
    isWhole: false,
  }
}

function savedFacts(
  state: SaveParts,
  save: Save,
  { record, isWhole }: Answer,
  sent: RecordData,
  staleTurn: number,
  turn: number,
): readonly StoreAction[] {
  const { config, kind, name, entity, key } = save
  const saved = readRecord(config, record)
  const savedKey = saved.keys[0] as RecordKey
  const facts = writtenFacts(config, saved, staleTurn, turn, {
    fields: isWhole ? null : Object.keys(record),
    sent,
  })
  if (key === undefined || key === savedKey) return facts
  // The server gave the record another key: what was typed meanwhile moves along.
  const left = filterFields(
    viewOf(state, save)?.row?.values ?? {},
    (field, value) => !deepEqual(value, sent[field]),
  )
  const moved: RecordEdited = {
    type: 'edits/recordEdited',
    kind,
    name,
    entity,
    key: savedKey,
    id: savedKey,
    values: left,
    base: turn,
    changes: {},
    undo: 'ignore',
    touches: editTouches(entity, savedKey),
  }
  return [
    ...facts,
    recordsRemoved({ kind, name, entity, keys: [key], turn: staleTurn }),
    ...(isEmpty(left) ? [] : [moved]),
  ]
}

/**
 * The facts of an answered write: the record as it is now, newer than every read that was asked for before, whose
 * answers and lists are stale. With `fields` only those are known, and the rest has to be asked for.
 */
export function writtenFacts(
  config: EntityConfig,
  written: KeyedRecords,
  staleTurn: number,
  turn: number,
  { fields = null, sent }: { readonly fields?: readonly string[] | null; readonly sent?: RecordData } = {},
): readonly StoreAction[] {
  const entity = entityKey(config.kind, config.name)
  const key = written.keys[0] as RecordKey
  return [
    recordWritten(entity, key, staleTurn),
    receipt(config, written, { context: 'default', fields, turn, isRead: true, ...(sent && { sent }) }),
    recordStaled(entity, key, fields ? turn : staleTurn),
    listsStaled(entity, staleTurn),
    ...invalidationFacts(config, staleTurn),
  ]
}

/** What else goes stale when a record of this entity is written. */
export function invalidationFacts({ invalidates = [] }: EntityConfig, turn: number): readonly StoreAction[] {
  return invalidates.map(({ kind, name }) => answersStaled([stale.entity(entityKey(kind, name))], turn))
}

/**
 * After a refusal the record is surely what it was, so that edits equal to it can go; after a lost answer nobody knows,
 * and all that was typed stays until the record was read again.
 */
export function settledEdits(
  state: SaveParts,
  target: SaveTarget,
  error: unknown,
  turn: number,
): readonly StoreAction[] {
  const view = viewOf(state, target)
  if (view?.row === undefined) return []
  const { sent, unsure = [], values } = view.row
  const { status = 0 } = Object(error) as Partial<RestError>
  const isRefused = sent === undefined || (status >= 400 && status < 500)
  const settled = isRefused
    ? { values: withoutUnchanged({ ...view, row: { unsure } }, values) }
    : { base: turn, unsure: [...new Set([...unsure, ...sent])] }
  return [editsMoved({ ...target, key: view.key }, { sent: undefined, ...settled })]
}
