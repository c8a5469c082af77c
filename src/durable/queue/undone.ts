import { isEqual } from '../../core/isEqual'
import { recordKey } from '../../core/keys'
import { own } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import { isLocalId } from '../../core/localId'
import { pickCells } from '../../edits/cells'
import { valueAtPath } from '../../edits/fieldPath'
import { cellsOf, says } from '../../edits/log'
import { selectEditedView } from '../../edits/selectors'
import { isDirty, type EditsState, type StoredEdits } from '../../edits/storedEdits'
import type { EntityState } from '../../store/rootReducer'
import {
  changedEntries,
  fieldsByHand,
  isNew,
  isOf,
  isSavedBy,
  isSavedOver,
  withFields,
  type StoredEntry,
} from './entry'

/**
 * The entries without what was undone before it was sent: fields that are what they were before they were edited, and
 * drafts that are there no more. The same array where there is nothing of that kind.
 */
export function withoutUndone(
  entries: readonly StoredEntry[],
  before: EditsState,
  state: EntityState,
): readonly StoredEntry[] {
  return changedEntries(entries, (entry) => {
    const { what, entity, key, fields } = entry
    const made = isLocalId(key) ? own(state.entities.aliases, String(key))?.id : undefined
    const then = key && getRow(before.records[entity], key)
    // The edits of a draft that has just been made stand under its real id.
    const current = made === undefined ? key : recordKey(made)
    const now = current && getRow(state.edits.records[entity], current)
    if (!then || then === now) return [entry]
    // What another page has saved over is given up by nobody.
    const { log = [] } = now ?? then
    const isOfHere = isSavedBy(entry, (name) => log.some(({ id }) => id === name))
    const saved = log.filter(isOf(entry))
    if (!isSurelyNotDone(entry)) {
      if (!isOfHere || !isGivenUp(entry, now, state)) return [entry]
      // What was written by hand is no edit that could be given up.
      return withFields(entry, fieldsByHand(entry))
    }
    if (isNew(entry)) {
      const isGone = isLocalId(key) && !isDirty(now)
      return isGone && made === undefined ? [] : [entry]
    }
    if (what !== 'update') return [entry]
    const [edited, cells] = [cellsOf(then), cellsOf(now)]
    const kept = pickCells(fields, (path, { base, value: queued }) => {
      if (isSavedOver(entry, path) || entry.byHand?.includes(path)) return true
      const value = cells[path]?.value
      // What was written by hand, or in another tab, is no edit that could be undone here.
      const isSaved =
        edited[path] !== undefined && saved.some((one) => says(own(one.fields, path)?.value, queued))
      const isBack = [undefined, base, entry.begun?.[path]].some((one) => isEqual(value, one))
      // What was saved as it is now was not undone since: its check lets go of an edit that says nothing.
      return !(isBack && !isEqual(queued, value) && isSaved)
    })
    return withFields(entry, kept)
  })
}

/**
 * Whether all edits of a record were given up while a save of them waits that the server may have done. Sent again, it would
 * write what nobody wants any more; what the server has is read instead. Where the record has become what was saved, its
 * edits are gone because it is done.
 */
function isGivenUp(
  { what, state: stage, kind, name, recordId, fields }: StoredEntry,
  now: StoredEdits | undefined,
  state: EntityState,
): boolean {
  if (what !== 'update' || stage !== 'waiting' || isDirty(now)) return false
  const received = selectEditedView(state, kind, name, recordId)?.raw
  return Object.entries(fields).some(([path, { value }]) => !isEqual(valueAtPath(received, path), value))
}

/** Whether the server surely has done nothing of an entry: of a save, also where it was held or tried in vain. */
function isSurelyNotDone({ what, attempts, state, mayBeDone }: StoredEntry): boolean {
  if (mayBeDone) return false
  return what === 'update' ? state === 'waiting' || state === 'held' : attempts === 0 && state === 'waiting'
}
