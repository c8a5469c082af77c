/** The rows of a table of the state by key, as a tool reads them that knows how tables are written and nothing else. */
export function tableRows<Row>(table: { readonly root: unknown; readonly size: number }): Map<string, Row> {
  const rows = new Map<string, Row>()
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return
    if (typeof node[0] !== 'string') return node.forEach(visit)
    for (let at = 0; at < node.length; at += 2) rows.set(node[at] as string, node[at + 1] as Row)
  }
  visit(table.root)
  return rows
}
