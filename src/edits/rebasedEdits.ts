import { isEqual } from '../core/isEqual'
import { entityKey } from '../core/keys'
import { filterFields, isEmpty, own, type RecordData } from '../core/plain'
import type { EditOrigin } from '../core/writeGate'
import type { EditsRebased } from './actions'
import { cellsOf } from './log'
import type { EditedView } from './selectors'

/**
 * Edited fields of a record are based on other values, which are given by path: one that is undefined, or of what is not
 * edited, says nothing. Nothing where they are not.
 */
export function rebasedEdits(
  view: EditedView | undefined,
  values: RecordData,
  origin: EditOrigin,
): readonly EditsRebased[] {
  if (view?.row === undefined) return []
  const { config, key, id, row } = view
  const { kind, name } = config
  const cells = cellsOf(row)
  const bases = filterFields(values, (path, value) => {
    const cell = own(cells, path)
    return cell !== undefined && value !== undefined && !isEqual(cell.base, value)
  })
  if (isEmpty(bases) && isEqual(row.origin ?? {}, origin)) return []
  return [{ type: 'edits/rebased', kind, name, entity: entityKey(kind, name), key, id, bases, origin }]
}
