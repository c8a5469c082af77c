import { own } from '../../core/plain'
import type { RecordChange, UndoLevel } from '../../undo/changes'
import type { UndoState } from '../../undo/history'
import { mapHistory } from '../../undo/mapHistory'
import type { ReplacedId } from '../../store/localIds'
import { replaceInFields } from './replaceIds'

/**
 * The history with the server's id in the place of the local one, and without the level that made the record: undoing it
 * would delete nothing on the server.
 */
export function rekeyHistory(undo: UndoState, record: ReplacedId): UndoState {
  return mapHistory(undo, (level) => rekeyedLevel(level, record))
}

function rekeyedLevel(level: UndoLevel, record: ReplacedId): UndoLevel {
  const changed = level.flatMap((change): readonly RecordChange[] => {
    const isOwn = change.key === record.local && change.entity === record.entity
    const made = isOwn && own(change.changes, record.field ?? '') !== undefined
    if (made) return []
    const changes = Object.fromEntries(
      Object.entries(change.changes).map(([field, one]) => [field, replaceInFields({ ...one }, record)]),
    )
    const isSame = Object.keys(changes).every((field) => {
      const [before, after] = [change.changes[field], changes[field]]
      return before?.from === after?.from && before?.to === after?.to
    })
    if (!isOwn && isSame) return [change]
    return [
      {
        ...change,
        changes: isSame ? change.changes : changes,
        ...(isOwn && { key: record.key, id: record.id }),
      },
    ]
  })
  return changed.length === level.length && changed.every((change, at) => change === level[at])
    ? level
    : changed
}
