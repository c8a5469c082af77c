import type { EditLog } from '../core/cells'
import type { RecordData } from '../core/plain'
import type { EditOrigin } from '../core/writeGate'
import { cellsFrom } from '../edits/cells'
import { earlierLog, type EarlierLog } from '../edits/earlierEdits'
import { withEarlier } from '../edits/logChanges'
import { lateMutation } from './unanswered'

/** Edits as rows of format 1 have them. */
export interface EarlierRow extends EarlierLog {
  readonly basis?: (NonNullable<EarlierLog['basis']> & EarlierSent) | undefined
}

/** What was sent and never answered, oldest first; before 0.3 what dead pages had edited stood apart. */
interface EarlierSent {
  readonly unanswered?: readonly RecordData[]
  readonly restored?: readonly RecordData[]
}

/** Edits with what was sent of them, of those that were kept by property. */
export function logOfEarlier(
  { basis, ...edits }: EarlierRow,
  isMerged: (property: string) => boolean,
): EditLog & { readonly origin?: EditOrigin | undefined } {
  const { unanswered = [], restored = [], ...rest } = basis ?? { values: {} }
  const late = [...restored, ...unanswered].map((sent, at) =>
    lateMutation(`earlier ${at}`, cellsFrom(sent, undefined, isMerged)),
  )
  return withEarlier(earlierLog({ ...edits, basis: basis && rest }, isMerged), late)
}
