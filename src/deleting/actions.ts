import type { StoredError } from '../errors'
import { scope, type EntityKey, type RecordKey } from '../keys'
import type { Touch } from '../thunk'

/** A deletion is under way. */
export interface DeleteStarted {
  readonly type: 'deleting/deleteStarted'
  readonly entity: EntityKey
  readonly key: RecordKey
  readonly touches: readonly Touch[]
}

/** A deletion ended, well or with an error. */
export interface DeleteFinished {
  readonly type: 'deleting/deleteFinished'
  readonly entity: EntityKey
  readonly key: RecordKey
  readonly error: StoredError | undefined
  readonly touches: readonly Touch[]
}

export type DeletingAction = DeleteStarted | DeleteFinished

export function deleteStarted(entity: EntityKey, key: RecordKey): DeleteStarted {
  return { type: 'deleting/deleteStarted', entity, key, touches: touchesOf(entity, key) }
}

export function deleteFinished(entity: EntityKey, key: RecordKey, error?: StoredError): DeleteFinished {
  return { type: 'deleting/deleteFinished', entity, key, error, touches: touchesOf(entity, key) }
}

function touchesOf(entity: EntityKey, key: RecordKey): readonly Touch[] {
  return [{ scope: scope.record(entity), keys: [key] }]
}
