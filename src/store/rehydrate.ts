import { eachRow } from '../table'
import type { EntityState } from './rootReducer'

/** A preloaded state ready for use: its memory anchor belongs to no other store. */
export function rehydrate(state: EntityState): EntityState {
  return { ...state, edits: { ...state.edits, anchor: {} } }
}

/** The newest turn that anything in a state has, from which the turns of its store go on. */
export function newestTurn({ entities, lookups, permissions, resolution }: EntityState): number {
  let newest = entities.turn
  const see = (turn: number) => {
    newest = Math.max(newest, turn)
  }
  for (const table of [lookups, permissions]) eachRow<{ turn: number }>(table, ({ turn }) => see(turn))
  eachRow(resolution.entries, ({ answered }) => see(answered))
  eachRow(resolution.staled, see)
  return newest
}
