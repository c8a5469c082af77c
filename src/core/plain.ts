import { EntityStoreError } from './errors'

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
  return fields && Object.hasOwn(fields, field) ? fields[field] : undefined
}

/** The fields of an object that pass a test; the same object when all do. */
export function filterFields(
  fields: RecordData,
  isKept: (field: string, value: unknown) => boolean,
): RecordData {
  const names = Object.keys(fields)
  const kept = names.filter((field) => isKept(field, fields[field]))
  if (kept.length === names.length) return fields
  return kept.length === 0 ? {} : Object.fromEntries(kept.map((field) => [field, fields[field]]))
}

/** Whether two values say the same. What is not plain data, such as an instance of a class, equals only itself. */
export function deepEqual(one: unknown, other: unknown): boolean {
  if (one === other || Object.is(one, other)) return true
  if (!isTree(one) || !isTree(other)) return false
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    for (let at = 0; at < one.length; at++) if (!deepEqual(one[at], other[at])) return false
    return true
  }
  // Loops over names make no arrays. What is in `other` is looked for in `one`, so it is enough to count what else `one`
  // has; and what is inherited costs a look only where values are not the same at once.
  let field: string
  let more = 0
  for (field in one) more++
  for (field in other) {
    more--
    const value = one[field]
    const isSame = value === other[field] && value !== undefined
    if (!isSame && !(Object.hasOwn(one, field) && deepEqual(value, other[field]))) return false
  }
  return more === 0
}

/**
 * `next`, with everything in it that deep-equals `previous` taken from `previous` by identity: the same object
 * when nothing differs. What is not plain data is `next`'s own.
 */
export function share<Value>(previous: unknown, next: Value): Value {
  if (deepEqual(previous, next)) return previous as Value
  if (!isTree(previous) || !isTree(next) || Array.isArray(previous) !== Array.isArray(next)) return next
  let shared: (Value & object) | undefined
  for (const field of Object.keys(next)) {
    const value = share(own(previous, field), next[field])
    // Copied only where something differs and something else is shared.
    if (!Object.is(value, next[field])) setField((shared ??= copyOf(next)), field, value)
  }
  return shared ?? next
}

/** The value at a dotted path of own fields, and whether every step of it is there. */
export function readPath(source: unknown, path: string): { found: boolean; value: unknown } {
  let value = source
  for (const step of path.split('.')) {
    if (!hasField(value, step)) return { found: false, value: undefined }
    value = value[step]
  }
  return { found: true, value }
}

/**
 * A copy of `target` with `value` at a dotted path. Missing parents are made: arrays where `like` has one, else
 * objects. An array takes only what stands at the same place in `like` or in itself.
 */
export function writePath(target: unknown, path: string, value: unknown, like?: unknown): unknown {
  const [step = '', ...rest] = path.split('.')
  const copy = isObject(target) ? copyOf(target) : Array.isArray(like) ? [] : {}
  const before = readPath(copy, step)
  const model = readPath(like, step)
  if (Array.isArray(copy) && !before.found && !model.found) return copy
  const isLast = rest.length === 0
  setField(copy, step, isLast ? value : writePath(before.value, rest.join('.'), value, model.value))
  return copy
}

/** Only the given dotted paths of a record; a path through a missing parent gives `{ parent: { field: undefined } }`. */
export function project(record: RecordData, paths: readonly string[]): RecordData {
  let projection: unknown = {}
  for (const path of paths) projection = writePath(projection, path, readPath(record, path).value, record)
  return projection as RecordData
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
  const found = findUnplain(value, [])
  if (found !== undefined) {
    throw new EntityStoreError(code, `${where}${found}. Pass plain data: what JSON can hold.`)
  }
}

/** Where a value is not plain, and what stands there. The path is put together on the way back only. */
function findUnplain(value: unknown, parents: unknown[]): string | undefined {
  if (!isObject(value)) {
    return ['function', 'symbol', 'bigint'].includes(typeof value) ? ` holds a ${typeof value}` : undefined
  }
  if (parents.includes(value)) return ' holds a reference to itself'
  const prototype: unknown = !isTree(value) && Object.getPrototypeOf(value)
  if (prototype) return ` holds an instance of ${prototype.constructor?.name ?? 'a class'}`
  parents.push(value)
  for (const field of Object.keys(value)) {
    const found = findUnplain(value[field], parents)
    if (found !== undefined) return `.${field}${found}`
  }
  parents.pop()
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a value is an array, or a plain object of any realm: one whose prototype is the end of the chain. */
export function isTree(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Own and enumerable: not the length of an array. */
function hasField(value: unknown, field: string): value is RecordData {
  return isObject(value) && Object.prototype.propertyIsEnumerable.call(value, field)
}

function copyOf<Value extends object>(value: Value): Value {
  return (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Value
}

/** Sets a field whatever its name is: `__proto__` is one like any other. */
function setField(fields: object, field: string, value: unknown): void {
  Object.defineProperty(fields, field, { value, enumerable: true, writable: true, configurable: true })
}
