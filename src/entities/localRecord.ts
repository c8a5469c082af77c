import type { EntityId, EntityKey } from '../core/keys'

/** A record that was given an id before the server knew it. */
export interface LocalRecord {
  readonly entity: EntityKey
  /** When it was made, as ISO text. */
  readonly createdAt: string
  /** The id that the server has given it; absent until then. */
  readonly id?: EntityId
  /** Where its file is, if it has one; absent until the server has it. */
  readonly url?: string
}

/** Records by the ids that they were given before the server knew them. */
export type Aliases = { readonly [local: string]: LocalRecord }
