import {
  entityKey,
  keylessRecord,
  recordKey,
  revisionsKey,
  type EntityKey,
  type QueryKey,
  type RecordKey,
  type ResourceKey,
} from '../core/keys'
import { normalizeQuery, type QueryInput } from '../core/query'
import type { StoredResolution } from './storedResolution'

/** What a question is about: a record, a list, or what the user may do with something. */
export type Subject =
  | {
      readonly of: 'record'
      readonly entity: EntityKey
      readonly record: RecordKey
      readonly isWhole: boolean
    }
  | { readonly of: 'list'; readonly entity: EntityKey; readonly list: QueryKey }
  | { readonly of: 'permission'; readonly resource: ResourceKey }

/** What a question is about; undefined for other questions than those. */
export function subjectOf({
  operation,
  args,
}: Pick<StoredResolution, 'operation' | 'args'>): Subject | undefined {
  const [first, second, ...rest] = args as readonly [string, string, ...unknown[]]
  switch (operation) {
    case 'fetchEntityRecord':
      return recordSubject(entityKey(first, second), rest)
    case 'fetchEntityRecords':
      return listSubject(entityKey(first, second), rest)
    case 'fetchRevision':
      return recordSubject(revisionsOf(first, second, rest[0]), rest.slice(1))
    case 'fetchRevisions':
      return listSubject(revisionsOf(first, second, rest[0]), rest.slice(1))
    case 'fetchPermissions':
      return { of: 'permission', resource: first as ResourceKey }
    default:
      return undefined
  }
}

function revisionsOf(kind: string, name: string, id: unknown): EntityKey {
  return revisionsKey(entityKey(kind, name), recordKey(id) ?? keylessRecord)
}

function recordSubject(entity: EntityKey, [id, query]: readonly unknown[]): Subject {
  return { of: 'record', entity, record: recordKey(id) ?? keylessRecord, isWhole: query === undefined }
}

function listSubject(entity: EntityKey, [query]: readonly unknown[]): Subject {
  return { of: 'list', entity, list: normalizeQuery(query as QueryInput).listKey }
}
