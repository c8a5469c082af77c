import { useCallback, useState, useSyncExternalStore } from 'react'
import { useEntityStore } from '../../react/provider/EntityStoreProvider'
import { durabilityOf } from '../durabilityOf'
import type { Durability, RecoveredEdits, RecoveredItems, RestoreChoices, RestoreReport } from '../durability'

/** What {@link useRecoveredEdits} gives. */
export interface UseRecoveredEditsResult {
  /** The edits of other pages, newest first. */
  readonly recovered: readonly RecoveredEdits[]
  /** Puts edits back into the store. Resolves to a report: `restored`, `partly` and `failed`. */
  readonly restore: (items: RecoveredItems, choices?: RestoreChoices) => Promise<RestoreReport>
  /** Deletes edits from this device. */
  readonly discard: (items: RecoveredItems) => Promise<void>
  /** Compares edits with the server. Default: all of them. */
  readonly check: (items?: RecoveredItems) => Promise<void>
  /** Whether a `check` is pending. */
  readonly isChecking: boolean
}

const nothing: readonly RecoveredEdits[] = []
const nobody: RestoreReport = { restored: [], partly: [], failed: [] }

/**
 * Unsaved edits that a closed tab, a closed browser or a crash has left on this device, and functions to restore or discard
 * them. Without durability there are none.
 * @example
 * const { recovered, restore, discard } = useRecoveredEdits()
 */
export function useRecoveredEdits(): UseRecoveredEditsResult {
  const durability = durabilityOf(useEntityStore())
  /** What is being asked, once for each question: another store of the same component is not. */
  const [checking, setChecking] = useState<readonly Durability[]>([])
  const subscribe = useCallback(
    (listener: () => void) => durability?.subscribe(listener) ?? (() => undefined),
    [durability],
  )
  const recovered = useSyncExternalStore(
    subscribe,
    () => durability?.recovered() ?? nothing,
    () => nothing,
  )
  const check = useCallback(
    async (items?: RecoveredItems) => {
      if (!durability) return
      setChecking((all) => [...all, durability])
      try {
        await durability.check(items)
      } finally {
        setChecking((all) => all.filter((one, at) => at !== all.indexOf(durability)))
      }
    },
    [durability],
  )
  const restore = useCallback(
    async (items: RecoveredItems, choices?: RestoreChoices) =>
      (await durability?.restore(items, choices)) ?? nobody,
    [durability],
  )
  const discard = useCallback(async (items: RecoveredItems) => durability?.discard(items), [durability])
  return {
    recovered,
    restore,
    discard,
    check,
    isChecking: durability !== undefined && checking.includes(durability),
  }
}
