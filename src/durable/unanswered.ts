import { isEqual } from '../core/isEqual'
import type { RecordData } from '../core/plain'
import type { EditBasis } from '../core/writeGate'

/** How many saves without an answer are remembered of a record: the first, which is the likeliest to be done, and the last. */
const mostUnanswered = 20

/** What was sent and never answered, with what was sent since: each once, oldest first. */
export function withSent(
  unanswered: EditBasis['unanswered'],
  ...sent: readonly RecordData[]
): readonly RecordData[] {
  let all = unanswered ?? []
  for (const fields of sent) all = [...all.filter((one) => !isEqual(one, fields)), fields]
  const [first] = all
  return first && all.length > mostUnanswered ? [first, ...all.slice(1 - mostUnanswered)] : all
}
