import type { EntityConfig } from '../../config/entityConfig'
import type { EntityKey, RecordKey } from '../../core/keys'
import type { Replacement } from './replaceIds'

/** The record whose local id is replaced. */
export interface Rekeyed extends Replacement {
  readonly entity: EntityKey
  readonly config: EntityConfig
  /** The key under which the server has it. */
  readonly key: RecordKey
  /** Fields that only say what the draft was shown with. */
  readonly ownFields: readonly string[]
}
