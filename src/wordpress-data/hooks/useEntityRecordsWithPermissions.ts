import { useMemo } from 'react'
import type { EntityId } from '../../core/keys'
import { own, type RecordData } from '../../core/plain'
import { useCoreSelect, type PeerQuery } from './coreStore'
import type { EntityQueryOptions } from './useEntityRecord'
import { useEntityRecords, type EntityRecordsResolution } from './useEntityRecords'

/** A record, and what the user may do with it. */
export type WithPermissions<RecordType> = RecordType & {
  /** Undefined each until it is known. */
  permissions: { delete: boolean; update: boolean }
}

const none: readonly RecordData[] = []

/** A list of records, each with what the user may do with it; an empty list while it is not known. */
export function useEntityRecordsWithPermissions<RecordType>(
  kind: string,
  name: string,
  queryArgs: PeerQuery = {},
  options?: EntityQueryOptions,
): EntityRecordsResolution<WithPermissions<RecordType>> {
  const config = useCoreSelect((core) => core.getEntityConfig(kind, name), [kind, name])
  const field = (config?.key as string | undefined) ?? 'id'
  const { records: given, ...rest } = useEntityRecords<RecordData>(kind, name, withLinks(queryArgs), options)
  const rows = given ?? none
  const permissions = useCoreSelect(
    (core) =>
      rows.flatMap((record) => {
        const id = own(record, field) as EntityId
        return ['delete', 'update'].map((action) => core.canUser(action, { kind, name, id }))
      }),
    [kind, name, field, rows],
  )
  const records = useMemo(
    () =>
      rows.map((record, at) => ({
        ...record,
        permissions: { delete: permissions[2 * at], update: permissions[2 * at + 1] },
      })),
    [rows, permissions],
  )
  return { records, ...rest } as unknown as EntityRecordsResolution<WithPermissions<RecordType>>
}

/** A query that asks for the links, which say what is allowed. */
function withLinks(query: PeerQuery): PeerQuery {
  const { _fields: fields } = query
  if (!fields) return query
  const names = (Array.isArray(fields) ? (fields as string[]) : String(fields).split(',')).map((one) =>
    one.trim(),
  )
  return { ...query, _fields: [...new Set([...names, '_links'])].join() }
}
