import { tokenize, type Tokens } from '../../core/textTokens'
import { alignWrittenOn, asBlocks } from './alignBlocks'
import { diffText, type TextChange } from './diffText'

type Changes = readonly TextChange[]

/**
 * The changes that make one text of another where somebody has written it: but for one within a line, by the blocks and
 * paragraphs that are the same, so that one which was put into the place of another one, or before it, has no letter of that.
 */
export function diffWritten(from: string, to: string, isEdge: (at: number) => boolean): Changes {
  const changes = diffText(from, to, isEdge)
  const isInLine = changes.length === 1 && changes.every(({ insert }) => !insert.trim().includes('\n'))
  return (isInLine ? undefined : byParagraphs(from, to, isEdge)) ?? changes
}

/** The same of several lines, by the blocks and paragraphs that are the same; undefined where one is no whole ones. */
function byParagraphs(from: string, to: string, isEdge?: (at: number) => boolean): Changes | undefined {
  const [before, after] = from.trim().includes('\n') ? [from, to].map(tokenize) : []
  if (!before || !after) return undefined
  const pairs = alignWrittenOn(asBlocks(before), asBlocks(after))
  const known = new Map(pairs.map(([was, is]) => [is, was]))
  return diffTokens({ text: from, ...before }, { text: to, ...after }, known, isEdge)
}

interface TextTokens extends Tokens {
  readonly text: string
}

/**
 * The changes between two texts by their tokens.
 * @param from - The place before of each token that has one, by its place after.
 * @param isEdge - As for `diffText`.
 */
export function diffTokens(
  before: TextTokens,
  after: TextTokens,
  from: ReadonlyMap<number, number>,
  isEdge?: (at: number) => boolean,
): Changes {
  const [places, placesAfter] = [before, after].map(placesOf) as [Place[], Place[]]
  const pairs = [...from].map(([is, was]) => [was, is] as const).sort(([one], [other]) => one - other)
  const changes: TextChange[] = []
  const add = (all: Changes, shift: number) => {
    for (const { at, remove, insert } of all) {
      const last = changes.at(-1)
      if (last && last.at + last.remove === at + shift)
        changes.splice(-1, 1, { at: last.at, remove: last.remove + remove, insert: last.insert + insert })
      else changes.push({ at: at + shift, remove, insert })
    }
  }
  const addDiff = (shift: number, old: string, now: string) =>
    add(diffText(old, now, isEdge && ((place) => isEdge(place + shift))), shift)
  const between = (here: Range, there: Range) =>
    [before.text.slice(...here), after.text.slice(...there)] as const
  /** Up to where the changes are known, and the ends of the last pair. */
  let [at, atAfter, end, endAfter, was, is] = [0, 0, 0, 0, -1, -1]
  for (const [nextWas, nextIs] of [...pairs, [places.length, placesAfter.length] as const]) {
    const [place, placeAfter] = [places[nextWas], placesAfter[nextIs]]
    const [isAnyGone, isAnyNew] = [nextWas > was + 1, nextIs > is + 1]
    if (isAnyGone || isAnyNew) {
      const [next, nextAfter] = [place?.begin, placeAfter?.begin]
      const stretches = between([end, next], [endAfter, nextAfter])
      addDiff(at, ...between([at, end], [atAfter, endAfter]))
      if (isAnyGone && isAnyNew) add([replaced(...stretches)], end)
      else addDiff(end, ...stretches)
      ;[at, atAfter] = [next ?? before.text.length, nextAfter ?? after.text.length]
    }
    ;[was, is, end, endAfter] = [nextWas, nextIs, place?.end ?? end, placeAfter?.end ?? endAfter]
  }
  addDiff(at, ...between([at, undefined], [atAfter, undefined]))
  return changes
}

type Range = readonly [begin: number, end: number | undefined]

/** Where something stands in a text. */
export interface Place {
  readonly begin: number
  readonly end: number
}

/** Where the blocks and paragraphs of a text stand; none where blocks do not end as they began. */
export function paragraphPlaces(text: string): readonly Place[] {
  return placesOf(tokenize(text) ?? { tokens: [] })
}

/** Where the tokens of a text stand. */
function placesOf({ tokens }: Pick<Tokens, 'tokens'>): readonly Place[] {
  let at = 0
  return tokens.map(({ gap, text }) => {
    const begin = at + gap.length
    at = begin + text.length
    return { begin, end: at }
  })
}

/** A stretch in the place of another one, without the white space that both begin or end with. */
function replaced(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length)
  const isBlank = (character: string | undefined) => character !== undefined && /\s/.test(character)
  let lead = 0
  while (lead < shorter && before[lead] === after[lead] && isBlank(before[lead])) lead++
  let tail = 0
  while (
    tail < shorter - lead &&
    before.at(-1 - tail) === after.at(-1 - tail) &&
    isBlank(before.at(-1 - tail))
  )
    tail++
  const middle = (text: string) => text.slice(lead, text.length - tail)
  return { at: lead, remove: middle(before).length, insert: middle(after) }
}
