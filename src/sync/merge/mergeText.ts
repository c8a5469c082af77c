import { joinTokens, saidBy, tokenize, type Token, type Tokens } from '../../core/textTokens'
import { asBlocks } from './alignBlocks'
import {
  applyChanges,
  diffText,
  diffWords,
  goingOn,
  hasAllOf,
  isInWord,
  wordsOf,
  type TextChange,
} from './diffText'
import { diffTokens } from './diffTokens'
import { followBoth, type Followed } from './followBlocks'

/**
 * Whether two sides may have received the same changes; `'unread'` where they have received some that what they are compared
 * by has not.
 */
export type SharedHistory = boolean | 'unread'

/**
 * What two people made of one text, in one: what either took away is gone, and what either wrote stands, the other's
 * first where both wrote in the same place.
 * @param isSharedHistory Whether both may have received the same changes, so that the same words in the same place are one;
 * `'unread'` where both have received what is not in the base.
 */
export function mergeText(
  base: string,
  mine: string,
  theirs: string,
  isSharedHistory: SharedHistory = false,
): string {
  if (base === mine || mine === theirs) return theirs
  if (base === theirs) return mine
  if (isSharedHistory && hasTakenOut(base, mine, theirs)) return theirs
  if (isSharedHistory && hasTakenOut(base, theirs, mine)) return mine
  const [before, own] = inOrderOf(theirs, base, mine)
  const [ordered, others] = inOrderOf(own, before, theirs)
  return mergeInOrder(ordered, own, others, isSharedHistory)
}

/**
 * Whether one has heard of all that the other one has written, and has only taken something out of what was there before: what is
 * gone may look like what was written beside it.
 */
function hasTakenOut(base: string, written: string, other: string): boolean {
  const inserted = diffWords(base, written)
  const gone = diffWords(written, other)
  if (inserted.some(({ remove }) => remove > 0) || gone.some(({ insert }) => insert !== '')) return false
  const before = new Set(wordsOf(base))
  const isNew = ({ insert }: TextChange) =>
    wordsOf(insert).every((word) => word.trim() === '' || !before.has(word))
  let shift = 0
  const places = inserted.map(({ at, insert }) => {
    const begin = at + shift
    shift += insert.length
    return { begin, end: begin + insert.length }
  })
  return (
    inserted.every(isNew) &&
    gone.every(({ at, remove }) => places.every(({ begin, end }) => at + remove <= begin || end <= at))
  )
}

/** The same where what both have left stands in one order. */
function mergeInOrder(base: string, mine: string, theirs: string, isSharedHistory: SharedHistory): string {
  const left = isSharedHistory ? withoutMoved(base, mine, theirs) : mine
  if (left !== mine) return mergeText(base, left, theirs, isSharedHistory)
  const [others, ours] = diffBoth(base, theirs, mine)
  const isShared = isSharedHistory !== false
  const both = [
    withWholeWords(base, others, ours, isShared),
    withWholeWords(base, ours, others, isShared),
  ] as const
  const edges = new Set([0, base.length])
  for (const { at, remove } of both.flat()) edges.add(at).add(at + remove)
  const ordered = [...edges].sort((one, other) => one - other)
  let [merged, other, own, goneByMe, goneByOther] = ['', '', '', '', '']
  let [isOwnFirst, isPart] = [false, false]
  ordered.forEach((edge, i) => {
    const [theirChange, myChange] = both.map((changes) => changes.find(({ at }) => at === edge))
    other += theirChange?.insert ?? ''
    isOwnFirst ||= other === '' && !!myChange?.insert
    own += myChange?.insert ?? ''
    isPart ||= [theirChange, myChange].some((change) => change && joinsWords(base, change).some(Boolean))
    const kept = base.slice(edge, ordered[i + 1] ?? edge)
    const isGoneIn = (changes: Changes) => changes.some(({ at, remove }) => at <= edge && edge < at + remove)
    const [byOther, byMe] = both.map(isGoneIn)
    // Places between which all is gone are one.
    if (byOther || byMe) {
      if (byOther) goneByOther += kept
      if (byMe) goneByMe += kept
      return
    }
    const [first, last] = isOwnFirst ? [own, other] : [other, own]
    const isBlankGone = !isPart && /\s/.test((own && goneByOther) + (other && goneByMe))
    // What they wrote at either end of what is gone is not one word.
    const next = isBlankGone && isInWord(first + last, first.length) ? ` ${last}` : last
    // Where one has put words in the place of others, their blanks are on another side of them.
    const isOne = isShared && goneByOther !== goneByMe
    const whole = isOne ? whichHasAll(first, next) : undefined
    const isUnread = isSharedHistory === 'unread' && !isPart
    const inserted = isShared ? (whole ?? unite(first, next, isUnread)) : first + next
    // Words of one are put in front of those that the other one has replaced, and behind them they have another blank.
    const areWords = isUnread && first !== '' && next !== '' && !inserted.includes('\n')
    const isSetOff = isBlankGone || whole !== undefined || areWords
    merged += (isSetOff ? setOff(merged, inserted, kept) : inserted) + kept
    ;[other, own, goneByMe, goneByOther] = ['', '', '', '']
    isOwnFirst = isPart = false
  })
  return merged
}

