import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { recordKey } from '../../core/keys'
import type { EntityId, EntityName, Kind } from '../../records/inference/inference'
import type { WriteResult } from '../../saving/writeOutcome'
import { Autosaver, checkPace, type AutosaveState } from '../internals/autosaver'
import { useEntityStore } from '../provider/EntityStoreProvider'

/** Options of {@link useAutosave}. */
export interface UseAutosaveOptions {
  /** Milliseconds to wait after the last edit. Default 2000. */
  readonly after?: number
  /** Milliseconds after which edits are saved also while somebody goes on typing. Default 30,000. */
  readonly atMost?: number
  /** Whether to save by itself at all. Default true. */
  readonly enabled?: boolean
}

/** What {@link useAutosave} gives. */
export interface UseAutosaveResult extends AutosaveState {
  /** Saves at once what is not kept yet. Never rejects: the result says what it came to, as does `error`. */
  readonly saveNow: () => Promise<WriteResult>
}

/**
 * Saves the edits of a record by itself, some time after the last one: of post types as the user's autosave, a copy that
 * the server keeps beside the post until that is saved (of the user's own draft it is a save); of other entities, which
 * have no autosaves, as a save. It waits while the record is being saved otherwise or the browser is offline, and with
 * `copydesk/durable` while a save of a post waits to be sent, which no copy overtakes. It sends nothing that is kept
 * already, and sends what waits when the page is hidden or left. After a failure the next edit tries again.
 * @throws EntityStoreError `invalid_option` while rendering, for times that are no milliseconds.
 * @example
 * const { savedAt, error } = useAutosave('postType', 'post', id, { after: 5000 })
 */
export function useAutosave<K extends Kind>(
  kind: K,
  name: EntityName<K>,
  id: EntityId | undefined,
  { after = 2000, atMost = 30_000, enabled = true }: UseAutosaveOptions = {},
): UseAutosaveResult {
  checkPace({ after, atMost })
  const store = useEntityStore()
  const key = recordKey(id)
  const autosaver = useMemo(() => new Autosaver(store, kind, name, key), [store, kind, name, key])
  useEffect(
    () => (enabled ? autosaver.start({ after, atMost }) : undefined),
    [autosaver, enabled, after, atMost],
  )
  const state = useSyncExternalStore(autosaver.subscribe, autosaver.read, autosaver.read)
  return useMemo(() => ({ ...state, saveNow: autosaver.saveNow }), [state, autosaver])
}
