import type { RecordData } from '../core/plain'
import type { EditBasis } from '../core/writeGate'

/** What edits are based on as releases before 0.3 kept it: what dead pages had edited stood beside what was sent. */
interface EarlierBasis extends EditBasis {
  readonly restored?: readonly RecordData[]
}

/** What was kept of edits or of a save, of any release. */
export function withBasis<Kept extends { readonly basis?: EditBasis }>(kept: Kept): Kept {
  const { restored, ...basis }: Partial<EarlierBasis> = kept.basis ?? {}
  if (!restored) return kept
  return { ...kept, basis: { ...basis, unanswered: [...restored, ...(basis.unanswered ?? [])] } }
}