type Changes = readonly TextChange[]

/**
 * What two have changed in a text; where they have in the same blocks or paragraphs, by these: one that is not there any more is
 * gone as a whole, and another one is new as a whole.
 */
function diffBoth(base: string, one: string, other: string): readonly [Changes, Changes] {
  const both = [diffText(base, one), diffText(base, other)] as const
  const isInserted = (all: Changes) =>
    all.length === 1 && all.every(({ remove, insert }) => remove === 0 && !insert.trim().includes('\n'))
  if (both.every(isInserted) || !base.trim().includes('\n') || !areInSameParagraph(base, ...both)) return both
  const [before, here, there] = [base, one, other].map(tokenize)
  if (!before || !here || !there) return both
  const [inOne, inOther] = followBoth(asBlocks(before), asBlocks(here), asBlocks(there))
  const textOfBase = { text: base, ...before }
  return [
    diffTokens(textOfBase, { text: one, ...here }, fromInOrder(inOne)),
    diffTokens(textOfBase, { text: other, ...there }, fromInOrder(inOther)),
  ]
}

/** The places before of those that have not changed it among the others. */
function fromInOrder({ from, moved }: Followed): ReadonlyMap<number, number> {
  return new Map([...from].filter(([, was]) => !moved.has(was)))
}

/** A text, and another one that was made of it, with their paragraphs in the order that a third one has put the same into. */
function inOrderOf(moved: string, base: string, other: string): readonly [base: string, other: string] {
  const same = [base, other] as const
  if (![moved, base, other].every((one) => one.trim().includes('\n'))) return same
  const [there, before, here] = [moved, base, other].map(tokenize)
  if (!there || !before || !here) return same
  const [{ from, moved: all }, inOther] = followBoth(asBlocks(before), asBlocks(there), asBlocks(here))
  if (all.size === 0) return same
  const places = new Map([...from].map(([is, was]) => [was, is]))
  return [
    sorted(before, (at) => places.get(at)),
    sorted(here, (at) => places.get(inOther.from.get(at) ?? none)),
  ]
}

/** The place of what is in no other text. */
const none = -1

/** A text with its paragraphs by a place that they have; those that have none stay behind what they follow. */
function sorted({ tokens, tail }: Tokens, placeOf: (at: number) => number | undefined): string {
  let last = none
  const placed = tokens.map((token, at) => ({ token, place: (last = placeOf(at) ?? last) }))
  placed.sort((one, other) => one.place - other.place)
  return joinTokens(
    placed.map(({ token }) => token),
    tokens[0]?.gap ?? '',
    tail,
  )
}

