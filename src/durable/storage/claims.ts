import { remembered } from '../../core/companions'

/** The names that stores of a page have taken. */
const claims = new WeakMap<object, Set<string>>()

/** Takes a name in a page; gives the way to hand it back, or undefined where it is taken. */
export function claimName(page: object, name: string): (() => void) | undefined {
  const taken = remembered(claims, page, () => new Set<string>())
  if (taken.has(name)) return undefined
  taken.add(name)
  return () => void taken.delete(name)
}
