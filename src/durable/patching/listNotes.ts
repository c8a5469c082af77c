import { remembered } from '../../core/companions'
import { addresses, type Address } from '../../core/address'
import type { EntityKey, QueryKey, RecordKey } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import { eachRow, getRow } from '../../core/recordTable'
import type { ReceivedRecords } from '../../entities/actions'
import { selectRow } from '../../entities/selectors'
import type { ListReceived } from '../../queries/actions'
import type { StoredQuery } from '../../queries/storedQuery'
import type { EntityState } from '../../store/rootReducer'
import type { KnownRules } from './listRules'
import { isSameAt, isSameToList, looksAt, membershipOf } from './membership'
import { unlikePatched } from './mismatches'

/** What is known of a list besides its rows. */
export interface ListNote {
  /**
   * Records that reads have shown otherwise than it was answered with: somebody else has moved them, put them in or taken
   * them out, so that the record before a write does not tell where it has them.
   */
  readonly moved: Set<RecordKey>
  /** Up to which sequence number its stretches do not fit what was read of it since. */
  outdatedSeq: number
  /** And records, as it has another number of rows than was known. */
  recountedSeq: number
  /** When it was answered last, whenever it was asked for: the server may answer later questions first. */
  answeredSeq: number
  /** Whether it has each record that a write has put in or taken out since it was answered. */
  readonly patched: Map<RecordKey, boolean>
  /** Whether it was found to be otherwise than it was patched to: it is patched no more. */
  isWrong: boolean
}

/** What reads have shown of lists. */
export function makeListNotes() {
  const notes = new Map<Address, ListNote>()
  const noteOf = (entity: EntityKey, query: QueryKey) =>
    remembered(notes, addresses.list(entity, query), newNote)

  /** Notes of which lists the records of a read are moved; `state` is that before the read. */
  function noteRecords(
    { entity, context, fields, keys, records }: ReceivedRecords,
    state: EntityState,
    rules: KnownRules,
  ): void {
    if (context !== 'default') return
    const lists: [QueryKey, RecordData][] = []
    eachRow(getRow(state.queries, entity), ({ parameters }: StoredQuery, query) => {
      lists.push([query as QueryKey, { ...rules.defaults, ...parameters }])
    })
    if (lists.length === 0) return
    let paths: ReadonlySet<string> | undefined
    for (const [at, record] of records.entries()) {
      const key = keys[at] as RecordKey
      const before = selectRow(state, entity, key, 'default')?.record
      if (!before) continue
      const after = fields ? { ...before, ...record } : record
      paths ??= new Set(lists.flatMap(([, parameters]) => looksAt(rules, parameters, after)))
      // Most rows of a list that is read again are what they were, and there may be many lists.
      if (isSameAt(paths, before, after)) continue
      for (const [query, parameters] of lists)
        if (isMoved(rules, parameters, before, after)) noteOf(entity, query).moved.add(key)
    }
  }

  /**
   * A list was answered: where its rows stand is known anew, of the stretch that was read. Of a page that does not fit what
   * was known, its other pages and older records tell nothing.
   * @param seq - When it was answered.
   * @returns The ids that were expected, where the answer has others than the list was patched to.
   */
  function noteAnswer(
    action: ListReceived,
    known: StoredQuery | undefined,
    seq: number,
  ): readonly RecordKey[] | undefined {
    const { entity, query, window } = action
    const note = noteOf(entity, query)
    note.answeredSeq = seq
    const stop = window.start + window.ids.length
    const isAllThatIsKnown = known?.windows.every(
      ({ start, ids }) => start >= window.start && start + ids.length <= stop,
    )
    if (isAllThatIsKnown !== false) note.moved.clear()
    else for (const key of window.ids) note.moved.delete(key)
    if (!known || known.windows.some((older) => older.seq > window.seq)) return undefined
    const { isRecounted, isShifted, gone } = compared(known, action)
    if (isRecounted) note.recountedSeq = window.seq - 1
    if (isRecounted || isShifted || gone.length > 0) note.outdatedSeq = window.seq - 1
    for (const key of gone) note.moved.add(key)
    if (note.patched.size === 0 || window.isProvisional) return undefined
    // Each of them is compared once.
    const expected = unlikePatched(note.patched, action, known)
    note.patched.clear()
    if (expected) note.isWrong = true
    return expected
  }

  return {
    of: noteOf,
    noteRecords,
    noteAnswer,
    /** The store has no such lists any more. */
    forget: (entity: EntityKey, queries: readonly QueryKey[]): void => {
      for (const query of queries) {
        const address = addresses.list(entity, query)
        if (notes.get(address)?.isWrong) notes.set(address, { ...newNote(), isWrong: true })
        else notes.delete(address)
      }
    },
  }
}

export type ListNotes = ReturnType<typeof makeListNotes>

function newNote(): ListNote {
  return {
    moved: new Set(),
    outdatedSeq: 0,
    recountedSeq: 0,
    answeredSeq: 0,
    patched: new Map(),
    isWrong: false,
  }
}

function isMoved(rules: KnownRules, parameters: RecordData, before: RecordData, after: RecordData): boolean {
  if (isSameToList(rules, parameters, before, after)) return false
  return [before, after].some((record) => membershipOf(rules, parameters, record) !== 'out')
}

/**
 * What a page that was read again tells of the rest of its list: whether that has another number of rows than was known,
 * whether one stands elsewhere in older pages, and which it does not have any more.
 */
function compared(
  { windows, totalItems: known }: StoredQuery,
  { window: { start, size, ids }, totalItems }: ListReceived,
) {
  const read = new Set(ids)
  const isInside = (at: number) => at >= start && at < start + size
  let isShifted = false
  const gone: RecordKey[] = []
  for (const older of windows) {
    for (const [at, key] of older.ids.entries()) {
      if (isInside(older.start + at)) {
        if (!read.has(key)) gone.push(key)
      } else isShifted ||= read.has(key)
    }
  }
  const isRecounted = known !== null && totalItems !== null && known !== totalItems
  return { isRecounted, isShifted, gone }
}
