import type * as Yjs from 'yjs'

/** What a text is made of, in its order. */
export type Items = readonly Yjs.Item[]

/** A part of what somebody has written at once; empty where it does not end behind its begin. */
export interface Part {
  readonly item: Yjs.Item
  readonly begin: number
  readonly end: number
}

/** What a text is made of, and who has had something in it that is gone. */
export function itemsOf(text: Yjs.Text): { readonly items: Items; readonly changed: ReadonlySet<number> } {
  const [items, changed] = [[] as Yjs.Item[], new Set<number>()]
  for (let item = text._start; item; item = item.right)
    if (item.deleted) changed.add(item.id.client)
    else if (item.countable) items.push(item)
  return { items, changed }
}

export function partsSay(parts: readonly Part[]): string {
  return parts.map(({ item, begin, end }) => item.content.getContent().slice(begin, end).join('')).join('')
}

export function itemsSay(items: Items): string {
  return partsSay(items.map(wholeOf))
}

export function wholeOf(item: Yjs.Item): Part {
  return { item, begin: 0, end: item.length }
}

/** Where each item of a text begins. */
export function beginsOf(items: Items): ReadonlyMap<Yjs.Item, number> {
  let at = 0
  return new Map(items.map((item) => [item, (at += item.length) - item.length]))
}

/** A stretch of what is said by items, one after the other. */
export function stretchOfItems(items: Items, begin: number, end: number): readonly Part[] {
  return stretchOfParts(items.map(wholeOf), begin, end)
}

/** A stretch of what is said by parts of them. */
function stretchOfParts(parts: readonly Part[], begin: number, end: number): readonly Part[] {
  let at = 0
  return parts
    .map((part) => {
      const length = part.end - part.begin
      const inPart = (place: number) => part.begin + limited(place - at, length)
      const stretch = { item: part.item, begin: inPart(begin), end: inPart(end) }
      at += length
      return stretch
    })
    .filter((part) => part.begin < part.end)
}

/** How much of an item is among so many of its hand. */
export function upTo(count: number, { id, length }: Yjs.Item): number {
  return limited(count - id.clock, length)
}

export function limited(count: number, most: number): number {
  return Math.min(Math.max(count, 0), most)
}
