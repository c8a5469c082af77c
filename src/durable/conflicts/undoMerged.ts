import { isEqual } from '../../core/isEqual'
import { own, type RecordData } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import { applyEdits, editsTowards } from '../../edits/applyEdits'
import { blockField, withBlockText } from '../../edits/blockCodec'
import { splitPath } from '../../edits/fieldPath'
import { evaluateLazyEdits } from '../../edits/lazyEdit'
import { selectEditedView, editedOf } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import type { Redone, Undone } from '../../undo/actions'
import { isSameRecord } from '../../undo/changes'
import { portableLevel } from '../../undo/portableHistory'
import { selectSettledHistory } from '../../undo/selectors'

/** Merges a field of a record; undefined where that can't be. */
type MergeField = (
  record: { readonly entity: string; readonly key: string },
  property: string,
  sides: { readonly base: unknown; readonly mine: unknown; readonly theirs: unknown },
) => unknown

/**
 * An undo or redo of a field into which the work of others was merged since: only one's own step is taken back, and
 * theirs stays. Any other action as it is.
 */
export function undoOwnStep(state: EntityState, action: StoreAction, merge: MergeField): StoreAction {
  if (action.type !== 'undo/undone' && action.type !== 'undo/redone') return action
  const step = action as Undone | Redone
  const isUndo = step.type === 'undo/undone'
  const { levels, position } = selectSettledHistory(state)
  const level = levels[isUndo ? position - 1 : position] ?? []
  const [target, left] = isUndo ? (['from', 'to'] as const) : (['to', 'from'] as const)
  let isChanged = false
  const edits = step.edits.map((edit) => {
    const change = level.find((each) => isSameRecord(each, edit))
    const view = change && selectEditedView(state, edit.kind, edit.name, edit.id)
    if (!change || !view) return edit
    const now = editedOf(view) ?? {}
    // What blocks came to, as texts.
    const [portable] = portableLevel(state, [change])
    const text = blockField(view.config)
    const taken: Record<string, unknown> = {}
    for (const [path, sides] of Object.entries(portable?.changes ?? {})) {
      const [property, entry] = splitPath(path)
      const [mine, base, theirs] = [settled(now, property), sides[left], sides[target]]
      if (entry !== undefined || isEqual(mine, base)) continue
      const merged = merge(edit, property, { base, mine, theirs })
      if (merged === undefined) continue
      taken[property] = merged
      if (property === text) taken.blocks = undefined
    }
    if (Object.keys(taken).length === 0) return edit
    isChanged = true
    const all: RecordData = { ...editsTowards(change.changes, target), ...taken }
    return applyEdits(state, view, withBlockText(state, view.config, all), 'ignore')
  })
  const replaced: Undone | Redone = { ...step, edits }
  return isChanged ? replaced : action
}

/** A field as it is edited now, computed where it is a function. */
function settled(now: RecordData, property: string): unknown {
  const value = own(now, property)
  return typeof value === 'function' ? evaluateLazyEdits({ [property]: value }, now)[property] : value
}
