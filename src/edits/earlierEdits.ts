import { own, type RecordData } from '../core/plain'
import type { EditBasis } from '../core/writeGate'
import { cellsFrom } from './cells'
import { splitPath } from './fieldPath'
import { withSent } from './logChanges'
import type { StoredEdits } from './storedEdits'

/** The edits of one record as earlier versions kept them: values by property, and what they were based on beside them. */
interface EarlierEdits extends Omit<StoredEdits, 'fields' | 'log' | 'seq' | 'origin'> {
  readonly values: RecordData
  readonly base: number
  readonly basis?: EditBasis
  readonly sent?: readonly string[]
  /** Properties that were sent and of which nobody knew whether the server took them. */
  readonly uncertain?: readonly string[]
}

/** The edits of a record by cells, of those that earlier versions kept by property. */
export function editsByCell(
  row: StoredEdits | EarlierEdits,
  mergedEdits: RecordData = { meta: true },
): StoredEdits {
  if ('fields' in row) return row
  const { values, base, basis, sent = [], uncertain = [], ...rest } = row
  const { values: bases, ...origin } = basis ?? { values: undefined }
  const fields = cellsFrom(values, bases, (property) => own(mergedEdits, property) === true)
  const known = { ...rest, fields, seq: base, ...(basis && { origin }) }
  const doubtful = Object.entries(fields).filter(([path]) =>
    [...sent, ...uncertain].includes(splitPath(path)[0]),
  )
  const doubts = Object.fromEntries(doubtful.map(([path, { value }]) => [path, value]))
  return withSent(known, { id: 'earlier', state: 'maybe' }, doubts)
}
