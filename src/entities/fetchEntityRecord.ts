import { recordFactsAt } from './recordFacts'
import { listedKinds } from '../config/builtinEntities'
import { serverSetting, updateMethodOf } from '../config/defineServer'
import { isKeyless } from '../config/entityConfig'
import { isUnknownEntity, requireConfigIn } from '../config/loadEntityConfigs'
import type { ConfigSliceState } from '../config/reducer'
import { isMissingId, type EntityId } from '../core/keys'
import { waitUntilReadable } from '../locks/acquireLock'
import type { LocksSliceState } from '../locks/reducer'
import { selectHasLocks } from '../locks/selectors'
import type { QueryInput } from '../core/query'
import type { EntityName, EntityQuery, Kind, RecordFor } from '../records/inference/inference'
import { startRead, type Read, type ReadAttempt, type ReadOptions } from '../resolution/runRead'
import type { ResolutionSliceState } from '../resolution/reducer'
import { parseAllow } from '../rest/allow'
import type { Dispatch, Services, StoreAction, Thunk } from '../core/thunk'
import { configIn, recordLocation, type RecordLocation } from './recordLocation'
import { selectIsLocal } from './aliases'
import { askServer } from './askServer'
import { batchRead } from './batchReads'
import { recordReceived } from './actions'
import { readRecord, receivedRecords } from './parseRecords'
import { recordIn } from './readAnswers'
import { requestToRead } from './recordPath'
import type { EntitiesSliceState } from './reducer'
import { recordKeyFor, askedFields, selectAnswer } from './selectors'

type RequiredState = ConfigSliceState & EntitiesSliceState & LocksSliceState & ResolutionSliceState

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
): Thunk<RequiredState, Promise<RecordFor<K, N, Q> | undefined>> {
  return readOne(recordLocation(kind, name), id, query, options)
}

/** What `fetchEntityRecord` does, for any records that are kept like those of an entity. */
export function readOne<Row>(
  location: RecordLocation,
  id: EntityId | undefined,
  query: QueryInput,
  options: RecordReadOptions = {},
): Thunk<RequiredState, Promise<Row | undefined>> {
  return (dispatch, getState, services) => read(location, id, query, options, dispatch, getState, services)
}

async function read<Row>(
  location: RecordLocation,
  id: EntityId | undefined,
  query: QueryInput,
  options: RecordReadOptions,
  dispatch: Dispatch<RequiredState>,
  getState: () => RequiredState,
  services: Services,
): Promise<Row | undefined> {
  const config = configIn(getState(), location)
  // What the server names by itself has ids: not even its entities have to be asked for.
  const hasIds = config ? !isKeyless(config) : Object.hasOwn(listedKinds, location.kind)
  if (hasIds && isMissingId(id)) return undefined
  const facts = recordFactsAt(getState(), location, id, query)
  const { asked, id: ownId } = facts
  const one: Read<RequiredState, Row | undefined> = {
    ...facts,
    ask,
    result: (state) => selectAnswer<Row>(state, configIn(state, location), ownId, query),
    onError: (error) => {
      if (options.throwOnError ?? !isUnknownEntity(error)) throw error
      return undefined
    },
  }
  return await startRead(one, options, dispatch, getState, services)

  async function ask({ send, signal }: ReadAttempt): Promise<StoreAction | undefined> {
    const { kind, name, path } = location
    // Awaited also where it is known: a save that was asked for in the same tick takes its lock meanwhile.
    const known = await requireConfigIn(dispatch, getState, kind, name)
    const config = (await location.configToAsk?.(known)) ?? location.configFrom(known)
    const key = recordKeyFor(getState(), config, ownId)
    // The server does not know what was made here.
    if (key === undefined || selectIsLocal(getState(), key)) return undefined
    if (selectHasLocks(getState())) await dispatch(waitUntilReadable([...path, key], signal, options.lock))
    const seq = send()
    const canInclude = serverSetting(config, 'parameters')?.include !== false
    const isBatched = config.batchReads && canInclude && asked.isPlain && !isKeyless(config)
    let data = isBatched ? await batchRead(services, config, asked, key) : undefined
    let allow: string | null = null
    if (data === undefined) {
      const answer = await askServer(config, services.fetcher, {
        // What is allowed stands in the headers, which says nothing of a revision.
        needs: location.reads.one === 'fetchEntityRecord' ? 'headers' : 'body',
        signal,
        ...requestToRead(config, asked, key),
      })
      data = recordIn(config, answer)
      allow = answer.headers.get('allow')
    }
    const received = {
      context: asked.context,
      fields: askedFields(asked, config),
      seq,
      isRead: asked.isPlain,
      allow: allow === null ? undefined : parseAllow(allow, updateMethodOf(config)),
    }
    return recordReceived(receivedRecords(config, readRecord(config, data, key), received))
  }
}
