import type { EntityKey, RecordKey } from '../../core/keys'
import { changedKeys, eachRow, emptyTable, getRow, setRow, type Table } from '../../core/recordTable'
import { isDirty, type EditsState, type StoredEdits } from '../../edits/storedEdits'
import type { EntityState } from '../../store/rootReducer'
import { recordName, type DurableContext } from '../capability'
import { makeEditsRows, type RowWrites } from './editsRows'
import { hasLazyEdit, isKeptAlike, keepEdits, type KeptEdits } from './keptEdits'
import { makeUndoWriter } from './keptUndo'

/** A record of the state. */
interface RecordPlace {
  readonly entity: EntityKey
  readonly key: RecordKey
}

/** What one transaction writes. */
export interface JournalWrites {
  readonly edits: RowWrites
  readonly undo: RowWrites
  /** The records that it is about, should it fail. */
  readonly records: readonly RecordPlace[]
}

type EditTables = EditsState['records']

type WriterContext = Pick<
  DurableContext,
  'settings' | 'store' | 'checking' | 'isKeptByDocument' | 'isOpenDocument' | 'documentState'
>

/** Works out what is to be written so that a page's edits and undo history are kept as its state has them. */
export function makeJournalWriter(
  { settings, store, checking, isKeptByDocument, isOpenDocument, documentState }: WriterContext,
  session: string,
) {
  const rows = makeEditsRows(session)
  const undo = makeUndoWriter(session, settings)
  /** The edits as they were when it was last worked out what to write. */
  let base: EditTables = {}
  /** The edits as they were when they were last compared with these. */
  let compared: EditTables = base
  let undoBase: EntityState['undo'] | undefined
  let keepsUndo = settings.undo.levels > 0
  /** Records that are to be written: what has changed since the last look is compared, however many there are. */
  const behind = new Map<string, RecordPlace>()
  /** Those of them that are to be written whether or not they have changed, as that failed or was put off. */
  const due = new Set<string>()
  /** Records that were written with what their documents have. */
  const inDocuments = new Set<string>()
  /** Saves that were written as edits while they were checked, with their records: they are written anew once they leave. */
  const inChecks = new Map<string, RecordPlace>()
  /** What was to be written and was not. */
  let owed: RowWrites = new Map()
  let seq = 0

  /** The records whose edits are not as they were last written. The same map at each call, which changes. */
  function changed(state: EntityState): ReadonlyMap<string, RecordPlace> {
    for (const [save, place] of inChecks) {
      if (checking.has(save)) continue
      inChecks.delete(save)
      writeAnyway(place)
    }
    const now = state.edits.records
    if (now === compared) return behind
    for (const entity of Object.keys({ ...compared, ...now }) as EntityKey[]) {
      for (const key of changedKeys(compared[entity], now[entity]) as RecordKey[]) {
        const name = recordName(entity, key)
        if (!isKeptAlike(getRow(base[entity], key), getRow(now[entity], key)))
          behind.set(name, { entity, key })
        else if (!due.has(name)) behind.delete(name)
      }
    }
    compared = now
    return behind
  }

  /** The record is to be written, whether or not it has changed. */
  function writeAnyway(place: RecordPlace): void {
    const name = recordName(place.entity, place.key)
    due.add(name)
    behind.set(name, place)
  }

  function rowOf(state: EntityState, { entity, key }: RecordPlace): StoredEdits | undefined {
    const row = getRow(state.edits.records[entity], key)
    return row && isKeptByDocument(row.kind, row.name, row.id) ? undefined : row
  }

  /** The edits of a record as they are kept, with what its document has where all of them are in it. */
  function madeOf(state: EntityState, place: RecordPlace): KeptEdits | undefined {
    const row = rowOf(state, place)
    const made = keepEdits(state, row, seq, { isKept: settings.isKept, checking })
    for (const { id } of row?.log ?? []) if (checking.has(id)) inChecks.set(id, place)
    if (!row || !made || !isOpenDocument(row.kind, row.name, row.id)) return made
    const document = documentState(row.kind, row.name, row.id)
    const isSame = rowOf(store.getState(), place) === row
    if (document === undefined || !isSame) return made
    inDocuments.add(recordName(place.entity, place.key))
    return { ...made, document }
  }

  /**
   * Marks the edits that a document keeps from now on, which leave these rows, and those that it keeps no longer; and those
   * that have come into one since they were written.
   */
  function handOver(): void {
    for (const [entity, table] of Object.entries(base) as [EntityKey, Table<StoredEdits>][]) {
      eachRow(table, (row, key) => {
        const place = { entity, key: key as RecordKey }
        const name = recordName(entity, place.key)
        if (!isDirty(row)) return
        const { kind, name: entityName, id } = row
        const isOnItsWay = rows.has(name) === isKeptByDocument(kind, entityName, id)
        if (isOnItsWay || (!inDocuments.has(name) && isOpenDocument(kind, entityName, id))) writeAnyway(place)
      })
    }
  }

  /** What is to be written, if anything. What takes long to compute is put off unless it is urgent. */
  function collect(state: EntityState, isUrgent: boolean): JournalWrites | undefined {
    const places = [...changed(state).values()]
    base = state.edits.records
    behind.clear()
    due.clear()
    const records: RecordPlace[] = []
    for (const place of places) {
      const row = getRow(base[place.entity], place.key)
      if (!isUrgent && row && hasLazyEdit(row)) writeAnyway(place)
      else records.push(place)
    }
    const edits = owed
    owed = new Map()
    const kept: KeptEdits[] = []
    seq++
    for (const place of records) {
      const made = madeOf(state, place)
      if (made) kept.push(made)
      else if (rows.has(recordName(place.entity, place.key)))
        rows.remove(recordName(place.entity, place.key), edits)
    }
    rows.write(kept, edits)
    rows.finish(edits)
    // The levels of what is put off would have to be computed now.
    const levels: RowWrites = due.size > 0 ? new Map() : collectUndo(state)
    return edits.size + levels.size > 0 ? { edits, undo: levels, records } : undefined
  }

  function collectUndo(state: EntityState): RowWrites {
    // Without edits there is nothing that a level could be recovered with.
    if (!keepsUndo || rows.isEmpty()) {
      undoBase = undefined
      return undo.clear()
    }
    if (state.undo === undoBase) return new Map()
    undoBase = state.undo
    return undo.collect(state)
  }

  return {
    session,
    collect,
    changed,
    handOver,
    isEmpty: rows.isEmpty,
    /** Whether something was put off. */
    hasLate: () => due.size > 0,
    /** Whether anything may have to be written: a comparison or two for each key that is typed. */
    isBehind: ({ edits, undo: history }: EntityState) =>
      edits.records !== base ||
      due.size + owed.size + inChecks.size > 0 ||
      (keepsUndo && !rows.isEmpty() && history !== undoBase),
    /** What was to be written was not. */
    failed: ({ records, edits }: JournalWrites) => {
      owed = new Map([...edits, ...owed])
      for (const place of records) writeAnyway(place)
      undo.forget()
      undoBase = undefined
    },
    isKeepingUndo: () => keepsUndo,
    /** Keeps no undo history any more, as there is no room; gives what is to be deleted. */
    dropUndo: () => {
      keepsUndo = false
      return undo.clear()
    },
    nextSeq: () => ++seq,
    /** Edits of an earlier page stand in rows of this one, and are in the state. */
    tookOver: (
      taken: readonly KeptEdits[],
      batches: ReadonlyMap<string, readonly KeptEdits[]>,
      state: EntityState,
    ) => {
      for (const row of taken) rows.tookOver(row)
      for (const [key, many] of batches) rows.tookOverMany(key, many)
      for (const { entity, key } of [...taken, ...[...batches.values()].flat()]) {
        const name = recordName(entity, key)
        if (!due.has(name)) behind.delete(name)
        const row = getRow(state.edits.records[entity], key)
        base = { ...base, [entity]: setRow(base[entity] ?? emptyTable<StoredEdits>(), key, row) }
      }
    },
    inheritUndo: undo.inherit,
  }
}

export type JournalWriter = ReturnType<typeof makeJournalWriter>
