import { joinTokens, openContainer, tokenize, type Token, type Tokens } from '../../core/textTokens'
import type { ConflictPart } from '../../saving/writes'
import { pairTokens, type Pairing } from './pairTokens'

/** The part of the `diff` package that is used. */
export type DiffArrays = (
  before: string[],
  after: string[],
  options: { readonly maxEditLength: number },
) => { readonly value: readonly string[]; readonly added: boolean; readonly removed: boolean }[] | undefined

/** Tokens that both sides made something of: those agreed on, and in between those that somebody has to choose. */
interface MergedTokens {
  readonly pieces: readonly (Token | TokenConflict)[]
  /** The white space at the beginning, and at the end. */
  readonly lead: string
  readonly tail: string
}

/** A token that both sides changed, each in its way. */
interface TokenConflict {
  readonly base: Token | undefined
  readonly mine: Token | undefined
  readonly theirs: Token | undefined
}

/** How many changes a side may have before it is given up: what it costs grows with their square. */
const mostChanges = 4000

/**
 * Merges what two sides made of the same tokens. What one side alone changed is taken; what both inserted at one place is
 * kept, theirs first. Only a token that both changed, or one changed and the other deleted or moved, is in conflict.
 * @returns undefined where the sides differ too much to be compared.
 */
export function mergeTokens(
  base: Tokens,
  mine: Tokens,
  theirs: Tokens,
  diffArrays: DiffArrays,
): MergedTokens | undefined {
  const [one, other] = [mine, theirs].map(({ tokens }) => stretchesOf(base.tokens, tokens, diffArrays))
  if (one === undefined || other === undefined) return undefined
  // What one side made of a token helps to see what the other has.
  const [first, second] = [pairStretches(one), pairStretches(other)]
  const [ours, others] = [pairStretches(one, second), pairStretches(other, first)]
  const moved = textsOf([...ours.inserted.flat(), ...others.inserted.flat()])
  const inserted = insertedByBoth(ours, others)
  const pieces: (Token | TokenConflict)[] = []
  base.tokens.forEach((token, i) => {
    pieces.push(...(inserted[i] ?? []))
    const [a, b] = [ours.became[i], others.became[i]]
    const piece = mergeToken(token, a, b, diffArrays)
    if (piece) pieces.push(piece)
    // Who moved it somewhere where the other did not put it has kept it.
    else if (!a && !b && moved.has(token.text) && isMovedByOne(token, ours, others))
      pieces.push({ base: token, mine: undefined, theirs: undefined })
  })
  const end = base.tokens.length
  pieces.push(...(inserted[end] ?? []))
  const tail = mine.tail === base.tail ? theirs.tail : mine.tail
  return { pieces, lead: theirs.tokens[0]?.gap ?? '', tail }
}

export function isConflict(piece: Token | TokenConflict): piece is TokenConflict {
  return !('text' in piece)
}

/** The parts in conflict, with their place among the tokens of theirs. */
export function conflictParts(pieces: MergedTokens['pieces'], theirs: Tokens): readonly ConflictPart[] {
  let at = 0
  const places = new Map(theirs.tokens.map((token, i) => [token, i]))
  return pieces.flatMap((piece) => {
    const theirToken = isConflict(piece) ? piece.theirs : piece
    const place = theirToken && places.get(theirToken)
    if (place !== undefined) at = place + 1
    if (!isConflict(piece)) return []
    const { base, mine, theirs: others } = piece
    return [
      {
        ...(base && { base: base.text }),
        ...(mine && { mine: mine.text }),
        ...(others && { theirs: others.text }),
        at: place ?? at,
      },
    ]
  })
}

/** The text that pieces come to where one side counts for what is in conflict. */
export function mergedText({ pieces, lead, tail }: MergedTokens, side: 'mine' | 'theirs'): string {
  const tokens = pieces.flatMap((piece) => {
    const token = isConflict(piece) ? piece[side] : piece
    return token ? [token] : []
  })
  return joinTokens(tokens, lead, tail)
}

/** Tokens that a side has left as they were, or others in their place. */
interface Stretch {
  readonly before: readonly Token[]
  readonly after: readonly Token[]
  readonly isSame: boolean
}

/** What a side did to the tokens, in order; undefined where that is too much. */
function stretchesOf(
  base: readonly Token[],
  side: readonly Token[],
  diffArrays: DiffArrays,
): readonly Stretch[] | undefined {
  const texts = (tokens: readonly Token[]) => tokens.map(({ text }) => text)
  const changes = diffArrays(texts(base), texts(side), { maxEditLength: mostChanges })
  const stretches: Stretch[] = []
  let [from, to] = [0, 0]
  let [deleted, added] = [0, 0]
  const push = (isSame: boolean) => {
    const before = base.slice(from, (from += deleted))
    const after = side.slice(to, (to += added))
    if (before.length + after.length > 0) stretches.push({ before, after, isSame })
    deleted = added = 0
  }
  for (const { added: isAdded, removed: isRemoved, value } of changes ?? []) {
    if (isRemoved) deleted += value.length
    else if (isAdded) added += value.length
    else {
      push(false)
      deleted = added = value.length
      push(true)
    }
  }
  push(false)
  return changes && stretches
}

