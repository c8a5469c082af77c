import type { EditLog } from '../core/cells'
import { own, type RecordData } from '../core/plain'
import type { EditOrigin } from '../core/writeGate'
import { cellsFrom, pickCells, valuesAtPaths } from './cells'
import { splitPath } from './fieldPath'
import { withSent } from './logChanges'
import type { StoredEdits } from './storedEdits'

/** Edits as earlier versions kept them: values by property, and what they were based on beside them. */
export interface EarlierLog {
  readonly values: RecordData
  readonly basis?: (EditOrigin & { readonly values: RecordData }) | undefined
  /** Properties that were sent and of which nobody knew whether the server took them. */
  readonly uncertain?: readonly string[]
}

/** The edits of one record as the states of earlier versions have them. */
interface EarlierEdits extends Omit<StoredEdits, 'fields' | 'log' | 'seq' | 'origin'>, EarlierLog {
  readonly base: number
  readonly sent?: readonly string[]
}

/** Edits by cells, of those that earlier versions kept by property. */
export function earlierLog(
  { values, basis, uncertain = [] }: EarlierLog,
  isMerged: (property: string) => boolean,
): EditLog & Pick<StoredEdits, 'origin'> {
  const { values: bases, ...origin } = basis ?? { values: undefined }
  const fields = cellsFrom(values, bases, isMerged)
  const sent = valuesAtPaths(pickCells(fields, (path) => uncertain.includes(splitPath(path)[0])))
  return withSent({ fields, ...(basis && { origin }) }, { id: 'earlier', state: 'uncertain' }, sent)
}

/** The edits of a record by cells, of those that earlier versions kept by property. */
export function editsByCell(
  row: StoredEdits | EarlierEdits,
  mergedEdits: RecordData = { meta: true },
): StoredEdits {
  if ('fields' in row) return row
  const { values, base, basis, sent = [], uncertain = [], ...rest } = row
  const isMerged = (property: string) => own(mergedEdits, property) === true
  const log = earlierLog({ values, basis, uncertain: [...sent, ...uncertain] }, isMerged)
  return { ...rest, ...log, seq: base }
}
