import type * as Yjs from 'yjs'
import { remembered } from '../../core/companions'
import { isPerson, isUnseen } from './hands'
import { isInWord, type TextChange } from '../merge/diffText'
import { diffWritten } from '../merge/diffTokens'
import { movedOf, takeOut } from './movedInside'
import { findWrittenOn, saysAgain, stretchOf, type BasePart } from './writtenOn'
import {
  beginsOf,
  itemsOf,
  itemsSay,
  partsSay,
  stretchOfItems,
  upTo,
  wholeOf,
  withoutCharacters,
  withoutInside,
  withoutPersons,
  type IsMeant,
  type Part,
} from './textItems'

/** The shared texts of one document. */
export interface SharedTexts {
  /** What a text says; the same string as long as nobody changes it. */
  read(text: Yjs.Text): string
  /** Makes a text say something else by the fewest changes. */
  write(text: Yjs.Text, value: string): void
  /** Takes out what a hand has written in a text; gives whether any of that is left. */
  dropHand(text: Yjs.Text, hand: number, dropped?: Dropped): boolean
  /** Takes out what stands there twice, next to one another, by two hands that wrote it apart. */
  dropTwice(text: Yjs.Text, apart: Apart): void
  /** Whether what the server has brought of a text is what people have saved in another one, that its hand had not heard of, or more. */
  goesOn(text: Yjs.Text, saved: Yjs.Text, hand: number, apart: Apart): boolean
  /** Takes out what the server has brought of a text: what that has beyond what people have saved in another one goes there. */
  dropInto(text: Yjs.Text, saved: Yjs.Text, hand: number, apart: Apart): void
  /** What of a text a document had that had received so much of each hand. */
  readAt(text: Yjs.Text, had: ReadonlyMap<number, number>): string
  /** What hands of the server have brought of a text. */
  broughtIn(text: Yjs.Text): string
  /** Takes note that others have changed a text, and what they have written there. */
  forget(text: Yjs.Text, isNew: (item: Yjs.Item) => boolean): void
  /** Sets off words of others from what they stand beside, now that the blank between is gone that they were written at. */
  setOff(edit: (work: () => void) => void): void
}

/** What of a hand is taken out of a text. */
interface Dropped {
  /** What stands elsewhere: only what is there, too, or in the text by somebody else. Default: all of it. */
  readonly others?: string | undefined
  /** The texts in one of which the same may stand: what people have put inside goes there. Default: this one. */
  readonly beside?: readonly Yjs.Text[]
  /** Whether a character stands for another one, and stays. */
  readonly isStandIn?: IsMeant
}

/** Whether two hands have written without having heard of each other. */
export type AreApart = (one: number, other: number) => boolean

/** Who has written apart from the hands of the server. */
export interface Apart {
  /** Whether two hands of the server have written without having heard of each other. */
  readonly areApart: AreApart
  /**
   * What a hand of the server had not heard of who has written something: from which count on, and up to which count that was
   * saved without it, so that what the server brought has it, too. Undefined for a hand that is none of the server's.
   */
  readonly unheard: (hand: number, item: Yjs.Item) => Unheard | undefined
}

interface Unheard {
  readonly from: number
  readonly saved: number
}

/** What a hand has written, next to one another. */
export interface Run<Piece> {
  readonly hand: number
  readonly pieces: readonly Piece[]
}

/** What stands next to one another by one hand, in the order of the whole. */
export function runsOf<Piece>(
  pieces: readonly Piece[],
  handOf: (piece: Piece) => number,
): readonly Run<Piece>[] {
  const runs: { hand: number; pieces: Piece[] }[] = []
  for (const piece of pieces) {
    const [hand, last] = [handOf(piece), runs.at(-1)]
    if (last?.hand === hand) last.pieces.push(piece)
    else runs.push({ hand, pieces: [piece] })
  }
  return runs
}

/**
 * The first run that its neighbour has, too, who wrote it apart, but for what people have put between: of two that say the same
 * that of the higher number, so that everybody takes out the same.
 */
