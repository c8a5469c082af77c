import { selectEntityConfig } from '../../config/selectors'
import { isEqual } from '../../core/isEqual'
import { recordKey } from '../../core/keys'
import { filterFields, isEmpty, isRecord, own, type RecordData } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import { isLocalId } from '../../core/localId'
import { isMerged, valueAt } from '../../edits/fields'
import { unansweredIn } from '../../edits/log'
import { isDirty, valuesOf, type EditsState } from '../../edits/storedEdits'
import type { EntityState } from '../../store/rootReducer'
import { isNew, type StoredEntry } from './entry'

/**
 * The entries without what was undone before it was sent: fields that are what they were before they were edited, and
 * drafts that are there no more. The same array where there is nothing of that kind.
 */
export function withoutUndone(
  entries: readonly StoredEntry[],
  before: EditsState,
  state: EntityState,
): readonly StoredEntry[] {
  const left = entries.flatMap((entry) => {
    const { what, entity, key, fields, basis } = entry
    const made = isLocalId(key) ? own(state.entities.aliases, String(key))?.id : undefined
    const then = key && getRow(before.records[entity], key)
    // The edits of a draft that has just been made stand under its real id.
    const current = made === undefined ? key : recordKey(made)
    const now = current && getRow(state.edits.records[entity], current)
    if (!isSurelyNotDone(entry) || !then || then === now) return [entry]
    if (isNew(entry)) {
      const isGone = isLocalId(key) && !isDirty(now)
      return isGone && made === undefined ? [] : [entry]
    }
    if (what !== 'update') return [entry]
    const config = selectEntityConfig(state, entry.kind, entry.name)
    const isUndone = (field: string, queued: unknown, part?: string) => {
      const at = (values: RecordData | undefined) => valueAt(values, field, part)
      const [edited, value] = [at(valuesOf(then)), at(valuesOf(now))]
      // What was written by hand is no edit that could be undone.
      const saved = edited === undefined ? [] : [edited, ...unansweredIn(then).map(at)]
      const isBack = [undefined, at(basis?.values), at(entry.begun)].some((one) => isEqual(value, one))
      // What was saved as it is now was not undone since: its check lets go of an edit that says nothing.
      return isBack && !isEqual(queued, value) && saved.some((one) => isEqual(one, queued))
    }
    const kept = withoutFields(fields, isUndone, (field) => config !== undefined && isMerged(config, field))
    if (isEqual(kept, fields)) return [entry]
    return isEmpty(kept) ? [] : [{ ...entry, fields: kept }]
  })
  const isSame = left.length === entries.length && left.every((entry, at) => entry === entries[at])
  return isSame ? entries : left
}

/** Fields without those that are undone, of merged ones entry by entry. */
function withoutFields(
  fields: RecordData,
  isUndone: (field: string, queued: unknown, part?: string) => boolean,
  merged: (field: string) => boolean,
): RecordData {
  const left = Object.entries(fields).flatMap(([field, queued]): [string, unknown][] => {
    if (!merged(field) || !isRecord(queued)) return isUndone(field, queued) ? [] : [[field, queued]]
    const parts = filterFields(queued, (part, value) => !isUndone(field, value, part))
    return isEmpty(parts) ? [] : [[field, parts]]
  })
  return Object.fromEntries(left)
}

/** Whether the server surely has done nothing of an entry: of a save, also where it was held or tried in vain. */
function isSurelyNotDone({ what, attempts, state, mayBeDone }: StoredEntry): boolean {
  if (mayBeDone) return false
  return what === 'update' ? state === 'waiting' || state === 'held' : attempts === 0 && state === 'waiting'
}
