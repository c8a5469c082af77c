import type { Cell } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isEmpty, own, type RecordData } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import type { RecordEdited } from '../../edits/actions'
import { applyEdits, editsTowards } from '../../edits/applyEdits'
import { blockField, withBlockText } from '../../edits/blockCodec'
import { makeCell } from '../../edits/cells'
import { valueAt } from '../../edits/fields'
import { shownEdit } from '../../edits/storedEdits'
import { fieldPath, splitPath, valueAtPath, type FieldPath } from '../../edits/fieldPath'
import { evaluateLazyEdits } from '../../edits/lazyEdit'
import { cellsOf, saysItsBase } from '../../edits/log'
import { selectEditedView, editedOf, type EditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import type { Redone, Undone } from '../../undo/actions'
import { isSameRecord, type RecordChange } from '../../undo/changes'
import { portableLevel } from '../../undo/portableHistory'
import { steppedLevel } from '../../undo/steppedLevel'
import type { MergedStep, StepSides } from './textMerger'

type MergeField = (view: EditedView, property: string, sides: StepSides) => MergedStep

/**
 * An undo or redo of a field that others have changed since, whether that was merged into it or read: only one's own step
 * is taken back, and theirs stays. Where both have changed the same the step counts, as for a title; what can't be merged yet is based on
 * what the step has left, so that the save merges it. Any other action as it is.
 */
export function undoOwnStep(state: EntityState, action: StoreAction, merge: MergeField): StoreAction {
  if (action.type !== 'undo/undone' && action.type !== 'undo/redone') return action
  const step = action as Undone | Redone
  const isUndo = step.type === 'undo/undone'
  const level = steppedLevel(state.undo, isUndo ? 'undo' : 'redo', step.scope) ?? []
  const [target, left] = isUndo ? (['from', 'to'] as const) : (['to', 'from'] as const)
  let isChanged = false
  const edits = step.edits.map((given) => {
    const edit = withoutNothing(state, given, merge)
    isChanged ||= edit !== given
    const change = level.find((each) => isSameRecord(each, edit))
    const view = change && selectEditedView(state, edit.kind, edit.name, edit.id)
    if (!change || !view || isAsLeft(view, change, left)) return edit
    const now = editedOf(view) ?? {}
    // What blocks came to, as texts.
    const [portable] = portableLevel(state, [change])
    const text = blockField(view.config)
    const taken: Record<string, unknown> = {}
    const based: Record<string, unknown> = {}
    for (const [path, sides] of Object.entries(portable?.changes ?? {})) {
      const [property, entry] = splitPath(path)
      const [shown, base] = [settled(now, property), sides[left]]
      if (entry !== undefined || isEqual(shown, base)) continue
      const merged = merge(view, property, { base, now: shown, step: sides[target] })
      // What has given way to theirs is done again over them, and as much in conflict with them as it was.
      const isEdited = own(cellsOf(view.row), path) ?? own(view.row?.elsewhere, path)
      if (merged === 'later' || (!isUndo && !isEdited && merged.isOver)) based[property] = base
      if (merged === 'later' || merged.value === undefined) continue
      taken[property] = merged.value
      if (property === text) taken.blocks = undefined
    }
    if (isEmpty(taken) && isEmpty(based)) return edit
    isChanged = true
    const all: RecordData = { ...editsTowards(change.changes, target), ...taken }
    const stepped = isEmpty(taken)
      ? edit
      : applyEdits(state, view, withBlockText(state, view.config, all), 'ignore')
    const whole = withoutNothing(state, stepped, merge)
    return isEmpty(based) ? whole : basedOnStep(whole, based)
  })
  const replaced: Undone | Redone = { ...step, edits }
  return isChanged ? replaced : action
}

/**
 * Edits without what is back at what it was made on, and is merged, or was saved in another tab since: what others have made
 * of that is shown then.
 */
function withoutNothing(state: EntityState, edited: RecordEdited, merge: MergeField): RecordEdited {
  const view = selectEditedView(state, edited.kind, edited.name, edited.id)
  const isNothing = ([path, cell]: [FieldPath, Cell | null]) => {
    const [property, entry] = splitPath(path)
    if (!view || !cell || !saysItsBase(cell)) return false
    if (own(view.row?.elsewhere, path)) return true
    if (entry !== undefined) return false
    const merged = merge(view, property, { base: cell.base, now: cell.value, step: own(view.raw, property) })
    return merged === 'later' || merged.value !== undefined
  }
  const nothing = Object.entries(edited.fields).filter(isNothing)
  if (nothing.length === 0) return edited
  return {
    ...edited,
    fields: { ...edited.fields, ...Object.fromEntries(nothing.map(([path]) => [path, null])) },
  }
}

/** Edits of which some fields are based on older values than the record has, so that no version is known of them. */
function basedOnStep(edited: RecordEdited, based: RecordData): RecordEdited {
  const fields: Record<FieldPath, Cell | null> = { ...edited.fields }
  for (const [property, base] of Object.entries(based)) {
    const path = fieldPath(property)
    const cell = own(fields, path)
    if (cell) fields[path] = makeCell(cell.value, base)
  }
  return { ...edited, fields, version: null }
}

/** Whether a record is shown as a step has left it: nobody else has changed what that did, nor saved over it in another tab. */
function isAsLeft({ row, raw }: EditedView, { changes }: RecordChange, left: 'from' | 'to'): boolean {
  return Object.entries(changes).every(([path, change]) => {
    const [property, entry] = splitPath(path)
    const edit = valueAt({ [property]: shownEdit(row, property) }, property, entry)
    return isEqual(edit ?? valueAtPath(raw, path), change[left])
  })
}

/** A field as it is edited now, computed where it is a function. */
function settled(now: RecordData, property: string): unknown {
  const value = own(now, property)
  return typeof value === 'function' ? evaluateLazyEdits({ [property]: value }, () => now)[property] : value
}
