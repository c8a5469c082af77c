import { tokenize } from '../../core/textTokens'
import { hasAllOf, isInWord, placeOf, type TextChange } from '../merge/diffText'
import { diffParagraphs, paragraphPlaces } from '../merge/diffTokens'
import { partsSay, type Part } from './textItems'

/** A part of what a text goes on from: what people have saved, or what the server has put between. */
export interface BasePart extends Part {
  readonly isSaved: boolean
}

/** How a text goes on from another one, of which it has at least a whole paragraph, and no other one in part. */
export interface WrittenOn {
  /** Where in the text there is what the other one says, with as much white space as that has, on whichever side. */
  readonly stretch: Stretch
  /** What it has beyond that: where in the text, and where in the other one. */
  readonly beyond: readonly { readonly begin: number; readonly end: number; readonly at: number }[]
  /** Where a place of the text is in the other one, outside of what it has beyond. */
  readonly placeOf: (place: number) => number
}

/**
 * How a text goes on from another one, white space around both apart; undefined where it does not.
 * @param base - The other one: what the server has put into it may be missing.
 */
export function findWrittenOn(base: readonly BasePart[], text: string): WrittenOn | undefined {
  const said = partsSay(base)
  const [from, to] = [said, text].map((one) => one.trim()) as [string, string]
  const changes = from === '' ? undefined : diffParagraphs(from, to)
  const [lead, leadThere] = [text.indexOf(to), said.indexOf(from)]
  if (!changes || !isKept(base, changes, leadThere)) return undefined
  const beyond: { begin: number; end: number; at: number }[] = []
  let [shift, first, last] = [lead - leadThere, lead, lead + to.length]
  const steps: [place: number, shift: number][] = [[0, shift]]
  for (const { at, remove, insert } of changes) {
    const there = at + leadThere
    const begin = there + shift
    const end = begin + insert.length
    const isTorn = [at, at + remove].some((edge) => isInWord(from, edge))
    if (isTorn || [begin, end].some((edge) => isInWord(text, edge))) return undefined
    if (at === 0) first = end
    if (at + remove === from.length) last = begin
    if (insert !== '') beyond.push({ begin, end, at: there })
    shift += insert.length - remove
    steps.push([end, shift])
  }
  return {
    stretch: withBlanks(text, first, last, said),
    beyond,
    placeOf: (place) => place - steps.reduce((last, [begin, by]) => (begin <= place ? by : last), 0),
  }
}

/** Whether a text says what another one has said, and no part of a block, which goes with the rest of that. */
export function saysAgain(text: string, other: string): boolean {
  return tokenize(text) !== undefined && hasAllOf(other, text)
}

/** Where a text has what another one says, with as much white space as that has; undefined where it has not, or of a block only a part. */
export function stretchOf(text: string, part: string): Stretch | undefined {
  const words = part.trim()
  const at = words === '' || !tokenize(words) ? undefined : placeOf(text, words)
  return at === undefined ? undefined : withBlanks(text, at, at + words.length, part)
}

type Stretch = readonly [begin: number, end: number]

/** A stretch of a text with as much white space as another one has, on the same side where there is so much. */
function withBlanks(text: string, first: number, last: number, part: string): Stretch {
  const isBlank = (place: number) => text.charAt(place).trim() === '' && place >= 0 && place < text.length
  const words = text.slice(first, last)
  first += words.length - words.trimStart().length
  last = first + words.trim().length
  let [begin, end] = [first, last]
  const takeBefore = (most: number) => {
    while (begin > 0 && first - begin < most && isBlank(begin - 1)) begin--
  }
  const [lead, blanks] = [part.length - part.trimStart().length, part.length - part.trim().length]
  takeBefore(lead)
  while (first - begin + end - last < blanks && isBlank(end)) end++
  takeBefore(blanks - (end - last))
  return [begin, end]
}

/** Whether changes leave something of what people have saved, and no paragraph of that in part. */
function isKept(base: readonly BasePart[], changes: readonly TextChange[], lead: number): boolean {
  const said = partsSay(base)
  const isSaved = base.flatMap((part) => Array.from({ length: part.end - part.begin }, () => part.isSaved))
  const isGone = (place: number) =>
    changes.some(({ at, remove }) => at + lead <= place && place < at + lead + remove)
  const paragraphs = paragraphPlaces(said)
  const [left, torn] = [new Set<number>(), new Set<number>()]
  let which = 0
  for (const [place, isOwn] of isSaved.entries()) {
    if (!isOwn || said.charAt(place).trim() === '') continue
    while ((paragraphs[which]?.end ?? Infinity) <= place) which++
    const isInside = (paragraphs[which]?.begin ?? Infinity) <= place
    ;(isGone(place) ? torn : left).add(isInside ? which : none)
  }
  return left.size > 0 && ![...torn].some((one) => one === none || left.has(one))
}

/** The paragraph of what stands in none. */
const none = -1
