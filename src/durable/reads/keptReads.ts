import type { StoredEntityConfig } from '../../config/entityConfig'
import type { Address } from '../../core/address'
import type { EntityKey, QueryKey, RecordKey, ResolutionKey, ResourceKey } from '../../core/keys'
import { isRecord, type RecordData } from '../../core/plain'
import type { PermissionSet } from '../../rest/allow'
import type { StoredQuery } from '../../queries/storedQuery'

/** A record as it was read in its entity's own context. */
export interface KeptRecord {
  readonly of: 'record'
  readonly entity: EntityKey
  readonly key: RecordKey
  readonly record: RecordData
  /** The dotted paths that are known; null where all of it is. */
  readonly fields: readonly string[] | null
  /** When it came, in milliseconds since 1970; 0 where that is not known. */
  readonly at: number
}

/** The windows of a list as they were read. */
export interface KeptList {
  readonly of: 'list'
  readonly entity: EntityKey
  readonly query: QueryKey
  readonly list: StoredQuery
}

/** The answer to a question that is neither a record nor a list. */
export interface KeptAnswer {
  readonly of: 'answer'
  readonly key: ResolutionKey
  readonly operation: string
  readonly args: readonly unknown[]
  readonly about: Address
  readonly at: number
  readonly value: unknown
}

/** What the owner may do with one resource. */
export interface KeptPermission {
  readonly of: 'permission'
  readonly key: ResourceKey
  readonly allowed: Partial<PermissionSet>
}

/** An entity that the server has described. */
export interface KeptConfig {
  readonly of: 'config'
  readonly key: EntityKey
  readonly config: StoredEntityConfig
  /** Its place among those that were known: rows come by their keys. Rows of older releases have none. */
  readonly place?: number
}

/** One thing that was read and is kept on the device: a row of the storage. */
export type KeptRead = KeptRecord | KeptList | KeptAnswer | KeptPermission | KeptConfig

/** The key of its row: what is kept in the place of what. */
export function rowKeyOf(read: KeptRead): string {
  if (read.of === 'record') return rowKeys.record(read.entity, read.key)
  if (read.of === 'list') return rowKeys.list(read.entity, read.query)
  return rowKeys[read.of](read.key)
}

export const rowKeys = {
  record: (entity: string, key: string) => `record ${entity} ${key}`,
  list: (entity: string, query: string) => `list ${entity} ${query}`,
  answer: (key: string) => `answer ${key}`,
  permission: (key: string) => `permission ${key}`,
  config: (key: string) => `config ${key}`,
}

const shapes: { readonly [Of in KeptRead['of']]: (read: RecordData) => boolean } = {
  record: ({ entity, key, record, fields, at }) =>
    areTexts(entity, key) &&
    isRecord(record) &&
    (fields === null || isTexts(fields)) &&
    typeof at === 'number',
  list: ({ entity, query, list }) =>
    areTexts(entity, query) && isRecord(list) && isRecord(list.parameters) && isWindows(list.windows),
  answer: ({ key, operation, args, about, at }) =>
    areTexts(key, operation, about) && Array.isArray(args) && typeof at === 'number',
  permission: ({ key, allowed }) => areTexts(key) && isRecord(allowed),
  config: ({ key, config }) => areTexts(key) && isRecord(config) && areTexts(config.kind, config.name),
}

/** Whether a row says what it has to: one that is damaged is left out, alone. */
export function isKeptRead(value: unknown): value is KeptRead {
  return (
    isRecord(value) && Object.hasOwn(shapes, value.of as string) && shapes[value.of as KeptRead['of']](value)
  )
}

function isWindows(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (window: unknown) =>
        isRecord(window) &&
        typeof window.start === 'number' &&
        typeof window.size === 'number' &&
        isTexts(window.ids),
    )
  )
}

function areTexts(...values: readonly unknown[]): boolean {
  return isTexts(values)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
