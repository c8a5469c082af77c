import type * as Yjs from 'yjs'
import { diffText, hasAllOf } from '../merge/mergeText'

/** The shared texts of one document. */
export interface SharedTexts {
  /** What a text says; the same string as long as nobody changes it. */
  read(text: Yjs.Text): string
  /** Makes a text say something else by the fewest changes. */
  write(text: Yjs.Text, value: string): void
  /** Takes out what a hand has written in a text. */
  dropHand(text: Yjs.Text, hand: number): void
  /** Takes out what stands there twice, next to one another, by two hands that wrote it apart. */
  dropTwice(text: Yjs.Text, isApart: AreApart): void
  /** Takes note that others have changed a text. */
  forget(text: Yjs.Text): void
}

/** Whether two hands have written without having heard of each other. */
export type AreApart = (one: number, other: number) => boolean

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
 * The first run that its neighbour has, too, who wrote it apart: of two that say the same that of the higher number, so that
 * everybody takes out the same.
 */
export function findTwice<Piece>(
  runs: readonly Run<Piece>[],
  isApart: AreApart,
  hasAll: (whole: Run<Piece>, part: Run<Piece>) => boolean,
): Run<Piece> | undefined {
  for (const [at, one] of runs.entries()) {
    const other = runs[at + 1]
    if (!other || !isApart(one.hand, other.hand)) continue
    const [lower, higher] = one.hand < other.hand ? [one, other] : [other, one]
    if (hasAll(lower, higher)) return higher
    if (hasAll(higher, lower)) return lower
  }
  return undefined
}

/** What a text said last is kept beside it: to join its pieces takes time with each of them. */
export function createSharedTexts(): SharedTexts {
  const said = new WeakMap<Yjs.Text, string>()

  function read(text: Yjs.Text): string {
    const known = said.get(text) ?? text.toJSON()
    said.set(text, known)
    return known
  }

  function dropTwice(text: Yjs.Text, isApart: AreApart): void {
    const [items, changed] = [[] as Yjs.Item[], new Set<number>()]
    for (let item = text._start; item; item = item.right)
      if (item.deleted) changed.add(item.id.client)
      else if (item.countable) items.push(item)
    // What somebody has changed of it says something else.
    const isWhole: AreApart = (...hands) => isApart(...hands) && !hands.some((hand) => changed.has(hand))
    const saidBy = ({ pieces }: Run<Yjs.Item>) =>
      pieces.map(({ content }) => content.getContent().join('')).join('')
    const twice = findTwice(
      runsOf(items, ({ id }) => id.client),
      isWhole,
      (whole, part) => hasAllOf(saidBy(whole), saidBy(part)),
    )
    const [first] = twice?.pieces ?? []
    if (!twice || !first) return
    const lengthOf = (some: readonly Yjs.Item[]) => some.reduce((length, item) => length + item.length, 0)
    said.delete(text)
    text.delete(lengthOf(items.slice(0, items.indexOf(first))), lengthOf(twice.pieces))
    dropTwice(text, isApart)
  }

  return {
    read,
    write: (text, value) => {
      const changes = diffText(read(text), value)
      // Where one of them fails, it is not known what the text says.
      said.delete(text)
      // From the end, so that places before stay where they are.
      for (const { at, remove, insert } of [...changes].reverse()) {
        if (remove > 0) text.delete(at, remove)
        if (insert) text.insert(at, insert)
      }
      said.set(text, value)
    },
    dropHand: (text, hand) => {
      said.delete(text)
      let at = 0
      for (let item = text._start; item; item = item.right) {
        if (item.deleted || !item.countable) continue
        if (item.id.client === hand) text.delete(at, item.length)
        else at += item.length
      }
    },
    dropTwice,
    forget: (text) => said.delete(text),
  }
}
