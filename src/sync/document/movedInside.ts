import type * as Yjs from 'yjs'
import { placeOf } from '../merge/diffText'
import { isPerson, personClientId } from './hands'
import { hashNumber } from './hash'
import {
  beginsOf,
  itemsOf,
  itemsSay,
  limited,
  partsSay,
  wholeOf,
  withoutInside,
  type Items,
  type Part,
} from './textItems'

/**
 * Root map of what people had put inside of something that was taken out, and that was put to where the same stands: by the hand
 * that it has there, of what it was made. All who do so write the same by the same hand, so that it is there once.
 */
export const movedMap = 'moved'

/** Of whom, from which count on, and how much. */
type Stretch = readonly [hand: number, clock: number, length: number]

/** What is to stand between two characters, and what it was. */
interface Move {
  readonly items: Items
  readonly from: readonly Stretch[]
  readonly words: string
  readonly left: Yjs.ID | null
  readonly right: Yjs.ID | null
}

/**
 * Takes a part out of a text. What people have put inside of it goes to where the same stands; gives whether there was any.
 * @param beside - The texts in which that may be.
 */
export function takeOut(
  Y: typeof Yjs,
  text: Yjs.Text,
  part: readonly Part[],
  beside: readonly Yjs.Text[],
): boolean {
  const { items } = itemsOf(text)
  const begins = beginsOf(items)
  const moves = findMoves(text, items, part, beside)
  const gone = [...part, ...moves.flatMap((move) => move.items.map(wholeOf))]
    .map(({ item, begin, end }) => ({ at: (begins.get(item) ?? 0) + begin, length: end - begin }))
    .sort((one, other) => other.at - one.at)
  for (const { at, length } of gone) text.delete(at, length)
  text.doc?.transact((transaction) => {
    for (const move of moves) put(Y, transaction, move)
  })
  return moves.length > 0
}

function findMoves(
  text: Yjs.Text,
  items: Items,
  part: readonly Part[],
  beside: readonly Yjs.Text[],
): readonly Move[] {
  const inside = insideOf(text, items, part)
  if (inside.size === 0) return []
  const isGone = new Set([...part.map(({ item }) => item), ...[...inside.values()].flat()])
  const others = beside.map((one) => itemsOf(one).items.filter((item) => !isGone.has(item)))
  const placeThere = findPlaces(partsSay(part), others.flatMap(byHand))
  if (!placeThere) return []
  return [...inside].map(([at, some]) => ({
    ...placeThere(at),
    items: some,
    from: some.map(({ id: { client, clock }, length }) => [client, clock, length]),
    words: itemsSay(some),
  }))
}

/** What people have put inside of a part of a text, by how much of that stands before it. */
function insideOf(text: Yjs.Text, items: Items, part: readonly Part[]): ReadonlyMap<number, Items> {
  const own = new Map(part.map(({ item, begin, end }) => [item, end - begin]))
  const all = partsSay(part).length
  // All that stands in a text which is taken out with its block is inside.
  const isWhole = text._item?.id.client === part[0]?.item.id.client
  const inside = new Map<number, Items>()
  let at = 0
  for (const item of items) {
    const length = own.get(item)
    if (length !== undefined) at += length
    else if (isPerson(item.id.client) && (isWhole || (at > 0 && at < all)))
      inside.set(at, [...(inside.get(at) ?? []), item])
  }
  return inside
}

/** What each has written at once, the lowest hand first, and all of it. */
function byHand(items: Items): readonly Items[] {
  const outside = withoutInside(items)
  const hands = [...new Set(outside.map(({ id }) => id.client))].sort((one, other) => one - other)
  return [...hands.map((hand) => outside.filter(({ id }) => id.client === hand)), outside, items]
}

/** Where something stands in the first of some lists that says it: between which characters each of its places is there. */
function findPlaces(
  said: string,
  lists: readonly Items[],
): ((place: number) => Pick<Move, 'left' | 'right'>) | undefined {
  const words = said.trim()
  for (const items of words === '' ? [] : lists) {
    const begin = placeOf(itemsSay(items), words)
    if (begin === undefined) continue
    const all = items
      .flatMap((item) => Array.from({ length: item.length }, (_, at) => ({ item, at })))
      .slice(begin, begin + words.length)
    const [first, last] = [all[0], all.at(-1)] as [Character, Character]
    return (place) => {
      const at = limited(place - said.indexOf(words), all.length)
      const [left, right] = [all[at - 1], all[at]]
      return { left: left ? idOf(left) : leftOf(first), right: right ? idOf(right) : rightOf(last) }
    }
  }
  return undefined
}

interface Character {
  readonly item: Yjs.Item
  readonly at: number
}

const idOf = ({ item: { id }, at }: Character): Yjs.ID => ({ client: id.client, clock: id.clock + at })
/** Beside what a character was written. */
const leftOf = ({ item, at }: Character) => (at > 0 ? idOf({ item, at: at - 1 }) : item.origin)
const rightOf = ({ item, at }: Character) =>
  at < item.length - 1 ? idOf({ item, at: at + 1 }) : item.rightOrigin

/** Puts what was moved between two characters, and notes what it was, by a hand that tells all of that. */
function put(Y: typeof Yjs, transaction: Yjs.Transaction, { from, left, right, words }: Move): void {
  const { doc } = transaction
  const hand = personClientId(hashNumber(JSON.stringify([from, left, right])))
  if (Y.getState(doc.store, hand) > 0) return
  const note = doc.getMap(movedMap) as Yjs.AbstractType<unknown>
  const at = (clock: number) => Y.createID(hand, clock)
  for (const item of [
    new Y.Item(at(0), null, left, null, right, null, null, new Y.ContentString(words)),
    new Y.Item(at(words.length), null, null, null, null, note, String(hand), new Y.ContentAny([from])),
  ]) {
    item.getMissing(transaction, doc.store)
    item.integrate(transaction, 0)
  }
}

/** What a document had, with what was moved of it. */
export function withMoved(doc: Yjs.Doc, had: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const all = new Map(had)
  for (const [hand, from] of doc.getMap<unknown>(movedMap)) {
    let count = 0
    // Anybody may have written anything there.
    const stretches = Array.isArray(from) ? (from as unknown[]).filter(Array.isArray) : []
    for (const [client, clock, length] of stretches as unknown as Stretch[]) {
      const known = limited((had.get(client) ?? 0) - clock, length)
      count += known
      if (known < length) break
    }
    all.set(Number(hand), Math.max(count, had.get(Number(hand)) ?? 0))
  }
  return all
}
