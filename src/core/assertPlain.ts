import { EntityStoreError } from './errors'
import { isObject, isPlain } from './plain'

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

/** Whether a value is JSON, finite in depth. */
export function isPlainData(value: unknown): boolean {
  return findUnplain(value, []) === undefined
}

/** Where a value is not plain, and what stands there. The path is built on the way back only. */
function findUnplain(value: unknown, parents: unknown[]): string | undefined {
  if (!isObject(value)) {
    return ['function', 'symbol', 'bigint'].includes(typeof value) ? ` holds a ${typeof value}` : undefined
  }
  if (parents.includes(value)) return ' holds a reference to itself'
  const prototype: unknown = !isPlain(value) && Object.getPrototypeOf(value)
  if (prototype) return ` holds an instance of ${prototype.constructor?.name ?? 'a class'}`
  parents.push(value)
  for (const field of Object.keys(value)) {
    const found = findUnplain(value[field], parents)
    if (found !== undefined) return `.${field}${found}`
  }
  parents.pop()
  return undefined
}
