import { isEqual } from '../../core/isEqual'
import type { EntityId } from '../../core/keys'
import { versionOfRecord } from '../../edits/basis'
import { splitPath } from '../../edits/fieldPath'
import { rawRecord, valueAt } from '../../edits/fields'
import { cellsOf } from '../../edits/log'
import { selectEditedView } from '../../edits/selectors'
import { isDirty } from '../../edits/storedEdits'
import { writesOf } from '../../saving/selectors'
import type { SaveConflict } from '../../saving/writes'
import type { EntityState } from '../../store/rootReducer'
import { fieldKind } from './fieldKinds'
import { isFloating, isMadeOf, isSaid } from './madeOf'

/**
 * What somebody else has written that the last save of a record would have replaced, and what it was held for; undefined
 * when it was not. It is gone with the next save, or when all of it was chosen by `resolveConflict`.
 */
export function selectSaveConflict(
  state: EntityState,
  kind: string,
  name: string,
  id?: EntityId,
): SaveConflict | undefined {
  return writesOf(state.saving, state, kind, name, id).find(({ conflict }) => conflict)?.conflict
}

/**
 * How the edits of a record stand to what the server has, as far as it is known: there are none (`clean`); it is as they
 * began with (`based`); it has moved on, and a save merges them or asks (`behind`); it has another value of an edited
 * field, and a save asks (`conflict`); or nobody knows what they began with (`unbased`).
 */
export function selectEditStanding(
  state: EntityState,
  kind: string,
  name: string,
  id?: EntityId,
): 'clean' | 'based' | 'behind' | 'conflict' | 'unbased' {
  const view = selectEditedView(state, kind, name, id)
  if (!isDirty(view?.row)) return 'clean'
  const { config, received, row } = view
  const conflict = selectSaveConflict(state, kind, name, id)
  if (conflict && conflict.reason !== 'overtaken') return 'conflict'
  const raw = received && rawRecord(config.rawAttributes, received.record)
  let relation: 'based' | 'behind' | 'unbased' = 'based'
  for (const [path, { base, value: mine }] of Object.entries(cellsOf(row))) {
    if (base === undefined) {
      relation = 'unbased'
      continue
    }
    const [property, entry] = splitPath(path)
    const theirs = valueAt(raw, property, entry)
    const kindOf = fieldKind(config, received?.record, property, theirs)
    const isOurs = row.log?.some(({ fields }) =>
      isMadeOf(kindOf, property, fields[path]?.value, theirs, base),
    )
    if (theirs === undefined || kindOf === 'derived' || isOurs) continue
    if (raw && isFloating(raw, property, row.log)) continue
    if (isSaid(kindOf, base, theirs) || isSaid(kindOf, mine, theirs)) continue
    const isMergeable = kindOf === 'set' || kindOf === 'text' || kindOf === 'object'
    // An edit that is back at what it began with is no change: a save takes theirs.
    if (isMergeable || isSaid(kindOf, mine, base)) {
      if (relation === 'based') relation = 'behind'
    } else return 'conflict'
  }
  if (relation !== 'based' || !received?.isComplete || !row.origin?.version) return relation
  return isEqual(versionOfRecord(received.record), row.origin.version) ? 'based' : 'behind'
}
