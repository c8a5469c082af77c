/**
 * State must be JSON, yet an entity config has functions, a lazy edit is one, and an error is an instance.
 * Such things stand beside the plain object that represents them in the state, held by its identity. The
 * association is weak and belongs to that one object, so that stores share nothing. What must outlive a state that
 * went through JSON has a name among the {@link Companions} of its store besides.
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

/**
 * What one store has beside its state, by name: the codec of its blocks, its collaboration. The store keeps it in its
 * services and puts it beside the `config` of every state that it has, where selectors find it.
 */
export type Companions = Map<string, unknown>

/** A companion of the store that a state belongs to; undefined where it has none of that name. */
export function selectCompanion({ config }: { readonly config: object }, name: string): unknown {
  return (companionOf(config) as Companions | undefined)?.get(name)
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
