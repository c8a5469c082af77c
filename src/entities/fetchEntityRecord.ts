import { recordFacts, type RecordFacts } from './recordFacts'
import { serverSetting, updateMethodOf } from '../config/defineServer'
import { isKeyless, type DerivedConfig, type EntityConfig } from '../config/entityConfig'
import { isUnknownEntity, requireConfigIn } from '../config/loadEntityConfigs'
import { addresses } from '../core/address'
import { resourceKey, type EntityId } from '../core/keys'
import { waitUntilReadable } from '../locks/acquireLock'
import { selectHasLocks } from '../locks/selectors'
import type { QueryInput } from '../core/query'
import type { EntityName, EntityQuery, Kind, RecordFor } from '../records/inference/inference'
import type { ReadOptions } from '../resolution/readOptions'
import { defineRead, type Asking } from '../resolution/defineRead'
import { fetchRead } from '../resolution/runRead'
import { invalidated } from '../resolution/actions'
import { parseAllow } from '../rest/allow'
import { statusOf } from '../rest/restError'
import type { StoreAction, Thunk } from '../core/thunk'
import { watchDispatch } from '../core/watchDispatch'
import { selectIsLocal } from './aliases'
import { askServer } from './askServer'
import { batchRead } from './batchReads'
import { recordReceived } from './actions'
import { readRecord, receivedRecords } from './parseRecords'
import { recordIn } from './readAnswers'
import { requestToRead } from './recordPath'
import type { StateWithEntities } from './reducer'
import { recordKeyFor, askedFields, selectEntityRecord } from './selectors'

/** Options of the read of one record. */
export interface RecordReadOptions extends ReadOptions {
  /**
   * Whether a read that fails rejects, instead of resolving with undefined; the error stands in the resolution either
   * way. Default: it does, but for an entity that nobody knows.
   */
  readonly throwOnError?: boolean
}

/**
 * Reads one record, unless it is known: from an earlier read, or from a list that had it.
 * With `_fields` a record that holds all of them answers without a request. A missing id on an entity that needs one
 * asks nothing and gives undefined; so does an entity that nobody knows, with the error in the resolution. What `_embed`
 * brought along stays with the record until it is read with `_embed` again.
 * @returns The record as the server sent it; with `_fields`, those and the key.
 * @throws RestError as the server answered, also to the question for its post types or taxonomies, which the first read
 * of one asks; EntityStoreError `invalid_id`, `invalid_query`, `invalid_response`; `unknown_entity` with `throwOnError`.
 * @example
 * const post = await dispatch(fetchEntityRecord('postType', 'post', 1))
 */
export function fetchEntityRecord<
  K extends Kind,
  N extends EntityName<K>,
  const Q extends EntityQuery | undefined = undefined,
>(
  kind: K,
  name: N,
  id?: EntityId,
  query?: Q,
  options?: RecordReadOptions,
): Thunk<StateWithEntities, Promise<RecordFor<K, N, Q> | undefined>> {
  const read = fetchRead(entityRecord, [kind, name, id, query], options)
  const thunk = read as Thunk<StateWithEntities, Promise<RecordFor<K, N, Q> | undefined>>
  return watchDispatch('fetchEntityRecord', thunk)
}

/** The read of one record. */
export const entityRecord = /* @__PURE__ */ defineRead({
  facts: recordFacts,
  ask: (asking: Asking<StateWithEntities, unknown, RecordFacts, RecordReadOptions>) => askOne(asking),
  select: (
    state: StateWithEntities,
    kind: string,
    name: string,
    id?: EntityId,
    query?: QueryInput,
  ): unknown => selectEntityRecord(state, kind, name, id, query),
  onError: (error, { options }) => {
    if (options.throwOnError ?? !isUnknownEntity(error)) throw error
    return undefined
  },
})

/**
 * Asks for one record, of any that are kept like those of an entity.
 * @param configToAsk How it is asked for, where that has to be found out. Default: as the location says.
 */
export async function askOne(
  {
    facts,
    options,
    dispatch,
    getState,
    services,
    send,
    signal,
  }: Asking<StateWithEntities, unknown, RecordFacts, ReadOptions>,
  configToAsk?: (config: EntityConfig) => Promise<DerivedConfig>,
): Promise<StoreAction | undefined> {
  const { location, query, id } = facts
  const { kind, name, path } = location
  // Awaited also where it is known: a save that was asked for in the same tick takes its lock meanwhile.
  const known = await requireConfigIn(dispatch, getState, kind, name)
  const config = (await configToAsk?.(known)) ?? location.configFrom(known)
  const key = recordKeyFor(getState(), config, id)
  // The server does not know what was made here.
  if (key === undefined || selectIsLocal(getState(), key)) return undefined
  if (selectHasLocks(getState())) await dispatch(waitUntilReadable([...path, key], signal, options.lock))
  const seq = send()
  const canInclude = serverSetting(config, 'parameters')?.include !== false
  const isBatched = config.batchReads && canInclude && query.hasNoFilters && !isKeyless(config)
  let data = isBatched ? await batchRead(services, config, query, key) : undefined
  let allow: string | null = null
  if (data === undefined) {
    // What is allowed stands in the headers, which says nothing of a revision.
    const saysAllowed = configToAsk === undefined
    const answer = await askServer(config, services.fetcher, {
      needs: saysAllowed ? 'headers' : 'body',
      signal,
      ...requestToRead(config, query, key),
    }).catch((error: unknown) => {
      // Who may read it no more may not do what was allowed before, either: that is asked again.
      if (saysAllowed && statusOf(error) === 403 && selectEntityRecord(getState(), kind, name, id))
        dispatch(invalidated([addresses.permission(resourceKey(location.entity, key), true)], seq))
      throw error
    })
    data = recordIn(config, answer)
    allow = answer.headers.get('allow')
  }
  const received = {
    context: query.context,
    fields: askedFields(query, config),
    seq,
    isRead: query.hasNoFilters,
    allow: allow === null ? undefined : parseAllow(allow, updateMethodOf(config)),
  }
  return recordReceived(receivedRecords(config, readRecord(config, data, key), received))
}
