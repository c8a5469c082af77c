import { holdsWords, isSame, withoutWords, words, type Cell, type Path, type Value } from './values'

/** A word, or a value of a field, that somebody wrote: each is another one. */
export interface Token {
  readonly page: string
  readonly device: string
  readonly record: string
  readonly path: Path
  /** Whether it stands on the disk, and when it was saved. */
  isKept?: boolean
  saved?: number
  /** Taken back: by what is not kept yet, or for good. */
  undone?: 'open' | 'kept'
  undoneBy?: string
  /** It may be there or not: its page died before it was kept, or somebody discarded it. */
  isFree?: boolean
  /** It was replaced by a request that had looked before it came, which only a guard of the server prevents. */
  isOvertaken?: boolean
  /** The page that has heard of it, and whose save has replaced it where it was done late: it puts it back once it reads. */
  putBackBy?: string
}

/** What was written in a history, whoever plays it, and what was known to those who replaced it. */
export interface Ledger {
  readonly tokens: { [token: string]: Token }
  /** By place and value, the values that its author replaced knowingly. */
  readonly over: { [place: string]: string[] }
  /** Places where another device than the one of the person has written. */
  readonly foreign: { [place: string]: string[] }
  /**
   * Places where a request that was done late has replaced what others may have gone on from: they look before it is put back, by
   * its page, where that is there.
   */
  readonly replacedLate: { readonly place: string; readonly putBackBy?: string }[]
  readonly bad: string[]
}

export const newLedger = (): Ledger => ({ tokens: {}, over: {}, foreign: {}, replacedLate: [], bad: [] })

export function nameOf(value: Value): string {
  return String(value).toLowerCase()
}

function placeOf(record: string, path: Path, value: Value = ''): string {
  return `${record}/${path}/${nameOf(value)}`
}

/** Notes a word or value that somebody writes over what is shown. */
export function noteTyped(ledger: Ledger, name: string, token: Token, shown: Value): void {
  ledger.tokens[nameOf(name)] = token
  if (!holdsWords(token.path)) noteKnown(ledger, token.record, token.path, name, shown)
  const place = placeOf(token.record, token.path)
  ledger.foreign[place] = [...new Set([...(ledger.foreign[place] ?? []), token.device])]
}

/** Notes that a value replaces another one whose author it knows. */
export function noteKnown(ledger: Ledger, record: string, path: Path, value: Value, known: Value): void {
  if (nameOf(value) === nameOf(known)) return
  const place = placeOf(record, path, value)
  ledger.over[place] = [...(ledger.over[place] ?? []), nameOf(known)]
}

/** Notes that a value is saved: of one person the later save decides. */
export function noteSaved(
  ledger: Ledger,
  device: string,
  record: string,
  path: Path,
  cell: Cell,
  at: number,
) {
  const { base, value } = cell
  for (const [name, token] of Object.entries(ledger.tokens)) {
    if (token.record !== record || token.path !== path || token.device !== device) continue
    if (!holdsWords(path) && token.saved !== undefined) noteKnown(ledger, record, path, value, name)
  }
  for (const name of holdsWords(path) ? withoutWords(value, words(base)) : [value]) {
    const token = ledger.tokens[nameOf(name)]
    if (token?.device === device) Object.assign(token, { isKept: true, saved: token.saved ?? at })
  }
}

/** Whether a value stands for another one, as its author knew that one or one that did. */
export function standsFor(ledger: Ledger, record: string, path: Path, value: Value, wanted: string): boolean {
  const seen = new Set<string>()
  const open = [nameOf(value)]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === nameOf(wanted)) return true
    if (seen.has(name)) continue
    seen.add(name)
    open.push(...(ledger.over[placeOf(record, path, name)] ?? []))
  }
  return false
}

/** Notes what a request of a device replaces on the server, and whether it had seen that. */
export function noteReplaced(
  ledger: Ledger,
  by: { readonly device: string; readonly record: string; readonly path: Path; readonly hasGuard: boolean },
  before: Value,
  after: Value,
  saw: Value | undefined,
): void {
  const { device, record, path, hasGuard } = by
  for (const [name, token] of goneOf(ledger, path, before, after)) {
    if (token.device === device) continue
    // Its writer has taken it back meanwhile: nothing is lost, and who replaced it is told all the same.
    if (token.undone) {
      token.isOvertaken = true
      continue
    }
    if (!holdsWords(path) && standsFor(ledger, record, path, after, name)) continue
    const wasSeen = saw !== undefined && (holdsWords(path) ? words(saw).includes(name) : isSame(saw, before))
    if (wasSeen) ledger.bad.push(`${name} of somebody else was seen and replaced`)
    else if (hasGuard) ledger.bad.push(`${name} was replaced by a request that had no need to`)
    else token.isOvertaken = true
  }
}

