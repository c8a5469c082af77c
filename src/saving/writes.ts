import type { EntitiesAction } from '../entities/actions'
import { deleteRows, eachRow, emptyTable, setRow, type Table } from '../core/recordTable'
import type { SaveTarget, WriteMoved, WriteStatus } from './actions'

/** A save or a deletion that is under way, or the last one where it failed. */
export interface StoredWrite extends SaveTarget, WriteStatus {}

/** Writes of one sort under way and failed, by record or create; one that is not in it went well or never was. */
export type WritesState = Table<StoredWrite>

/** Makes the reducer of saves or of deletions: they stand alike, each sort in its own slice. */
export function makeWritesReducer(moved: WriteMoved['type']) {
  return (state: WritesState = emptyTable(), action: WriteMoved | EntitiesAction): WritesState => {
    if (action.type === 'entities/recordsRemoved') {
      const { entity, keys } = action
      return deleteRows(
        state,
        keys.map((key) => writeName({ entity, key })),
      )
    }
    if (action.type !== moved) return state
    const { write, now } = action
    const forgotten: string[] = []
    // Nobody can ask for a failed create that has no name of its own, other than as the last one.
    if (write.key === undefined && now?.pending)
      eachRow(state, ({ entity, createId, pending }, name) => {
        if (entity === write.entity && createId?.startsWith(unnamed) && !pending) forgotten.push(name)
      })
    return setRow(deleteRows(state, forgotten), writeName(write), now && { ...write, ...now })
  }
}

/** How the names begin that creates get when the caller gives them none. */
export const unnamed = '#'

/** Names a save or a deletion in {@link WritesState}. */
export function writeName({
  entity,
  key,
  createId = '',
}: Pick<SaveTarget, 'entity' | 'key' | 'createId'>): string {
  return key === undefined ? `${entity} new ${createId}` : `${entity} record ${key}`
}
