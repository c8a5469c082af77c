/**
 * State must be JSON, yet an entity config has functions, a lazy edit is one, and an error is an instance.
 * Such things stand beside the plain object that represents them in the state, as its counterpart, held by its identity. The
 * association is weak and belongs to that one object, so that stores share nothing. What must outlive a state that
 * went through JSON has a name among the `Companions` of its store besides.
 */
const counterparts = new WeakMap<object, unknown>()

/** Puts `value` beside the plain object that stands for it. */
export function attachCounterpart(plain: object, value: unknown): void {
  counterparts.set(plain, value)
}

/** What was put beside `plain`, if anything. */
export function counterpartOf(plain: object): unknown {
  return counterparts.get(plain)
}
