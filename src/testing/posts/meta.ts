import { WpError } from '../http/wpError'
import type { MetaField } from '../site/siteState'

/** Registered meta with its values; an empty list where nothing is registered, as PHP writes an empty table. */
export function readMeta(
  fields: Readonly<Record<string, MetaField>>,
  values: Record<string, unknown>,
): Record<string, unknown> | [] {
  const names = Object.keys(fields)
  if (names.length === 0) return []
  return Object.fromEntries(names.map((name) => [name, values[name] ?? defaultOf(fields[name])]))
}

/** What a registered field is where nobody has said: its default, else nothing of its type. */
export function defaultOf({ type = 'string', default: given }: MetaField = {}): unknown {
  return given ?? emptyOf[type]
}

/** As PHP writes them: an empty table is an empty list. */
const emptyOf = { string: '', boolean: false, integer: 0, number: 0, array: [], object: [] }

/** The values with the given ones; names that are not registered are left out, wrong types refused. */
export function writeMeta(
  fields: Readonly<Record<string, MetaField>>,
  values: Record<string, unknown>,
  given: unknown,
): Record<string, unknown> {
  const written = { ...values }
  if (typeof given !== 'object' || given === null) return written
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined
    if (value === undefined) continue
    const { type = 'string' } = field
    if (value !== null && !isOf(type, value)) {
      const more = { additional_data: [{ param: `meta.${name}` }] }
      throw new WpError(400, 'rest_invalid_type', `meta.${name} is not of type ${type}.`, {}, more)
    }
    written[name] = value === null ? field.default : value
  }
  return written
}

function isOf(type: NonNullable<MetaField['type']>, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  // An empty table comes as an empty list.
  if (type === 'object' && Array.isArray(value)) return value.length === 0
  return typeof value === type
}
