/** One place where a text differs from another: what stood there, and what stands there now. */
export interface TextChange {
  /** Where it begins in the text before. */
  readonly at: number
  /** How many characters go. */
  readonly remove: number
  readonly insert: string
}

/** How many differences are looked for, of words, and in a word of characters, before what is between counts as replaced whole. */
const mostDifferences = { characters: 64, words: 200 }

/**
 * The changes that make one text of another, in the order of the text; none of them splits a character. What could be in
 * several places, as a tag among its like, is in one that can be told from the texts: two who have made the same change find it
 * in the same place.
 * @param isEdge Whether what stands on both sides of a place was written apart: of words between others, those are there that
 * would tear nothing apart which was written at once.
 */
export function diffText(
  from: string,
  to: string,
  isEdge: (at: number) => boolean = () => false,
): readonly TextChange[] {
  if (from === to) return []
  const shorter = Math.min(from.length, to.length)
  let start = longest(shorter, (begin, end) => from.slice(begin, end) === to.slice(begin, end))
  if (isHighSurrogate(from, start - 1)) start--
  const isSameTail = (begin: number, end: number) =>
    from.slice(from.length - end, from.length - begin) === to.slice(to.length - end, to.length - begin)
  let tail = longest(shorter - start, isSameTail)
  if (isLowSurrogate(from, from.length - tail) || isLowSurrogate(to, to.length - tail)) tail--
  const middles = (begin: number, end: number) =>
    [from.slice(begin, from.length - end), to.slice(begin, to.length - end)] as const
  const [before, after] = middles(start, tail)
  const whole = [{ at: start, remove: before.length, insert: after }]
  // Letters that were typed, or taken back, behind the last of their like.
  if ((before === '' || after === '') && isOneWord(before + after + before + after)) return whole
  const changes = before === '' || after === '' ? whole : (byWords() ?? whole)

  /** Words are compared whole: for a letter that another one ends with, too, the rest of one would be written anew. */
  function byWords(): readonly TextChange[] | undefined {
    const [begin, end] = outsideWords(from, to, start, tail)
    const [wholeBefore, wholeAfter] = middles(begin, end)
    const found = diffMiddle(wordsOf(wholeBefore), wordsOf(wholeAfter), begin, mostDifferences.words)
    return found?.flatMap(byCharacters)
  }

  /** One word in the place of another one is the letters that are others. */
  function byCharacters(change: TextChange): readonly TextChange[] {
    const { at, remove, insert } = change
    const old = from.slice(at, at + remove)
    if (!isOneWord(old) || !isOneWord(insert)) return [change]
    return diffMiddle([...old], [...insert], at, mostDifferences.characters) ?? [change]
  }

  const all = changes.flatMap((change, i) => apart(from, change, changes[i + 1]?.at ?? from.length + 1))
  let begin = 0
  return all.map((change, i) => {
    const now = placed(from, change, [begin, all[i + 1]?.at ?? from.length + 1], isEdge)
    begin = now.at + now.remove + 1
    return now
  })
}

/** The same by words that are taken whole, however few letters would do. */
export function diffWords(from: string, to: string): readonly TextChange[] {
  if (from === to) return []
  const whole = [{ at: 0, remove: from.length, insert: to }]
  return diffMiddle(wordsOf(from), wordsOf(to), 0, mostDifferences.words) ?? whole
}

/** The places of those parts of a text that another one does not have in the same order. */
export function removedTokens(tokens: readonly string[], others: readonly string[]): ReadonlySet<number> {
  const changes = diffMiddle(tokens, others, 0, mostDifferences.words)
  const gone = new Set<number>()
  let begin = 0
  for (const [at, token] of tokens.entries()) {
    if (!changes || changes.some((change) => change.at <= begin && begin < change.at + change.remove))
      gone.add(at)
    begin += token.length
  }
  return gone
}

/** How far two texts are the same at their start and their end, without a part of a word. */
function outsideWords(from: string, to: string, start: number, tail: number): readonly [number, number] {
  while (start > 0 && (isInWord(from, start) || isInWord(to, start))) start--
  while (tail > 0 && (isInWord(from, from.length - tail) || isInWord(to, to.length - tail))) tail--
  return [start, tail]
}

/**
 * An insertion before a limit, as two where it goes on behind the line in which it begins: what was written into that line,
 * and what comes after it. Who has only inserted what comes after it finds that in the same place.
 */
