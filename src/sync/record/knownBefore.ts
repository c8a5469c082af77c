import { isRecord, own, type RecordData } from '../../core/plain'
import { isMerged } from '../../edits/fields'
import type { SharedEdits } from '../../edits/restoredEdits'
import { basesOfCells } from '../../edits/cells'
import { cellsOf } from '../../edits/log'
import { hasGoneOn } from '../document/documentState'
import type { RecordDocument } from '../document/recordDocument'
import type { StoreRecord } from './storeRecord'

/**
 * What an edited field was when store and document last had it in common, for a store that joins: the value of a page
 * before that the document has gone on from, else what the server said when it was edited first. Undefined where neither
 * is known, and for what is not edited.
 */
export function makeKnownBefore(
  document: RecordDocument,
  record: StoreRecord,
  shared: SharedEdits | undefined,
): (field: string) => unknown {
  const row = record.view()?.row
  const basis = withValues(document, record, row && basesOfCells(cellsOf(row)))
  const before = withValues(document, record, shared?.values)
  // Somebody who has saved may have taken fields out; what the server has then is to be known first.
  const isCurrent = !document.isAhead()
  return (field) => {
    // Read first, so that blocks of the same text are the same.
    if (!record.isEdited(field) || record.value(field) === undefined) return undefined
    const wasShared =
      shared !== undefined &&
      (isCurrent || document.open.has(field)) &&
      hasGoneOn(document, field, shared.document)
    return record.valueIn(wasShared ? before : basis, field)
  }
}

/** The server's record with other values of some fields, of merged ones of some entries. */
function withValues(
  { config }: RecordDocument,
  record: StoreRecord,
  values: RecordData | undefined,
): RecordData {
  const raw = record.raw() ?? {}
  if (!values) return raw
  const merged = Object.entries(values).map(([field, value]) => {
    const server = own(raw, field)
    const isEntries = isMerged(config, field) && isRecord(value) && isRecord(server)
    return [field, isEntries ? { ...server, ...value } : value] as const
  })
  return { ...raw, ...Object.fromEntries(merged) }
}
