import type * as Yjs from 'yjs'
import { isInWord } from '../merge/diffText'
import { isPerson, personClientId, serverClientId } from './hands'
import { hashNumber } from './hash'
import { idAt, lengthOf, placeIn, stretchesIn, stretchesOf, type Stretch } from './stretches'
import { beginsOf, itemsOf, limited, partsSay, wholeOf, type Items, type Part } from './textItems'

/**
 * Root map of what people had put inside of something that was taken out, or that had beyond what people have saved, and that was
 * put to where the same stands: by the hand that it has there, of what it was made. All who do so write the same by the same hand,
 * so that it is there once.
 */
export const movedMap = 'moved'

/**
 * Root map of what was taken out, each with where the same stands, and what that is: who has not heard of it may be writing there,
 * or taking that out for this.
 */
export const takenOutMap = 'takenOut'

/** What is to stand between two characters, by which hand, and what it was. */
interface Move {
  readonly items: Items
  readonly from: readonly Stretch[]
  readonly hand: number
  readonly words: string
  readonly left: Yjs.ID | null
  readonly right: Yjs.ID | null
}

/** What is the same, character by character, and what it says. */
export interface Same {
  readonly words: string
  readonly part: readonly Yjs.ID[]
  readonly there: readonly Yjs.ID[]
}

/** Takes a part out of a text. What others have put inside of it goes to where the same stands. */
export function takeOut(Y: typeof Yjs, text: Yjs.Text, part: readonly Part[], same: Same): void {
  const { doc } = text
  if (!doc) return
  // All that stands in a text which is taken out with its block is inside.
  const isWhole = text._item?.id.client === part[0]?.item.id.client
  remove(text, part)
  doc.transact((transaction) =>
    note(Y, transaction, [stretchesOf(same.part), stretchesOf(same.there), isWhole, same.words]),
  )
  putBack(Y, text)
  doc.transact((transaction) => {
    for (const between of gluedBy(text, part)) put(Y, transaction, moveOf([], between, personClientId, ' '))
  })
}

/** Where words are one now that stood on both sides of what was taken out. */
function gluedBy(text: Yjs.Text, part: readonly Part[]): readonly Between[] {
  const all = text.toJSON()
  const gone = new Set(part.map(({ item }) => item.id.client))
  const glued: Between[] = []
  let [at, left, isCut] = [0, undefined as Yjs.Item | undefined, false]
  for (let item = text._start; item; item = item.right) {
    if (item.deleted) isCut ||= gone.has(item.id.client)
    else if (item.countable) {
      if (left && isCut && isInWord(all, at)) glued.push({ left: left.lastId, right: item.id })
      at += item.length
      ;[left, isCut] = [item, false]
    }
  }
  return glued
}

function remove(text: Yjs.Text, parts: readonly Part[]): void {
  const begins = beginsOf(itemsOf(text).items)
  const gone = parts
    .map(({ item, begin, end }) => ({ at: (begins.get(item) ?? 0) + begin, length: end - begin }))
    .sort((one, other) => other.at - one.at)
  for (const { at, length } of gone) text.delete(at, length)
}

/** What was taken out of a text, or moved in one, and where it stands now, character by character. */
interface Alias {
  readonly from: readonly Stretch[]
  readonly to: readonly Stretch[]
  /** What people have written goes along that stands inside of it, also what stands behind it, or all that stands in the text. */
  readonly reach: 'inside' | 'behind' | 'whole'
  /** What was taken out, as it is noted: anybody may have written anything there. */
  readonly words?: unknown
}

/** What has been taken out of a document and moved in it, in an order that is the same for all. */
function aliasesOf(doc: Yjs.Doc): readonly Alias[] {
  const moved = entriesOf(doc, movedMap).map(([hand, said]): Alias => {
    const from = stretchesIn(said)
    return { from, to: [[Number(hand), 0, lengthOf(from)]], reach: 'behind' }
  })
  const takenOut = entriesOf(doc, takenOutMap)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, said]): Alias => {
      const [from, to, isWhole, words] = Array.isArray(said) ? (said as unknown[]) : []
      const reach = isWhole === true ? 'whole' : 'inside'
      return { from: stretchesIn(from), to: stretchesIn(to), reach, words }
    })
  return [...moved, ...takenOut].filter(({ from, to }) => from.length > 0 && lengthOf(from) === lengthOf(to))
}

const isTakenOut = ({ reach }: Alias) => reach !== 'behind'

/** Without an iterator, which Yjs makes of three: each key asks for what is mostly none. */
function entriesOf(doc: Yjs.Doc, map: string): [name: string, said: unknown][] {
  const entries: [string, unknown][] = []
  doc.getMap<unknown>(map).forEach((said, name) => entries.push([name, said]))
  return entries
}

