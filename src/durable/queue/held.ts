import { EntityStoreError } from '../../core/errors'
import { day } from '../day'
import type { DurabilityTrouble } from '../durability'
import type { StoredEntry } from './entry'

/** What is reported of an entry that waits for a person. */
export function heldTrouble({ kind, name, recordId, title }: StoredEntry, why: string): DurabilityTrouble {
  return {
    code: 'queue_held',
    message: `The write of '${title}' (${kind}, ${name}) waits for you: ${why}`,
    kind,
    name,
    ...(recordId !== undefined && { key: recordId }),
  }
}

/** Whether an entry has waited for longer than anybody may still want it. */
export function isTooOld({ at, isWanted }: StoredEntry, days: number): boolean {
  return !isWanted && Date.now() - Date.parse(at) > days * day
}

/** What such an entry is held with. */
export function tooOld({ at }: StoredEntry, days: number): EntityStoreError {
  return new EntityStoreError(
    'queue_held',
    `It has waited since ${at}, longer than ${days} days. Retry it, or discard it.`,
  )
}
