import { loadEntityConfig, unknownEntity } from '../config/loadEntityConfigs'
import { requireKey } from '../edits/requireKey'
import { readRecord } from '../entities/readAnswer'
import { removalFacts } from '../entities/removeEntityRecords'
import { selectRow, selectWrittenTurn } from '../entities/selectors'
import { entityKey, type EntityId, type EntityKey, type RecordKey } from '../keys'
import type { LocksPart } from '../locks/reducer'
import { isRecord, type RecordData } from '../plain'
import { rowsLeft } from '../queries/actions'
import { normalizeQuery, type QueryInput } from '../query'
import { invalidationFacts, writtenFacts, type SaveParts } from '../saving/persist'
import { writePathOf } from '../saving/saveEntityRecord'
import { failureOf, forbiddenFacts, sendWrite } from '../saving/sendWrite'
import { whileLocked, type WriteOptions } from '../saving/writeLock'
import { together, type Thunk } from '../thunk'
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
    const key = requireKey(config, id)
    const entity = entityKey(kind, name)
    const { parameters } = normalizeQuery(query)
    const asked = services.nextTurn()
    let answer: unknown = false
    await dispatch(
      whileLocked(writePathOf(kind, name, key), options, async () => {
        if (isDone(getState(), entity, key, asked, parameters.force)) {
          answer = undefined
          return
        }
        dispatch(deleteStarted(entity, key))
        try {
          const data = await sendWrite(services, config, key, { method: 'DELETE', parameters }, options)
          const staleTurn = services.nextTurn()
          const facts = isTrashed(data)
            ? [
                ...writtenFacts(config, readRecord(config, data, key), staleTurn, services.nextTurn()),
                rowsLeft(entity, [key], data.status),
              ]
            : [...removalFacts(kind, name, [key], staleTurn), ...invalidationFacts(config, staleTurn)]
          dispatch(together([...facts, deleteFinished(entity, key)]))
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
function isDone(state: Parts, entity: EntityKey, key: RecordKey, asked: number, force: unknown): boolean {
  const row = selectRow(state, entity, key, 'default')
  return (
    selectWrittenTurn(state, entity, key) > asked && (row === undefined || (!force && isTrashed(row.record)))
  )
}

/** Whether the answer is the record itself, with a status that says that it still exists. */
function isTrashed(data: unknown): data is RecordData & { status: string } {
  return isRecord(data) && data.status === 'trash'
}
