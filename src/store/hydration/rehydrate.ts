import type { ConfigState } from '../../config/reducer'
import { filterFields, isEmpty } from '../../core/plain'
import { eachRow } from '../../core/recordTable'
import { readHistory } from '../../undo/portableHistory'
import type { EntityState } from '../rootReducer'

/**
 * A state from elsewhere ready for use: what stands beside its objects belongs to no other store, and entities that it
 * knows nothing of stay known.
 */
export function rehydrate(state: EntityState, before?: Partial<EntityState>): EntityState {
  const entities = Object.entries(state.config.entities).map(([key, config]) => [key, { ...config }] as const)
  return {
    ...state,
    undo: readHistory(state.undo),
    config: {
      ...state.config,
      entities: { ...before?.config?.entities, ...Object.fromEntries(entities) },
      ...marksOf('kept', state.config, before?.config),
      ...marksOf('listed', state.config, before?.config),
    },
  }
}

/** What is said of entities: as in the state, and of those that it knows nothing of as before. */
function marksOf(name: 'kept' | 'listed', config: ConfigState, before: ConfigState | undefined) {
  const others = filterFields(before?.[name] ?? {}, (key) => !Object.hasOwn(config.entities, key))
  const marks = { ...others, ...config[name] }
  return isEmpty(marks) ? {} : { [name]: marks }
}

/** The newest seq that anything in a state has, from which those of its store go on. */
export function newestSeq({ edits, entities, lookups, permissions, resolution }: EntityState): number {
  let newest = entities.seq
  const see = (seq: number) => {
    newest = Math.max(newest, seq)
  }
  for (const table of [lookups, permissions]) eachRow<{ seq: number }>(table, ({ seq }) => see(seq))
  eachRow(resolution.entries, ({ answeredSeq }) => see(answeredSeq))
  eachRow(resolution.invalidatedSeqs, see)
  // A save that was lost has a seq of its own, which no answer has.
  for (const table of Object.values(edits.records)) eachRow(table, (row) => see(row.seq))
  return newest
}
