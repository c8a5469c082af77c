/** What was said of each store, list or record by now. */
const said = new WeakMap<object, Set<string>>()

/**
 * Warns in the console, once for all that is said `about` the same of one object, such as the companions of a store. Ask
 * `isDevelopment()` before: messages for developers are not shipped.
 */
export function warnOnce(of: object, about: string, ...message: readonly unknown[]): void {
  const known = said.get(of) ?? new Set()
  if (known.has(about)) return
  said.set(of, known.add(about))
  console.warn(...message)
}
