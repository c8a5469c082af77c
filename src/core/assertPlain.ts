import type { EntityStoreError } from './errors'
import { isObject, isPlain } from './plain'

/** A part of a value that JSON can't hold. */
interface Unplain {
  /** Where it stands, such as `.meta.0`; `''` for the value itself. */
  readonly path: string
  readonly value: unknown
}

/**
 * Makes sure that a value can live in the state and go to a server: JSON, finite in depth.
 * @param fail - Makes the error for functions, symbols, bigints, cyclic values and class instances.
 */
export function assertPlain(value: unknown, fail: (found: Unplain) => EntityStoreError): void {
  const found = findUnplain(value, [])
  if (found !== undefined) throw fail(found)
}

/** What is wrong with a value, to follow its name in the message of an error. */
export function wrongIn({ path, value }: Unplain): string {
  const holds = !isObject(value)
    ? `a ${typeof value}`
    : isPlain(value)
      ? 'a reference to itself'
      : `an instance of ${(Object.getPrototypeOf(value) as object).constructor?.name ?? 'a class'}`
  return `${path} holds ${holds}. Pass plain data: what JSON can hold.`
}

/** Whether a value is JSON, finite in depth. */
export function isPlainData(value: unknown): boolean {
  return findUnplain(value, []) === undefined
}

/** The first part of a value that is not plain. Its path is built on the way back only. */
function findUnplain(value: unknown, parents: unknown[]): Unplain | undefined {
  if (!isObject(value))
    return ['function', 'symbol', 'bigint'].includes(typeof value) ? { path: '', value } : undefined
  if (parents.includes(value) || (!isPlain(value) && Object.getPrototypeOf(value) !== null))
    return { path: '', value }
  parents.push(value)
  for (const field of Object.keys(value)) {
    const found = findUnplain(value[field], parents)
    if (found !== undefined) return { path: `.${field}${found.path}`, value: found.value }
  }
  parents.pop()
  return undefined
}
