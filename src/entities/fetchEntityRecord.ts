import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { requireEntityConfig } from '../config/loadEntityConfigs'
import type { ConfigPart } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import { EntityStoreError } from '../errors'
import {
  isMissingId,
  recordKey,
  resolutionKey,
  stale,
  type EntityId,
  type EntityKey,
  type RecordKey,
  type ResolutionKey,
  type StaleScope,
} from '../keys'
import { waitUntilReadable } from '../locks/acquireLock'
import type { LocksPart } from '../locks/reducer'
import { normalizeQuery, type NormalizedQuery, type QueryInput } from '../query'
import type { EntityName, EntityQuery, Kind, RecordFor } from '../records/inference'
import { once, type Read, type ReadOptions } from '../resolution/once'
import type { ResolutionPart } from '../resolution/reducer'
import { parseAllow } from '../rest/allow'
import type { Services, Thunk } from '../thunk'
import { entityAddress, type EntityAddress } from './address'
import { gatherRead } from './gatherReads'
import { readRecord, receipt } from './readAnswer'
import { pathToRead } from './recordPath'
import type { EntitiesPart } from './reducer'
import { addressOf, answerTurn, askedFields, selectAnswer, selectAsked, selectWrittenTurn } from './selectors'

type Parts = ConfigPart & EntitiesPart & LocksPart & ResolutionPart

/**
 * Reads one record, unless it is known: from an earlier read, or from a list that had it.
 * With `_fields` a record that holds all of them answers without a request. A missing id on an entity that needs one
 * asks nothing and gives undefined; so does an entity that nobody knows, with the error in the resolution. What `_embed`
 * brought along stays with the record until it is read with `_embed` again.
 * @returns The record as the server told it; with `_fields`, those and the key.
 * @throws RestError as the server answered; EntityStoreError `invalid_id`, `invalid_query`, `invalid_response`. (spec.md, section 7)
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
  options?: ReadOptions,
): Thunk<Parts, Promise<RecordFor<K, N, Q> | undefined>> {
  return readOne(entityAddress(kind, name), id, query, options)
}

/** What `fetchEntityRecord` does, for any records that are kept like those of an entity. */
export function readOne<Row>(
  { kind, name, entity, scopes, path, configFrom }: EntityAddress,
  id: EntityId | undefined,
  query: QueryInput,
  options: ReadOptions & { readonly throwOnError?: boolean } = {},
): Thunk<Parts, Promise<Row | undefined>> {
  return async (dispatch, getState, services) => {
    const asked = normalizeQuery(query)
    const configIn = (state: Parts) => {
      const known = selectEntityConfig(state, kind, name)
      return known && configFrom(known)
    }
    const config = configIn(getState())
    if (config && !isKeyless(config) && isMissingId(id)) return undefined
    const address = config && isKeyless(config) ? undefined : id
    const read: Read<Parts, Row | undefined> = {
      key: recordResolutionKey(entity, address, asked),
      scopes: recordScopes(entity, scopes, address),
      knownTurn: (state) => selectRecordTurn(state, configIn(state), address, asked),
      ask: async ({ send, signal }) => {
        const known = configFrom(await dispatch(requireEntityConfig(kind, name)))
        const key = addressOf(known, address)
        if (key === undefined) return []
        await dispatch(waitUntilReadable([...path, key], signal))
        const turn = send()
        const { data, allow } = await ask(services, known, asked, key, signal)
        const told = {
          context: asked.context,
          fields: askedFields(asked, known),
          turn,
          isRead: asked.isPlain,
          allow: allow === null ? undefined : parseAllow(allow),
        }
        return [receipt(known, readRecord(known, data, key), told)]
      },
      isOvertaken: (state, turn) => {
        const known = selectAsked(state, configIn(state), address, asked)
        return known !== undefined && selectWrittenTurn(state, entity, known.key) > turn
      },
      result: (state) => selectAnswer<Row>(state, configIn(state), address, query),
      onError: (error) => {
        const isUnknown = error instanceof EntityStoreError && error.code === 'unknown_entity'
        if (isUnknown || options.throwOnError === false) return undefined
        throw error
      },
    }
    return dispatch(once(read, options))
  }
}

/** What names the read of one record. */
export function recordResolutionKey(
  entity: EntityKey,
  id: EntityId | undefined,
  query: NormalizedQuery,
): ResolutionKey {
  return resolutionKey('fetchEntityRecord', entity, recordKey(id) ?? '', query.requestKey)
}

/** The sets that the answer to a read of one record belongs to. */
export function recordScopes(
  entity: EntityKey,
  scopes: readonly StaleScope[],
  id: EntityId | undefined,
): readonly StaleScope[] {
  return [...scopes, stale.record(entity, recordKey(id) ?? ('' as RecordKey))]
}

/** The turn of the answer to the read of one record, whoever asked for it; 0 while that is not known by a read. */
export function selectRecordTurn(
  state: EntitiesPart,
  config: EntityConfig | undefined,
  id: EntityId | undefined,
  asked: NormalizedQuery,
): number {
  const known = selectAsked(state, config, id, asked)
  return asked.isPlain ? answerTurn(known?.row, known?.fields ?? null) : 0
}

async function ask(
  services: Services,
  config: EntityConfig,
  asked: NormalizedQuery,
  key: RecordKey,
  signal: AbortSignal,
): Promise<{ data: unknown; allow: string | null }> {
  if (config.gatherReads && asked.isPlain && !isKeyless(config)) {
    const data = await gatherRead(services, config, asked, key)
    if (data !== undefined) return { data, allow: null }
  }
  const { data, headers } = await services.fetcher({ path: pathToRead(config, asked, key), signal })
  return { data, allow: headers.get('allow') }
}
