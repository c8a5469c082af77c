import { isKeyless, keyField, type EntityConfig } from '../config/entityConfig'
import type { ConfigPart } from '../config/reducer'
import { editsSent, editsSettled } from '../edits/actions'
import { withoutUnchanged } from '../edits/applyEdits'
import { editEntityRecord } from '../edits/editEntityRecord'
import { filterFields, isTransient } from '../edits/fields'
import { evaluateLazyEdits } from '../edits/lazyEdit'
import type { EditsPart } from '../edits/reducer'
import { editedOf, selectEditedView } from '../edits/selectors'
import { recordsRemoved, recordWritten } from '../entities/actions'
import { readRecord, receipt } from '../entities/readAnswer'
import type { EntitiesPart } from '../entities/reducer'
import { selectKnownRecord } from '../entities/selectors'
import { EntityStoreError, show, storeError } from '../errors'
import { entityKey, resourceKey, stale, type EntityId, type RecordKey } from '../keys'
import { permissionsReceived } from '../permissions/actions'
import type { PermissionsPart } from '../permissions/reducer'
import { assertPlain, isRecord, type RecordData } from '../plain'
import { answersStaled, listsStaled, recordStaled } from '../resolution/actions'
import type { ResolutionPart } from '../resolution/reducer'
import { parseAllow, type PermissionSet } from '../rest/allow'
import { isAbortError, RestError } from '../rest/restError'
import { buildPath } from '../rest/urls'
import { together, type StoreAction, type Thunk } from '../thunk'
import { saveFinished, saveStarted, type SaveTarget } from './actions'
import type { SavingPart } from './reducer'
import type { WriteOptions } from './writeLock'

/** The parts of the state that a save works on. */
export type SaveParts = ConfigPart & EditsPart & EntitiesPart & PermissionsPart & ResolutionPart & SavingPart

/** What is to be saved. */
export interface Save {
  readonly config: EntityConfig
  /** The record; undefined to create one. */
  readonly key: RecordKey | undefined
  /** The id as it was given. */
  readonly id: EntityId | undefined
  /** The fields to send; functions among them are computed first. */
  readonly fields: RecordData
  readonly createId?: string
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
    const { config, key, id } = save
    const target = targetOf(save)
    try {
      const fields = dispatch(readyFields(save))
      const started = saveStarted(target)
      const sent =
        key === undefined
          ? []
          : [
              editsSent({
                kind: config.kind,
                name: config.name,
                id,
                entity: target.entity,
                key,
                sent: fields,
              }),
            ]
      dispatch(together([started, ...sent]))
      const known = key === undefined ? undefined : selectKnownRecord(getState(), target.entity, key)
      const body = { ...fields, ...(await config.prePersist?.(known, fields)) }
      const { data } = await (options.fetcher ?? services.fetcher)({
        path: buildPath(config.baseURL, isKeyless(config) || key === undefined ? undefined : key),
        method: isKeyless(config) || key === undefined ? 'POST' : 'PUT',
        data: body,
        ...(options.signal && { signal: options.signal }),
      })
      const answer = usableAnswer(save, data, known, body)
      dispatch(
        together([
          ...savedFacts(save, answer, fields, services.nextTurn(), services.nextTurn()),
          saveFinished(target),
        ]),
      )
      return answer
    } catch (error) {
      dispatch(together(failureFacts(getState(), save, target, error, services.nextTurn())))
      if (options.throwOnError) throw error
      return undefined
    }
  }
}

/** What the state calls this save. */
export function targetOf({ config, key, id, createId }: Save): SaveTarget {
  const { kind, name } = config
  return {
    kind,
    name,
    entity: entityKey(kind, name),
    key,
    id,
    isAutosave: false,
    ...(createId !== undefined && { createId }),
  }
}

