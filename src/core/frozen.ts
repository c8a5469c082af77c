import { isDevelopment } from './isDevelopment'
import { isPlain } from './plain'

/**
 * Freezes a value, and all that is plain inside; what is frozen already is not looked at again. Loops by index and by
 * name, as no list of names has to be made then.
 */
export function freezeDeeply<Value>(value: Value): Value {
  if (!isPlain(value) || Object.isFrozen(value)) return value
  Object.freeze(value)
  if (Array.isArray(value)) for (let at = 0; at < value.length; at++) freezeDeeply(value[at])
  else for (const field in value) freezeDeeply((value as Record<string, unknown>)[field])
  return value
}

/**
 * What is made of a value, frozen where that value is: its fields and no deeper, as they are those of the value. Only in
 * development, as stores freeze: the question costs a tenth of reading a list (`npm run bench -- --only changeUnderLists`).
 */
export function frozenAs<Made extends object>(source: unknown, made: Made): Made {
  return isDevelopment() && Object.isFrozen(source) ? Object.freeze(made) : made
}

/** Likewise, with all that was made for it inside. */
export function deeplyFrozenAs<Made extends object>(source: unknown, made: Made): Made {
  return isDevelopment() && Object.isFrozen(source) ? freezeDeeply(made) : made
}
