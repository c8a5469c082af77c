import { addresses, namedBy, type Address, type Named } from '../../core/address'
import { entityKey, kindPrefix, recordKey } from '../../core/keys'
import { eachRow, getRow } from '../../core/recordTable'
import { queryAt, recordLocation } from '../../entities/recordLocation'
import type { InvalidateTarget } from '../../queries/invalidate'
import { keysOfList } from '../../queries/windows'
import { invalidated } from '../../resolution/actions'
import { selectStaleSeq } from '../../resolution/selectors'
import type { StoredResolution } from '../../resolution/storedResolution'
import type { EntityState } from '../rootReducer'
import type { WatchedStore } from '../subscriptions/withSubscriptions'

/**
 * Asks again for records and lists that are on screen and whose answers are older than `staleTime` milliseconds, or
 * failed. What is under way is not asked twice, nor is a row that a list on screen brings anyway.
 */
export function refetchShown(store: WatchedStore, target: InvalidateTarget, staleTime: number): void {
  const state = store.getState()
  const isMeant = meantBy(state, target)
  const reads = new Map<Address, StoredResolution[]>(
    store.listenedAddresses().map((address) => [address, []]),
  )
  eachRow(state.resolution.entries, (entry) => {
    // What went stale and was not asked again is not on screen, such as another page of a list.
    const isShown = entry.status !== 'success' || entry.answeredSeq > selectStaleSeq(state, entry.about)
    if (isShown) reads.get(entry.about)?.push(entry)
  })
  const rows = new Set<Address>()
  for (const address of reads.keys()) {
    const named = namedBy(address)
    const list = named.of === 'list' && getRow(getRow(state.queries, named.entity), named.list)
    if (list) for (const key of keysOfList(list)) rows.add(addresses.record(named.entity, key))
  }
  const scopes = [...reads.keys()].filter((address) => {
    const entries = reads.get(address) ?? []
    const isBrought = rows.has(address) && entries.length === 0
    return isMeant(namedBy(address)) && !isBrought && isOld(entries, staleTime)
  })
  if (scopes.length > 0)
    store.dispatch((dispatch, _, { nextSeq }) => void dispatch(invalidated(scopes, nextSeq())))
}

/** Whether the oldest of these answers is old, and none of them is asked for. */
function isOld(entries: readonly StoredResolution[], staleTime: number): boolean {
  if (entries.some(({ status }) => status === 'resolving')) return false
  const times = entries.map(({ status, answeredAt }) => (status === 'error' ? 0 : answeredAt))
  return Date.now() - (times.length > 0 ? Math.min(...times) : 0) >= staleTime
}

/** Tells which records and lists somebody means: all of them, those of a kind or of an entity, one record, or one list. */
function meantBy(state: EntityState, { kind, name, id, query }: InvalidateTarget): (named: Named) => boolean {
  const entity = kind !== undefined && name !== undefined ? entityKey(kind, name) : undefined
  const list = kind && name && query && queryAt(state, recordLocation(kind, name), query).listKey
  return (named) => {
    if (named.of !== 'record' && named.of !== 'list') return false
    const isOfIt = entity ? named.entity === entity : named.entity.startsWith(kind ? kindPrefix(kind) : '')
    if (!isOfIt) return false
    if (named.of === 'list') return id === undefined && (list ?? named.list) === named.list
    return !query && (id === undefined || recordKey(id) === named.record)
  }
}
