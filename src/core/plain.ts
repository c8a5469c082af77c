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

/** Whether an object has no fields of its own. */
export function isEmpty(fields: object): boolean {
  for (const field in fields) if (Object.hasOwn(fields, field)) return false
  return true
}

/** Whether a value is an object of any kind, arrays included. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a value is an array, or a plain object of any realm: one whose prototype is the end of the chain. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

/** A copy of an array or an object, one level deep. */
export function copyOf<Value extends object>(value: Value): Value {
  return (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Value
}

/** Sets a field whatever its name is: `__proto__` is one like any other. */
export function setField(fields: object, field: string, value: unknown): void {
  Object.defineProperty(fields, field, { value, enumerable: true, writable: true, configurable: true })
}

/** Fields without those that are undefined, which JSON does not have; the same object when there are none. */
export function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  const isDefined = (property: string, value: unknown) => value !== undefined
  return filterFields(fields as RecordData, isDefined) as Fields
}
