/** Where in a value something stands that is not JSON, as paths; empty for plain data. */
export function notPlain(value: unknown, path = ''): string[] {
  if (value === null || ['string', 'boolean', 'undefined'].includes(typeof value)) return []
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path]
  if (Array.isArray(value)) return value.flatMap((item, i) => notPlain(item, `${path}[${i}]`))
  if (typeof value !== 'object' || ![null, Object.prototype].includes(Object.getPrototypeOf(value) as null))
    return [path]
  return Object.entries(value).flatMap(([field, item]) => notPlain(item, `${path}.${field}`))
}
