import equal from 'fast-deep-equal/es6/index.js'
import { isPlain } from './plain'

/**
 * Whether two values say the same. An instance of a class equals only itself: its fields do not say what it holds.
 * Where a name that JavaScript gives a meaning, such as `valueOf`, makes the comparison impossible, the answer is
 * false: then an edit or an undo step stays.
 */
export function isEqual(one: unknown, other: unknown): boolean {
  try {
    return equal(one, other) && haveSameInstances(one, other)
  } catch {
    return false
  }
}

/** Whether two values of the same shape hold the same instances: fast-deep-equal compares them by their fields. */
function haveSameInstances(one: unknown, other: unknown): boolean {
  if (one === other || typeof one !== 'object' || one === null) return true
  if (!isPlain(one)) return false
  for (const field of Object.keys(one)) {
    if (!haveSameInstances(one[field], (other as typeof one)[field])) return false
  }
  return true
}