/** A text without the new paragraphs that another one has, too, in another place: it may have heard of them. */
function withoutMoved(base: string, text: string, other: string): string {
  if (![base, text, other].every((one) => one.trim().includes('\n'))) return text
  const [before, here, there] = [base, text, other].map(tokenize)
  if (!before || !here || !there) return text
  const [{ from }, inOther] = followBoth(asBlocks(before), asBlocks(here), asBlocks(there))
  /** Behind which one of before a token stands. */
  const placeOf = (known: ReadonlyMap<number, number>, at: number) => {
    while (at >= 0 && !known.has(at)) at--
    return known.get(at)
  }
  const left = new Set(there.tokens.keys())
  const kept = here.tokens.filter((token, is) => {
    if (from.has(is)) return true
    const twin = there.tokens.findIndex(
      (one, at) => left.has(at) && !inOther.from.has(at) && one.text === token.text,
    )
    left.delete(twin)
    return twin < 0 || placeOf(from, is) === placeOf(inOther.from, twin)
  })
  return kept.length === here.tokens.length ? text : joinTokens(kept, here.tokens[0]?.gap ?? '', here.tail)
}

/** Whether what is inserted is one word with what stands before it, and behind it. */
function joinsWords(base: string, { at, remove, insert }: TextChange): readonly [boolean, boolean] {
  if (insert === '') return [false, false]
  const [before, behind] = [base.slice(Math.max(0, at - 1), at), base.slice(at + remove, at + remove + 1)]
  const now = before + insert + behind
  return [isInWord(now, before.length), isInWord(now, before.length + insert.length)]
}

/** Changes of which those take in the whole word that they change in part, where the other side has taken that out. */
function withWholeWords(base: string, changes: Changes, others: Changes, isShared: boolean): Changes {
  const whole: { readonly at: number; readonly end: number; readonly changes: TextChange[] }[] = []
  for (const change of changes) {
    const { at, remove } = change
    let [begin, end] = [at, at + remove]
    const [isBehindWord, isBeforeWord] = joinsWords(base, change)
    if (isInWord(base, begin) || isBehindWord)
      do begin--
      while (isInWord(base, begin))
    if (isInWord(base, end) || isBeforeWord)
      do end++
      while (isInWord(base, end))
    const isPart = begin < at || end > at + remove
    const now = applyChanges(base.slice(begin, end), [{ ...change, at: at - begin }])
    const isGone = others.some(
      (other) =>
        (other.insert === '' && other.at <= begin && other.at + other.remove >= end) ||
        // Who has the same word beside it may have it from the other side.
        (isShared && other.remove === 0 && [begin, end].includes(other.at) && hasAllOf(other.insert, now)),
    )
    const last = whole.at(-1)
    if (!isPart || !isGone) whole.push({ at, end: at + remove, changes: [change] })
    else if (last && last.at <= begin && last.end >= end) last.changes.push(change)
    else whole.push({ at: begin, end, changes: [change] })
  }
  return whole.map(({ at, end, changes: within }) => {
    const shifted = within.map((change) => ({ ...change, at: change.at - at }))
    return { at, remove: end - at, insert: applyChanges(base.slice(at, end), shifted) }
  })
}

/** Whether two have changed something between the same empty lines. */
function areInSameParagraph(base: string, changes: Changes, others: Changes): boolean {
  const areas = [changes, others].map((all) =>
    all.map(({ at, remove }) => {
      const begin = base.lastIndexOf('\n\n', Math.max(0, at - 1))
      const end = base.indexOf('\n\n', at + remove)
      return { begin: Math.max(0, begin), end: end < 0 ? base.length : end + 2 }
    }),
  ) as [{ begin: number; end: number }[], { begin: number; end: number }[]]
  const [here, there] = areas
  return here.some((one) => there.some((other) => one.begin <= other.end && other.begin <= one.end))
}

/** What was inserted where white space is gone: with what it takes now. */
function setOff(before: string, inserted: string, behind: string): string {
  const words = inserted.trim()
  if (words === '') return inserted
  if (inserted.includes('\n')) {
    const lead = /(^|\n)$/.test(before) ? '' : inserted.slice(0, inserted.indexOf(words))
    const tail = /^(\n|$)/.test(behind) ? '' : inserted.slice(inserted.indexOf(words) + words.length)
    return lead + words + tail
  }
  const blankBetween = (text: string, at: number) => (isInWord(text, at) ? ' ' : '')
  return `${blankBetween(before + words, before.length)}${words}${blankBetween(words + behind, words.length)}`
}