/** Where something goes that stands where something was taken out. */
type Place = readonly [alias: Alias, at: number]

/**
 * Puts what others have written where something was taken out, or moved, to where the same stands, whether that was heard of when
 * it was written or not; gives whether there was any.
 */
function putBack(Y: typeof Yjs, text: Yjs.Text): boolean {
  const { doc } = text
  const aliases = doc ? aliasesOf(doc) : []
  if (!doc || aliases.length === 0) return false
  const findPlace = placesIn(Y, doc, text, aliases)
  const places = new Map<string, { readonly place: Place; readonly items: Yjs.Item[] }>()
  for (const item of itemsOf(text).items) {
    const place = findPlace(item)
    if (!place) continue
    const name = `${aliases.indexOf(place[0])} ${place[1]} ${isPerson(item.id.client)}`
    const known = places.get(name) ?? { place, items: [] }
    known.items.push(item)
    places.set(name, known)
  }
  const moves = [...places.values()].flatMap(({ place: [{ to }, at], items }) => {
    const between = betweenIn(Y, doc, to, at)
    const handFor = items.every(({ id }) => isPerson(id.client)) ? personClientId : serverHandOf
    return between ? [moveOf(items.map(wholeOf), between, handFor, undefined, items)] : []
  })
  remove(
    text,
    moves.flatMap(({ items }) => items.map(wholeOf)),
  )
  doc.transact((transaction) => {
    for (const move of moves) put(Y, transaction, move)
  })
  return moves.length > 0
}

/** Finds where what somebody has written in a text goes: by what was taken out it was written behind, or what that was. */
function placesIn(
  Y: typeof Yjs,
  doc: Yjs.Doc,
  text: Yjs.Text,
  aliases: readonly Alias[],
): (item: Yjs.Item) => Place | undefined {
  const whole = aliases.find(({ from, reach }) => reach === 'whole' && textWith(Y, doc, from) === text)
  const known = new Map<Yjs.Item, Place | undefined>()
  const placeBehind = (origin: Yjs.ID, client: number): Place | undefined => {
    for (const alias of aliases) {
      // It was put there itself.
      if (alias.to[0]?.[0] === client) continue
      const at = placeIn(alias.from, origin)
      if (at !== undefined) return [alias, at + 1]
    }
    return undefined
  }
  return (item) => {
    const passed: Yjs.Item[] = []
    let place: Place | undefined
    const { client } = item.id
    const isPassed = (left: Yjs.Item) => left.id.client === client || isPerson(left.id.client)
    for (let left: Yjs.Item | undefined = item; left && isPassed(left);) {
      if (known.has(left)) {
        place = known.get(left)
        break
      }
      passed.push(left)
      const { origin }: Yjs.Item = left
      place = origin ? placeBehind(origin, client) : whole ? [whole, 0] : undefined
      if (place || !origin) break
      left = characterAt(Y, doc, origin)?.item
    }
    const isOutside = place?.[0].reach === 'inside' && place[1] === lengthOf(place[0].from)
    if (isOutside) place = undefined
    for (const one of passed) known.set(one, place)
    return place
  }
}

/** Puts back what others have written in any text where something was taken out, or moved. */
export function putAllBack(
  Y: typeof Yjs,
  doc: Yjs.Doc,
  transact: (work: () => void) => void = (work) => doc.transact(work),
): void {
  const aliases = aliasesOf(doc)
  const texts = new Set(aliases.map(({ from }) => textWith(Y, doc, from)))
  // A transaction looks at all that the document has, also where nothing is done in it.
  if (texts.size === 0) return
  transact(() => {
    texts.forEach((text) => text && putBack(Y, text))
  })
}

/** Between which characters a place among some is; undefined where not all of them are known. */
function betweenIn(
  Y: typeof Yjs,
  doc: Yjs.Doc,
  stretches: readonly Stretch[],
  place: number,
): Between | undefined {
  const [first, last] = [0, lengthOf(stretches) - 1].map((at) => {
    const id = idAt(stretches, at)
    return id && characterAt(Y, doc, id)
  })
  const isThere = stretches.every(([hand, clock, length]) => clock + length <= Y.getState(doc.store, hand))
  if (!first || !last || !isThere) return undefined
  return {
    left: idAt(stretches, place - 1) ?? leftOf(first),
    right: idAt(stretches, place) ?? rightOf(last),
  }
}

/** The text that something was taken out of. */
function textWith(Y: typeof Yjs, doc: Yjs.Doc, from: readonly Stretch[]): Yjs.Text | undefined {
  const first = idAt(from, 0)
  const parent = first && characterAt(Y, doc, first)?.item.parent
  return parent instanceof Y.Text ? parent : undefined
}

