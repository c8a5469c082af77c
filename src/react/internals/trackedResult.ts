/** What stands behind a result that was handed to a component. */
export interface ResultTarget {
  readonly view: ResultSource
  /** The fields that were looked at, as they were then. */
  readonly seen: Record<string, unknown>
}

/** Where a result has its fields and functions from. */
export interface ResultSource {
  readonly selection: { readonly fields: ReadonlySet<string> }
  readonly functions: object | undefined
  look(target: ResultTarget, name: string): unknown
}

/** The fields, noted when they are looked at, and the functions. */
export type Result<Fields extends object, Functions extends object> = Fields & Functions

/**
 * A result whose fields are noted when they are looked at. A proxy with one handler for all: an object with a getter for
 * each field takes far longer to make, which a page of thousands of components feels, and getters on a prototype would
 * be lost to `{ ...result }`.
 */
export function createResult<Fields extends object, Functions extends object>(
  target: ResultTarget,
): Result<Fields, Functions> {
  return new Proxy(target, handler) as unknown as Result<Fields, Functions>
}

const handler: ProxyHandler<ResultTarget> = {
  get: getValue,
  has: (target, name) => isField(target, name) || functionOf(target, name) !== undefined,
  ownKeys: ({ view }) => [...Object.keys(view.functions ?? {}), ...view.selection.fields],
  getOwnPropertyDescriptor: (target, name) => {
    const isOwn = isField(target, name) || Object.hasOwn(target.view.functions ?? {}, name)
    return isOwn
      ? { value: getValue(target, name), enumerable: true, configurable: true, writable: false }
      : undefined
  },
  // Nobody changes what a hook gives: an assignment throws, as to a field with a getter alone.
  set: () => false,
  defineProperty: () => false,
  deleteProperty: () => false,
}

function getValue(target: ResultTarget, name: PropertyKey): unknown {
  const { view, seen } = target
  if (typeof name !== 'string' || !view.selection.fields.has(name)) return functionOf(target, name)
  const value = seen[name]
  return value === undefined && !(name in seen) ? view.look(target, name) : value
}

function isField({ view }: ResultTarget, name: PropertyKey): boolean {
  return typeof name === 'string' && view.selection.fields.has(name)
}

function functionOf({ view }: ResultTarget, name: PropertyKey): unknown {
  return (view.functions as Record<PropertyKey, unknown> | undefined)?.[name]
}
