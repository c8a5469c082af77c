import { addresses, type Address } from '../../core/address'
import { entityKey, recordKey, type ResolutionKey } from '../../core/keys'
import type { InvalidateTarget } from '../../queries/invalidate'
import { queryAt, recordLocation } from '../../entities/recordLocation'
import { invalidated } from '../../resolution/actions'
import { selectStoredResolution } from '../../resolution/selectors'
import type { WatchedStore } from '../subscriptions/withSubscriptions'
import { shownEntities } from './mountedReads'

/**
 * Asks again for records and lists that are on screen and whose answers are older than `staleTime` milliseconds, or
 * failed. What is under way is not asked twice, nor is a row that a list on screen brings anyway.
 */
export function refetchShown(store: WatchedStore, target: InvalidateTarget, staleTime: number): void {
  const { dispatch, getState } = store
  const { kind, name, id, query } = target
  const scopes: Address[] = []
  const wanted = kind !== undefined && name !== undefined ? entityKey(kind, name) : undefined
  const wantedList = kind && name && query && queryAt(getState(), recordLocation(kind, name), query).listKey

  for (const [entity, { kind: shownKind, records, lists, rows }] of shownEntities(store)) {
    if ((wanted ?? entity) !== entity || (kind ?? shownKind) !== shownKind) continue
    for (const [list, questions] of lists) {
      if (id !== undefined || (wantedList ?? list) !== list || !isOld(questions)) continue
      scopes.push(addresses.list(entity, list))
    }
    for (const [record, questions] of records) {
      const isBrought = rows.has(record) && questions.every((key) => !entryOf(key))
      if (query || (id !== undefined && recordKey(id) !== record) || isBrought || !isOld(questions)) continue
      scopes.push(addresses.record(entity, record))
    }
  }
  if (scopes.length > 0) dispatch((tell, _, { nextSeq }) => void tell(invalidated(scopes, nextSeq())))

  function entryOf(key: ResolutionKey) {
    return selectStoredResolution(getState(), key)
  }

  /** Whether the oldest of these answers is old, and none of them is asked for. */
  function isOld(questions: readonly ResolutionKey[]): boolean {
    const entries = questions.flatMap((key) => entryOf(key) ?? [])
    const at = Math.min(...entries.map(({ status, answeredAt }) => (status === 'error' ? 0 : answeredAt)))
    const isAsked = entries.some(({ status }) => status === 'resolving')
    return !isAsked && Date.now() - (entries.length > 0 ? at : 0) >= staleTime
  }
}
