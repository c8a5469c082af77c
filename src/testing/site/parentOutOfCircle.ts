interface Below {
  readonly parent: number
}

/** The parent that a row is to have; none where it would be above itself, as on WordPress. */
export function parentOutOfCircle(rows: ReadonlyMap<number, Below>, id: number, parent: number): number {
  const seen = new Set<number>()
  for (let above = parent; above !== 0 && !seen.has(above); above = rows.get(above)?.parent ?? 0) {
    if (above === id) return 0
    seen.add(above)
  }
  return parent
}
