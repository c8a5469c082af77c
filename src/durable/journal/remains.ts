import { isRecord } from '../../core/plain'
import type { DurableTransaction, StoredRow } from '../storage/durableStorage'
import { withBasis } from '../earlierBasis'
import type { Sealer } from '../options'
import { nameOf, type KeptEdits } from './keptEdits'
import { readKeptHistory, type KeptHistory } from './keptUndo'
import { readText, sessionOf, textOf, type EditsValue, type SessionValue } from './rows'

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
): Promise<readonly Remains[]> {
  return Promise.all(
    [...sessions].map(async ([session, value]) => {
      const isOwn = ({ key }: StoredRow) => sessionOf(key) === session
      const rows = await Promise.all(
        all.edits.filter(isOwn).map(async (row): Promise<FoundRow> => {
          const text = await textOf(row, seal)
          const edits = text === undefined ? undefined : readText<EditsValue>(text)
          const isReadable = edits && areEdits(edits.rows)
          return { ...row, edits: isReadable ? { ...edits, rows: edits.rows.map(withBasis) } : undefined }
        }),
      )
      const undo = all.undo.filter(isOwn)
      const texts = await Promise.all(
        undo.map(async (row) => [row.key, (await textOf(row, seal)) ?? ''] as const),
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

function areEdits(rows: unknown): rows is readonly KeptEdits[] {
  const texts = ['kind', 'name', 'entity', 'key'] as const
  return (
    Array.isArray(rows) &&
    rows.every(
      (row) => isRecord(row) && isRecord(row.values) && texts.every((text) => typeof row[text] === 'string'),
    )
  )
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
