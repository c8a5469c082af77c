import { EntityStoreError, show } from '../core/errors'
import { isMissingId, type EntityId } from '../core/keys'
import { receiveAt, type ReceiveOptions } from '../queries/receiveEntityRecords'
import type { StateWithQueries } from '../queries/storedQuery'
import type { QueryInput } from '../core/query'
import type { Thunk } from '../core/thunk'
import { revisionsLocation } from './revisionsLocation'

/**
 * Puts revisions of a record in by hand, as `receiveEntityRecords` does with records: an array with a query is a page
 * of their list too. They are distinguished by the entity's revision key.
 * @param recordId - The record whose revisions are meant.
 * @throws EntityStoreError `missing_id`, `unknown_entity` when no config is loaded, `invalid_record` for what is none.
 * @example
 * dispatch(receiveRevisions('postType', 'post', 1, [{ id: 12, title: { raw: 'Before' } }]))
 */
export function receiveRevisions(
  kind: string,
  name: string,
  recordId: EntityId,
  revisions: object | readonly object[],
  query?: QueryInput,
  options?: Omit<ReceiveOptions, 'persistedEdits'>,
): Thunk<StateWithQueries, void> {
  if (isMissingId(recordId)) {
    throw new EntityStoreError(
      'missing_id',
      `${show(recordId)} is not the id of a record. Pass the id of the one that the revisions belong to.`,
    )
  }
  return receiveAt(revisionsLocation(kind, name, recordId), revisions, query, options)
}
