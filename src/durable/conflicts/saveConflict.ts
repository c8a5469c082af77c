import { keyField, type EntityConfig } from '../../config/entityConfig'
import { EntityStoreError, show } from '../../core/errors'
import type { EntityId } from '../../core/keys'
import { own, type RecordData } from '../../core/plain'
import type { WriteIntent } from '../../core/writeGate'
import type { SaveConflict } from '../../saving/writes'

/** Why a save is held: others have changed what it would write, or the record is not where it was. */
export class SaveConflictError extends EntityStoreError {
  constructor(readonly conflict: SaveConflict) {
    const { kind, name, key, reason, fields } = conflict
    const record = key === undefined ? `(${kind}, ${name})` : `Record ${show(key)} of (${kind}, ${name})`
    const names = Object.keys(fields).join(', ')
    const what = {
      changed: `was changed by somebody else${names && ` in ${names}`}`,
      trashed: 'was put in the trash by somebody else',
      gone: 'was deleted meanwhile',
      overtaken: `was changed by somebody else in ${names} while it was saved`,
    }[reason]
    const cure =
      reason === 'gone' ? 'Copy what you need, and give the edits up.' : 'Choose with resolveConflict.'
    super('save_conflict', `${record} ${what}. What was edited stays here. ${cure}`)
  }
}

/** Why a deletion is held: others have changed what it would delete, which is known by now. */
export class DeletionConflictError extends EntityStoreError {
  constructor(readonly conflict: SaveConflict) {
    const { kind, name, key } = conflict
    super(
      'save_conflict',
      `Record ${show(key)} of (${kind}, ${name}) was changed by somebody else since it was read. Look at it, then delete it again.`,
    )
  }
}

/** A conflict about the record of a write. */
export function conflictOf(
  { kind, name, id }: Pick<WriteIntent, 'kind' | 'name' | 'id'>,
  config: EntityConfig,
  known: RecordData | undefined,
  { reason, fields, merged = [], modified }: Partial<SaveConflict> & Pick<SaveConflict, 'reason' | 'fields'>,
): SaveConflict {
  const field = keyField(config)
  const key = field === undefined ? undefined : ((own(known, field) ?? id) as EntityId | undefined)
  return { kind, name, key, reason, fields, merged, ...(modified !== undefined && { modified }) }
}
