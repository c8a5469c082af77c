import type { UndoLevel } from './changes'
import { settleStaged, type UndoState } from './history'
import { levelAt } from './levels'
import { readLevel } from './storedLevel'
import { stepWithin, type UndoKeys } from './undoScope'

/** What an undo or redo takes back or does again; undefined where there is nothing. */
export function steppedLevel(
  state: UndoState,
  step: 'undo' | 'redo',
  scope: UndoKeys | undefined,
): UndoLevel | undefined {
  const { levels, position } = settleStaged(state)
  const at = step === 'undo' ? position - 1 : position
  const level = scope ? stepWithin(state, scope, step)?.level : levelAt(levels, at)
  return level && readLevel(level)
}
