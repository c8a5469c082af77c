import type * as Yjs from 'yjs'
import { isPerson } from './hands'

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

/** Whether a character is meant. */
export type IsMeant = (id: Yjs.ID) => boolean

/** Items without some of their characters. */
export function withoutCharacters(items: Items, isMeant: IsMeant): readonly Part[] {
  return items.flatMap((item) => {
    const parts: { item: Yjs.Item; begin: number; end: number }[] = []
    for (let at = 0; at < item.length; at++) {
      if (isMeant({ client: item.id.client, clock: item.id.clock + at })) continue
      const last = parts.at(-1)
      if (last?.end === at) last.end++
      else parts.push({ item, begin: at, end: at + 1 })
    }
    return parts
  })
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
export function stretchOfParts(parts: readonly Part[], begin: number, end: number): readonly Part[] {
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

/** Items without what people have put inside of what a hand of the server has written at once. */
export function withoutPersons(items: Items): Items {
  return withoutInside(items, (inside, outside) => isPerson(inside) && !isPerson(outside))
}

/**
 * Items without what others have put inside of what somebody has written at once.
 * @param isMeant - Whose goes, and out of whose.
 */
export function withoutInside(
  items: Items,
  isMeant: (inside: number, outside: number) => boolean = () => true,
): Items {
  const places = new Map(items.map(({ id }, at) => [`${id.client} ${id.clock}`, at]))
  const outside: Yjs.Item[] = []
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as Yjs.Item
    const { client, clock } = item.id
    outside.push(item)
    // What somebody has put inside of it has made two of it.
    const next = places.get(`${client} ${clock + item.length}`) ?? 0
    const { origin } = items[next] as Yjs.Item
    const isOne = next > at && origin?.client === client && origin.clock === clock + item.length - 1
    if (isOne && items.slice(at + 1, next).every(({ id }) => isMeant(id.client, client))) at = next - 1
  }
  return outside
}
