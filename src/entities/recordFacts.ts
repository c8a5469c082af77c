import { listedKinds } from '../config/builtinEntities'
import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { addresses, type Address } from '../core/address'
import {
  isMissingId,
  keylessRecord,
  recordKey,
  type EntityId,
  type EntityKey,
  type ResolutionKey,
} from '../core/keys'
import type { NormalizedQuery, QueryInput } from '../core/query'
import { questionWithQuery, type Question } from '../resolution/question'
import type { ReadFacts } from '../resolution/readFacts'
import { currentId } from './aliases'
import { configIn, queryAt, recordLocation, type RecordLocation } from './recordLocation'
import type { StateWithEntities } from './reducer'
import { answerSeq, selectAsked, selectWrittenSeq } from './selectors'

/** What can be said of the read of one record. */
export interface RecordFacts extends ReadFacts<StateWithEntities> {
  readonly location: RecordLocation
  /** The id that it is asked for by; undefined where the entity has none. */
  readonly id: EntityId | undefined
  readonly query: NormalizedQuery
}

/** The read of one record, at a place where records are kept. */
export function recordFactsAt(
  state: StateWithEntities,
  location: RecordLocation,
  givenId: EntityId | undefined,
  given: QueryInput,
): RecordFacts {
  const query = queryAt(state, location, given)
  const config = configIn(state, location)
  const id = config && isKeyless(config) ? undefined : currentId(state, givenId)
  // What the server names by itself has ids: not even its entities have to be asked for.
  const hasIds = config ? !isKeyless(config) : Object.hasOwn(listedKinds, location.kind)
  const known = (now: StateWithEntities) => selectAsked(now, configIn(now, location), id, query)
  return {
    location,
    id,
    query,
    asksNothing: hasIds && isMissingId(givenId),
    question: recordQuestion(location, id, query),
    about: recordAddress(location.entity, id),
    knownSeq: (now) => selectRecordSeq(now, configIn(now, location), id, query),
    knownAt: (now) => known(now)?.row?.at || undefined,
    isSuperseded: (now, seq) => {
      const key = known(now)?.key
      return key !== undefined && selectWrittenSeq(now, location.entity, key) > seq
    },
    countsWhenKnown: true,
  }
}

/** The read of one record of an entity. */
export function recordFacts(
  state: StateWithEntities,
  kind: string,
  name: string,
  id?: EntityId,
  query?: QueryInput,
): RecordFacts {
  return recordFactsAt(state, recordLocation(kind, name), id, query)
}

/** The question for one record. */
function recordQuestion(
  { reads }: RecordLocation,
  id: EntityId | undefined,
  query: NormalizedQuery,
): Question {
  return questionWithQuery(reads.one, [...reads.args, recordKey(id)], query)
}

/** What names the read of one record. */
export function recordResolutionKey(
  location: RecordLocation,
  id: EntityId | undefined,
  query: NormalizedQuery,
): ResolutionKey {
  return recordQuestion(location, id, query).key
}

/** What the read of one record is about. */
export function recordAddress(entity: EntityKey, id: EntityId | undefined): Address {
  return addresses.record(entity, recordKey(id) ?? keylessRecord)
}

/** The sequence number of the answer to the read of one record, whoever asked for it; -1 while that is not known by a read. */
export function selectRecordSeq(
  state: StateWithEntities,
  config: EntityConfig | undefined,
  id: EntityId | undefined,
  query: NormalizedQuery,
): number {
  const known = selectAsked(state, config, id, query)
  return query.hasNoFilters ? answerSeq(known?.row, known?.fields ?? null) : -1
}