/** Which of two insertions has all words of both. */
function whichHasAll(...both: readonly [string, string]): string | undefined {
  return both.find((one) => both.every((other) => hasAllOf(one, other)))
}

/** Two insertions in one place: each of them whole, and one alone where it has all of the other. */
function unite(one: string, other: string, isUnread: boolean): string {
  const all = goingOn(one, other)
  if (all !== undefined) return all
  const isText = `${one}${other}`.includes('\n')
  if (isUnread && !isText) return uniteWords(one, other)
  const [theirs, mine] = [tokenize(one), tokenize(other)]
  if (!theirs || !mine) return one + other
  const hasBlocks = [theirs, mine].map(({ tokens }) => tokens.some(({ block }) => block !== ''))
  const areParts = hasBlocks.every(Boolean) || (isUnread && isText)
  const tokens = uniteTokens(theirs, mine)
  // What is left of a paragraph that is gone stands in none, beside a new one.
  const isLeft = hasBlocks.some(Boolean) && tokens.length < theirs.tokens.length + mine.tokens.length
  return areParts || isLeft ? withBlanks(tokens, theirs, mine) : one + other
}

/** The same where both have gone on from what nobody has read here. */
function uniteWords(one: string, other: string): string {
  const [theirs, mine] = [one, other].map((text) => text.split(' ').filter((word) => word !== '')) as [
    string[],
    string[],
  ]
  return united(theirs, mine, (word, same) => (word === same ? word : undefined)).join(' ')
}

/** The same by blocks, and paragraphs: two of which one has all of the other are one. */
function uniteTokens(theirs: Tokens, mine: Tokens): readonly Token[] {
  return united(theirs.tokens, mine.tokens, (token, other) => {
    if (token.text === other.text) return token
    return token.block === other.block ? goingOn(token, other, saidBy) : undefined
  })
}

/** The text that tokens of two come to, with as much white space around it as either has. */
function withBlanks(tokens: readonly Token[], theirs: Tokens, mine: Tokens): string {
  const longer = (first: string, second: string) => (first.length < second.length ? second : first)
  const [lead, otherLead] = [theirs, mine].map((text) => text.tokens[0]?.gap ?? '') as [string, string]
  return joinTokens(tokens, longer(lead, otherLead), longer(theirs.tail, mine.tail))
}

/**
 * Two lists in one, theirs first: what both begin or end with, or one ends with and the other begins with, is there once.
 * @param pick - Which of two counts for both; undefined where they are not the same.
 */
function united<Piece>(
  theirs: readonly Piece[],
  mine: readonly Piece[],
  pick: (one: Piece, other: Piece) => Piece | undefined,
): readonly Piece[] {
  const most = Math.min(mine.length, theirs.length)
  /** Of so many that stand side by side those that count; fewer where some are not the same. */
  const both = (one: readonly Piece[], other: readonly Piece[]) => {
    const picked = one.map((piece, at) => pick(piece, other[at] as Piece))
    const end = picked.indexOf(undefined)
    return (end < 0 ? picked : picked.slice(0, end)) as readonly Piece[]
  }
  const start = both(theirs.slice(0, most), mine.slice(0, most))
  const rest = most - start.length
  const [tail, otherTail] = [theirs, mine].map((all) => all.slice(all.length - rest).reverse())
  const end = [...both(tail as Piece[], otherTail as Piece[])].reverse()
  const [before, after] = [theirs, mine].map((all) => all.slice(start.length, all.length - end.length)) as [
    Piece[],
    Piece[],
  ]
  /** Those of which the first end with what the others begin with, that once; undefined where they don't. */
  const chained = (first: readonly Piece[], others: readonly Piece[]) => {
    for (let length = Math.min(first.length, others.length); length > 0; length--) {
      const shared = both(first.slice(-length), others.slice(0, length))
      if (shared.length === length) return [...first.slice(0, -length), ...shared, ...others.slice(length)]
    }
    return undefined
  }
  const middle = chained(before, after) ?? chained(after, before) ?? [...before, ...after]
  return [...start, ...middle, ...end]
}
