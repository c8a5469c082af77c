import { applyEdits, editsTowards } from '../../edits/applyEdits'
import type { FieldChange, RecordEdited } from '../../edits/actions'
import { blockField, withBlockText, type ContentBlock } from '../../edits/blockCodec'
import { fieldPath, putAt, splitPath } from '../../edits/fieldPath'
import { evaluateLazyEdits, isStoredLazyEdit } from '../../edits/lazyEdit'
import { editedOf, type EditedView } from '../../edits/selectors'
import type { EntityKey, RecordKey } from '../../core/keys'
import { isRecord, own, type RecordData } from '../../core/plain'
import type { EntityState } from '../../store/rootReducer'
import type { StoreAction } from '../../core/thunk'
import { undoRebased, type UndoRebased, type Redone, type Undone } from '../../undo/actions'
import { isSameRecord, type RecordChange, type UndoLevel } from '../../undo/changes'
import type { UndoState } from '../../undo/history'
import { selectUndoHistory } from '../../undo/selectors'
import { steppedLevel } from '../../undo/steppedLevel'
import { alignApart, alignWrittenOn } from '../merge/alignBlocks'
import { isEqualAs, mergeValues, type MergeKind } from '../merge/mergeValues'

type Blocks = readonly ContentBlock[]

/** What a merge has changed in a field of the store. */
export interface RemoteChange {
  readonly field: string
  readonly kind: MergeKind
  readonly before: unknown
  readonly after: unknown
}

/** A record that is shared, as undo needs to know it. */
export interface SharedView {
  readonly view: EditedView
  readonly mergeKind: (field: string) => MergeKind
  /** What a field is now; undefined where that can't be read. */
  readonly value: (field: string) => unknown
  /** What a field is where an edit of it, or of the text that its blocks stand for, is this. */
  readonly valueOf: (field: string, edit: unknown) => unknown
}

/**
 * An undo or redo of what this user did: where others have written since, only one's own changes are taken back, and
 * theirs stay. Any other action as it is.
 */
export function undoOwnChanges(
  state: EntityState,
  action: StoreAction,
  find: (entity: EntityKey, key: RecordKey) => SharedView | undefined,
): StoreAction {
  if (!isUndoStep(action)) return action
  const isUndo = action.type === 'undo/undone'
  const level = steppedLevel(state.undo, isUndo ? 'undo' : 'redo', action.scope) ?? []
  const sides = isUndo ? (['from', 'to'] as const) : (['to', 'from'] as const)
  let isChanged = false
  const edits = level.flatMap((change) => {
    const shared = find(change.entity, change.key)
    const others = action.edits.filter((edit) => isSameRecord(edit, change))
    const own = shared && ownEdits(shared, change, sides)
    if (!own) return others
    isChanged = true
    return [applyEdits(state, shared.view, withBlockText(state, shared.view.config, own), 'ignore')]
  })
  const replaced: Undone | Redone = { ...action, edits }
  return isChanged ? replaced : action
}

/**
 * An edit of a text in the place of what its blocks come to, with that text: what others write changes the blocks, and the
 * step would be taken back to what they come to then. Any other action as it is.
 */
export function withTextOfBlocks(
  action: StoreAction,
  find: (entity: EntityKey, key: RecordKey) => SharedView | undefined,
): StoreAction {
  if (action.type !== 'edits/recordEdited') return action
  const { entity, key, changes } = action as RecordEdited
  const isInPlaceOfBlocks = ({ from, to }: FieldChange) => isStoredLazyEdit(from) && !isStoredLazyEdit(to)
  // For every key that is typed.
  if (!Object.values(changes).some(isInPlaceOfBlocks)) return action
  const { view } = find(entity, key) ?? {}
  const text = view && blockField(view.config)
  const change = text === undefined ? undefined : own(changes, text)
  if (!view || !text || !change || !isInPlaceOfBlocks(change)) return action
  const edited = editedOf(view) ?? {}
  try {
    const { [text]: from } = evaluateLazyEdits({ [text]: edited[text] }, () => edited)
    return { ...action, changes: { ...changes, [text]: { ...change, from } } } as StoreAction
  } catch {
    // It fails when it is saved as well, where somebody is there to see it.
    return action
  }
}

function isUndoStep(action: StoreAction): action is Undone | Redone {
  return action.type === 'undo/undone' || action.type === 'undo/redone'
}

