import { eachRow } from '../../core/recordTable'
import type { EntityState } from '../rootReducer'

/** A preloaded state ready for use: its memory anchor belongs to no other store. */
export function rehydrate(state: EntityState): EntityState {
  return { ...state, edits: { ...state.edits, anchor: {} } }
}

/** The newest turn that anything in a state has, from which the turns of its store go on. */
export function newestSeq({ entities, lookups, permissions, resolution }: EntityState): number {
  let newest = entities.seq
  const see = (seq: number) => {
    newest = Math.max(newest, seq)
  }
  for (const table of [lookups, permissions]) eachRow<{ seq: number }>(table, ({ seq }) => see(seq))
  eachRow(resolution.entries, ({ answered }) => see(answered))
  eachRow(resolution.invalidatedSeqs, see)
  return newest
}
