import type { Rules } from './rules'
import type { Mutation } from './state'
import {
  fresh,
  holdsWords,
  isSame,
  madeOf,
  patched,
  type Cell,
  type Fields,
  type Path,
  type Value,
} from './values'

/** What a person sees, which fields the server does not have so, and which do not fit. */
export interface Replayed {
  readonly view: Fields
  readonly left: readonly Path[]
  readonly conflicts: readonly Path[]
}

/** What a log makes of a record as the server has it, null where it has none. A log is judged as a whole, path by path. */
export function replay(base: Readonly<Fields> | null, log: readonly Mutation[], rules: Rules): Replayed {
  const view: Fields = { ...(base ?? fresh) }
  const left: Path[] = []
  const conflicts: Path[] = []
  for (const path of pathsOf(log)) {
    const chain = log.flatMap(({ cells }) => cells[path] ?? [])
    const result = resultOf(path, chain, base?.[path], rules)
    // What was typed is shown as it is, also where it does not fit.
    view[path] = result ?? (chain.at(-1) as Cell).value
    if (result === undefined) conflicts.push(path)
    else if (!base || !isSame(madeOf(path, result), base[path])) left.push(path)
  }
  return { view, left, conflicts }
}

export function pathsOf(log: readonly Mutation[]): readonly Path[] {
  return [...new Set(log.flatMap(({ cells }) => Object.keys(cells)))] as Path[]
}

/**
 * What a chain of changes comes to over the value of the server; undefined where it does not fit. Words are put on one
 * change after the other, so that the last change of each word decides: the newest change of which nothing is left does not
 * tell that all before it was done, as it may take away what never arrived, or what landed late.
 */
function resultOf(
  path: Path,
  chain: readonly Cell[],
  now: Value | undefined,
  { chain: isChain }: Rules,
): Value | undefined {
  if (holdsWords(path)) return chain.reduce<Value>((value, cell) => patched(value, cell), now ?? [])
  const last = chain.at(-1)?.value
  if (now === undefined || last === undefined) return last
  const fits = ({ base, value }: Cell, found: Value) =>
    isSame(base, found) || isSame(madeOf(path, value), found)
  if (isChain) return chain.some((cell) => fits(cell, now)) ? last : undefined
  let found: Value = now
  for (const cell of chain) {
    if (!fits(cell, found)) return undefined
    found = cell.value
  }
  return found
}
