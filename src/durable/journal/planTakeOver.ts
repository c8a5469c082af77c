import type { Cells } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isEmpty } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import { valuesAtPaths } from '../../edits/cells'
import { cellsOf, isEdited } from '../../edits/log'
import { isDirty } from '../../edits/storedEdits'
import { withRestored } from '../../edits/withRestored'
import type { DurableContext } from '../capability'
import { withCurrentReferences } from '../locals/currentReferences'
import type { Connection } from '../storage/connection'
import { editsText } from './editsRows'
import { joinEdits } from './joinEdits'
import type { JournalWriter } from './journalWriter'
import { computedLog, nameOf, type KeptEdits } from './keptEdits'
import { historyOf, historyText, type KeptHistory } from './keptUndo'
import { byRecord, type GroupedEdits } from './recordGroups'
import { namesOf, releaseRemains } from './releaseRemains'
import { isOfEdits, type FoundEdits, type Remains } from './remains'
import type { RestoredFields } from './restoredFields'
import { batchSize, manyRecords, rowKeys, writeText, type SessionValue } from './rows'
import type { Swap } from './swapRows'

/** Whose edits are taken over, and how. */
export interface TakeOverOptions {
  readonly context: DurableContext
  readonly connection: Connection
  readonly writer: JournalWriter
  readonly remains: readonly Remains[]
  /** Of two of one record the first counts for more. */
  readonly items: readonly FoundEdits[]
  readonly prefer: 'typed' | 'recovered'
  readonly restored: RestoredFields
}

/** What is taken over, and where it stands then. */
export interface TakeOverPlan {
  readonly swap: Swap
  readonly rows: readonly KeptEdits[]
  readonly batches: ReadonlyMap<string, readonly KeptEdits[]>
  readonly history: KeptHistory
  readonly inheritedKey: string | undefined
  /** What the page has other values of, and so is left, by item. */
  readonly left: ReadonlyMap<string, Cells>
}

/** Plans what is written to the storage, and what becomes part of the store then. */
export function planTakeOver({
  context,
  writer,
  remains,
  items,
  prefer,
  restored,
}: TakeOverOptions): TakeOverPlan {
  const state = context.store.getState()
  const seq = writer.nextSeq()
  const left = new Map<string, Cells>()
  const own: KeptEdits[] = []
  let { lastSince } = state.edits
  for (const group of byRecord(context, state, items)) {
    const [{ item: none, document, ...first }] = group as [GroupedEdits]
    const { edits: joined, left: lefts } = joinEdits(state, group, restored.joining(group))
    group.forEach(({ item }, at) => {
      const cells = lefts[at]
      if (prefer === 'typed' && cells && !isEmpty(cells)) left.set(item, cells)
    })
    const row = getRow(state.edits.records[first.entity], first.key)
    const restoredRow = joined && withRestored(row, joined)
    if (!isDirty(restoredRow)) continue
    const kept = computedLog(state, restoredRow, context.checking)
    if (!isEdited(kept)) continue
    const isSame = isEqual(valuesAtPaths(cellsOf(kept)), valuesAtPaths(cellsOf(first)))
    own.push({
      ...first,
      ...{ fields: kept.fields, log: kept.log, origin: restoredRow.origin },
      // What it was joined with was in no document.
      ...(document !== undefined && isSame && { document }),
      seq,
      since: isDirty(row) ? row.since : ++lastSince,
    })
  }
  const edits = new Map<string, string | undefined>()
  const batches = new Map<string, readonly KeptEdits[]>()
  const rows = own.length > manyRecords ? [] : own
  for (const row of rows)
    edits.set(rowKeys.record(writer.session, nameOf(row)), editsText(writer.session, [row]))
  for (let at = 0; at < own.length - rows.length; at += batchSize) {
    const many = own.slice(at, at + batchSize)
    const key = rowKeys.batch(writer.session, seq, nameOf(many[0] as KeptEdits))
    batches.set(key, many)
    edits.set(key, editsText(writer.session, many))
  }
  const release = releaseRemains(remains, items, left)
  const history = withCurrentReferences(
    context.files,
    state,
    joinHistories(
      release.touched.map((one) => historyOf(one.history, namesOf(items.filter(isOfEdits), one.session))),
    ),
  )
  const keepsUndo = writer.isKeepingUndo() && history.levels.length > 0
  const inheritedKey = keepsUndo ? rowKeys.undoInherited(writer.session, seq) : undefined
  const session: SessionValue = { session: writer.session, seenAt: Date.now() }
  return {
    swap: {
      expected: release.expected,
      writes: {
        edits: new Map([...release.edits, ...edits]),
        undo: new Map([
          ...release.undo,
          ...(inheritedKey === undefined ? [] : [[inheritedKey, historyText(history)] as const]),
        ]),
        sessions: new Map([...release.sessions, [rowKeys.session(writer.session), writeText(session)]]),
      },
    },
    rows,
    batches,
    history: writer.isKeepingUndo() ? history : { levels: [], position: 0 },
    inheritedKey,
    left,
  }
}

/** Histories of several pages, one above the other; only the last keeps what can be redone. */
function joinHistories(histories: readonly KeptHistory[]): KeptHistory {
  return histories.reduce<KeptHistory>(
    (below, { levels, position }) => {
      if (levels.length === 0) return below
      const done = below.levels.slice(0, below.position)
      return { levels: [...done, ...levels], position: done.length + position }
    },
    { levels: [], position: 0 },
  )
}
