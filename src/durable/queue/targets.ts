import type { WriteTarget } from '../../entities/actions'
import { selectTargetView } from '../../saving/saveState'
import type { EntityState } from '../../store/rootReducer'
import { savesOf, type StoredEntry } from './entry'

/** What an entry is about, as actions say it. */
export function targetOfEntry({
  what,
  kind,
  name,
  entity,
  key,
  recordId,
  createId,
}: StoredEntry): WriteTarget {
  return {
    kind,
    name,
    entity,
    key,
    id: recordId,
    ...(createId !== undefined && { createId }),
    isAutosave: false,
    ...(what === 'delete' && { isDelete: true }),
  }
}

/** The name of what an entry sends among what was sent of the record here: its own where this page has not saved it. */
export function mutationOf(state: EntityState, entry: StoredEntry): string {
  const { log = [] } = selectTargetView(state, targetOfEntry(entry))?.row ?? {}
  const names = savesOf(entry)
  return [...log].reverse().find(({ id }) => names.has(id))?.id ?? entry.id
}
