import type { RecordKey } from '../../core/keys'
import type { ListReceived } from '../../queries/actions'
import { readRange } from '../../queries/readRange'
import type { StoredQuery } from '../../queries/storedQuery'

/**
 * The ids that were expected in an answer, where it has others.
 * @param patched - By what writes have made of the list, whether each record is in it.
 */
export function unlikePatched(
  patched: ReadonlyMap<RecordKey, boolean>,
  { window, totalItems }: ListReceived,
  known: StoredQuery,
): readonly RecordKey[] | undefined {
  const stop = window.start + Math.max(window.ids.length, 1)
  const read = (end: number) => readRange(known, { start: window.start, stop: end })
  // Where rows are missing that were put in, those behind them came in their place.
  const expected = window.isAll ? read(Infinity) : (read(stop + patched.size) ?? read(stop))
  const isLast = window.isAll === true || totalItems === window.start + window.ids.length
  const ends = { isFirst: window.start === 0, isLast }
  const isWrong = [...patched].some(([key, has]) =>
    has ? isElsewhere(key, expected ?? [], window.ids, ends) : window.ids.includes(key),
  )
  return isWrong ? (expected ?? []) : undefined
}

/** Which ends of its list an answer reaches. */
interface Ends {
  readonly isFirst: boolean
  readonly isLast: boolean
}

/**
 * Whether a record stands elsewhere than between the rows that it was put between; what others wrote may part them. One that
 * is missing is, where both rows are there, or the end of the list in the place of one of them.
 */
function isElsewhere(
  key: RecordKey,
  expected: readonly RecordKey[],
  got: readonly RecordKey[],
  { isFirst, isLast }: Ends,
): boolean {
  const at = expected.indexOf(key)
  if (at < 0) return false
  const placeOf = (near: number) => got.indexOf(expected[near] as RecordKey)
  const [before, place, behind] = [placeOf(at - 1), placeOf(at), placeOf(at + 1)] as const
  if (place >= 0) return before > place || (behind >= 0 && behind < place)
  const isAtStart = at === 0 && isFirst
  const isAtEnd = at === expected.length - 1 && isLast
  return (before >= 0 || isAtStart) && (behind >= 0 || isAtEnd)
}
