import type { Cells } from '../../core/cells'
import { pickCells } from '../../edits/cells'
import type { FieldPath } from '../../edits/fieldPath'
import { selectTargetView } from '../../saving/saveState'
import type { EntityState } from '../../store/rootReducer'
import type { StoredEntry } from './entry'
import { targetOfEntry } from './targets'

/** Whether this store's edits know that an entry saves them in a field, such as those of a page before a reload. */
export function isSavedHere(state: EntityState, entry: StoredEntry, path: FieldPath): boolean {
  return Object.hasOwn(savedHere(state, entry), path)
}

/** What an entry has saved of this store's edits: the fields that are known to be sent by it. */
export function savedHere(state: EntityState, entry: StoredEntry): Cells {
  const { log = [] } = selectTargetView(state, targetOfEntry(entry))?.row ?? {}
  const { id: name, mutations = [] } = entry
  // Under the entry's own name stands what came back after a reload: of that what is still edited.
  const sent = log.filter(
    ({ id, state: how, fields }) =>
      mutations.includes(id) || (id === name && (how === 'late' || isShown(fields))),
  )
  return pickCells(entry.fields, (path) => sent.some(({ fields }) => Object.hasOwn(fields, path)))
}

/** Whether anything of what was sent was edited here. */
function isShown(fields: Cells): boolean {
  return Object.values(fields).some(({ unseen }) => !unseen)
}
