import { isKeyless, keyField, type EntityConfig } from '../config/entityConfig'
import { requireEntityConfig } from '../config/loadEntityConfigs'
import type { ConfigPart } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import { EntityStoreError } from '../errors'
import {
  entityKey,
  isMissingId,
  recordKey,
  resolutionKey,
  stale,
  type EntityId,
  type RecordKey,
  type ResolutionKey,
} from '../keys'
import { waitUntilReadable } from '../locks/acquireLock'
import type { LocksPart } from '../locks/reducer'
import { normalizeQuery, requestParameters, type NormalizedQuery } from '../query'
import type { EntityName, EntityQuery, Kind, RecordFor } from '../records/inference'
import { once, type Read, type ReadOptions } from '../resolution/once'
import type { ResolutionPart } from '../resolution/reducer'
import { parseAllow } from '../rest/allow'
import type { Services, Thunk } from '../thunk'
import { gatherRead } from './gatherReads'
import { readRecord, receipt } from './readAnswer'
import { recordPath } from './recordPath'
import type { EntitiesPart } from './reducer'
import {
  addressOf,
  answerTurn,
  askedFields,
  selectAsked,
  selectEntityRecord,
  selectWrittenTurn,
} from './selectors'

type Parts = ConfigPart & EntitiesPart & LocksPart & ResolutionPart

/**
 * Reads one record, unless it is known: from an earlier read, or from a list that had it.
 * With `_fields` a record that holds all of them answers without a request. A missing id on an entity that needs one
 * asks nothing and gives undefined; so does an entity that nobody knows, with the error in the resolution.
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
  return async (dispatch, getState, services) => {
    const asked = normalizeQuery(query)
    const config = selectEntityConfig(getState(), kind, name)
    if (config && !isKeyless(config) && isMissingId(id)) return undefined
    const address = config && isKeyless(config) ? undefined : id
    const entity = entityKey(kind, name)
    const read: Read<Parts, RecordFor<K, N, Q> | undefined> = {
      key: recordResolutionKey(kind, name, address, asked),
      scopes: recordScopes(kind, name, address),
      isKnown: (state, staleTurn) => isRecordKnown(state, kind, name, address, asked, staleTurn),
      ask: async ({ send, signal }) => {
        const known = await dispatch(requireEntityConfig(kind, name))
        const key = addressOf(known, address)
        if (key === undefined) return []
        await dispatch(waitUntilReadable(['entities', 'records', kind, name, key], signal))
        const turn = send()
        const { data, allow } = await ask(services, known, asked, key, signal)
        const rest = {
          context: asked.context,
          fields: askedFields(asked, known),
          turn,
          isRead: asked.isPlain,
        }
        const learned = allow !== null && { allow: parseAllow(allow) }
        return [receipt(known, readRecord(known, data, key), { ...rest, ...learned })]
      },
      isOvertaken: (state, turn) => {
        const known = selectAsked(state, kind, name, address, asked)
        if (known === undefined || selectWrittenTurn(state, entity, known.key) <= turn) return false
        return answerTurn(known.row, known.fields) < turn
      },
      result: (state) => selectEntityRecord<K, N, Q>(state, kind, name, address, query),
      onError: (error) => {
        if (error instanceof EntityStoreError && error.code === 'unknown_entity') return undefined
        throw error
      },
    }
    return dispatch(once(read, options))
  }
}

/** What names the read of one record. */
export function recordResolutionKey(
  kind: string,
  name: string,
  id: EntityId | undefined,
  query: NormalizedQuery,
): ResolutionKey {
  return resolutionKey('fetchEntityRecord', entityKey(kind, name), recordKey(id) ?? '', query.requestKey)
}

/** The sets that the answer to a read of one record belongs to. */
export function recordScopes(kind: string, name: string, id: EntityId | undefined) {
  const entity = entityKey(kind, name)
  return [
    stale.everything,
    stale.kind(kind),
    stale.entity(entity),
    stale.record(entity, recordKey(id) ?? ('' as RecordKey)),
  ]
}

/** Whether the state holds a fresh answer to the read of one record, whoever asked for it. */
export function isRecordKnown(
  state: ConfigPart & EntitiesPart,
  kind: string,
  name: string,
  id: EntityId | undefined,
  asked: NormalizedQuery,
  staleTurn: number,
): boolean {
  const known = selectAsked(state, kind, name, id, asked)
  return known !== undefined && asked.isPlain && answerTurn(known.row, known.fields) > staleTurn
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
  const parameters = { ...config.baseURLParams, ...requestParameters(asked, keyField(config)) }
  const path = recordPath(config, key, parameters)
  const { data, headers } = await services.fetcher({ path, signal })
  return { data, allow: headers.get('allow') }
}
