import type * as Yjs from 'yjs'
import { placeOf } from '../merge/diffText'
import { isPerson, personClientId, serverClientId } from './hands'
import { hashNumber } from './hash'
import { findWrittenOn, type BasePart } from './writtenOn'
import {
  beginsOf,
  itemsOf,
  itemsSay,
  limited,
  partsSay,
  stretchOfParts,
  wholeOf,
  withoutInside,
  type Items,
  type Part,
} from './textItems'

/**
 * Root map of what people had put inside of something that was taken out, or that had beyond what people have saved, and that was
 * put to where the same stands: by the hand that it has there, of what it was made. All who do so write the same by the same hand,
 * so that it is there once.
 */
export const movedMap = 'moved'

/** Of whom, from which count on, and how much. */
type Stretch = readonly [hand: number, clock: number, length: number]

/** What is to stand between two characters, by which hand, and what it was. */
interface Move {
  readonly items: Items
  readonly from: readonly Stretch[]
  readonly hand: number
  readonly words: string
  readonly left: Yjs.ID | null
  readonly right: Yjs.ID | null
}

/**
 * Takes a part out of a text. What people have put inside of it goes to where the same stands; gives whether there was any.
 * @param beside - The texts in which that may be.
 * @param base - What the part goes on from: there it is, and what the part has beyond it goes there, too.
 */
export function takeOut(
  Y: typeof Yjs,
  text: Yjs.Text,
  part: readonly Part[],
  beside: readonly Yjs.Text[],
  base?: readonly BasePart[],
): boolean {
  const { items } = itemsOf(text)
  const begins = beginsOf(items)
  const moves = findMoves(text, items, part, beside, base)
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
  base: readonly BasePart[] | undefined,
): readonly Move[] {
  const inside = insideOf(text, items, part)
  const { beyond, placeThere } = (base && goOn(base, part)) ?? { beyond: [], placeThere: findThere() }
  if (!placeThere) return []
  const persons = [...inside].map(([at, some]) =>
    moveOf(some.map(wholeOf), placeThere(at), personClientId, some),
  )
  return [...beyond, ...persons]

  function findThere() {
    if (inside.size === 0) return undefined
    const isGone = new Set([...part.map(({ item }) => item), ...[...inside.values()].flat()])
    const others = beside.map((one) => itemsOf(one).items.filter((item) => !isGone.has(item)))
    return findPlaces(partsSay(part), others.flatMap(byHand))
  }
}

function moveOf(
  parts: readonly Part[],
  { left, right }: Between,
  handFor: (number: number) => number,
  items: Items = [],
): Move {
  const from = parts.map(
    ({ item: { id }, begin, end }) => [id.client, id.clock + begin, end - begin] as const,
  )
  const hand = handFor(hashNumber(JSON.stringify([from, left, right])))
  return { items, from, hand, words: partsSay(parts), left, right }
}

/** What a part has beyond what it goes on from, and where its places are there then. */
function goOn(base: readonly BasePart[], part: readonly Part[]) {
  const found = findWrittenOn(base, partsSay(part))
  if (!found) return undefined
  const between = betweenOf(charactersOf(base))
  const beyond = found.beyond.map(({ begin, end, at }) => ({
    ...{ begin, end, at },
    move: moveOf(stretchOfParts(part, begin, end), between(at), serverHandOf),
  }))
  return {
    beyond: beyond.map(({ move }) => move),
    placeThere: (place: number): Between => {
      const around = beyond.find(({ begin, end }) => begin <= place && place <= end)
      if (!around) return between(found.placeOf(place))
      const { begin, end, move } = around
      const { hand: client, left, right } = move
      return {
        left: place > begin ? { client, clock: place - begin - 1 } : left,
        right: place < end ? { client, clock: place - begin } : right,
      }
    },
  }
}

/** What the server has brought is of the server wherever it goes. */
const serverHandOf = (number: number) => serverClientId(String(number), false)

type Between = Pick<Move, 'left' | 'right'>

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
function findPlaces(said: string, lists: readonly Items[]): ((place: number) => Between) | undefined {
  const words = said.trim()
  for (const items of words === '' ? [] : lists) {
    const begin = placeOf(itemsSay(items), words)
    if (begin === undefined) continue
    const between = betweenOf(charactersOf(items.map(wholeOf)).slice(begin, begin + words.length))
    return (place) => between(place - said.indexOf(words))
  }
  return undefined
}

function charactersOf(parts: readonly Part[]): readonly Character[] {
  return parts.flatMap(({ item, begin, end }) =>
    Array.from({ length: end - begin }, (_, at) => ({ item, at: begin + at })),
  )
}

/** Between which of some characters each of their places is. */
function betweenOf(all: readonly Character[]): (place: number) => Between {
  const [first, last] = [all[0], all.at(-1)] as [Character, Character]
  return (place) => {
    const at = limited(place, all.length)
    const [left, right] = [all[at - 1], all[at]]
    return { left: left ? idOf(left) : leftOf(first), right: right ? idOf(right) : rightOf(last) }
  }
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
function put(Y: typeof Yjs, transaction: Yjs.Transaction, { from, hand, left, right, words }: Move): void {
  const { doc } = transaction
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

/** The hands of what was moved that a hand had written. */
export function movedOf(doc: Yjs.Doc, hand: number): readonly number[] {
  return [...doc.getMap<unknown>(movedMap)].flatMap(([moved, from]) =>
    Array.isArray(from) && Array.isArray(from[0]) && from[0][0] === hand ? [Number(moved)] : [],
  )
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
