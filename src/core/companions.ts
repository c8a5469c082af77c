import { counterpartOf } from './counterparts'

/**
 * What one store has beside its state, by name: the codec of its blocks, its collaboration. The store keeps it in its
 * services and puts it beside the `config` of every state that it has, where selectors find it.
 */
export type Companions = Map<string, unknown>

/** A companion of the store that a state belongs to; undefined where it has none of that name. */
export function selectCompanion({ config }: { readonly config: object }, name: string): unknown {
  return (counterpartOf(config) as Companions | undefined)?.get(name)
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
