/** Fields as they stand in a document: the title first, then the text. */
export function inFieldOrder<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] {
  const rank = (item: Item) => {
    const name = nameOf(item)
    return /^(title|name)$/.test(name) ? 0 : name === 'content' ? 1 : 2
  }
  return [...items].sort((one, other) => rank(one) - rank(other))
}
