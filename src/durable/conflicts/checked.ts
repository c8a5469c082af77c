import type { EntityConfig } from '../../config/entityConfig'
import type { RecordKey } from '../../core/keys'
import type { WriteIntent } from '../../core/writeGate'
import type { WriteTarget } from '../../entities/actions'
import type { ConflictPolicy } from '../options'

/** A save that is compared with the server before it is sent. */
export interface CheckedSave {
  readonly intent: WriteIntent
  readonly config: EntityConfig
  readonly policy: ConflictPolicy
  readonly key: RecordKey
}

/** What a write is about, as its actions say it. */
export function targetOf({ kind, name, entity, key, id, what }: WriteIntent): WriteTarget {
  return { kind, name, entity, key, id, isAutosave: what === 'autosave' }
}
