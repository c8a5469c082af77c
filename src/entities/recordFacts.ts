import { listedKinds } from '../config/builtinEntities'
import { isKeyless } from '../config/entityConfig'
import { addresses, type Address } from '../core/address'
import { isMissingId, keylessRecord, recordKey, type EntityId, type EntityKey } from '../core/keys'
import type { NormalizedQuery, QueryInput } from '../core/query'
import { questionWithQuery, type Question } from '../resolution/question'
import type { ReadFacts } from '../resolution/readFacts'
import { currentId } from './aliases'
import { configIn, queryAt, recordLocation, type RecordLocation } from './recordLocation'
import type { StateWithEntities } from './reducer'
import { answerSeq, selectAsked, selectWrittenSeq, type AskedRecord } from './selectors'

/**
 * What can be said of the read of one record. A class, as thousands of rows that are shown have one each: the question is
 * named when somebody asks for it.
 */
export class RecordFacts implements ReadFacts<StateWithEntities> {
  readonly about: Address
  readonly countsWhenKnown = true
  private named: Question | undefined

  /** @param id - The id that it is asked for by; undefined where the entity has none. */
  constructor(
    private readonly operation: string,
    readonly location: RecordLocation,
    readonly id: EntityId | undefined,
    readonly query: NormalizedQuery,
    readonly asksNothing: boolean,
  ) {
    this.about = recordAddress(location.entity, id)
  }

  get question(): Question {
    const { operation, location, id, query } = this
    return (this.named ??= questionWithQuery(operation, [...location.args, recordKey(id)], query))
  }

  /** The sequence number of the answer to it, whoever asked; -1 while that is not known by a read. */
  knownSeq(state: StateWithEntities): number {
    const known = this.known(state)
    return this.query.hasNoFilters ? answerSeq(known?.row, known?.fields ?? null) : -1
  }

  knownAt(state: StateWithEntities): number | undefined {
    return this.known(state)?.row?.at || undefined
  }

  isSuperseded(state: StateWithEntities, seq: number): boolean {
    const key = this.known(state)?.key
    return key !== undefined && selectWrittenSeq(state, this.location.entity, key) > seq
  }

  private known(state: StateWithEntities): AskedRecord | undefined {
    return selectAsked(state, configIn(state, this.location), this.id, this.query)
  }
}

/**
 * The read of one record, at a place where records are kept.
 * @param operation The thunk that asks for it.
 * @param asksNothing Whether there is nothing to ask, whatever the id.
 */
export function recordFactsAt(
  state: StateWithEntities,
  operation: string,
  location: RecordLocation,
  givenId: EntityId | undefined,
  given: QueryInput,
  asksNothing = false,
): RecordFacts {
  const config = configIn(state, location)
  const id = config && isKeyless(config) ? undefined : currentId(state, givenId)
  // What the server names by itself has ids: not even its entities have to be asked for.
  const hasIds = config ? !isKeyless(config) : Object.hasOwn(listedKinds, location.kind)
  const isMissing = hasIds && isMissingId(givenId)
  return new RecordFacts(operation, location, id, queryAt(state, location, given), asksNothing || isMissing)
}

/** The read of one record of an entity. */
export function recordFacts(
  state: StateWithEntities,
  kind: string,
  name: string,
  id?: EntityId,
  query?: QueryInput,
): RecordFacts {
  return recordFactsAt(state, 'fetchEntityRecord', recordLocation(kind, name), id, query)
}

/** What the read of one record is about. */
export function recordAddress(entity: EntityKey, id: EntityId | undefined): Address {
  return addresses.record(entity, recordKey(id) ?? keylessRecord)
}
