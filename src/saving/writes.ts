import type { StoredError } from '../core/errors'
import { deleteRows, type Table } from '../core/recordTable'
import type { RecordsRemoved, WriteTarget } from '../entities/actions'

/** A save or a deletion that is under way, or the last one where it failed. */
export interface StoredWrite extends WriteTarget {
  readonly pending: boolean
  /** Why it failed. */
  readonly error?: StoredError
}

/** Writes of one sort under way and failed, by record or create; one that is not in it went well or never was. */
export type WritesState = Table<StoredWrite>

/** How the names begin that creates get when the caller gives them none. */
export const unnamed = '#'

/** Names a save or a deletion in {@link WritesState}. */
export function writeName({
  entity,
  key,
  createId = '',
}: Pick<WriteTarget, 'entity' | 'key' | 'createId'>): string {
  return key === undefined ? `${entity} new ${createId}` : `${entity} record ${key}`
}

/** The writes without those of records that are gone. */
export function withoutRemoved(writes: WritesState, { entity, keys }: RecordsRemoved): WritesState {
  return deleteRows(
    writes,
    keys.map((key) => writeName({ entity, key })),
  )
}
