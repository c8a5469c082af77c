import { selectCompanion } from '../core/companions'
import type { EntityId, EntityKey, RecordKey } from '../core/keys'
import type { StoreAction } from '../core/thunk'
import type { EntityState } from './rootReducer'

/** A record that has its id from the server now. */
export interface ReplacedId {
  readonly entity: EntityKey
  /** The id that it was made under, as text. */
  readonly local: string
  readonly id: EntityId
  /** The key under which the server has it. */
  readonly key: RecordKey
  /** The field that ids stand in; absent for an entity without ids. */
  readonly field?: string
  /** Where its file is, if it has one. */
  readonly url?: string
  /** Fields that only say what the draft was shown with. */
  readonly ownFields: readonly string[]
  /** When that was, as ISO text. */
  readonly at: string
}

/** The server has given a record its id, which takes the place of the local one wherever that stood. */
export interface LocalIdReplaced extends StoreAction, ReplacedId {
  readonly type: 'locals/idReplaced'
}

/** The server's id takes the place of a local one. */
export function localIdReplaced(replaced: ReplacedId): LocalIdReplaced {
  return { type: 'locals/idReplaced', ...replaced }
}

/** The name of what replaces local ids among the companions of a store: it is loaded with the first of them. */
export const rekeyName = 'rekey'

/** Puts the server's id wherever a local one stood; gives only the parts that change. */
export type Rekey = (state: EntityState, replaced: ReplacedId) => Partial<EntityState>

/** The state with the server's id wherever a local one stood. */
export function withReplacedId(state: EntityState, action: StoreAction): EntityState {
  if (action.type !== 'locals/idReplaced') return state
  const rekey = selectCompanion(state, rekeyName) as Rekey | undefined
  return rekey ? { ...state, ...rekey(state, action as LocalIdReplaced) } : state
}
