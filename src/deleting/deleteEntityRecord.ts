import { isKeyless, keyField, type EntityConfig } from '../config/entityConfig'
import { loadEntityConfig, unknownEntity } from '../config/loadEntityConfigs'
import { recordWritten } from '../entities/actions'
import { readRecord, receipt } from '../entities/readAnswer'
import { removalFacts } from '../entities/removeEntityRecords'
import { addressOf, selectRow, selectWrittenTurn } from '../entities/selectors'
import { EntityStoreError, show } from '../errors'
import { entityKey, type EntityId, type RecordKey } from '../keys'
import type { LocksPart } from '../locks/reducer'
import { isRecord, type RecordData } from '../plain'
import { rowsLeft } from '../queries/actions'
import { normalizeQuery, type QueryInput } from '../query'
import { listsStaled, recordStaled } from '../resolution/actions'
import { invalidationFacts, type SaveParts } from '../saving/persist'
import { writePathOf } from '../saving/saveEntityRecord'
import { failureOf, forbiddenFacts, sendWrite } from '../saving/sendWrite'
import { whileLocked, type WriteOptions } from '../saving/writeLock'
import { together, type StoreAction, type Thunk } from '../thunk'
import { deleteFinished, deleteStarted } from './actions'
import type { DeletingPart } from './reducer'

type Parts = DeletingPart & LocksPart & SaveParts

/**
 * Deletes a record. With `{ force: true }` it is gone, and all it leaves behind goes: edits, list rows, undo steps,
 * permissions. Where the server puts it in the trash instead, it stays a record, with its new status, and leaves the
 * lists that don't ask for that status.
 * @returns What the server answered; false when it failed (the error stands on the record); undefined when nobody
 * knows the entity, or when another call has deleted the record meanwhile.
 * @throws With `throwOnError`, what the fetcher rejected with; always EntityStoreError `missing_id`, `invalid_id`. (spec.md, sections 4 and 8)
 */
export function deleteEntityRecord(
  kind: string,
  name: string,
  id: EntityId,
  query?: QueryInput,
  options: WriteOptions = {},
): Thunk<Parts, Promise<unknown>> {
  return async (dispatch, getState, services) => {
    const config = await dispatch(loadEntityConfig(kind, name))
    if (config === undefined) {
      if (options.throwOnError) throw unknownEntity(kind, name)
      return undefined
    }
    const key = addressOf(config, id)
    if (key === undefined || isKeyless(config)) {
      throw new EntityStoreError(
        'missing_id',
        `${show(id)} is not the id of a record of (${kind}, ${name}) that could be deleted. Pass the record's id.`,
      )
    }
    const entity = entityKey(kind, name)
    const { parameters } = normalizeQuery(query)
    const asked = services.nextTurn()
    let answer: unknown = false
    await dispatch(
      whileLocked(writePathOf(kind, name, key), options, async () => {
        if (isDone(getState(), config, key, asked, parameters.force)) {
          answer = undefined
          return
        }
        dispatch(deleteStarted(entity, key))
        try {
          const data = await sendWrite(services, config, key, { method: 'DELETE', parameters }, options)
          const staleTurn = services.nextTurn()
          const facts = isTrashed(config, data)
            ? trashFacts(config, key, data, staleTurn, services.nextTurn())
            : removalFacts(kind, name, [key], staleTurn)
          dispatch(together([...facts, ...invalidationFacts(config, staleTurn), deleteFinished(entity, key)]))
          answer = data
        } catch (error) {
          const refused = forbiddenFacts(error, entity, key, 'delete', services.nextTurn())
          dispatch(together([...refused, deleteFinished(entity, key, failureOf(error))]))
          if (options.throwOnError) throw error
        }
      }),
    )
    return answer
  }
}

/** Whether another call deleted the record, or put it in the trash, while this one waited for its turn. */
function isDone(
  state: Parts,
  { kind, name }: EntityConfig,
  key: RecordKey,
  asked: number,
  force: unknown,
): boolean {
  const entity = entityKey(kind, name)
  if (selectWrittenTurn(state, entity, key) <= asked) return false
  const contexts = Object.keys(state.entities.records[entity]?.contexts ?? {})
  const rows = contexts.flatMap((context) => selectRow(state, entity, key, context) ?? [])
  return rows.length === 0 || (!force && rows.some(({ record }) => record.status === 'trash'))
}

/** Whether the answer is the record itself, with a status that says that it still exists. */
function isTrashed(config: EntityConfig, data: unknown): data is RecordData & { status: string } {
  const field = keyField(config)
  return isRecord(data) && field !== undefined && Object.hasOwn(data, field) && data.status === 'trash'
}

function trashFacts(
  config: EntityConfig,
  key: RecordKey,
  record: RecordData & { status: string },
  staleTurn: number,
  turn: number,
): readonly StoreAction[] {
  const entity = entityKey(config.kind, config.name)
  return [
    recordWritten(entity, key, staleTurn),
    receipt(config, readRecord(config, record, key), {
      context: 'default',
      fields: null,
      turn,
      isRead: true,
    }),
    recordStaled(entity, key, staleTurn),
    rowsLeft(entity, [key], record.status),
    listsStaled(entity, staleTurn),
  ]
}
