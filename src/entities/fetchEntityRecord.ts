import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { requireConfigIn } from '../config/loadEntityConfigs'
import type { ConfigPart } from '../config/reducer'
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
import { runOnce, type Read, type ReadAttempt, type ReadOptions } from '../resolution/once'
import type { ResolutionPart } from '../resolution/reducer'
import { parseAllow } from '../rest/allow'
import type { Dispatch, Services, StoreAction, Thunk } from '../thunk'
import { configIn, entityAddress, type EntityAddress } from './address'
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
  address: EntityAddress,
  id: EntityId | undefined,
  query: QueryInput,
  options: ReadOneOptions = {},
): Thunk<Parts, Promise<Row | undefined>> {
  return (dispatch, getState, services) => read(address, id, query, options, dispatch, getState, services)
}

type ReadOneOptions = ReadOptions & { readonly throwOnError?: boolean }

async function read<Row>(
  address: EntityAddress,
  id: EntityId | undefined,
  query: QueryInput,
  options: ReadOneOptions,
  dispatch: Dispatch<Parts>,
  getState: () => Parts,
  services: Services,
): Promise<Row | undefined> {
  const asked = normalizeQuery(query)
  const config = configIn(getState(), address)
  if (config && !isKeyless(config) && isMissingId(id)) return undefined
  const own = config && isKeyless(config) ? undefined : id
  const isRejected = options.throwOnError !== false
  const one = new RecordRead<Row>(address, own, asked, query, isRejected, dispatch, getState, services)
  return await runOnce(one, options, dispatch, getState, services)
}

// A class, as its methods stay compiled while reads come and go.
class RecordRead<Row> implements Read<Parts, Row | undefined> {
  readonly key: ResolutionKey
  readonly scopes: readonly StaleScope[]

  constructor(
    readonly address: EntityAddress,
    readonly id: EntityId | undefined,
    readonly asked: NormalizedQuery,
    readonly query: QueryInput,
    readonly isRejected: boolean,
    readonly dispatch: Dispatch<Parts>,
    readonly getState: () => Parts,
    readonly services: Services,
  ) {
    this.key = recordResolutionKey(address.entity, id, asked)
    this.scopes = recordScopes(address.entity, address.scopes, id)
  }

  knownTurn(state: Parts): number {
    return selectRecordTurn(state, configIn(state, this.address), this.id, this.asked)
  }

  async ask({ send, signal }: ReadAttempt): Promise<readonly StoreAction[]> {
    const { address, asked, dispatch, getState, services } = this
    const { kind, name, path } = address
    const config = address.configFrom(await requireConfigIn(dispatch, getState, kind, name))
    const key = addressOf(config, this.id)
    if (key === undefined) return []
    if (getState().locks.length > 0) await dispatch(waitUntilReadable([...path, key], signal))
    const turn = send()
    const isGathered = config.gatherReads && asked.isPlain && !isKeyless(config)
    let data = isGathered ? await gatherRead(services, config, asked, key) : undefined
    let allow: string | null = null
    if (data === undefined) {
      const answer = await services.fetcher({ path: pathToRead(config, asked, key), signal })
      data = answer.data
      allow = answer.headers.get('allow')
    }
    const told = {
      context: asked.context,
      fields: askedFields(asked, config),
      turn,
      isRead: asked.isPlain,
      allow: allow === null ? undefined : parseAllow(allow),
    }
    return [receipt(config, readRecord(config, data, key), told)]
  }

  isOvertaken(state: Parts, turn: number): boolean {
    const known = selectAsked(state, configIn(state, this.address), this.id, this.asked)
    return known !== undefined && selectWrittenTurn(state, this.address.entity, known.key) > turn
  }

  result(state: Parts): Row | undefined {
    return selectAnswer<Row>(state, configIn(state, this.address), this.id, this.query)
  }

  onError(error: unknown): undefined {
    const isUnknown = error instanceof EntityStoreError && error.code === 'unknown_entity'
    if (this.isRejected && !isUnknown) throw error
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
