/** An item of a menu by where it stands. */
export interface PlacedItem {
  id: number
  /** The id of the item that it stands below; 0 for one at the top. */
  parent: number
}

/** How deep an item stands. */
export function depthOf(items: readonly PlacedItem[], item: PlacedItem): number {
  const above = items.find(({ id }) => id === item.parent)
  // An item that would stand below itself stands at the top.
  return above && above.id !== item.id && items.indexOf(above) < items.indexOf(item)
    ? depthOf(items, above) + 1
    : 0
}

/** The item that one would stand below if it were indented: the one before it that stands as deep; undefined for none. */
export function newParentOf(items: readonly PlacedItem[], item: PlacedItem): PlacedItem | undefined {
  const depth = depthOf(items, item)
  for (const other of items.slice(0, items.indexOf(item)).reverse()) {
    const otherDepth = depthOf(items, other)
    if (otherDepth === depth) return other
    if (otherDepth < depth) return undefined
  }
  return undefined
}

/** The id of the item that one would stand below if it were outdented; undefined for one at the top. */
export function outerParentOf(items: readonly PlacedItem[], item: PlacedItem): number | undefined {
  if (depthOf(items, item) === 0) return undefined
  return items.find(({ id }) => id === item.parent)?.parent ?? 0
}
