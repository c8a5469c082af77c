import type { EntityId } from '../../core/keys'
import { isEqual } from '../../core/isEqual'
import { addsScript } from '../merge/scriptInMarkup'
import type { PendingChange, SyncOptions } from '../syncOptions'

/**
 * What colleagues have changed and this store does not take over before somebody was asked. It stands in the document
 * meanwhile, where what is edited here is merged into it.
 */
export interface HeldChanges {
  /** Whether a field may become what colleagues made of it; where not, it is held. */
  readonly isTaken: (field: string, before: unknown, after: unknown) => boolean
  /** Notes that a field has nothing that is not taken over. */
  readonly release: (field: string) => void
  readonly fields: () => readonly string[]
  /** What is held; the same array as long as it says the same. */
  readonly pending: () => readonly PendingChange[]
  /** Lets changes through that still are what was shown; gives their fields. */
  readonly accept: (changes: readonly PendingChange[]) => readonly string[]
  /** Those of the changes that still are what was shown; gives their fields. */
  readonly stillHeld: (changes: readonly PendingChange[]) => readonly string[]
}

const nothing: readonly PendingChange[] = []

export function createHeldChanges(
  record: { readonly kind: string; readonly name: string; readonly id: EntityId | undefined },
  { trust = ({ before, after }) => !addsScript(before, after) }: SyncOptions,
): HeldChanges {
  const held = new Map<string, unknown>()
  const accepted = new Map<string, unknown>()
  let shown = nothing

  const stillHeld = (changes: readonly PendingChange[]) =>
    changes.filter(({ field, value }) => held.has(field) && isEqual(held.get(field), value))

  return {
    isTaken: (field, before, after) => {
      const isAccepted = accepted.has(field) && isEqual(accepted.get(field), after)
      if (isAccepted || trust({ ...record, field, before, after })) return true
      held.set(field, after)
      return false
    },
    release: (field) => {
      held.delete(field)
      accepted.delete(field)
    },
    fields: () => [...held.keys()],
    pending: () => {
      const isSame =
        shown.length === held.size && shown.every(({ field, value }) => held.get(field) === value)
      if (!isSame) shown = [...held].map(([field, value]) => ({ field, value }))
      return shown
    },
    accept: (changes) =>
      stillHeld(changes).map(({ field, value }) => {
        accepted.set(field, value)
        return field
      }),
    stillHeld: (changes) => stillHeld(changes).map(({ field }) => field),
  }
}
