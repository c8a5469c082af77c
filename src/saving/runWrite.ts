import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { requireEntityConfig } from '../config/loadEntityConfigs'
import { addresses } from '../core/address'
import { storeError, type StoredError } from '../core/errors'
import { entityKey, recordKey } from '../core/keys'
import { isEmpty, type RecordData } from '../core/plain'
import { getRow } from '../core/recordTable'
import { batched, type StoreAction, type Thunk } from '../core/thunk'
import { cellsOfHere, type EndedWrite, type SendWrite } from '../core/writeGate'
import { valuesAtPaths } from '../edits/cells'
import { editEntityRecord } from '../edits/editEntityRecord'
import { requireKey } from '../edits/requireKey'
import { isDirty } from '../edits/storedEdits'
import { recordLocation } from '../entities/recordLocation'
import type { WriteTarget } from '../entities/actions'
import { currentId } from '../entities/aliases'
import { recordKeyFor, selectKnownRecord } from '../entities/selectors'
import { dispatchReleasing } from '../locks/acquireLock'
import { lockReleased, type LockingAction, type UnlockingAction } from '../locks/actions'
import { isGivenUp } from '../rest/abort'
import { writeSettled, type WriteFailure, type WriteSettled } from './actions'
import type { WriteInput, WriteDefinition, WritePlan, Writing } from './defineWrite'
import { fieldsToWrite, writtenCells } from './prepareFields'
import { selectTargetView } from './saveState'
import { permissionsOfRefusal } from './sendWrite'
import { isLastAnswer, isRefusal, mayBeDone, settleEdits } from './settleEdits'
import { whileLocked, type OwnLock, type WriteOptions } from './writeLock'
import { failedWrite, type WriteOutcome } from './writeOutcome'
import { unnamed, writeAddress, type SaveConflict } from './writes'
import type { StateWithSaving } from './reducer'

/**
 * Writes: waits until nobody else writes to the record, lets the gates of plugins pass it, sends it, and puts what the
 * answer comes to into the state, made from the state of that very moment. It is pending meanwhile: the action that it
 * begins with takes its lock, the one that it ends with gives it back. A failure stands on the record, with all that it
 * says of edits and permissions.
 * @throws `missing_id`, `invalid_id`; what keeps the answer out of the state, such as a middleware that throws.
 */
export function runWrite<State extends StateWithSaving, Input extends WriteInput, Plan extends WritePlan>(
  write: WriteDefinition<State, Input, Plan>,
  input: Input,
  options: WriteOptions,
): Thunk<State, Promise<WriteOutcome>> {
  const { kind, name } = input
  const { signal } = options
  return async (dispatch, getState, services) => {
    const { nextSeq } = services
    const of = { kind, name, entity: entityKey(kind, name), isAutosave: false, ...write.marks }
    let config: EntityConfig
    try {
      config = await dispatch(requireEntityConfig(kind, name))
    } catch (error) {
      const { id, createId } = input
      const target = { ...of, key: recordKey(id), id, ...(createId !== undefined && { createId }) }
      dispatch(write.events.failed(target, storeError(error)))
      return failed(error)
    }
    const createId = input.createId === unnamed ? `${unnamed}${nextSeq()}` : input.createId
    /** The answer to another write may give the record its id while this one waits. */
    const address = () => addressOf(getState(), config, input, createId)
    const path = [...recordLocation(kind, name).path, address().key ?? String(createId)]

    async function writeLocked(own: OwnLock): Promise<WriteOutcome> {
      const mutation = write.sendsEdits && (options.mutation ?? services.nextName())
      const target: WriteTarget = { ...of, ...address(), ...(mutation && { mutation }) }
      const writing: Writing<State, Input> = { input, config, target, options, services, getState }
      const end = (actions: readonly StoreAction[]) => {
        dispatch(dispatchReleasing(ending(actions, own.id)))
      }
      const fail = (error: unknown) => {
        const learned = write.failsAlone ? {} : failureOf(getState(), config, target, error, nextSeq())
        const { conflict } = Object(error) as { readonly conflict?: SaveConflict }
        const scopes = [addresses.lists(target.entity)]
        const invalidates = mayBeDone(error) && { scopes, seq: nextSeq() }
        end([
          write.events.failed(target, shownOf(error, signal), {
            ...learned,
            ...(conflict && { conflict }),
            ...(invalidates && { invalidates }),
          }),
        ])
      }
      let plan: Plan | undefined
      let ended: EndedWrite
      let results: readonly StoreAction[]
      try {
        plan = write.plan(writing)
        if (plan === undefined) {
          const { entity, key } = target
          const record = key === undefined ? undefined : selectKnownRecord(getState(), entity, key)
          const { error, conflict } = getRow(getState().saving, writeAddress(target)) ?? {}
          // Of a save that failed nothing is left.
          if (error && !conflict && !isDirty(selectTargetView(getState(), target)?.row))
            dispatch(writeSettled(target))
          return { result: { status: 'unchanged', record } }
        }
        const planned = plan
        const written = () => writtenCells(config, selectTargetView(getState(), target), planned.fields)
        const mayBeEdited = write.sendsEdits && target.key !== undefined
        const ofHere = mayBeEdited ? cellsOfHere(written(), options.delivery) : {}
        const sent = isEmpty(ofHere) ? undefined : valuesAtPaths(ofHere)
        const start: StoreAction & LockingAction = write.events.started(target, sent)
        dispatch(own.taken ? { locked: own.taken, ...start } : start)
        const { computed = {} } = planned
        if (!isEmpty(computed)) dispatch(editEntityRecord(kind, name, target.id, computed, { undo: false }))
        ended = await passGate(writing, write, planned, ({ fields, headers, fetcher } = {}) =>
          write.send(writing, planned, {
            ...(fields && { fields: fieldsToWrite(config, selectTargetView(getState(), target), fields) }),
            ...(headers && { headers }),
            ...(fetcher && { fetcher }),
          }),
        )
        results = ended.makeResults()
      } catch (error) {
        fail(error)
        return failed(error)
      }
      try {
        end(results)
      } catch (error) {
        // A middleware has kept the answer out of the state. That is a mistake in it, of which every caller has to hear.
        fail(error)
        throw error
      }
      const { answer } = ended
      if (results.some(isQueued)) return { result: { status: 'queued' }, answer }
      const { recordOf = (found) => found as RecordData | undefined } = write
      return { result: { status: 'saved', record: recordOf(answer, plan, config) }, answer }
    }
    return dispatch(whileLocked(path, options, writeLocked, failed))
  }
}

