import type { RenamedRecord } from '../entities/actions'
import { own } from '../core/plain'
import type { UndoLevel } from './changes'
import type { UndoState } from './history'
import { bytesOf, flatLevels, inStretches } from './levels'
import { readLevel, storeLevel, type StoredLevel } from './storedLevel'

/** The history with other levels, and without those of which nothing is left; the same where all are. */
export function mapHistory(undo: UndoState, change: (level: UndoLevel) => UndoLevel): UndoState {
  const flat: StoredLevel[] = []
  let { position } = undo
  let hasChanged = false
  flatLevels(undo.levels).forEach((level, at) => {
    const whole = readLevel(level)
    const changed = change(whole)
    hasChanged ||= changed !== whole
    if (changed.length > 0) flat.push(changed === whole ? level : storeLevel(changed, [flat]))
    else if (at < undo.position) position--
  })
  const staged = change(undo.staged)
  if (!hasChanged && staged === undo.staged) return undo
  const { group, ...rest } = undo
  const levels = inStretches(flat)
  return { ...rest, levels, position, staged, bytes: bytesOf(levels), isOpen: false }
}

/**
 * The history of a record under the id that the server has given it, and without the change that made it: undoing that
 * would delete nothing on the server.
 */
export function withRenamed(undo: UndoState, { entity, local, key, id, field }: RenamedRecord): UndoState {
  return mapHistory(undo, (level) => {
    if (!level.some((change) => change.entity === entity && change.key === local)) return level
    return level.flatMap((change) => {
      if (change.entity !== entity || change.key !== local) return [change]
      return own(change.changes, field) === undefined ? [{ ...change, key, id }] : []
    })
  })
}