/** A character of a document, also one that is gone; undefined where that is not known, or with the text that it was in. */
export function characterAt(Y: typeof Yjs, doc: Yjs.Doc, { client, clock }: Yjs.ID): Character | undefined {
  if (clock >= Y.getState(doc.store, client)) return undefined
  const item = Y.getItem(doc.store, Y.createID(client, clock)) as unknown
  return item instanceof Y.Item ? { item, at: clock - item.id.clock } : undefined
}

function moveOf(
  parts: readonly Part[],
  { left, right }: Between,
  handFor: (number: number) => number,
  words = partsSay(parts),
  items: Items = [],
): Move {
  const from = stretchesOf(charactersOf(parts).map(idOf))
  const hand = handFor(hashNumber(JSON.stringify([from, left, right])))
  return { items, from, hand, words, left, right }
}

/** What the server has brought is of the server wherever it goes. */
const serverHandOf = (number: number) => serverClientId(String(number))

type Between = Pick<Move, 'left' | 'right'>

function charactersOf(parts: readonly Part[]): readonly Character[] {
  return parts.flatMap(({ item, begin, end }) =>
    Array.from({ length: end - begin }, (_, at) => ({ item, at: begin + at })),
  )
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

/** Notes where the same stands as what is taken out, by a hand that tells all of that. */
function note(Y: typeof Yjs, transaction: Yjs.Transaction, said: readonly unknown[]): void {
  const { doc } = transaction
  const hand = serverHandOf(hashNumber(JSON.stringify(said)))
  if (Y.getState(doc.store, hand) > 0) return
  const map = doc.getMap(takenOutMap) as Yjs.AbstractType<unknown>
  integrate(
    Y,
    transaction,
    new Y.Item(Y.createID(hand, 0), null, null, null, null, map, String(hand), new Y.ContentAny([said])),
  )
}

function integrate(Y: typeof Yjs, transaction: Yjs.Transaction, item: Yjs.Item): void {
  item.getMissing(transaction, transaction.doc.store)
  item.integrate(transaction, 0)
  // Yjs remembers places in a text and counts them on only for what it inserts itself.
  if (item.parent instanceof Y.Text) item.parent._searchMarker?.splice(0)
}

/** Puts what was moved between two characters, and notes what it was, by a hand that tells all of that. */
function put(Y: typeof Yjs, transaction: Yjs.Transaction, { from, hand, left, right, words }: Move): void {
  const { doc } = transaction
  if (Y.getState(doc.store, hand) > 0) return
  const map = doc.getMap(movedMap) as Yjs.AbstractType<unknown>
  const at = (clock: number) => Y.createID(hand, clock)
  for (const item of [
    new Y.Item(at(0), null, left, null, right, null, null, new Y.ContentString(words)),
    new Y.Item(at(words.length), null, null, null, null, map, String(hand), new Y.ContentAny([from])),
  ])
    integrate(Y, transaction, item)
}

/** Reads what a character said that was taken out for another one, or moved. */
export function standInReader(doc: Yjs.Doc): (id: Yjs.ID) => string | undefined {
  const takenOut = aliasesOf(doc).filter(isTakenOut)
  return (id) => {
    for (const { from, words } of takenOut) {
      const place = placeIn(from, id)
      if (place !== undefined && typeof words === 'string') return words[place]
    }
    return undefined
  }
}

/** Follows what was moved, once or more: from where a character was first to where it is now, and back. */
export interface Moved {
  readonly isAny: boolean
  readonly now: (id: Yjs.ID) => Yjs.ID
  readonly first: (id: Yjs.ID) => Yjs.ID
}

export function movedIn(doc: Yjs.Doc): Moved {
  const moved = aliasesOf(doc).filter(({ reach }) => reach === 'behind')
  const follow = (one: 'from' | 'to', other: 'from' | 'to') => (id: Yjs.ID) => {
    let last = id
    for (let step = 0; step <= moved.length; step++) {
      const there = moved.find((alias) => placeIn(alias[one], last) !== undefined)
      const next = there && idAt(there[other], placeIn(there[one], last) ?? -1)
      if (!next) break
      last = next
    }
    return last
  }
  return { isAny: moved.length > 0, now: follow('from', 'to'), first: follow('to', 'from') }
}

/** What a document had, with what was moved of it. */
export function withMoved(doc: Yjs.Doc, had: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const all = new Map(had)
  for (const [hand, from] of entriesOf(doc, movedMap)) {
    let count = 0
    for (const [client, clock, length] of stretchesIn(from)) {
      const known = limited((had.get(client) ?? 0) - clock, length)
      count += known
      if (known < length) break
    }
    all.set(Number(hand), Math.max(count, had.get(Number(hand)) ?? 0))
  }
  return all
}
