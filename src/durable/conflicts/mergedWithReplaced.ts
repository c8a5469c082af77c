import { isEqual } from '../../core/isEqual'
import { own, type RecordData } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import { applyEdits } from '../../edits/applyEdits'
import { blockField } from '../../edits/blockCodec'
import type { EntityState } from '../../store/rootReducer'
import type { ReceivedView } from './beforeReceived'
import type { MergeField } from './mergeField'

/**
 * Merges what is typed in a text with what the server had, before a record comes in which a request that was given up has
 * replaced that: put back is both then, and not what is typed alone, nor what it has taken out.
 */
export function mergedWithReplaced(
  state: EntityState,
  view: ReceivedView,
  theirs: RecordData,
  merge: MergeField,
): readonly StoreAction[] {
  const { row, config } = view
  return Object.entries(row.stray ?? {}).flatMap(([path, { values, known }]) => {
    const { base, value } = own(row.fields, path) ?? {}
    const now = own(theirs, path)
    const isReplaced = !isEqual(now, known) && values.some((one) => isEqual(one, now))
    const isText = [base, value, known].every((side) => typeof side === 'string')
    if (!isReplaced || !isText || row.log) return []
    const merged = merge('text', { base, mine: value, theirs: known })
    if (merged.conflicts.length > 0 || isEqual(merged.value, value)) return []
    const edits = { ...(blockField(config) === path && { blocks: undefined }), [path]: merged.value }
    return [applyEdits(state, view, edits, 'ignore')]
  })
}
