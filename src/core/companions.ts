/**
 * State must be JSON, yet an entity config has functions, a lazy edit is one, and an error is an instance.
 * Such things stand beside the plain object that represents them in the state, held by its identity. The
 * association is weak and belongs to that one object, so that stores share nothing; a state that went through
 * JSON has lost it and is read by its plain data alone.
 */
const attachments = new WeakMap<object, unknown>()

/** Puts `value` beside the plain object that stands for it. */
export function attachCompanion(plain: object, value: unknown): void {
  attachments.set(plain, value)
}

/** What was put beside `plain`, if anything. */
export function companionOf(plain: object): unknown {
  return attachments.get(plain)
}

/** What `memory` has under a key; made and kept where it has nothing. */
export function remembered<Key, Value>(
  memory: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  let value = memory.get(key)
  if (value === undefined) memory.set(key, (value = make()))
  return value
}
