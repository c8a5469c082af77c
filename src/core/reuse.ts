import { copyOf, isPlain, setField } from './plain'

type Fields = Record<string, unknown>

/**
 * `next`, with every part that says the same as in `previous` taken from `previous`: the same object when nothing
 * differs, so that what shows it need not be shown anew. One pass; nothing is made while all is equal. An instance
 * of a class is `next`'s own.
 */
export function reuse<Value>(previous: unknown, next: Value): Value {
  if (isSameValue(previous, next)) return previous as Value
  if (!isPlain(previous) || !isPlain(next)) return next
  if (Array.isArray(previous) && Array.isArray(next)) return reuseEntries(previous, next) as Value
  if (Array.isArray(previous) || Array.isArray(next)) return next
  return reuseFields(previous, next) as Value
}

/**
 * Whether a transient value says what it said before, whatever it holds: an instance of a class, such as a rich text,
 * equals only itself, as its fields do not say what it holds. For JSON there is `isEqual`.
 */
export function isUnchanged(previous: unknown, next: unknown): boolean {
  try {
    return isSameValue(reuse(previous, next), previous)
  } catch {
    // A cyclic value, or one that can't be read.
    return false
  }
}

/** A loop by index, and none over the names of an array's places: `npm run bench -- --only receiveAgain`. */
function reuseEntries(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined
  let isEqual = previous.length === next.length
  for (let at = 0; at < next.length; at++) {
    const before = previous[at]
    const after = next[at]
    if (before === after) continue
    const value = reuse(before, after)
    isEqual &&= isSameValue(value, before)
    if (!isSameValue(value, after)) (copy ??= next.slice())[at] = value
  }
  return isEqual ? previous : (copy ?? next)
}

function reuseFields(previous: Fields, next: Fields): Fields {
  let copy: Fields | undefined
  let isEqual = true
  /** How many fields came before this one: as long as all are those of `previous`, nothing has to be written down. */
  let count = 0
  // A loop over names makes no array of them.
  let field: string
  for (field in next) {
    // Most fields are texts and numbers that stay, which needs no look at what is inherited.
    const before = previous[field]
    const after = next[field]
    if (before === after && isScalar(after)) {
      count++
      continue
    }
    // What `previous` only inherits is no field of it.
    const isKnown = Object.hasOwn(previous, field)
    const value = isKnown ? reuse(before, after) : after
    if (isEqual && !(isKnown && isSameValue(value, before))) {
      isEqual = false
      copy = takeFirst(previous, next, count)
    }
    if (!isEqual) copy = take(copy, next, field, value)
    count++
  }
  if (!isEqual) return copy ?? next
  return sizeOf(previous) === count ? previous : (takeFirst(previous, next, count) ?? next)
}

function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || (Number.isNaN(one) && Number.isNaN(other))
}

/** How many fields a value has. Within a loop over names engines know this form of the question, not `Object.hasOwn`. */
function sizeOf(value: Fields): number {
  let size = 0
  let field: string
  for (field in value) if (Object.prototype.hasOwnProperty.call(value, field)) size++
  return size
}

/** Whether a value is a text, a number or a boolean, which no object inherits under the name of a field. */
function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** A copy of `next` with its first fields as `previous` has them; undefined while they are the same ones. */
function takeFirst(previous: Fields, next: Fields, count: number): Fields | undefined {
  let copy: Fields | undefined
  for (const field of Object.keys(next).slice(0, count)) copy = take(copy, next, field, previous[field])
  return copy
}

/** The copy with a value in it, made where it is needed. */
function take(copy: Fields | undefined, next: Fields, field: string, value: unknown): Fields | undefined {
  if (isSameValue(value, next[field])) return copy
  const taken = copy ?? copyOf(next)
  setField(taken, field, value)
  return taken
}
