import type { RecordData } from '../../core/plain'

/** A copy with the names of its own fields in camel case: `block_types` becomes `blockTypes`; what is inside stays. */
export function camelCased(fields: RecordData): RecordData {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/\B_+([^_])/g, (underscores, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
