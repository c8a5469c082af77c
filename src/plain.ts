import { EntityStoreError, show } from './errors'

/** A record as the store sees it: plain data under field names. */
export interface RecordData {
  readonly [field: string]: unknown
}

/** Whether a value is an object of fields: not null, not an array. */
export function isRecord(value: unknown): value is RecordData {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of an own field; never one that every object inherits, such as `constructor`. */
export function own<Value>(
  fields: { readonly [field: string]: Value } | undefined,
  field: string,
): Value | undefined {
  return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined
}

/**
 * `next`, with everything in it that deep-equals `previous` taken from `previous` by identity: the same object
 * when nothing differs. Both are JSON.
 */
export function share<Value>(previous: unknown, next: Value): Value {
  if (
    previous === next ||
    typeof previous !== 'object' ||
    typeof next !== 'object' ||
    previous === null ||
    next === null
  ) {
    return next
  }
  if (Array.isArray(next)) return Array.isArray(previous) ? (shareArray(previous, next) as Value) : next
  if (Array.isArray(previous)) return next
  return shareFields(previous as RecordData, next as RecordData) as Value
}

function shareArray(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined
  for (let i = 0; i < next.length; i++) {
    const item = i < previous.length ? share(previous[i], next[i]) : next[i]
    if (item !== next[i]) (copy ??= next.slice())[i] = item
  }
  const shared = copy ?? next
  return previous.length === next.length && shared.every((item, i) => Object.is(item, previous[i]))
    ? previous
    : shared
}

function shareFields(previous: RecordData, next: RecordData): RecordData {
  const fields = Object.keys(next)
  let same = Object.keys(previous).length === fields.length
  let copy: Record<string, unknown> | undefined
  for (const field of fields) {
    const before = own(previous, field)
    const value = share(before, next[field])
    if (value !== next[field]) {
      copy ??= { ...next }
      if (field !== '__proto__') copy[field] = value
    }
    if (same && !(Object.is(value, before) && Object.hasOwn(previous, field))) same = false
  }
  return same ? previous : (copy ?? next)
}

/** The value at a dotted path of own fields, and whether every step of it is there. */
export function readPath(source: unknown, path: string): { found: boolean; value: unknown } {
  let value = source
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return { found: false, value: undefined }
    value = (value as RecordData)[step]
  }
  return { found: true, value }
}

/** A copy of `target` with `value` at a dotted path; missing parents are made: arrays before whole numbers. */
export function writePath(target: unknown, path: string, value: unknown): unknown {
  const [step = '', ...rest] = path.split('.')
  const isIndex = /^\d+$/.test(step)
  const base = Array.isArray(target) ? target.slice() : isRecord(target) ? { ...target } : isIndex ? [] : {}
  const before = Object.hasOwn(base, step) ? (base as RecordData)[step] : undefined
  const after = rest.length === 0 ? value : writePath(before, rest.join('.'), value)
  Object.defineProperty(base, step, { value: after, enumerable: true, writable: true, configurable: true })
  return base
}

/** Only the given dotted paths of a record; a path through a missing parent gives `{ parent: { field: undefined } }`. */
export function project(record: RecordData, paths: readonly string[]): RecordData {
  let projection: unknown = {}
  for (const path of paths) projection = writePath(projection, path, readPath(record, path).value)
  return projection as RecordData
}

/** Whether one of `known` is the path itself or a parent of it. */
export function coversPath(known: RecordData | undefined, path: string): boolean {
  if (known === undefined) return false
  if (Object.hasOwn(known, path)) return true
  const dot = path.lastIndexOf('.')
  return dot > 0 && coversPath(known, path.slice(0, dot))
}

/**
 * Makes sure that a value can live in the state and go to a server: JSON, finite in depth.
 * @throws EntityStoreError with `code` for functions, symbols, bigints, cyclic values and class instances.
 */
export function assertPlain(
  value: unknown,
  code: 'invalid_edit' | 'invalid_query' | 'invalid_record',
  where: string,
): void {
  const parents: unknown[] = []
  const fail = (found: string, path: string): never => {
    throw new EntityStoreError(
      code,
      `${where}${path} holds ${found}, but only plain data (strings, numbers, booleans, null, arrays and plain objects) can be kept and sent. Convert it first.`,
    )
  }
  const walk = (item: unknown, path: string): void => {
    if (item === null || item === undefined) return
    const type = typeof item
    if (type === 'string' || type === 'number' || type === 'boolean') return
    if (type !== 'object') return fail(type === 'function' ? show(item) : `a ${type}`, path)
    if (parents.includes(item)) return fail('a reference to itself', path)
    parents.push(item)
    if (Array.isArray(item)) item.forEach((entry, i) => walk(entry, `${path}[${i}]`))
    else {
      const prototype: unknown = Object.getPrototypeOf(item)
      // Any realm's plain object will do: its prototype is the end of the chain.
      if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
        fail(`an instance of ${item.constructor?.name ?? 'a class'}`, path)
      }
      for (const field of Object.keys(item)) walk((item as RecordData)[field], `${path}.${field}`)
    }
    parents.pop()
  }
  walk(value, '')
}