export function findTwice<Piece>(
  runs: readonly Run<Piece>[],
  isApart: AreApart,
  hasAll: (whole: Run<Piece>, part: Run<Piece>) => boolean,
): Run<Piece> | undefined {
  for (const [at, one] of runs.entries()) {
    const other = runs.slice(at + 1).find(({ hand }) => !isPerson(hand))
    if (!other || !isApart(one.hand, other.hand)) continue
    const [lower, higher] = one.hand < other.hand ? [one, other] : [other, one]
    if (hasAll(lower, higher)) return higher
    if (hasAll(higher, lower)) return lower
  }
  return undefined
}

/**
 * What stands beside a run of the server's hand that it had not heard of, and somebody has saved without it: in order, with what
 * the server has put between. What somebody else has put in the same place may stand between, and what else that hand has written.
 */
export function savedBeside(
  items: readonly Yjs.Item[],
  { hand, pieces }: Run<Yjs.Item>,
  apart: Apart,
): readonly BasePart[] {
  const first = items.indexOf(pieces[0]!)
  const isOfOthers = ({ id }: Yjs.Item) => id.client !== hand
  const isOfSomebodyElse = ({ id, parent }: Yjs.Item) =>
    isPerson(id.client) && id.client !== (parent as Yjs.AbstractType<unknown>)._item?.id.client
  const before: Part[] = []
  for (const item of items.slice(0, first).filter(isOfOthers).reverse()) {
    const part = unheardOf(item, hand, apart)
    if (part.begin < item.length) before.unshift(part)
    if (part.begin > 0 && !isOfSomebodyElse(item)) break
  }
  const behind: Part[] = []
  for (const item of items.slice(first + pieces.length).filter(isOfOthers)) {
    const part = unheardOf(item, hand, apart)
    if (part.begin > 0 && !isOfSomebodyElse(item)) break
    behind.push(part)
  }
  return withServers([...before, ...behind])
}

/** What has been saved, with what hands of the server that were not heard of have put between. */
function withServers(parts: readonly Part[]): readonly BasePart[] {
  const areSaved = parts.map(({ begin, end }) => begin < end)
  return parts
    .map((part, at) => ({ ...part, isSaved: areSaved[at] === true }))
    .slice(Math.max(areSaved.indexOf(true), 0), areSaved.lastIndexOf(true) + 1)
    .filter(({ item, begin, isSaved }) => isSaved || (begin === 0 && !isPerson(item.id.client)))
    .map((part) => (part.isSaved ? part : { ...part, end: part.item.length }))
}

/** What of it people have saved. */
function savedOf(base: readonly BasePart[]): readonly Part[] {
  return base.filter(({ isSaved }) => isSaved)
}

/** What of an item a hand of the server had not heard of, up to where somebody has saved it without that hand. */
function unheardOf(item: Yjs.Item, hand: number, apart: Apart): Part {
  const { from, saved } = apart.unheard(hand, item) ?? { from: Infinity, saved: 0 }
  return { item, begin: upTo(from, item), end: upTo(saved, item) }
}

