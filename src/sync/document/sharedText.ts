import type * as Yjs from 'yjs'
import { isPerson } from './hands'
import { hasAllOf, isInWord, placeOf } from '../merge/diffText'
import { diffWritten } from '../merge/diffTokens'
import { takeOut } from './movedInside'
import {
  beginsOf,
  itemsOf,
  itemsSay,
  partsSay,
  stretchOfItems,
  upTo,
  wholeOf,
  withoutPersons,
  type Part,
} from './textItems'

/** The shared texts of one document. */
export interface SharedTexts {
  /** What a text says; the same string as long as nobody changes it. */
  read(text: Yjs.Text): string
  /** Makes a text say something else by the fewest changes. */
  write(text: Yjs.Text, value: string): void
  /**
   * Takes out what a hand has written in a text.
   * @param others - What stands elsewhere: only what is there, too, or in the text by somebody else. Default: all of it.
   * @param beside - The texts in one of which the same may stand: what people have put inside goes there. Default: this one.
   */
  dropHand(text: Yjs.Text, hand: number, others?: string, beside?: readonly Yjs.Text[]): void
  /** Takes out what stands there twice, next to one another, by two hands that wrote it apart. */
  dropTwice(text: Yjs.Text, apart: Apart): void
  /** What of a text a document had that had received so much of each hand. */
  readAt(text: Yjs.Text, had: ReadonlyMap<number, number>): string
  /** What hands of the server have brought of a text. */
  broughtIn(text: Yjs.Text): string
  /** What somebody has saved of a text that a hand of the server had not heard of. */
  savedIn(text: Yjs.Text, hand: number, apart: Apart): string
  /** Takes note that others have changed a text, and what they have written there. */
  forget(text: Yjs.Text, isNew: (item: Yjs.Item) => boolean): void
  /** Sets off words of others from what they stand beside, now that the blank between is gone that they were written at. */
  setOff(edit: (work: () => void) => void): void
}

/** Whether two hands have written without having heard of each other. */
export type AreApart = (one: number, other: number) => boolean

