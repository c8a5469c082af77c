import { own, type RecordData } from '../core/plain'
import type { EditBasis } from '../core/writeGate'
import { cellsFrom } from './cells'
import type { StoredEdits } from './storedEdits'

/** The edits of one record as earlier versions kept them: values by property, and what they were based on beside them. */
interface EarlierEdits extends Omit<StoredEdits, 'fields' | 'seq' | 'origin'> {
  readonly values: RecordData
  readonly base: number
  readonly basis?: EditBasis
}

/** The edits of a record by cells, of those that earlier versions kept by property. */
export function editsByCell(
  row: StoredEdits | EarlierEdits,
  mergedEdits: RecordData = { meta: true },
): StoredEdits {
  if ('fields' in row) return row
  const { values, base, basis, sent: _, ...rest } = row
  const { values: bases, ...origin } = basis ?? { values: undefined }
  const fields = cellsFrom(values, bases, (property) => own(mergedEdits, property) === true)
  return { ...rest, fields, seq: base, ...(basis && { origin }) }
}