/** Which tokens became which, by all stretches. */
function pairStretches(stretches: readonly Stretch[], other?: Pairing): Pairing {
  const became: (Token | undefined)[] = []
  const inserted: (readonly Token[])[] = [[]]
  const isNew = other && textsOf(other.inserted.flat())
  for (const { before, after, isSame } of stretches) {
    const from = became.length
    const paired = isSame
      ? { became: after, inserted: [[], ...after.map(() => [])] }
      : pairTokens(before, after, {
          isNew: (text, at) => Boolean(isNew?.has(text) && other?.became[from + at]),
          isVersion: (text, at) => other?.became[from + at]?.text === text,
        })
    became.push(...paired.became)
    // Nothing is inserted at the end of a stretch where another has inserted before.
    const last = inserted.pop() ?? []
    const [here = [], ...rest] = paired.inserted
    inserted.push([...last, ...here], ...rest)
  }
  return { became, inserted }
}

/**
 * What both inserted, by place, theirs first; what both have there, or where only deleted tokens are in between, once. What I
 * put before or behind such a one stays before or behind it.
 */
function insertedByBoth(ours: Pairing, others: Pairing): Pairing['inserted'] {
  const all = others.inserted.map((tokens) =>
    tokens.map((token) => ({ token, isTaken: false, before: [] as Token[] })),
  )
  const behind: Token[][] = others.inserted.map(() => [])
  const take = (text: string, place: number) => {
    const index = all[place]?.findIndex(({ token, isTaken }) => !isTaken && token.text === text) ?? -1
    const entry = all[place]?.[index]
    if (!entry) return undefined
    entry.isTaken = true
    return { place, index, before: entry.before }
  }
  const isGone = (i: number) => i in ours.became && !(ours.became[i] && others.became[i])
  /** The one of theirs that it is. */
  const taken = (text: string, place: number) => {
    let found = take(text, place)
    for (let i = place - 1; !found && isGone(i); i--) found = take(text, i)
    for (let i = place; !found && isGone(i); i++) found = take(text, i + 1)
    return found
  }
  ours.inserted.forEach((tokens, place) => {
    let [at, next] = [place, 0]
    let waiting: Token[] = []
    for (const token of tokens) {
      const found = taken(token.text, place)
      if (!found) waiting.push(token)
      else {
        const isHere = found.place === at && found.index >= next
        ;(isHere ? found.before : behind[at])?.push(...waiting)
        waiting = []
        if (found.place > at || isHere) [at, next] = [found.place, found.index + 1]
      }
    }
    behind[at]?.push(...waiting)
  })
  return all.map((tokens, place) => [
    ...tokens.flatMap(({ token, before }) => [...before, token]),
    ...(behind[place] ?? []),
  ])
}

function mergeToken(
  base: Token,
  mine: Token | undefined,
  theirs: Token | undefined,
  diffArrays: DiffArrays,
): Token | TokenConflict | undefined {
  if (mine?.text === theirs?.text) return theirs
  if (mine?.text === base.text) return theirs
  if (theirs?.text === base.text) return mine
  return (mine && theirs && mergeContainers(base, mine, theirs, diffArrays)) ?? { base, mine, theirs }
}

/** A block with other blocks in it that both sides changed nothing else of, merged by those. */
function mergeContainers(base: Token, mine: Token, theirs: Token, diffArrays: DiffArrays): Token | undefined {
  const sides = [base, mine, theirs].map(openContainer)
  const [one, two, three] = sides
  if (!one || !two || !three) return undefined
  if (sides.some((side) => side?.open !== one.open || side.close !== one.close)) return undefined
  const [inBase, inMine, inTheirs] = [one, two, three].map(({ inner }) => tokenize(inner))
  const merged = inBase && inMine && inTheirs && mergeTokens(inBase, inMine, inTheirs, diffArrays)
  if (!merged || merged.pieces.some(isConflict)) return undefined
  return { ...theirs, text: `${one.open}${innerText(merged)}${one.close}` }
}

/** Inside of a block nothing is written between parts but what is there. */
function innerText({ pieces, tail }: MergedTokens): string {
  return (pieces as readonly Token[]).map(({ gap, text }) => gap + text).join('') + tail
}

/** Whether a token that both sides took away is put somewhere else by one of them, or by each somewhere else. */
function isMovedByOne({ text }: Token, ours: Pairing, others: Pairing): boolean {
  const place = ({ inserted }: Pairing) =>
    inserted.findIndex((tokens) => tokens.some((token) => token.text === text))
  return place(ours) !== place(others)
}

function textsOf(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(tokens.map(({ text }) => text))
}
