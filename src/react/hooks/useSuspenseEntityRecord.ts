import { useEffect, useState } from 'react'
import { requireKey } from '../../edits/requireKey'
import { recordKey } from '../../core/keys'
import type { Context } from '../../records/inference/context'
import type { EntityTypes } from '../../records/entityTypes'
import type {
  DefaultContext,
  EditedRecordOf,
  EntityId,
  EntityName,
  Kind,
  RecordOf,
} from '../../records/inference/inference'
import { useEntityStore } from '../provider/EntityStoreProvider'
import type { ReadStatus } from '../internals/status'
import { suspendUntil } from '../internals/suspendUntil'
import { RecordSelection } from '../internals/recordSelection'
import { useEntityRecord, type UseEntityRecordResult } from './useEntityRecord'

/** Options of {@link useSuspenseEntityRecord}. */
export interface UseSuspenseEntityRecordOptions<C extends Context | undefined = Context | undefined> {
  /** The REST `context` of `record`. Default: that of the entity. Only the copy in that context can be edited. */
  readonly context?: C
  /**
   * Milliseconds after which a cached record is read again on mount. At least 1000. Default: the `staleTime` of the
   * store. Without one, never.
   */
  readonly staleTime?: number
}

/** What a hook says of a read while nothing is known; one that suspends has nothing to say then. */
export type PendingStates = Exclude<keyof ReadStatus, 'error' | 'isFetching' | 'source' | 'at'>

type ContextOf<K extends string, N extends string, C> = C extends Context ? C : DefaultContext<K, N>

/** A record on screen, as {@link useEntityRecord} gives it once it is known. */
export interface UseSuspenseEntityRecordResult<
  K extends string,
  N extends string,
  C extends Context | undefined = undefined,
  Registry = EntityTypes,
> extends Omit<
  UseEntityRecordResult<K, N, ContextOf<K, N, C>, Registry>,
  'record' | 'editedRecord' | PendingStates
> {
  /** The record as the server sent it. After a deletion, the record as it was before. */
  readonly record: RecordOf<K, N, ContextOf<K, N, C>, Registry>
  /** The record with the unsaved edits. It can be `undefined` only if you pass `context`. */
  readonly editedRecord: C extends Context
    ? EditedRecordOf<K, N, Registry> | undefined
    : EditedRecordOf<K, N, Registry>
}

/** The least `staleTime`: what was waited for must not be old when it is shown. */
export const leastStaleTime = 1000

/**
 * Shows a record, and suspends until it is known. Its first read failing goes to the error boundary; a boundary that is
 * reset asks again. After that it stays on screen: being edited, read again, deleted, or failing to be read again. To
 * read several at once, dispatch their reads before rendering.
 * @throws EntityStoreError `missing_id`, `invalid_id` while rendering; what the first read failed with.
 * @example
 * const { record, edit } = useSuspenseEntityRecord('postType', 'post', 1)
 */
export function useSuspenseEntityRecord<
  K extends Kind,
  N extends EntityName<K>,
  C extends Context | undefined = undefined,
>(
  kind: K,
  name: N,
  id?: EntityId,
  options: UseSuspenseEntityRecordOptions<C> = {},
): UseSuspenseEntityRecordResult<K, N, C> {
  const store = useEntityStore()
  const { context, staleTime = store.defaults.staleTime } = options
  const key = recordKey(id)
  const read = new RecordSelection(store, kind, name, key, context)
  const [kept] = useState(() => new Map<string, Pick<Shown, 'record' | 'editedRecord'>>())
  const last = kept.get(read.key)
  if (last === undefined) {
    // What addresses no record would be waited for in vain.
    if (!read.isNeeded(store.getState())) requireKey(store.getState(), { kind, name, baseURL: '' }, key)
    suspendUntil(store, read)
  }
  const shown: Shown = useEntityRecord<string, string, Context>(kind, name, id, {
    ...(context && { context }),
    ...(staleTime !== undefined && { staleTime: Math.max(staleTime, leastStaleTime) }),
  })
  useEffect(() => {
    if (shown.record === undefined) return
    kept.clear()
    kept.set(read.key, shown)
  })
  const isGone = shown.record === undefined && last !== undefined
  const result = isGone ? { ...shown, record: last.record, editedRecord: last.editedRecord } : shown
  return result as unknown as UseSuspenseEntityRecordResult<K, N, C>
}

type Shown = UseEntityRecordResult<string, string, Context>
