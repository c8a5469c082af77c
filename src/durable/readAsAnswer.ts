import type { RecordSaved } from '../entities/actions'
import { savedAction } from '../saving/writeResults'
import type { DurableContext } from './capability'
import type { Theirs } from './conflicts/readTheirs'

/** A record as it was read, and when it was asked for. */
export type ReadRecord = Pick<Theirs, 'record' | 'seq'>

/**
 * The answer to a save that the server has done before, or had no need to do: its record, as it was read.
 * @param sent - What of it was saved of the record's edits.
 */
export function readAsAnswer(
  { store: { getState }, services: { nextSeq } }: Pick<DurableContext, 'store' | 'services'>,
  save: Parameters<typeof savedAction>[1],
  { record, seq: sentSeq }: ReadRecord,
  sent: Parameters<typeof savedAction>[3] = {},
): RecordSaved {
  const [invalidatedSeq, seq] = [nextSeq(), nextSeq()]
  return savedAction(getState(), save, { record, isWhole: true }, sent, { invalidatedSeq, seq, sentSeq })
}
