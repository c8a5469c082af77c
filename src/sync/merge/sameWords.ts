import type { ContentBlock } from '../../edits/blockCodec'
import { alignWrittenOn } from './alignBlocks'
import { diffWords, wordsOf } from './diffText'
import { paragraphPlaces, type Place } from './diffTokens'

/** Stands in a text for a block, whose text is behind it. */
export const blockCharacter = '\u0001'

/** Stands in a text for a character that is gone. */
export const goneCharacter = '\0'

/** A stretch that two texts have. */
export interface SameStretch {
  readonly at: number
  /** Where it is in the other text. */
  readonly place: number
  readonly length: number
}

/**
 * Where two texts say the same, in whole words: of each paragraph, or block, only where one has most of the words of the other one:
 * what was put in the place of something says much of the same.
 */
export function sameWords(said: string, there: string): readonly SameStretch[] {
  if (said === there) return said === '' ? [] : [{ at: 0, place: 0, length: said.length }]
  const all: SameStretch[] = []
  let before: readonly [Place, Place] | undefined
  for (const [from, to] of pairedParagraphs(said, there)) {
    const [was, is] = [said.slice(from.begin, from.end), there.slice(to.begin, to.end)]
    const kept = keptWords(was, is)
    if (!areMost(kept, was, is)) continue
    const [end, endThere] = [before?.[0].end ?? from.begin, before?.[1].end ?? to.begin]
    const [gap, gapThere] = [
      blankAtEnd(said.slice(end, from.begin)),
      blankAtEnd(there.slice(endThere, to.begin)),
    ]
    if (gap !== '' && gap === gapThere)
      all.push({ at: from.begin - gap.length, place: to.begin - gap.length, length: gap.length })
    all.push(...kept.map((one) => ({ ...one, at: from.begin + one.at, place: to.begin + one.place })))
    before = [from, to]
  }
  return all
}

/** Whether one of two paragraphs has most of the words of the other one. */
export function haveMostWords(one: string, other: string): boolean {
  return areMost(keptWords(one, other), one, other)
}

function areMost(kept: readonly SameStretch[], was: string, is: string): boolean {
  const words = kept.map(({ at, length }) => was.slice(at, at + length)).join(' ')
  return 4 * countWords(words) >= 3 * Math.min(countWords(was), countWords(is))
}

/** Which paragraphs, or blocks, of two texts are the same, or one of them was written on; all of either where it is a line. */
function pairedParagraphs(said: string, there: string): readonly (readonly [Place, Place])[] {
  const [places, placesThere] = [said, there].map((text) =>
    placesOfParagraphs(text).filter(({ begin, end }) => !isGone(text.slice(begin, end))),
  ) as [Place[], Place[]]
  if (places.length === 1 && placesThere.length === 1) return [[places[0]!, placesThere[0]!]]
  return alignWrittenOn(asBlocks(said, places), asBlocks(there, placesThere)).flatMap(([at, is]) => {
    const [from, to] = [places[at], placesThere[is]]
    return from && to ? [[from, to] as const] : []
  })
}

function asBlocks(text: string, places: readonly Place[]): ContentBlock[] {
  return places.map(({ begin, end }) => {
    return { name: '', attributes: { text: leftIn(text.slice(begin, end)) }, innerBlocks: [] }
  })
}

const leftIn = (part: string) => part.replaceAll(goneCharacter, '').replaceAll(blockCharacter, '')

/** Whether nothing is left of a paragraph: of two of those nobody knows that they were one. */
const isGone = (part: string) => part.includes(goneCharacter) && leftIn(part).trim() === ''

function placesOfParagraphs(text: string): readonly Place[] {
  const blocks: number[] = []
  for (let at = text.indexOf(blockCharacter); at >= 0; at = text.indexOf(blockCharacter, at + 1))
    blocks.push(at)
  if (blocks.length > 0) return blocks.map((begin, at) => ({ begin, end: blocks[at + 1] ?? text.length }))
  const places = text.trim().includes('\n') ? paragraphPlaces(text) : []
  return places.length > 0 ? places : [{ begin: 0, end: text.length }]
}

/** Where two texts have the same words. */
function keptWords(was: string, is: string): readonly SameStretch[] {
  const kept: SameStretch[] = []
  let [at, place] = [0, 0]
  const keep = (end: number) => {
    if (end > at) kept.push({ at, place, length: end - at })
    place += end - at
  }
  for (const change of diffWords(was, is)) {
    keep(change.at)
    at = change.at + change.remove
    place += change.insert.length
  }
  keep(was.length)
  return kept
}

const blankAtEnd = (text: string) => text.slice(text.trimEnd().length)

/** Whether two texts have any word. */
export function haveWord(one: string, other: string): boolean {
  const words = new Set(plainWords(one))
  return plainWords(other).some((word) => words.has(word))
}

const countWords = (text: string) => plainWords(text).length

/** The words of a text without its markup. */
function plainWords(text: string): readonly string[] {
  return wordsOf(text.replaceAll(/<[^>]*>/g, ' ')).filter((word) => /[\p{L}\p{N}]/u.test(word))
}
