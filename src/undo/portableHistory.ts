import { isEmpty, type RecordData } from '../core/plain'
import { fieldChange, type FieldChange } from '../edits/actions'
import { putAt, splitPath } from '../edits/fieldPath'
import { isTransient } from '../edits/fields'
import { computed, isStoredLazyEdit } from '../edits/lazyEdit'
import { editedOf, selectEditedView } from '../edits/selectors'
import { isEqual } from '../core/isEqual'
import type { RecordChange, UndoLevel } from './changes'
import { noHistory, settleStaged, type StateWithUndo, type UndoState } from './history'
import { bytesOf, flatLevels, inStretches } from './levels'
import {
  isLongText,
  readLevel,
  storeLevel,
  type LongTextChange,
  type StoredChange,
  type StoredLevel,
} from './storedLevel'

/** A history as JSON: its levels in one list, and the pieces of long texts once, which levels name by their number. */
export interface PortableHistory extends Omit<UndoState, 'levels'> {
  readonly levels: readonly StoredLevel[]
  readonly pieces: readonly string[]
}

/**
 * The history as JSON: what is being typed is a level, lazy edits are computed, and what is never saved is left out, as
 * are levels of which nothing is left. The pieces of long texts stand in it once.
 */
export function portableHistory(state: StateWithUndo): PortableHistory {
  const { levels, position } = settleStaged(state.undo)
  const kept: StoredLevel[] = []
  let done = 0
  flatLevels(levels).forEach((level, at) => {
    const portable = portableLevel(state, level)
    if (portable.length === 0) return
    kept.push(storeLevel(portable, [kept]))
    if (at < position) done = kept.length
  })
  const numbers = new Map<string, string>()
  const numberOf = (piece: string) => {
    if (!numbers.has(piece)) numbers.set(piece, String(numbers.size))
    return numbers.get(piece) as string
  }
  const numbered = kept.map((level) => withPieces(level, numberOf))
  return { ...noHistory, levels: numbered, position: done, pieces: [...numbers.keys()] }
}

/** A history that was JSON, ready for use; any other one as it is. */
export function readHistory(history: UndoState | PortableHistory): UndoState {
  if (!('pieces' in history)) return history
  const { pieces, ...rest } = history
  const levels = inStretches(
    rest.levels.map((level) => withPieces(level, (number) => pieces[Number(number)] ?? '')),
  )
  return { ...rest, levels, bytes: bytesOf(levels) }
}

/** A level with its pieces of text replaced. */
function withPieces(level: StoredLevel, replace: (piece: string) => string): StoredLevel {
  return level.map((record) => {
    const fields = Object.entries(record.changes).map(([property, change]) => [
      property,
      isLongText(change) ? { ...change, from: change.from.map(replace), to: change.to.map(replace) } : change,
    ])
    return { ...record, changes: Object.fromEntries(fields) as typeof record.changes }
  })
}

/** A level as JSON: lazy edits are computed, and what is never saved is left out. Pieces of long texts stay pieces. */
export function portableLevel(state: StateWithUndo, level: UndoLevel): UndoLevel
export function portableLevel(state: StateWithUndo, level: StoredLevel): StoredLevel
export function portableLevel(state: StateWithUndo, level: StoredLevel): StoredLevel {
  return level.flatMap((record) => {
    const changes = portableChanges(state, record)
    return isEmpty(changes) ? [] : [{ ...record, changes }]
  })
}

function portableChanges(state: StateWithUndo, change: StoredChange): StoredChange['changes'] {
  const { kind, name, id, changes } = change
  const view = selectEditedView(state, kind, name, id)
  const settle = Object.values(changes).some(isLazyChange) ? settleLazy(state, change) : unchanged
  const kept: Record<string, FieldChange | LongTextChange> = {}
  for (const [path, field] of Object.entries(changes)) {
    if (view && isTransient(view.config, splitPath(path)[0])) continue
    const settled = isLongText(field) ? field : settle(field)
    if (!isEqual(settled.from, settled.to)) kept[path] = settled
  }
  return kept
}

const unchanged = (field: FieldChange) => field

/** Computes what is lazy in the changes of a record, from the record as it was before and after them. */
function settleLazy(state: StateWithUndo, change: StoredChange): (field: FieldChange) => FieldChange {
  const view = selectEditedView(state, change.kind, change.name, change.id)
  const record = view && editedOf(view)
  const changes = readLevel([change])[0]?.changes ?? {}
  // A level of a text over blocks has no word of those.
  const settled = (value: unknown, side: 'from' | 'to') =>
    isStoredLazyEdit(value) ? computed(value, (replaced = record) => sideOf(changes, side, replaced)) : value
  return ({ from, to }) => fieldChange(settled(from, 'from'), settled(to, 'to'))
}

function isLazyChange({ from, to }: FieldChange | LongTextChange): boolean {
  return isStoredLazyEdit(from) || isStoredLazyEdit(to)
}

/** The record as it was on one side of the changes, for what is computed from it. */
function sideOf(
  changes: RecordChange['changes'],
  side: 'from' | 'to',
  record: RecordData | undefined,
): RecordData {
  const values: Record<string, unknown> = { ...record }
  for (const [path, change] of Object.entries(changes)) putAt(values, path, change[side])
  return values
}
