import { copyOf, isPlain, setField } from './plain'

type Fields = Record<string, unknown>

/**
 * `next`, with every part that says the same as in `previous` taken from `previous`: the same object when nothing
 * differs, so that what shows it need not be shown anew. One pass; nothing is copied while all is equal. An instance
 * of a class is `next`'s own.
 */
export function reuse<Value>(previous: unknown, next: Value): Value {
  if (isSame(previous, next)) return previous as Value
  if (!isPlain(previous) || !isPlain(next) || Array.isArray(previous) !== Array.isArray(next)) return next
  const fields = Object.keys(next)
  let copy: Fields | undefined
  /** How many of the first fields are those of `previous`: as long as all are, nothing has to be written down. */
  let equal = 0
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as string
    // What `previous` only inherits is no field of it.
    const isKnown = Object.hasOwn(previous, field)
    const value = isKnown ? reuse(previous[field], next[field]) : next[field]
    if (equal === at && isKnown && isSame(value, previous[field])) {
      equal++
      continue
    }
    if (equal === at) copy = takeFirst(previous, next, fields, equal)
    copy = take(copy, next, field, value)
  }
  if (equal < fields.length) return (copy ?? next) as Value
  const size = Array.isArray(previous) ? previous.length : Object.keys(previous).length
  return (size === equal ? previous : (takeFirst(previous, next, fields, equal) ?? next)) as Value
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (Number.isNaN(one) && Number.isNaN(other))
}

/** A copy of `next` with its first fields as `previous` has them; undefined while they are the same ones. */
function takeFirst(
  previous: Fields,
  next: Fields,
  fields: readonly string[],
  count: number,
): Fields | undefined {
  let copy: Fields | undefined
  for (let at = 0; at < count; at++) {
    const field = fields[at] as string
    copy = take(copy, next, field, previous[field])
  }
  return copy
}

/** The copy with a value in it, made where it is needed. */
function take(copy: Fields | undefined, next: Fields, field: string, value: unknown): Fields | undefined {
  if (isSame(value, next[field])) return copy
  const taken = copy ?? copyOf(next)
  setField(taken, field, value)
  return taken
}
