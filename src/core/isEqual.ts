import equal from 'fast-deep-equal/es6/index.js'

/**
 * Whether two values of JSON say the same. Of others, such as blocks with instances of classes, that is `isUnchanged`.
 * Where a name that JavaScript gives a meaning, such as `valueOf`, makes the comparison impossible, the answer is
 * false: then an edit or an undo step stays.
 */
export function isEqual(one: unknown, other: unknown): boolean {
  try {
    return equal(one, other)
  } catch {
    return false
  }
}
