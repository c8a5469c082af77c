import type { EntityKey, QueryKey, RecordKey } from '../../core/keys'
import type { ListReceived } from '../../queries/actions'
import { readRange } from '../../queries/readRange'
import type { StoredQuery } from '../../queries/storedQuery'

/** What reads have shown of the lists that were patched: where one is otherwise, it is patched no more. */
export class PatchedLists {
  /** By list, whether each record that was put in or taken out is in it. */
  private readonly changed = new Map<string, Map<RecordKey, boolean>>()
  private readonly wrong = new Set<string>()

  /** Notes that a patch has put a record into a list, or has taken it out. */
  note(entity: EntityKey, query: QueryKey, key: RecordKey, has: boolean): void {
    const name = `${entity} ${query}`
    const list = this.changed.get(name) ?? new Map<RecordKey, boolean>()
    this.changed.set(name, list.set(key, has))
  }

  /** Whether a list is still patched. */
  isTrusted(entity: EntityKey, query: QueryKey): boolean {
    return !this.wrong.has(`${entity} ${query}`)
  }

  /** Forgets the patches of a list that the server is asked for. */
  forget(entity: EntityKey, query: QueryKey): void {
    this.changed.delete(`${entity} ${query}`)
  }

  /**
   * Compares an answer with the patches of its list; each of them is compared once.
   * @returns The ids that were expected, where the answer has others.
   */
  compare(
    { entity, query, window, totalItems }: ListReceived,
    known: StoredQuery | undefined,
  ): readonly RecordKey[] | undefined {
    const name = `${entity} ${query}`
    const changed = this.changed.get(name)
    const isOlder = known?.windows.some(({ seq }) => seq > window.seq)
    if (!changed || !known || isOlder || window.isProvisional) return undefined
    const stop = window.start + Math.max(window.ids.length, 1)
    const read = (end: number) => readRange(known, { start: window.start, stop: end })
    // Where rows are missing that were put in, those behind them came in their place.
    const expected = window.isAll ? read(Infinity) : (read(stop + changed.size) ?? read(stop))
    this.changed.delete(name)
    const isLast = window.isAll === true || totalItems === window.start + window.ids.length
    const ends = { isFirst: window.start === 0, isLast }
    const isWrong = [...changed].some(([key, has]) =>
      has ? isElsewhere(key, expected ?? [], window.ids, ends) : window.ids.includes(key),
    )
    if (!isWrong) return undefined
    this.wrong.add(name)
    return expected ?? []
  }
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
