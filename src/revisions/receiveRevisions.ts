import type { ConfigPart } from '../config/reducer'
import type { EntitiesPart } from '../entities/reducer'
import { EntityStoreError, show } from '../errors'
import { isMissingId, type EntityId } from '../keys'
import { receiveAt, type ReceiveOptions } from '../queries/receiveEntityRecords'
import type { QueriesPart } from '../queries/reducer'
import type { QueryInput } from '../query'
import type { ResolutionPart } from '../resolution/reducer'
import type { Thunk } from '../thunk'
import { revisionsAddress } from './address'

/**
 * Puts revisions of a record in by hand, as `receiveEntityRecords` does with records: an array with a query is a page
 * of their list too. They are told apart by the entity's revision key.
 * @throws EntityStoreError `missing_id`, `unknown_entity` when no config is loaded, `invalid_record` for what is none. (spec.md, section 3)
 */
export function receiveRevisions(
  kind: string,
  name: string,
  recordId: EntityId,
  revisions: object | readonly object[],
  query?: QueryInput,
  options?: Omit<ReceiveOptions, 'persistedEdits'>,
): Thunk<ConfigPart & EntitiesPart & QueriesPart & ResolutionPart, void> {
  if (isMissingId(recordId)) {
    throw new EntityStoreError(
      'missing_id',
      `${show(recordId)} is not the id of a record. Pass the id of the one that the revisions belong to.`,
    )
  }
  return receiveAt(revisionsAddress(kind, name, recordId), revisions, query, options)
}
