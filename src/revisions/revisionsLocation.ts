import { recordLocation, type RecordLocation } from '../entities/recordLocation'
import { keylessRecord, recordKey, revisionsKey, type EntityId } from '../core/keys'

/**
 * The revisions of a record: they are kept like the records of an entity of their own. A save of the record makes them
 * stale, and the base parameters of the record's entity are not theirs.
 */
export function revisionsLocation(kind: string, name: string, id: EntityId | undefined): RecordLocation {
  const parent = recordLocation(kind, name)
  // Nothing is ever kept for a missing id.
  const record = recordKey(id) ?? keylessRecord
  const entity = revisionsKey(parent.entity, record)
  return {
    ...parent,
    entity,
    path: [...parent.path, record, 'revisions'],
    args: [kind, name, id],
    configFrom: (config) => ({
      ...config,
      entity,
      baseURL: '',
      baseURLParams: {},
      key: config.revisionKey ?? 'id',
      // WordPress gives the revisions of templates in pages, too.
      supportsPagination: true,
      batchReads: false,
    }),
  }
}
