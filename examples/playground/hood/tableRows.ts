/** Whether a value is one of the store's tables, which keep many rows cheap to change: a trie of keys and rows. */
export function isTable(value: unknown): value is { size: number; root: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value)
  return names.length === 2 && 'size' in value && 'root' in value && typeof value.size === 'number'
}

/** The rows of a table with their keys, sorted by key. A bucket is `[key, row, key, row, ...]`, a branch has nodes. */
export function tableRows({ root }: { root: unknown }): [key: string, row: unknown][] {
  const rows: [string, unknown][] = []
  collect(root, rows)
  return rows.sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }))
}

function collect(node: unknown, rows: [string, unknown][]): void {
  if (!Array.isArray(node)) return
  if (typeof node[0] !== 'string') return node.forEach((child) => collect(child, rows))
  for (let place = 0; place < node.length; place += 2) rows.push([String(node[place]), node[place + 1]])
}
