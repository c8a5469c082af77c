/**
 * The value of a field of an edited record. The text of edited blocks is a function in the store until it is saved:
 * here it is computed.
 */
export function readField(record: object | undefined, field: string): unknown {
  const value: unknown = (record as Record<string, unknown> | undefined)?.[field]
  return typeof value === 'function' ? (value as (edited: unknown) => unknown)(record) : value
}
