import { copyOf, isObject, setField, type RecordData } from './plain'

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

/** Own and enumerable: not the length of an array. */
function hasField(value: unknown, field: string): value is RecordData {
  return isObject(value) && Object.prototype.propertyIsEnumerable.call(value, field)
}
