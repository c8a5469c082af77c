import type { EditLog } from '../core/cells'
import type { RecordData } from '../core/plain'
import type { EditOrigin } from '../core/writeGate'
import { cellsFrom } from './cells'
import { splitPath } from './fieldPath'
import { lateMutation, withEarlier, withSent } from './logChanges'
import type { StoredEdits } from './storedEdits'

/** Edits as earlier versions kept them: values by property, and what they were based on beside them. */
export interface EarlierLog {
  readonly values: RecordData
  readonly basis?: EarlierBasis | undefined
  /** Properties that were sent and of which nobody knew whether the server took them. */
  readonly uncertain?: readonly string[]
}

interface EarlierBasis extends EditOrigin {
  readonly values: RecordData
  /** What was sent and never answered, oldest first; what dead pages had edited stood apart. */
  readonly unanswered?: readonly RecordData[]
  readonly restored?: readonly RecordData[]
}

/** The edits of one record as the states of earlier versions have them. */
interface EarlierEdits extends Omit<StoredEdits, 'fields' | 'log' | 'seq' | 'origin'>, EarlierLog {
  readonly base: number
  readonly sent?: readonly string[]
}

/** Edits by cells, with what was sent of them, of those that earlier versions kept by property. */
export function earlierLog(
  { values, basis, uncertain = [] }: EarlierLog,
  isMerged: (property: string) => boolean,
): EditLog & Pick<StoredEdits, 'origin'> {
  const { values: bases, unanswered = [], restored = [], ...origin } = basis ?? { values: undefined }
  const fields = cellsFrom(values, bases, isMerged)
  const late = [...restored, ...unanswered].map((sent, at) =>
    lateMutation(`earlier ${at}`, cellsFrom(sent, undefined, isMerged)),
  )
  const doubtful = Object.entries(fields).filter(([path]) => uncertain.includes(splitPath(path)[0]))
  const doubts = Object.fromEntries(doubtful.map(([path, { value }]) => [path, value]))
  const known = withEarlier({ fields, ...(basis && { origin }) }, late)
  return doubtful.length > 0 ? withSent(known, { id: 'earlier', state: 'maybe' }, doubts) : known
}

/** The edits of a record by cells, of those that earlier versions kept by property. */
export function editsByCell(
  row: StoredEdits | EarlierEdits,
  mergedEdits: RecordData = { meta: true },
): StoredEdits {
  if ('fields' in row) return row
  const { values, base, basis, sent = [], uncertain = [], ...rest } = row
  const log = earlierLog(
    { values, basis, uncertain: [...sent, ...uncertain] },
    (property) => mergedEdits[property] === true,
  )
  return { ...rest, ...log, seq: base }
}
