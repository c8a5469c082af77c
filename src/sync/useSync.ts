import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { EntityId } from '../core/keys'
import { useEntityStore } from '../react/provider/EntityStoreProvider'
import { syncOf } from './createSync'
import type { StoreSync } from './storeSync'
import type { SyncStatus } from './record/status'
import type { Collaborator, PendingChange } from './syncOptions'

const nobody: readonly Collaborator[] = []
const nothing: readonly PendingChange[] = []

/**
 * Who else is at a record, and where their cursors are; always empty without collaboration. The record is shared for as
 * long as the component is on screen.
 * @example
 * const collaborators = useCollaborators('postType', 'post', 1)
 */
export function useCollaborators(kind: string, name: string, id?: EntityId): readonly Collaborator[] {
  return useSharedRecord(kind, name, id, (sync) => sync.collaborators(kind, name, id), nobody)
}

/**
 * How the sharing of a record is doing: connecting, connected, or disconnected with the reason and the next try;
 * undefined without collaboration, and for records that are not shared. The record is shared for as long as the
 * component is on screen.
 * @example
 * const { status } = useSyncStatus('postType', 'post', 1) ?? {}
 */
export function useSyncStatus(kind: string, name: string, id?: EntityId): SyncStatus | undefined {
  return useSharedRecord(kind, name, id, (sync) => sync.status(kind, name, id), undefined)
}

/**
 * What colleagues have changed in a record and this store has not taken over, as it is not trusted: show it, and ask.
 * The record is shared for as long as the component is on screen.
 * @example
 * const pending = usePendingChanges('postType', 'post', 1)
 * const accept = () => syncOf(store)?.accept('postType', 'post', 1, pending)
 */
export function usePendingChanges(kind: string, name: string, id?: EntityId): readonly PendingChange[] {
  return useSharedRecord(kind, name, id, (sync) => sync.pending(kind, name, id), nothing)
}

function useSharedRecord<Value>(
  kind: string,
  name: string,
  id: EntityId | undefined,
  read: (sync: StoreSync) => Value,
  without: Value,
): Value {
  const sync = syncOf(useEntityStore())
  useEffect(() => sync?.open(kind, name, id), [sync, kind, name, id])
  const subscribe = useCallback(
    (listener: () => void) => sync?.subscribe(listener) ?? (() => undefined),
    [sync],
  )
  const value = () => (sync ? read(sync) : without)
  return useSyncExternalStore(subscribe, value, () => without)
}
