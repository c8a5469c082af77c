import { pairMost } from '../../core/pairMost'
import { saidBy, type Token } from '../../core/textTokens'

/** What became of a stretch: of each token before, the one in its place; tokens that are new stand before a place. */
export interface Pairing {
  /** By place before: the token that it became; undefined where it was deleted. */
  readonly became: readonly (Token | undefined)[]
  /** New tokens, by the place before which they stand; the last place is the end. */
  readonly inserted: readonly (readonly Token[])[]
}

/** What is known of tokens otherwise. */
interface KnownTokens {
  /** Whether a text is new, and no version of the token at a place before. */
  readonly isNew: (text: string, at: number) => boolean
  /** Whether a text is a version of the token at a place before. */
  readonly isVersion: (text: string, at: number) => boolean
}

/** From how much in common on a rewritten token is the same one. */
const alike = 0.4
/** How many characters that is at least: a letter that two words begin with says nothing. All of a shorter text. */
const leastInCommon = 3
/** More than the sum of all else. */
const certain = 1000
const mostComparisons = 10_000

/**
 * Which tokens of a stretch became which, in order: those of the same block that have most in common. What stands alone
 * for another of the same block is that one, however it was rewritten.
 * @param known - What the other side says of them.
 */
export function pairTokens(before: readonly Token[], after: readonly Token[], known: KnownTokens): Pairing {
  const became: (Token | undefined)[] = before.map(() => undefined)
  const inserted: Token[][] = [...before, undefined].map(() => [])
  const own = after.filter(({ text }) =>
    before.some((token, at) => known.isVersion(text, at) || !known.isNew(text, at)),
  )
  const pairs = new Map<Token | undefined, number>()
  for (const [at, origin] of pairsOf(before, own, known)) pairs.set(own[at], origin)
  let place = 0
  after.forEach((token) => {
    const pair = pairs.get(token)
    if (pair === undefined) inserted[place]?.push(token)
    else {
      became[pair] = token
      place = pair + 1
    }
  })
  return { became, inserted }
}

/** Place before by place after, growing with it: the most alike, and in between as many as there were, one by one. */
function pairsOf(
  before: readonly Token[],
  after: readonly Token[],
  known: KnownTokens,
): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>()
  let [from, to] = [0, 0]
  for (const [place, origin] of [
    ...alikePairs(before, after, known),
    [after.length, before.length] as const,
  ]) {
    const isEven = place - to === origin - from
    for (let i = 0; isEven && to + i < place; i++)
      if (canBecome(before[from + i], after[to + i], from + i, known)) pairs.set(to + i, from + i)
    if (place < after.length) pairs.set(place, origin)
    ;[from, to] = [origin + 1, place + 1]
  }
  return pairs
}

function alikePairs(
  before: readonly Token[],
  after: readonly Token[],
  known: KnownTokens,
): ReadonlyMap<number, number> {
  if (before.length * after.length > mostComparisons) return new Map()
  const pairs = pairMost(before.length, after.length, (i, j) => {
    const [one, other] = [before[i] as Token, after[j] as Token]
    if (known.isVersion(other.text, i)) return certain
    const score = canBecome(one, other, i, known) ? likeness(one, other) : 0
    return score >= alike ? score : 0
  })
  return new Map(pairs.map(([i, j]) => [j, i]))
}

function canBecome(before: Token | undefined, after: Token | undefined, at: number, { isNew }: KnownTokens) {
  return before?.block === after?.block && after !== undefined && !isNew(after.text, at)
}

/** How much two tokens have in common, from 0 to 1: the common beginning and end of what they say. */
function likeness(one: Token, other: Token): number {
  if (one.block !== other.block) return 0
  const [a, b] = [saidBy(one), saidBy(other)]
  const shorter = Math.min(a.length, b.length)
  if (shorter === 0) return 0
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const common = start + end
  return common < Math.min(leastInCommon, shorter) ? 0 : (2 * common) / (a.length + b.length)
}
