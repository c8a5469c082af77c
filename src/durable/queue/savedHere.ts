import type { Cells } from '../../core/cells'
import { pickCells } from '../../edits/cells'
import { selectTargetView } from '../../saving/saveState'
import type { EntityState } from '../../store/rootReducer'
import { isOf, type StoredEntry } from './entry'
import { targetOfEntry } from './targets'

/**
 * What an entry has saved of this store's edits, also of those of a page before a reload: the fields that are known to be
 * sent by it.
 */
export function savedHere(state: EntityState, entry: StoredEntry): Cells {
  const { log = [] } = selectTargetView(state, targetOfEntry(entry))?.row ?? {}
  const sent = log.filter(isOf(entry))
  return pickCells(entry.fields, (path) => sent.some(({ fields }) => Object.hasOwn(fields, path)))
}
