import { filterFields, type RecordData } from '../../core/plain'
import type { Cells } from '../../edits/cells'
import { unansweredIn, type Mutation } from '../../edits/log'
import { selectTargetView } from '../../saving/saveState'
import type { EntityState } from '../../store/rootReducer'
import type { StoredEntry } from './entry'
import { mutationOf, targetOfEntry } from './targets'

/** Whether this store's edits know that an entry saves them in a field, such as those of a page before a reload. */
export function isSavedHere(state: EntityState, entry: StoredEntry, field: string): boolean {
  return Object.hasOwn(savedHere(state, entry), field)
}

/** What an entry has saved of this store's edits: the fields that are known to be sent by it. */
export function savedHere(state: EntityState, entry: StoredEntry): RecordData {
  const { log = [] } = selectTargetView(state, targetOfEntry(entry))?.row ?? {}
  const name = mutationOf(state, entry)
  const isMeant = ({ id, state: how, fields }: Mutation) => id === name && (how === 'late' || isShown(fields))
  const sent = unansweredIn({ log: log.filter(isMeant) })
  return filterFields(entry.fields, (field) => sent.some((fields) => Object.hasOwn(fields, field)))
}

/** Whether anything of what was sent was edited here. */
function isShown(fields: Cells): boolean {
  return Object.values(fields).some(({ unseen }) => !unseen)
}