/** The record of a write, as it is named now. */
function addressOf(
  state: StateWithSaving,
  config: EntityConfig,
  { id: given, idIn }: WriteInput,
  createId: string | undefined,
): Pick<WriteTarget, 'key' | 'id' | 'createId'> {
  const id = idIn ? idIn(config) : given
  if (createId === undefined) {
    const key = requireKey(state, config, id)
    return { key, id: isKeyless(config) ? undefined : currentId(state, id) }
  }
  const key = recordKeyFor(state, config, id)
  return key === undefined ? { key, id: undefined, createId } : { key, id: currentId(state, id) }
}

/** Sends a write, unless the store has somebody who wants to be asked first. */
function passGate<State extends StateWithSaving>(
  { input: { file }, config, target, options, services, getState }: Writing<State, WriteInput>,
  { what, sendsWhole }: Pick<WriteDefinition<State, WriteInput, WritePlan>, 'what' | 'sendsWhole'>,
  { fields, parameters }: WritePlan,
  send: SendWrite,
): Promise<EndedWrite> {
  if (!services.gate) return send()
  const { isAutosave: _, isDelete: __, ...named } = target
  const view = selectTargetView(getState(), target)
  const { origin, log } = view?.row ?? {}
  return services.gate(
    {
      ...named,
      what: what(target.key),
      fields: writtenCells(config, view, fields, sendsWhole),
      log: log?.filter(({ id }) => id !== target.mutation),
      origin,
      ...(parameters && { parameters }),
      file,
      options,
    },
    send,
  )
}

/** The actions that a write ends with, of which the last gives its lock back. */
function ending(actions: readonly StoreAction[], unlocked: string): StoreAction {
  const last = actions.at(-1)
  if (!last) return lockReleased(unlocked)
  const releasing: StoreAction & UnlockingAction = { unlocked, ...last }
  return batched([...actions.slice(0, -1), releasing])
}

/** Whether a write that has ended waits to be sent later. */
function isQueued(action: StoreAction): boolean {
  return (action as Partial<WriteSettled>).queued === true
}

/** A failure as it stands on the record: one that the caller asked for by aborting is none. */
function shownOf(error: unknown, signal: AbortSignal | undefined): StoredError | undefined {
  return isGivenUp(error, signal) ? undefined : storeError(error)
}

/** What a failure says of the edits that were sent, and of permissions. */
function failureOf(
  state: StateWithSaving,
  config: EntityConfig,
  target: WriteTarget,
  error: unknown,
  seq: number,
): WriteFailure {
  const settled = settleEdits(state, target, isRefusal(error), seq)
  const learned = permissionsOfRefusal(error, config, target, seq)
  const isAnswered = isLastAnswer(error)
  return { ...(settled && { settled: { ...settled, isAnswered } }), ...(learned && { learned }) }
}

function failed(error: unknown): WriteOutcome {
  return { result: failedWrite(error) }
}