/** What somebody has written that is not there any more: words, or the value. */
function goneOf(
  { tokens }: Ledger,
  path: Path,
  before: Value,
  after: Value,
): readonly (readonly [name: string, token: Token])[] {
  const one = isSame(before, after) ? [] : [String(before)]
  return (holdsWords(path) ? withoutWords(before, words(after)) : one).flatMap((name) => {
    const token = tokens[nameOf(name)]
    return token ? [[name, token] as const] : []
  })
}

/**
 * Notes what a request that was given up replaces where it is done late and nothing refuses it: its page puts that back once
 * it reads, as far as it has heard of it.
 * @param shown - What its page shows; undefined where that is gone.
 * @param isOpen - Whether it still has to save the field: it can't tell then what was replaced.
 */
export function noteReplacedLate(
  ledger: Ledger,
  by: { readonly page: string; readonly record: string; readonly path: Path },
  before: Value,
  after: Value,
  shown: Value | undefined,
  isOpen: boolean,
): void {
  const { page, path } = by
  const heard = isOpen ? undefined : shown
  for (const [name, token] of goneOf(ledger, path, before, after)) {
    const isHeard = heard !== undefined && has(ledger, nameOf(name), token, heard)
    if (token.undone) {
      // Who goes on from it is asked, as it was replaced unseen.
      token.isOvertaken = true
      // What another page has taken back, and not saved so, the page of the request can't know: it puts it back. The other one
      // finds the text on the site as it has made it, by the request, so that nothing of that is an edit any more.
      if (token.page !== page && (isHeard || heard === undefined)) token.isFree = true
      continue
    }
    if (isHeard) {
      token.putBackBy = page
      ledger.replacedLate.push({ place: placeOf(by.record, path), putBackBy: page })
    } else token.isOvertaken = true
  }
  // What others have taken back since it has heard of them, it can't know to be gone, whatever it has typed over that: it comes
  // back, and who has gone on is asked.
  for (const [name, token] of Object.entries(ledger.tokens)) {
    if (!token.undone || token.record !== by.record || token.path !== path || token.page === page) continue
    const isHeardOnly =
      shown !== undefined && has(ledger, name, token, shown) && !has(ledger, name, token, before)
    if (isHeardOnly) Object.assign(token, { isFree: true, isOvertaken: true })
  }
}

/**
 * Notes that a request of a page that is gone was done late: nobody takes back any more what was undone since, and who has gone
 * on from what it replaces is asked.
 */
export function noteDoneForGone({ tokens, replacedLate }: Ledger, record: string, path: Path): void {
  replacedLate.push({ place: placeOf(record, path) })
  for (const token of Object.values(tokens))
    if (token.undone && token.record === record && token.path === path) token.isFree = true
}

/**
 * Notes that a write leaves what a request of another page would, which was given up: where nothing refuses that one, its page
 * can't tell them apart. It puts back what is gone, as if it were lost else: what was taken back by that write may come back, and
 * who has gone on from there is asked.
 */
export function noteLooksLate(ledger: Ledger, path: Path, before: Value, after: Value): void {
  for (const [, token] of goneOf(ledger, path, before, after))
    if (token.undone) Object.assign(token, { isFree: true, isOvertaken: true })
}

/** Notes what stands in a field by now: who writes over what was done late, before its page has read it, hides that from it. */
export function noteWritten(
  ledger: Ledger,
  by: { readonly page: string; readonly record: string; readonly path: Path },
  after: Value,
): void {
  for (const [name, token] of Object.entries(ledger.tokens)) {
    if (!token.putBackBy || token.record !== by.record || token.path !== by.path) continue
    if (has(ledger, name, token, after)) delete token.putBackBy
    else if (token.putBackBy !== by.page) token.isOvertaken = true
  }
}

/** Whether something that a page may have gone on from was replaced in a field by who could not have seen it. */
export function wasOvertaken(
  { tokens, replacedLate }: Ledger,
  page: string,
  record: string,
  path: Path,
): boolean {
  const isReplaced = (one: Token) => one.isOvertaken && one.record === record && one.path === path
  const isLate = replacedLate.some((one) => one.place === placeOf(record, path) && one.putBackBy !== page)
  return isLate || Object.values(tokens).some(isReplaced)
}

/** What counts: not taken back, not left to chance, not overtaken. */
export function counts({ undone, isFree, isOvertaken }: Token): boolean {
  return !undone && !isFree && !isOvertaken
}

/** Whether what is there has a word, or stands for a value. */
export function has(ledger: Ledger, name: string, { record, path }: Token, value: Value): boolean {
  return holdsWords(path)
    ? words(value).some((word) => nameOf(word) === name)
    : standsFor(ledger, record, path, value, name)
}

/** Whether somebody besides one device has written to a field. */
export function isShared(ledger: Ledger, record: string, path: Path): boolean {
  return (ledger.foreign[placeOf(record, path)] ?? []).length > 1
}