function apart(text: string, change: TextChange, limit: number): readonly TextChange[] {
  const { at, remove, insert } = change
  if (remove > 0 || !insert.includes('\n')) return [change]
  const [line = ''] = text.slice(at, limit).split('\n', 1)
  const isWhole = line !== '' && at + line.length < limit
  const end = isWhole ? insert.indexOf(line) : -1
  if (end <= 0 || !insert.includes('\n', end) || insert.slice(0, end).includes('\n')) return [change]
  let length = line.length
  while (
    at + length + 1 < limit &&
    length < insert.length - end &&
    insert[end + length] === text[at + length]
  )
    length++
  if (isHighSurrogate(text, at + length - 1)) length--
  const behind = insert.slice(end + length) + text.slice(at, at + length)
  return [
    { at, remove, insert: insert.slice(0, end) },
    { at: at + length, remove, insert: behind },
  ]
}

/**
 * A change that only inserts or only removes, in one of the places between two others where it comes to the same: the last in
 * which it begins with a paragraph, else with a line, a blank, behind a tag, or with a word. So nobody's paragraph has letters
 * of another's. What is inside of a word wherever it is, is in the last.
 */
function placed(
  text: string,
  { at, remove, insert }: TextChange,
  [begin, end]: readonly [number, number],
  isEdge: (at: number) => boolean,
): TextChange {
  if (remove > 0 && insert !== '') return { at, remove, insert }
  const moved = insert || text.slice(at, at + remove)
  const { length } = moved
  const turned = (by: number) => ((by % length) + length) % length
  const charAt = (by: number) => moved.charAt(turned(by))
  const putAt = (by: number) => {
    const parts = [moved.slice(turned(by)), moved.slice(0, turned(by))]
    return { at: at + by, remove, insert: insert && parts.join('') }
  }
  let [first, last] = [0, 0]
  for (let turn = 0; at + remove + last + 1 < end; turn = turn + 1 === length ? 0 : turn + 1) {
    if (text.charCodeAt(at + remove + last) !== moved.charCodeAt(turn)) break
    last++
  }
  // A letter among its like, as it is typed.
  if (isOneWord(moved + moved)) return putAt(isHighSurrogate(text, at + last - 1) ? last - 1 : last)
  for (let turn = length - 1; at + first > begin; turn = (turn || length) - 1) {
    if (text.charCodeAt(at + first - 1) !== moved.charCodeAt(turn)) break
    first--
  }
  /** What begins at a place begins a whole of what is moved further on, too; before the first place something else stands. */
  const ranks: number[] = []
  const beginningAt = (by: number) => {
    const rank = () => beginningRank(text.charAt(at + by - 1), charAt(by), charAt(by + 1))
    return by === first ? rank() : (ranks[turned(by)] ??= rank())
  }
  const isOfWords = (rank: number) => rank === beginnings.word || rank === beginnings.blank
  const rankAt = (by: number) => {
    if (isHighSurrogate(text, at + by - 1)) return -1
    const rank = beginningAt(by)
    const isAtEdge = isOfWords(rank) && first < last && isEdge(at + by) && isEdge(at + by + remove)
    return isAtEdge ? beginnings.edge : rank
  }
  let [best, rank] = [0, -1]
  for (let by = last; by >= first && rank < beginnings.paragraph; by--) {
    if (by === last - length && !ranks.some(isOfWords)) by = first
    const other = rankAt(by)
    if (other > rank) [best, rank] = [by, other]
  }
  return putAt(best)
}

const beginnings = { inWord: 0, word: 1, tag: 2, blank: 3, edge: 4, line: 5, paragraph: 6 }

/** What begins with a character, by the one before it and the next: a word best with the blank before it, as one is added. */
function beginningRank(before: string, first: string, next: string): number {
  if (before === '' || (first === '\n' && next === '\n')) return beginnings.paragraph
  if (first === '\n' || before === '\n') return beginnings.line
  if (first === ' ') return beginnings.blank
  if (before === '>') return beginnings.tag
  return isOneWord(before + first) ? beginnings.inWord : beginnings.word
}

/** A text with changes made to it. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let result = ''
  let at = 0
  for (const change of changes) {
    result += text.slice(at, change.at) + change.insert
    at = change.at + change.remove
  }
  return result + text.slice(at)
}

/** Words, signs, and the characters of writing that has no blanks between words. */
const word = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+|[^]/u
const words = new RegExp(word.source, 'gu')
/** Looked no further for than where a text is more than one. */
const oneWord = new RegExp(`^(?:${word.source})$`, 'u')

