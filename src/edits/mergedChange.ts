import type { FieldChange } from './actions'

/**
 * A change with the same entries on both sides, if it is one of entries: where there were none of a name before or after,
 * JSON leaves the name out, and it means that the entry is given up.
 */
export function withAllEntries(change: FieldChange): FieldChange {
  if (!change.isMerged) return change
  const { from, to } = change as { readonly from: object; readonly to: object }
  const none = Object.fromEntries(Object.keys({ ...from, ...to }).map((entry) => [entry, undefined]))
  return { ...change, from: { ...none, ...from }, to: { ...none, ...to } }
}
