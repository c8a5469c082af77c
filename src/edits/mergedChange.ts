import type { FieldChange } from './actions'

/**
 * A change with the same entries on both sides, if it is one of entries: where there were none of a name before or after,
 * JSON leaves the name out, and it means that the entry is given up. The same object where nothing was left out.
 */
export function withAllEntries(change: FieldChange): FieldChange {
  if (!change.isMerged) return change
  const { from, to } = change as { readonly from: object; readonly to: object }
  const names = Object.keys({ ...from, ...to })
  if (names.length === Object.keys(from).length && names.length === Object.keys(to).length) return change
  const none = Object.fromEntries(names.map((name) => [name, undefined]))
  return { ...change, from: { ...none, ...from }, to: { ...none, ...to } }
}
