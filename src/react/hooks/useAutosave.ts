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
  /** Milliseconds after which edits are sent even if typing goes on. Default 30,000. */
  readonly atMost?: number
  /** Whether to autosave. Default true. */
  readonly enabled?: boolean
}

/** What {@link useAutosave} gives. */
export interface UseAutosaveResult extends AutosaveState {
  /**
   * Sends the edits now, if the server does not have them yet. Never rejects. Resolves to a result: its `status` is
   * `'saved'`, `'unchanged'`, `'queued'`, `'conflict'` or `'failed'`. An error is also in `error`.
   */
  readonly saveNow: () => Promise<WriteResult>
}

/**
 * Sends the edits of a record shortly after the last edit. Of a post it sends an autosave: a copy that the server keeps
 * beside the post until the post is saved; of the user's own draft, and of entities without autosaves, it is a save. It
 * waits while the record is being saved, while the browser is offline and, with `copydesk/durable`, while a save of the
 * post is queued. It sends nothing twice. When the page is hidden or left, it sends at once. After a failure the next edit
 * tries again.
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
