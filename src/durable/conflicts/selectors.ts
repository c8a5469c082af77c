import { isEqual } from '../../core/isEqual'
import type { EntityId } from '../../core/keys'
import { versionOfRecord } from '../../edits/basis'
import { rawRecord } from '../../edits/fields'
import { cellsOf } from '../../edits/log'
import { selectEditedView } from '../../edits/selectors'
import { isDirty } from '../../edits/storedEdits'
import { writesOf } from '../../saving/selectors'
import type { SaveConflict } from '../../saving/writes'
import type { EntityState } from '../../store/rootReducer'
import { mergeField } from './mergeField'
import { replay, type ComparedField } from './replay'

/**
 * What somebody else has written that the last save of a record would have replaced, and what it was held for; undefined
 * when it was not. It is gone with the next save, when all of it was chosen by `resolveConflict`, or when nothing is left of
 * what was edited.
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
  const cells = cellsOf(row)
  const { compared } = replay({
    config,
    policy: 'merge',
    record: received?.record,
    fields: cells,
    log: row.log,
    shown: undefined,
    theirs: (received && rawRecord(config.rawAttributes, received.record)) ?? {},
    // What merges texts is loaded with the first save.
    merge: (...sides) => mergeField((_, value) => ({ value }), ...sides),
  })
  const comesTo = (...outcomes: readonly ComparedField['outcome'][]) =>
    compared.some(({ outcome }) => outcomes.includes(outcome))
  if (comesTo('conflict')) return 'conflict'
  if (Object.values(cells).some(({ base }) => base === undefined)) return 'unbased'
  if (comesTo('merged', 'theirs')) return 'behind'
  if (!received?.isComplete || !row.origin?.version) return 'based'
  return isEqual(versionOfRecord(received.record), row.origin.version) ? 'based' : 'behind'
}
