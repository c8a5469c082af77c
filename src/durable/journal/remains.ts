import { isRecord } from '../../core/plain'
import type { DurableTransaction, StoredRow } from '../storage/durableStorage'
import { logOfEarlier, type EarlierRow } from '../earlierRows'
import type { MergedOf } from '../mergedIn'
import {
  has,
  isAbsentOr,
  isCells,
  isEarlierBasis,
  isListOf,
  isLog,
  isText,
  type Check,
} from '../queue/checks'
import type { Sealer } from '../options'
import { isEdited } from '../../edits/log'
import { nameOf, type KeptEdits } from './keptEdits'
import { readKeptHistory, type KeptHistory } from './keptUndo'
import { cellFormat, readText, sessionOf, openedText, type EditsValue, type SessionValue } from './rows'

/** A row as it was read. */
export interface FoundRow extends StoredRow {
  /** What it says; undefined where nobody here can read it. */
  readonly edits: EditsValue | undefined
}

/** The edits of a record that a page has left. */
export interface FoundEdits {
  /** Names them among all that is kept of their owner. */
  readonly item: string
  readonly session: string
  readonly kept: KeptEdits
  /** The row that they stand in. */
  readonly row: string
}

/** Whether something was edited: else what is kept was sent and given up, and nobody knows yet whether it is done. */
export function isOfEdits({ kept }: FoundEdits): boolean {
  return isEdited(kept)
}

/** What a page has left behind. */
export interface Remains {
  readonly session: string
  readonly value: SessionValue | undefined
  readonly rows: ReadonlyMap<string, FoundRow>
  readonly records: ReadonlyMap<string, FoundEdits>
  readonly unreadable: readonly FoundRow[]
  readonly undoKeys: readonly string[]
  readonly history: KeptHistory
}

/** All rows of an owner, as they were at one time. */
export interface StoredRows {
  readonly sessions: readonly StoredRow[]
  readonly edits: readonly StoredRow[]
  readonly undo: readonly StoredRow[]
}

export async function readAll(transaction: DurableTransaction): Promise<StoredRows> {
  const [sessions, edits, undo] = await Promise.all([
    transaction.rows('sessions'),
    transaction.rows('edits'),
    transaction.rows('undo'),
  ])
  return { sessions, edits, undo }
}

/** The sessions that have rows, with what they say of themselves. */
export function sessionsIn({
  sessions,
  edits,
  undo,
}: StoredRows): ReadonlyMap<string, SessionValue | undefined> {
  const found = new Map<string, SessionValue | undefined>()
  for (const { key } of [...edits, ...undo]) found.set(sessionOf(key), undefined)
  for (const { key, value } of sessions)
    found.set(key, typeof value === 'string' ? readText<SessionValue>(value) : undefined)
  return found
}

/** What some sessions have left. */
export async function readRemains(
  all: StoredRows,
  sessions: ReadonlyMap<string, SessionValue | undefined>,
  seal: Sealer | undefined,
  mergedOf: MergedOf,
): Promise<readonly Remains[]> {
  return Promise.all(
    [...sessions].map(async ([session, value]) => {
      const isOwn = ({ key }: StoredRow) => sessionOf(key) === session
      const rows = await Promise.all(
        all.edits.filter(isOwn).map(async (row): Promise<FoundRow> => {
          const text = await openedText(row, seal)
          const read = text === undefined ? undefined : readText<ReadValue>(text, cellFormat)
          const rows = read && rowsIn(read, mergedOf)
          return { ...row, edits: rows && { session: read.session, rows } }
        }),
      )
      const undo = all.undo.filter(isOwn)
      const texts = await Promise.all(
        undo.map(async (row) => [row.key, (await openedText(row, seal)) ?? ''] as const),
      )
      return {
        session,
        value,
        rows: new Map(rows.map((row) => [row.key, row])),
        records: recordsIn(session, rows),
        unreadable: rows.filter(({ edits }) => edits === undefined),
        undoKeys: undo.map(({ key }) => key),
        history: readKeptHistory(session, new Map(texts)),
      }
    }),
  )
}

/** Edits as they were kept before 0.3. */
type EarlierEdits = Omit<KeptEdits, 'fields' | 'log' | 'origin'> & EarlierRow

interface ReadValue {
  readonly format: number
  readonly session: string
  readonly rows: unknown
}

/** The edits of a row, of whichever format; undefined where it is of another form. */
function rowsIn({ format, rows }: ReadValue, mergedOf: MergedOf): readonly KeptEdits[] | undefined {
  const form: { readonly [field: string]: Check } =
    format === cellFormat
      ? { fields: isCells, log: isAbsentOr(isLog) }
      : { values: isRecord, basis: isAbsentOr(isEarlierBasis), uncertain: isAbsentOr(isListOf(isText)) }
  const names = { kind: isText, name: isText, entity: isText, key: isText }
  if (!isListOf((row) => has(row, { ...names, ...form }))(rows)) return undefined
  if (format === cellFormat) return rows as readonly KeptEdits[]
  return (rows as readonly EarlierEdits[]).map(({ values, basis, uncertain, ...row }) => ({
    ...row,
    ...logOfEarlier({ values, basis, ...(uncertain && { uncertain }) }, mergedOf(row)),
  }))
}

/** The edits of each record: those that were written last. */
function recordsIn(session: string, rows: readonly FoundRow[]): ReadonlyMap<string, FoundEdits> {
  const records = new Map<string, FoundEdits>()
  for (const { key, edits } of rows) {
    for (const kept of edits?.rows ?? []) {
      const name = nameOf(kept)
      const before = records.get(name)
      if (before && before.kept.seq > kept.seq) continue
      records.set(name, { item: `${session} ${name}`, session, kept, row: key })
    }
  }
  return records
}
