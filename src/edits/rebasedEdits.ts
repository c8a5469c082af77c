import { isEqual } from '../core/isEqual'
import { entityKey } from '../core/keys'
import type { EditBasis } from '../core/writeGate'
import type { EditsRebased } from './actions'
import { valueAtPath, type FieldPath } from './fieldPath'
import type { EditedView } from './selectors'
import { basisOf } from './storedEdits'

/** The edits of a record are based on something else; nothing where they are not. */
export function rebasedEdits(view: EditedView | undefined, basis: EditBasis): readonly EditsRebased[] {
  if (view?.row === undefined) return []
  const { config, key, id, row } = view
  const { kind, name } = config
  const { unanswered, values, ...origin } = basis
  const before = basisOf(row)
  if (isEqual(before?.values, values) && isEqual(row.origin ?? {}, origin)) return []
  const bases: Record<FieldPath, unknown> = {}
  for (const path of Object.keys(row.fields)) {
    const base = valueAtPath(values, path)
    if (base !== undefined) bases[path] = base
  }
  return [{ type: 'edits/rebased', kind, name, entity: entityKey(kind, name), key, id, bases, origin }]
}
