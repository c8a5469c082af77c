import { EntityStoreError, show } from '../../core/errors'

/** Why nothing can be done about an entry that is not there. */
export function noEntry(id: unknown): EntityStoreError {
  return new EntityStoreError('invalid_id', `The queue has no entry ${show(id)}: look at entries().`)
}
