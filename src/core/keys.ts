import stringify from 'fast-json-stable-stringify'
import { remembered } from './companions'
import { EntityStoreError, show } from './errors'
import { isObject } from './plain'

declare const keyOf: unique symbol

/** Names one entity: `postType/post`. */
export type EntityKey = string & { readonly [keyOf]: 'entity' }
/** Names one record of an entity: its id as text. `1` and `'1'` are the same record, `'007'` is another one. */
export type RecordKey = string & { readonly [keyOf]: 'record' }
/** Names one list of an entity, whatever page of it is read. */
export type QueryKey = string & { readonly [keyOf]: 'query' }
/** Names what a permission is about: `postType/post/12` or a REST base such as `media`. */
export type ResourceKey = string & { readonly [keyOf]: 'resource' }
/** Names one question to the server: an operation with its arguments. */
export type ResolutionKey = string & { readonly [keyOf]: 'resolution' }

/** An id as callers give it. */
export type EntityId = number | string

/** The record of an entity that has just one and needs no id. */
export const keylessRecord = '' as RecordKey

/**
 * The kind and name under which an entity is kept: an attachment is a post of its own type, and `root/media` is another
 * name of it, as in WordPress since 6.9.
 */
export function keptName(kind: string, name: string): readonly [kind: string, name: string] {
  return kind === 'root' && name === 'media' ? ['postType', 'attachment'] : [kind, name]
}

/**
 * The key of an entity: always the same string, as it is asked for all the time: `npm run bench -- --only readById`.
 * @throws EntityStoreError `unknown_entity` when kind or name is not a text with something in it.
 */
export function entityKey(kind: string, name: string): EntityKey {
  return entityKeys.get(kind)?.get(name) ?? makeEntityKey(kind, name)
}

/** By kind and name. */
const entityKeys = /* @__PURE__ */ new Map<string, Map<string, EntityKey>>()
/** More kinds, or names of one, are no entities of any site, but texts that somebody makes up. */
const mostEntities = 1000

function makeEntityKey(kind: string, name: string): EntityKey {
  const parts = keptName(kind, name).map((part: unknown) => {
    if (typeof part === 'string' && part !== '') return keyPart(part)
    throw new EntityStoreError(
      'unknown_entity',
      `(${show(kind)}, ${show(name)}) names no entity. Pass two texts.`,
    )
  })
  const key = parts.join('/') as EntityKey
  if (entityKeys.size > mostEntities) entityKeys.clear()
  const keys = remembered(entityKeys, kind, () => new Map<string, EntityKey>())
  if (keys.size > mostEntities) keys.clear()
  keys.set(name, key)
  return key
}

/** The key of a record's revisions, which are kept like an entity of their own: no kind and name have the same. */
export function revisionsKey(entity: EntityKey, record: RecordKey): EntityKey {
  return `${entity}/${keyPart(record)}/revisions` as EntityKey
}

/** What the keys of all entities of a kind begin with. */
export function kindPrefix(kind: string): string {
  return `${keyPart(kind)}/`
}

/** What stands between the parts of a key must not occur in one of them. */
export function keyPart(part: string): string {
  return part.replace(/[%/ ?]/g, encodeURIComponent)
}

/** Whether an id is none at all: undefined, null, `''` or `0`, which no server gives to a record. */
export function isMissingId(id: unknown): id is undefined | null | '' | 0 {
  return id === undefined || id === null || id === '' || id === 0
}

/**
 * The key of a record; undefined for a missing id.
 * @throws EntityStoreError `invalid_id` for anything but a finite number or a text.
 */
export function recordKey(id: unknown): RecordKey | undefined {
  if (isMissingId(id)) return undefined
  if (typeof id === 'string') return id as RecordKey
  if (Number.isFinite(id) && Math.abs(id as number) <= Number.MAX_SAFE_INTEGER) return String(id) as RecordKey
  if (typeof id === 'number' && Number.isFinite(id)) {
    throw new EntityStoreError(
      'invalid_id',
      `${id} can't be distinguished from other numbers: they are exact up to ${Number.MAX_SAFE_INTEGER}. Pass the id as a text.`,
    )
  }
  throw new EntityStoreError(
    'invalid_id',
    `${show(id)} is not an id. Pass the value of the record's key field, a number or a text.`,
  )
}

/** The key of a list, from its context and its other parameters in canonical form. */
export function queryKey(context: string, parameters: string): QueryKey {
  return `${context}?${parameters}` as QueryKey
}

/** The key of a resource: a REST base or an entity, then the id where there is one. */
export function resourceKey(base: string, id: RecordKey | undefined): ResourceKey {
  return (id ? `${base}/${id}` : base) as ResourceKey
}

/** The key of one question, to be read by people and parsed by nobody: `["fetchEntityRecord","postType","post",1]`. */
export function resolutionKey(operation: string, args: readonly unknown[]): ResolutionKey {
  const parts = [operation, ...args]
  // Only the fields of objects have an order to settle; most questions have texts and numbers alone.
  return (args.some(isObject) ? stringify(parts) : JSON.stringify(parts)) as ResolutionKey
}