/** Whether a text has all words of another in their order, or is it with little written into it. */
function isPartOf(part: string, text: string): boolean {
  if (text.includes(part)) return true
  const sought = wordsOf(part)
  // Of one word with a letter more than another one nobody knows.
  const hasInCommon = () => sought.some((word) => word.trim() !== '' && wordsOf(text).includes(word))
  const isMost = part.length * 2 > text.length && hasInCommon()
  if (isMost && diffText(part, text).every(({ remove }) => remove === 0)) return true
  let found = 0
  for (const word of wordsOf(text)) if (word === sought[found]) found++
  return found === sought.length
}

/** Which of two goes on from the other, as it has all of what that says; undefined where neither does. */
export function goingOn(one: string, other: string): string | undefined
export function goingOn<One>(one: One, other: One, said: (one: One) => string): One | undefined
export function goingOn<One>(one: One, other: One, said: (one: One) => string = String): One | undefined {
  if (isPartOf(said(other), said(one))) return one
  return isPartOf(said(one), said(other)) ? other : undefined
}

/** Whether a text has all words and signs of another one, next to one another. */
export function hasAllOf(text: string, part: string): boolean {
  const [all, sought] = [text, part].map((one) => wordsOf(one).filter((word) => word.trim()))
  return !!sought?.length && ` ${all?.join(' ')} `.includes(` ${sought.join(' ')} `)
}

/** The words and signs of a text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(words) ?? []
}

/** Whether a place in a text is between characters of one word. */
export function isInWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && isOneWord(text.slice(at - 1, at + 1))
}

function isOneWord(text: string): boolean {
  return oneWord.test(text)
}

/** How far two texts are the same, looked for by halves: whole stretches of them are compared at a time. */
function longest(most: number, isSame: (begin: number, end: number) => boolean): number {
  if (isSame(0, most)) return most
  let same = 0
  let different = most
  while (different - same > 1) {
    const middle = (same + different) >> 1
    if (isSame(same, middle)) same = middle
    else different = middle
  }
  return same
}

/** The shortest changes between two texts, by Myers's algorithm; undefined where there are too many. */
function diffMiddle(
  before: readonly string[],
  after: readonly string[],
  start: number,
  mostOf: number,
): readonly TextChange[] | undefined {
  const [n, m] = [before.length, after.length]
  if (n === 0 || m === 0) return undefined
  const most = Math.min(n + m, mostOf)
  const furthest = new Map<number, number>([[1, 0]])
  const trail: Map<number, number>[] = []
  for (let d = 0; d <= most; d++) {
    trail.push(new Map(furthest))
    for (let k = -d; k <= d; k += 2) {
      const down = furthest.get(k + 1) ?? -1
      const right = furthest.get(k - 1) ?? -1
      let x = k === -d || (k !== d && right < down) ? down : right + 1
      while (x < n && x - k < m && before[x] === after[x - k]) x++
      furthest.set(k, x)
      if (x >= n && x - k >= m) return walkBack(before, after, trail, start)
    }
  }
  return undefined
}

function walkBack(
  before: readonly string[],
  after: readonly string[],
  trail: readonly Map<number, number>[],
  start: number,
): readonly TextChange[] {
  const kept: [x: number, y: number][] = []
  let [x, y] = [before.length, after.length]
  for (let d = trail.length - 1; d >= 0; d--) {
    const furthest = trail[d] as Map<number, number>
    const k = x - y
    const isDown = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1))
    const previous = isDown ? k + 1 : k - 1
    const fromX = furthest.get(previous) ?? 0
    const fromY = fromX - previous
    while (x > fromX && y > fromY && x > 0 && y > 0) kept.push([--x, --y])
    if (d > 0) [x, y] = [fromX, fromY]
  }
  const changes: TextChange[] = []
  let [atBefore, atAfter, at] = [0, 0, start]
  for (const [keptX, keptY] of [...kept.reverse(), [before.length, after.length] as const]) {
    const removed = before.slice(atBefore, keptX).join('')
    const insert = after.slice(atAfter, keptY).join('')
    if (removed || insert) changes.push({ at, remove: removed.length, insert })
    at += removed.length + (before[keptX]?.length ?? 0)
    ;[atBefore, atAfter] = [keptX + 1, keptY + 1]
  }
  return changes
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00
}
