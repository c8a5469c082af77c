import { isPlain } from './plain'

/**
 * Whether two values say the same. An instance of a class equals only itself: its fields do not say what it holds. Of
 * values that hold themselves the answer is false.
 */
export function isEqual(one: unknown, other: unknown): boolean {
  try {
    return saysSame(one, other)
  } catch {
    return false
  }
}

function saysSame(one: unknown, other: unknown): boolean {
  if (one === other || (Number.isNaN(one) && Number.isNaN(other))) return true
  if (!isPlain(one) || !isPlain(other)) return false
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false
    // What is typed stands at the end more often than at the beginning.
    for (let at = one.length; at-- > 0;) if (!saysSame(one[at], other[at])) return false
    return true
  }
  if (Array.isArray(other)) return false
  const fields = Object.keys(one)
  if (fields.length !== Object.keys(other).length) return false
  for (const field of fields)
    if (!Object.hasOwn(other, field) || !saysSame(one[field], other[field])) return false
  return true
}
