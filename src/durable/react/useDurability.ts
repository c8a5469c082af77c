import { useCallback, useSyncExternalStore } from 'react'
import { useEntityStore } from '../../react/provider/EntityStoreProvider'
import { durabilityOf } from '../durabilityOf'
import type { DurabilityStatus } from '../durability'

const off: DurabilityStatus = { storage: 'off', unkept: 0, bytes: 0, readBytes: 0 }

/**
 * Whether unsaved edits are persisted on this device, and how much is stored. Without durability, `storage` is `off`.
 * @example
 * const { storage, unkept } = useDurability()
 */
export function useDurability(): DurabilityStatus {
  const durability = durabilityOf(useEntityStore())
  const subscribe = useCallback(
    (listener: () => void) => durability?.subscribe(listener) ?? (() => undefined),
    [durability],
  )
  return useSyncExternalStore(
    subscribe,
    () => durability?.status() ?? off,
    () => off,
  )
}