/** The edits that take one's own part of a change back; undefined where it is the whole of it. */
function ownEdits(
  { view, mergeKind, value, valueOf }: SharedView,
  { changes }: RecordChange,
  [target, left]: readonly ['from' | 'to', 'from' | 'to'],
): RecordData | undefined {
  const edits: Record<string, unknown> = { ...editsTowards(changes, target) }
  let isShared = false
  const text = blockField(view.config)
  for (const [path, change] of Object.entries(changes)) {
    const [named, entry] = splitPath(path)
    // What was typed as the text of blocks is taken back block by block.
    const isOfBlocks = named === text && value('blocks') !== undefined
    const field = isOfBlocks ? 'blocks' : named
    const known = value(field)
    const now = entry === undefined ? known : entryOf(known, entry)
    const kind = entry === undefined ? mergeKind(field) : 'value'
    if (isLazy(change) || known === undefined) continue
    const [before, after] = [change[left], change[target]].map((side) =>
      isOfBlocks ? valueOf(field, side) : side,
    )
    if (isEqualAs(kind, now, before)) continue
    isShared = true
    if (isOfBlocks) putAt(edits, fieldPath(field), stepOfText(before, after, now))
    else putAt(edits, path, stepOn(kind, before, after, now))
  }
  // The text of blocks is what they come to.
  if (isShared && text !== undefined && 'blocks' in edits) delete edits[text]
  return isShared ? edits : undefined
}

/** A value with the step from `left` to `target` made on it; what somebody else has put in its place stays. */
function stepOn(kind: MergeKind, left: unknown, target: unknown, now: unknown): unknown {
  if (kind !== 'entries' || !isRecord(target)) return mergeValues(kind, left, now, target)
  const entries = Object.keys(target).map((name) => {
    const [before, current] = [entryOf(left, name), entryOf(now, name)]
    return [name, mergeValues('value', before, current, target[name])]
  })
  return Object.fromEntries(entries) as RecordData
}

/** The same for blocks as a text was parsed, whose ids tell nothing: one that is only alike somebody else has written. */
function stepOfText(left: unknown, target: unknown, now: unknown): unknown {
  if (![left, target, now].every(Array.isArray)) return mergeValues('blocks', left, now, target)
  const [before, after, blocks] = [left, target, now] as [Blocks, Blocks, Blocks]
  const known = new Set(alignApart(before, blocks).map(([at]) => at))
  const gone = alignWrittenOn(before, after).flatMap(([at, is]) => (known.has(at) ? [] : [is]))
  const [base, wanted] = [
    before.filter((_, at) => known.has(at)),
    after.filter((_, is) => !gone.includes(is)),
  ]
  return mergeValues('blocks', base, blocks, wanted)
}

function entryOf(entries: unknown, name: string): unknown {
  return isRecord(entries) ? own(entries, name) : undefined
}

function isLazy({ from, to }: FieldChange): boolean {
  return isStoredLazyEdit(from) || isStoredLazyEdit(to)
}

/**
 * What becomes of the history when others have changed fields of a record, as far as what is typed next would still
 * join it: else a level would begin before their change and end after it, and take it back. Undefined where it stays.
 * @param text The field whose text the blocks are.
 */
export function rebaseUndo(
  undo: UndoState,
  entity: EntityKey,
  key: RecordKey,
  changed: readonly RemoteChange[],
  text: string | undefined,
): UndoRebased | undefined {
  const rebaseLevel = (level: UndoLevel): UndoLevel => {
    let isSame = true
    const rebased = level.map((change) => {
      if (change.entity !== entity || change.key !== key) return change
      const changes: Record<string, FieldChange> = { ...change.changes }
      for (const { field, kind, before, after } of changed) {
        for (const [path, known] of Object.entries(changes)) {
          const [name, entry] = splitPath(path)
          if (name !== field || isLazy(known)) continue
          isSame = false
          const onto = (value: unknown) =>
            entry === undefined
              ? mergeValues(kind, before, after, value)
              : mergeValues('value', entryOf(before, entry), entryOf(after, entry), value)
          changes[path] = { from: onto(known.from), to: onto(known.to) }
        }
      }
      const written = text === undefined ? undefined : own(changes, text)
      // The text of rebased blocks is what they come to, on either side.
      if (written && text !== undefined && changes.blocks !== change.changes.blocks) {
        const lazy = isStoredLazyEdit(written.to) ? written.to : written.from
        changes[text] = { ...written, from: lazy, to: lazy }
      }
      return { ...change, changes }
    })
    return isSame ? level : rebased
  }
  const staged = rebaseLevel(undo.staged)
  const last = undo.isOpen ? selectUndoHistory({ undo }).levels[undo.position - 1] : undefined
  const rebasedLast = last && rebaseLevel(last)
  return staged === undo.staged && last === rebasedLast ? undefined : undoRebased(staged, rebasedLast)
}