/** The fields as they are sent: lazy edits computed (and kept as edits), nothing transient, no key, plain data. */
function readyFields({ config, id, key, fields }: Save): Thunk<SaveParts, RecordData> {
  return (dispatch, getState) => {
    const { kind, name } = config
    const view = key === undefined ? undefined : selectEditedView(getState(), kind, name, id)
    const ready = evaluateLazyEdits(fields, { ...(view && editedOf(view)), ...fields })
    const computed = filterFields(ready, (field, value) => value !== fields[field])
    if (view && Object.keys(computed).length > 0)
      dispatch(editEntityRecord(kind, name, id, computed, { undoIgnore: true }))
    const toSend = filterFields(
      ready,
      (field, value) => value !== undefined && field !== keyField(config) && !isTransient(config, field),
    )
    assertPlain(toSend, 'invalid_record', `The record of (${kind}, ${name}) to be saved`)
    return toSend
  }
}

/** The record in an answer; a server that answers an update with nothing is taken at the word that it was sent. */
function usableAnswer(
  { config, key }: Save,
  data: unknown,
  known: RecordData | undefined,
  body: RecordData,
): RecordData {
  const field = keyField(config)
  if (isRecord(data) && (field === undefined || Object.hasOwn(data, field))) return data
  if (key === undefined) {
    throw new EntityStoreError(
      'invalid_response',
      `The server accepted a new record of (${config.kind}, ${config.name}) but answered ${show(data)} without the key field '${String(field)}'. The record may exist: read the list before creating it again.`,
    )
  }
  return {
    ...known,
    ...body,
    ...(isRecord(data) ? data : {}),
    ...(field !== undefined && { [field]: known?.[field] ?? key }),
  }
}

function savedFacts(
  { config, key }: Save,
  answer: RecordData,
  sent: RecordData,
  staleTurn: number,
  turn: number,
): readonly StoreAction[] {
  const { kind, name } = config
  const entity = entityKey(kind, name)
  const saved = readRecord(config, answer)
  const savedKey = saved.keys[0] as RecordKey
  const isRenamed = key !== undefined && key !== savedKey
  return [
    ...(isRenamed ? [recordsRemoved({ kind, name, entity, keys: [key], turn: staleTurn })] : []),
    recordWritten(entity, savedKey, staleTurn),
    receipt(config, saved, { context: 'default', fields: null, turn, isRead: true, sent }),
    recordStaled(entity, savedKey, staleTurn),
    listsStaled(entity, staleTurn),
    ...invalidationFacts(config, staleTurn),
  ]
}

/** What else goes stale when a record of this entity is written. */
export function invalidationFacts({ invalidates = [] }: EntityConfig, turn: number): readonly StoreAction[] {
  return invalidates.map(({ kind, name }) => answersStaled([stale.entity(entityKey(kind, name))], turn))
}

function failureFacts(
  state: SaveParts,
  save: Save,
  target: SaveTarget,
  error: unknown,
  turn: number,
): readonly StoreAction[] {
  const { config, key, id } = save
  const facts: StoreAction[] = [saveFinished(target, isAbortError(error) ? undefined : storeError(error))]
  const view = key === undefined ? undefined : selectEditedView(state, config.kind, config.name, id)
  if (view?.row)
    facts.push(
      editsSettled(target.entity, view.key, isRefusal(error) ? withoutUnchanged(view) : view.row.values),
    )
  if (isForbidden(error)) {
    const isCreate = key === undefined
    facts.push(
      permissionsReceived(
        { [resourceKey(target.entity, key)]: permissionsAfter(error, isCreate ? 'create' : 'update') },
        turn,
      ),
    )
  }
  return facts
}

/** Whether the server surely did nothing, so that the record is what it was. */
function isRefusal(error: unknown): boolean {
  const status = statusOf(error)
  return error instanceof EntityStoreError || (status >= 400 && status < 500)
}

/** Whether the user may not do it; an expired login is another matter. */
export function isForbidden(error: unknown): boolean {
  return statusOf(error) === 403 && (error as { code?: unknown }).code !== 'rest_cookie_invalid_nonce'
}

/** What a refusal tells of the permissions: its Allow header, as one field may be refused where others are not. */
export function permissionsAfter(error: unknown, refused: keyof PermissionSet): Partial<PermissionSet> {
  const allow = error instanceof RestError ? error.headers?.get('allow') : null
  return allow ? parseAllow(allow) : { [refused]: false }
}

function statusOf(error: unknown): number {
  const status: unknown =
    isRecord(error) || error instanceof Error ? (error as { status?: unknown }).status : undefined
  return typeof status === 'number' ? status : 0
}
