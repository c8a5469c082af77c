import { selectAssumedConfig } from '../config/selectors'
import { entityKey, type EntityId, type EntityKey, type RecordKey } from '../core/keys'
import { EntityStoreError, show } from '../core/errors'
import { isRecord } from '../core/plain'
import { recordKeyFor } from '../entities/selectors'
import { joinChanges, type ChangedRecord } from './changes'
import { settleStaged, type StateWithUndo, type UndoState } from './history'
import { bytesOf, countLevels, flatLevels, inStretches, levelAt } from './levels'
import { readLevel, type StoredLevel } from './storedLevel'

/** A record whose changes are undone and done again by themselves. */
export interface UndoRecord {
  readonly kind: string
  readonly name: string
  /** The id; absent for an entity without ids. */
  readonly id?: EntityId | undefined
}

/** Which changes are undone and done again: those of one record, of the records of a form, or all. */
export type UndoScope = UndoRecord | readonly UndoRecord[] | 'everything'

/** Records of a scope, as the history names them. */
export type UndoKeys = readonly { readonly entity: EntityKey; readonly key: RecordKey }[]

/**
 * The records of a scope as the history names them; undefined for everything.
 * @throws EntityStoreError `invalid_option` for what is no scope; `unknown_entity`, `invalid_id`.
 */
export function undoKeys(state: StateWithUndo, scope: UndoScope): UndoKeys | undefined {
  if (scope === 'everything') return undefined
  const records: readonly UndoRecord[] = Array.isArray(scope) ? scope : [scope]
  return records.flatMap((record) => {
    if (!isRecord(record)) {
      throw new EntityStoreError(
        'invalid_option',
        `The scope of undo is ${show(scope)}. Pass { kind, name, id }, a list of such records, or 'everything'.`,
      )
    }
    const { kind, name, id } = record
    const config = selectAssumedConfig(state, kind, name)
    const key = config && recordKeyFor(state, config, id)
    return key === undefined ? [] : [{ entity: entityKey(kind, name), key }]
  })
}

/** A step within a scope: what is to be replayed, and the history after it. */
export interface ScopedStep {
  readonly level: StoredLevel
  readonly history: UndoState
}

/**
 * The step that undoes or does again the last change of some records, and leaves the changes of all others alone: it is
 * taken out of its level and put next to the place where undo and redo meet. That changes nothing of what the others come
 * to, as they are about other records.
 */
export function stepWithin(state: UndoState, keys: UndoKeys, step: 'undo' | 'redo'): ScopedStep | undefined {
  const { position, ...settled } = settleStaged(state)
  const all = flatLevels(settled.levels)
  const at = placeWithin(all, position, keys, step)
  const found = at === undefined ? undefined : all[at]
  if (found === undefined || at === undefined) return undefined
  const level = found.filter((change) => isWithin(keys, change))
  const rest = found.filter((change) => !isWithin(keys, change))
  const left = [...all.slice(0, at), ...(rest.length > 0 ? [rest] : []), ...all.slice(at + 1)]
  // Where undo and redo meet in what is left: an undone level of which all went was before it.
  const meeting = step === 'undo' && rest.length === 0 ? position - 1 : position
  const levels = inStretches([...left.slice(0, meeting), level, ...left.slice(meeting)])
  return {
    level,
    history: {
      levels,
      position: step === 'undo' ? meeting : meeting + 1,
      staged: settled.staged,
      isOpen: false,
      bytes: bytesOf(levels),
    },
  }
}

function placeWithin(
  all: readonly StoredLevel[],
  position: number,
  keys: UndoKeys,
  step: 'undo' | 'redo',
): number | undefined {
  const isFound = (level: StoredLevel) => level.some((change) => isWithin(keys, change))
  if (step === 'redo') {
    const beyond = all.slice(position).findIndex(isFound)
    return beyond < 0 ? undefined : position + beyond
  }
  for (let at = position - 1; at >= 0; at--) if (isFound(all[at] as StoredLevel)) return at
  return undefined
}

function isWithin(keys: UndoKeys, change: Pick<ChangedRecord, 'entity' | 'key'>): boolean {
  return keys.some(({ entity, key }) => entity === change.entity && key === change.key)
}

/** Whether there is something of these records to undo, or to redo. */
export function hasStepWithin(state: UndoState, keys: UndoKeys, step: 'undo' | 'redo'): boolean {
  const { levels, position, staged, isOpen } = state
  if (step === 'redo') {
    const count = countLevels(levels)
    return staged.length === 0 && hasLevel(state, keys, position, count)
  }
  const open = isOpen && staged.length > 0 ? levelAt(levels, position - 1) : undefined
  // What was typed back to where its level began leaves nothing of that level.
  const last = open ? joinChanges(readLevel(open), staged) : staged
  return (
    last.some((change) => isWithin(keys, change)) || hasLevel(state, keys, 0, open ? position - 1 : position)
  )
}

function hasLevel({ levels }: UndoState, keys: UndoKeys, from: number, to: number): boolean {
  for (let at = to - 1; at >= from; at--) {
    if (levelAt(levels, at)?.some((change) => isWithin(keys, change))) return true
  }
  return false
}
