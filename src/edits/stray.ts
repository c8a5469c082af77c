import type { Cell, Mutation } from '../core/cells'
import { isEmpty, own } from '../core/plain'
import { pickCells } from './cells'
import type { FieldPath } from './fieldPath'
import { says } from './log'

/**
 * What saves have sent of a field and nobody has answered, where a later one was answered since or nothing of it is edited
 * any more: no edit, and the server may still do any of it, in the place of what it has.
 */
export interface StrayValues {
  /** None where all of it is edited still: what the server had is remembered for when that is given up. */
  readonly values: readonly unknown[]
  /** What the server had when it was heard of last. */
  readonly known: unknown
  /** What it had before that, since the first of them is remembered. */
  readonly earlier?: readonly unknown[] | undefined
  /** When it was read first that they are not done, in milliseconds; absent before that. */
  readonly since?: number | undefined
}

/** The same, by path. */
export interface StrayWrites {
  readonly [path: string]: StrayValues
}

/**
 * The name of what a page before had edited when it was gone: it may have been about to save it. Nobody has heard that it was
 * sent, so that whoever makes the same of a field has done so on purpose.
 */
export const leftUnsent = 'kept'

/** How long they are looked for, in milliseconds: no network and no server keeps a request that long. */
export const longestAstray = 3_600_000

/** How many values are remembered of a field: the newest. */
const mostStray = 20

/** Remembers a value that may still be written in the place of what the server has. */
export function goAstray(
  stray: Record<FieldPath, StrayValues>,
  path: FieldPath,
  value: unknown,
  known: unknown,
): void {
  if (known === undefined) return
  const others = (own(stray, path)?.values ?? []).filter((one) => !says(one, value))
  stray[path] = { values: [...others, value].slice(-mostStray), ...nowKnown(own(stray, path), known) }
}

/** Whether a text has all the words that an edit has brought into it, and there are such: that was done, or said by others. */
export function hasWordsOf(text: unknown, edit: Cell): boolean {
  const brought = broughtBy(edit)
  const now = new Set(wordsOf(text))
  return brought.length > 0 && brought.every((word) => now.has(word))
}

/** Whether a text has none of the words that an edit has brought into it, and there are such: nothing of it is there. */
export function lacksWordsOf(text: unknown, edit: Cell): boolean {
  const brought = broughtBy(edit)
  const now = new Set(wordsOf(text))
  return brought.length > 0 && !brought.some((word) => now.has(word))
}

function broughtBy({ base, value }: Cell): readonly string[] {
  const before = new Set(wordsOf(base))
  return base === undefined ? [] : wordsOf(value).filter((word) => !before.has(word))
}

/** The words of a text; none of anything else. */
export function wordsOf(text: unknown): readonly string[] {
  return typeof text === 'string' ? text.split(/[^\p{L}\p{N}]+/u) : []
}

/** What the server has now of a field, with what it had before. */
export function nowKnown(
  before: StrayValues | undefined,
  known: unknown,
): Pick<StrayValues, 'known' | 'earlier'> {
  const { earlier = [] } = before ?? {}
  const isSame = !before || says(before.known, known)
  return { known, earlier: isSame ? earlier : [...earlier, before.known].slice(-mostStray) }
}

/** A log without what an earlier page had edited when it was gone, where that was sent since: what became of it is known by that. */
export function withoutSentSince(log: readonly Mutation[]): readonly Mutation[] {
  return log.flatMap((mutation, at) => {
    if (mutation.id !== leftUnsent) return [mutation]
    const isSent = (path: string) => log.slice(at + 1).some(({ fields }) => Object.hasOwn(fields, path))
    const fields = pickCells(mutation.fields, (path) => !isSent(path))
    return isEmpty(fields) ? [] : [{ ...mutation, fields }]
  })
}
