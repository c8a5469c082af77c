interface Placed {
  id: number
  parent?: number | undefined
}

/** Terms with those below them after each, and how deep each lies. What lies below nothing that is there is on top. */
export function termTree<Row extends Placed>(terms: readonly Row[]): readonly { row: Row; depth: number }[] {
  const ids = new Set(terms.map(({ id }) => id))
  const below = new Map<number, Row[]>()
  for (const term of terms) {
    const parent = term.parent !== undefined && ids.has(term.parent) ? term.parent : 0
    below.set(parent, [...(below.get(parent) ?? []), term])
  }
  const walk = (parent: number, depth: number): readonly { row: Row; depth: number }[] =>
    (below.get(parent) ?? []).flatMap((row) => [{ row, depth }, ...walk(row.id, depth + 1)])
  return walk(0, 0)
}

/** The ids of a term and of all below it: none of them can be above it. */
export function withDescendants(terms: readonly Placed[], id: number): ReadonlySet<number> {
  const found = new Set([id])
  let size = 0
  while (size < found.size) {
    size = found.size
    for (const term of terms) if (term.parent !== undefined && found.has(term.parent)) found.add(term.id)
  }
  return found
}