/** What a text said last is kept beside it: to join its pieces takes time with each of them. */
export function createSharedTexts(Y: typeof Yjs, doc: Yjs.Doc): SharedTexts {
  const said = new WeakMap<Yjs.Text, string>()
  /** Those in which something was taken out here. */
  const cut = new WeakSet<Yjs.Text>()
  /** Where a blank has gone here between what others have written since and what it stands beside. */
  const lacking: Yjs.RelativePosition[] = []

  function read(text: Yjs.Text): string {
    return remembered(said, text, () => text.toJSON())
  }

  /** Whether what stands on both sides of a place was not written in one go; looked for when it is asked first. */
  function edgesIn(text: Yjs.Text): (at: number) => boolean {
    let edges: Set<number> | undefined
    return (at) => {
      edges ??= findEdges(text)
      return edges.has(at)
    }
  }

  function findEdges(text: Yjs.Text): Set<number> {
    const edges = new Set<number>([0])
    let [at, last] = [0, undefined as Yjs.Item | undefined]
    for (const item of itemsOf(text).items) {
      const isOne = last?.id.client === item.id.client && last.id.clock + last.length === item.id.clock
      if (!isOne) edges.add(at)
      at += item.length
      last = item
    }
    return edges.add(at)
  }

  /**
   * What is taken out: of two that say the same, of which a person has written one, what the server's hand has brought once more.
   */
  function withUnseen(text: Yjs.Text, change: TextChange): TextChange {
    const { at, remove, insert } = change
    if (insert !== '') return change
    const all = read(text)
    const words = all.slice(at, at + remove).trim()
    const beside = [all.slice(Math.max(0, at - remove), at), all.slice(at + remove, at + 2 * remove)]
    if (words === '' || !beside.some((one) => one.includes(words))) return change
    const { items } = itemsOf(text)
    const without = (place: number) => all.slice(0, place) + all.slice(place + remove)
    const saying = (place: number) =>
      stretchOfItems(items, place, place + remove).filter((part) => partsSay([part]).trim() !== '')
    const here = saying(at)
    const isOfServer = (place: number) =>
      saying(place).every(({ item }) => here.every((mine) => isUnseen(item, mine.item)))
    const places = [...beginsOf(items).values()].filter((place) => Math.abs(place - at) <= remove)
    const other = places.find((place) => without(place) === without(at) && isOfServer(place))
    return { ...change, at: other ?? at }
  }

  /** Who writes a word with one blank has seen another one on its other side. */
  function noteLacking(text: Yjs.Text, isNew: (item: Yjs.Item) => boolean): void {
    const all = text.toJSON()
    let at = 0
    for (const item of itemsOf(text).items) {
      const [begin, end] = [at, (at += item.length)]
      if (!isNew(item) || !(item.left?.deleted || item.right?.deleted)) continue
      const now = all.slice(begin, end)
      const words = now.trim()
      for (const edge of [begin, end])
        if (words !== '' && words !== now && isInWord(all, edge))
          lacking.push(Y.createRelativePositionFromTypeIndex(text, edge))
    }
  }

  const saidBy = ({ pieces }: Run<Yjs.Item>) => itemsSay(pieces)

  function drop(
    text: Yjs.Text,
    part: readonly Part[],
    beside: readonly Yjs.Text[] = [text],
    base?: readonly BasePart[],
  ): void {
    said.delete(text)
    if (takeOut(Y, text, part, beside, base)) for (const one of beside) said.delete(one)
  }

  function dropTwice(text: Yjs.Text, apart: Apart): void {
    const { items: all, changed } = itemsOf(text)
    const items = withoutPersons(all)
    const dropFrom = ({ pieces }: Run<Yjs.Item>, begin = 0, end = Infinity) => {
      drop(text, stretchOfItems(pieces, begin, end))
      dropTwice(text, apart)
    }
    // What somebody has changed of it says something else.
    const areWhole: AreApart = (...hands) =>
      apart.areApart(...hands) && !hands.some((hand) => changed.has(hand))
    const runs = runsOf(items, ({ id }) => id.client)
    const twice = findTwice(runs, areWhole, (whole, part) => saysAgain(saidBy(part), saidBy(whole)))
    if (twice) {
      dropFrom(twice)
      return
    }
    for (const run of runs) {
      // What has gone from it to there is no more beside it than in it.
      const moved = movedOf(doc, run.hand)
      const others = moved.length > 0 ? items.filter(({ id }) => !moved.includes(id.client)) : items
      const base = savedBeside(others, run, apart)
      const [saved, brought] = [partsSay(savedOf(base)), saidBy(run)]
      if (saysAgain(brought, saved)) {
        dropFrom(run)
        return
      }
      const goingOn = findWrittenOn(base, brought)
      const part = goingOn && stretchOfItems(run.pieces, ...goingOn.stretch)
      if (part && findWrittenOn(base, partsSay(part))) {
        drop(text, part, [text], base)
        dropTwice(text, apart)
        return
      }
      const repeated = stretchOf(brought, saved)
      if (repeated) {
        dropFrom(run, ...repeated)
        return
      }
    }
  }

  const partsBrought = (text: Yjs.Text) =>
    itemsOf(text)
      .items.filter(({ id }) => !isPerson(id.client))
      .map(wholeOf)
  const broughtIn = (text: Yjs.Text) => partsSay(partsBrought(text))
  /** What somebody has saved of a text that a hand of the server had not heard of, with what others of the server have put there. */
  const savedIn = (text: Yjs.Text, hand: number, apart: Apart) =>
    withServers(itemsOf(text).items.map((item) => unheardOf(item, hand, apart)))

  return {
    read,
    write: (text, value) => {
      const all = diffWritten(read(text), value, edgesIn(text))
      const changes = all.length === 1 ? all.map((change) => withUnseen(text, change)) : all
      if (changes.some(({ remove }) => remove > 0)) cut.add(text)
      // Where one of them fails, it is not known what the text says.
      said.delete(text)
      // From the end, so that places before stay where they are.
      for (const { at, remove, insert } of [...changes].reverse()) {
        if (remove > 0) text.delete(at, remove)
        if (insert) text.insert(at, insert)
      }
      said.set(text, value)
    },
    dropHand: (text, hand, { others, beside, isStandIn = () => false } = {}) => {
      const [whole, { items }] = [read(text), itemsOf(text)]
      const begins = beginsOf(items)
      const hands = new Set([hand, ...movedOf(doc, hand)])
      // Other hands of the server, too, may have put something inside of it.
      const outside = withoutInside(
        items,
        (one, other) => !isPerson(other) && (isPerson(one) || hands.has(other)),
      )
      const runs = runsOf(outside, ({ id }) => id.client)
      const rest = [others, ...runs.filter((run) => !hands.has(run.hand)).map(saidBy)].join(' ')
      for (const run of runs.filter((one) => hands.has(one.hand))) {
        const words = saidBy(run)
        const [first, last] = [run.pieces[0], run.pieces.at(-1)] as [Yjs.Item, Yjs.Item]
        const edges = [begins.get(first) ?? 0, (begins.get(last) ?? 0) + last.length]
        const isInside = edges.some((edge) => isInWord(whole, edge))
        if (others === undefined || words.trim() === '' || isInside || saysAgain(words, rest))
          drop(text, withoutCharacters(run.pieces, isStandIn), beside)
      }
      return itemsOf(text).items.some(({ id }) => hands.has(id.client))
    },
    dropTwice,
    goesOn: (text, saved, hand, apart) => {
      const [brought, base] = [broughtIn(text), savedIn(saved, hand, apart)]
      return partsSay(savedOf(base)) === brought || findWrittenOn(base, brought) !== undefined
    },
    dropInto: (text, saved, hand, apart) => {
      drop(text, partsBrought(text), [saved], savedIn(saved, hand, apart))
      said.delete(text)
    },
    readAt: (text, had) =>
      partsSay(
        itemsOf(text).items.map((item) => ({
          item,
          begin: 0,
          end: upTo(had.get(item.id.client) ?? 0, item),
        })),
      ),
    broughtIn,
    forget: (text, isNew) => {
      said.delete(text)
      if (cut.has(text)) noteLacking(text, isNew)
    },
    setOff: (edit) => {
      if (lacking.length === 0) return
      edit(() => {
        for (const position of lacking.splice(0)) {
          const { type, index = 0 } = Y.createAbsolutePositionFromRelativePosition(position, doc) ?? {}
          if (!(type instanceof Y.Text) || !isInWord(read(type), index)) continue
          said.delete(type)
          type.insert(index, ' ')
        }
      })
    },
  }
}
