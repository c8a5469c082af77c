import { remembered, type Companions } from '../core/companions'
import { knownSeqOf, staleSeqOf, type ReadFacts } from './readFacts'
import type { StateWithResolution } from './reducer'
import { selectStoredResolution } from './selectors'

/** How many calls are remembered. */
const most = 1000

/** The seqs of the last calls of `invalidate` of a store. */
function invalidationsOf(companions: Companions): Set<number> {
  return remembered(companions, 'invalidations', () => new Set()) as Set<number>
}

/** Remembers that somebody has made answers stale, who knows of something newer. */
export function noteInvalidation(companions: Companions, seq: number): void {
  const seqs = invalidationsOf(companions).add(seq)
  for (const oldest of seqs) if (seqs.size > most) seqs.delete(oldest)
}

/** Whether what is known of a read was made stale by `invalidate`: no cache may answer with the same again. */
export function isAskedAnew<State extends StateWithResolution>(
  companions: Companions,
  state: State,
  facts: ReadFacts<State>,
): boolean {
  const stale = staleSeqOf(state, facts)
  if (!invalidationsOf(companions).has(stale)) return false
  const answered = selectStoredResolution(state, facts.question.key)?.answeredSeq || -1
  const known = Math.max(answered, knownSeqOf(state, facts))
  return known >= 0 && known < stale
}
