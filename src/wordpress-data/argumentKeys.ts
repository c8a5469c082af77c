import stringify from 'fast-json-stable-stringify'
import { isObject } from '../core/plain'

const separator = '\0'

/** Names arguments: those that are equal in depth, whatever the order of fields, have the same name. */
export type ArgumentsKey = (args: readonly unknown[]) => string

/** Makes what names arguments; what can't be written down, such as a cyclic object, equals only itself. */
export function createArgumentKeys(): ArgumentsKey {
  const texts = new WeakMap<object, string>()
  let odd = 0

  /** The text of an object, made once: it must not be changed after it was an argument. */
  function keyOf(arg: object): string {
    let text = texts.get(arg)
    if (text === undefined) texts.set(arg, (text = makeText(arg)))
    return text
  }

  function makeText(arg: object): string {
    try {
      const text = typeof arg === 'function' ? undefined : (stringify(arg) as string | undefined)
      if (text !== undefined) return `o${text}`
    } catch {
      // Cyclic, or with a big number inside.
    }
    return `x${++odd}`
  }

  /** `1` and `'1'` differ. */
  function partOf(arg: unknown): string {
    if (typeof arg === 'string') return arg.includes(separator) ? JSON.stringify(arg) : `s${arg}`
    if (isObject(arg) || typeof arg === 'function') return keyOf(arg)
    return `${typeof arg} ${String(arg)}`
  }

  return (args) => {
    let count = args.length
    // `undefined` at the end does not count.
    while (count > 0 && args[count - 1] === undefined) count--
    let key = ''
    for (let at = 0; at < count; at++) key += partOf(args[at]) + separator
    return key
  }
}