/** Who has written apart from the hands of the server. */
export interface Apart {
  /** Whether two hands of the server have written without having heard of each other. */
  readonly areApart: AreApart
  /**
   * What a hand of the server had not heard of somebody: from which count on, and up to which count that was saved without
   * it, so that what the server brought has it, too. Undefined for a hand that is none of the server's.
   */
  readonly unheard: (hand: number, somebody: number) => Unheard | undefined
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
 * What stands beside a run of the server's hand that it had not heard of, and somebody has saved without it: in order. What
 * somebody else has put in the same place may stand between.
 */
export function savedBeside(
  items: readonly Yjs.Item[],
  { hand, pieces }: Run<Yjs.Item>,
  apart: Apart,
): readonly Part[] {
  const first = items.indexOf(pieces[0]!)
  const isOfSomebodyElse = ({ id, parent }: Yjs.Item) =>
    isPerson(id.client) && id.client !== (parent as Yjs.AbstractType<unknown>)._item?.id.client
  const before: Part[] = []
  for (const item of items.slice(0, first).reverse()) {
    const part = unheardOf(item, hand, apart)
    if (part.begin < item.length) before.unshift(part)
    if (part.begin > 0 && !isOfSomebodyElse(item)) break
  }
  const behind: Part[] = []
  for (const item of items.slice(first + pieces.length)) {
    const part = unheardOf(item, hand, apart)
    if (part.begin > 0 && !isOfSomebodyElse(item)) break
    behind.push(part)
  }
  return [...before, ...behind].filter(({ begin, end }) => begin < end)
}

/** What of an item a hand of the server had not heard of, up to where somebody has saved it without that hand. */
function unheardOf(item: Yjs.Item, hand: number, apart: Apart): Part {
  const { from, saved } = apart.unheard(hand, item.id.client) ?? { from: Infinity, saved: 0 }
  return { item, begin: upTo(from, item), end: upTo(saved, item) }
}

/** Where a text has what another one says, with as much white space as that has, on whichever side; undefined where it has not. */
function stretchOf(text: string, part: string): readonly [begin: number, length: number] | undefined {
  const words = part.trim()
  const at = words === '' ? undefined : placeOf(text, words)
  if (at === undefined) return undefined
  const isBlank = (place: number) => text.charAt(place).trim() === '' && place >= 0 && place < text.length
  let [begin, end] = [at, at + words.length]
  const takeBefore = (most: number) => {
    while (begin > 0 && at - begin < most && isBlank(begin - 1)) begin--
  }
  const lead = part.indexOf(words)
  takeBefore(lead)
  while (end - begin < part.length && isBlank(end)) end++
  takeBefore(part.length - (end - at))
  return [begin, end - begin]
}

/** What a text said last is kept beside it: to join its pieces takes time with each of them. */
export function createSharedTexts(Y: typeof Yjs, doc: Yjs.Doc): SharedTexts {
  const said = new WeakMap<Yjs.Text, string>()
  /** Those in which something was taken out here. */
  const cut = new WeakSet<Yjs.Text>()
  /** Where a blank has gone here between what others have written since and what it stands beside. */
  const lacking: Yjs.RelativePosition[] = []

  function read(text: Yjs.Text): string {
    const known = said.get(text) ?? text.toJSON()
    said.set(text, known)
    return known
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

  function drop(text: Yjs.Text, part: readonly Part[], beside: readonly Yjs.Text[] = [text]): void {
    said.delete(text)
    if (takeOut(Y, text, part, beside)) for (const one of beside) said.delete(one)
  }

  function dropTwice(text: Yjs.Text, apart: Apart): void {
    const { items: all, changed } = itemsOf(text)
    const items = withoutPersons(all)
    const dropFrom = ({ pieces }: Run<Yjs.Item>, begin = 0, length = Infinity) => {
      drop(text, stretchOfItems(pieces, begin, begin + length))
      dropTwice(text, apart)
    }
    // What somebody has changed of it says something else.
    const areWhole: AreApart = (...hands) =>
      apart.areApart(...hands) && !hands.some((hand) => changed.has(hand))
    const runs = runsOf(items, ({ id }) => id.client)
    const twice = findTwice(runs, areWhole, (whole, part) => hasAllOf(saidBy(whole), saidBy(part)))
    if (twice) {
      dropFrom(twice)
      return
    }
    for (const run of runs) {
      const [saved, brought] = [partsSay(savedBeside(items, run, apart)), saidBy(run)]
      if (hasAllOf(saved, brought)) {
        dropFrom(run)
        return
      }
      const repeated = stretchOf(brought, saved)
      if (repeated) {
        dropFrom(run, ...repeated)
        return
      }
    }
  }

  return {
    read,
    write: (text, value) => {
      const changes = diffWritten(read(text), value, edgesIn(text))
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
    dropHand: (text, hand, others, beside) => {
      const [whole, { items }] = [read(text), itemsOf(text)]
      const begins = beginsOf(items)
      const runs = runsOf(withoutPersons(items), ({ id }) => id.client)
      const rest = [others, ...runs.filter((run) => run.hand !== hand).map(saidBy)].join(' ')
      for (const run of runs.filter((one) => one.hand === hand)) {
        const words = saidBy(run)
        const [first, last] = [run.pieces[0], run.pieces.at(-1)] as [Yjs.Item, Yjs.Item]
        const edges = [begins.get(first) ?? 0, (begins.get(last) ?? 0) + last.length]
        const isInside = edges.some((edge) => isInWord(whole, edge))
        if (others === undefined || words.trim() === '' || isInside || hasAllOf(rest, words))
          drop(text, run.pieces.map(wholeOf), beside)
      }
    },
    dropTwice,
    readAt: (text, had) =>
      partsSay(
        itemsOf(text).items.map((item) => ({
          item,
          begin: 0,
          end: upTo(had.get(item.id.client) ?? 0, item),
        })),
      ),
    broughtIn: (text) => itemsSay(itemsOf(text).items.filter(({ id }) => !isPerson(id.client))),
    savedIn: (text, hand, apart) => partsSay(itemsOf(text).items.map((item) => unheardOf(item, hand, apart))),
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
