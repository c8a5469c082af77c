import type { Context } from '../../records/inference/context'
import type {
  DefaultContext,
  EditedRecordOf,
  EntityId,
  EntityQuery,
  KnownKind,
  KnownName,
  RecordFor,
} from '../../records/inference/inference'
import type { CheckedQuery } from '../../records/inference/queryParameters'
import { useEntityId } from '../provider/EntityProvider'
import { useEntityProp, type UseEntityPropResult } from './useEntityProp'
import { useEntityRecord, type UseEntityRecordOptions, type UseEntityRecordResult } from './useEntityRecord'
import {
  useEntityRecords,
  type UseEntityRecordsOptions,
  type UseEntityRecordsResult,
} from './useEntityRecords'
import {
  useInfiniteEntityRecords,
  type UseInfiniteEntityRecordsOptions,
  type UseInfiniteEntityRecordsResult,
} from './useInfiniteEntityRecords'
import {
  useSuspenseEntityRecord,
  type UseSuspenseEntityRecordOptions,
  type UseSuspenseEntityRecordResult,
} from './useSuspenseEntityRecord'
import {
  useSuspenseEntityRecords,
  type UseSuspenseEntityRecordsOptions,
  type UseSuspenseEntityRecordsResult,
} from './useSuspenseEntityRecords'

/**
 * The hooks of records and lists, typed by the entities of `Entities` and the built-in ones. Another kind or name does not
 * compile.
 */
export interface EntityHooks<Entities> {
  /** As {@link useEntityRecord}. */
  readonly useEntityRecord: <
    K extends KnownKind<Entities>,
    N extends KnownName<K, Entities>,
    C extends Context = DefaultContext<K, N>,
  >(
    kind: K,
    name: N,
    id?: EntityId,
    options?: UseEntityRecordOptions<C>,
  ) => UseEntityRecordResult<K, N, C, Entities>
  /** As {@link useEntityRecords}. */
  readonly useEntityRecords: <
    K extends KnownKind<Entities>,
    N extends KnownName<K, Entities>,
    const Q extends EntityQuery | undefined = undefined,
  >(
    kind: K,
    name: N,
    query?: Q & CheckedQuery<K, N, Q>,
    options?: UseEntityRecordsOptions,
  ) => UseEntityRecordsResult<RecordFor<K, N, Q, Entities>>
  /** As {@link useInfiniteEntityRecords}. */
  readonly useInfiniteEntityRecords: <
    K extends KnownKind<Entities>,
    N extends KnownName<K, Entities>,
    const Q extends EntityQuery | undefined = undefined,
  >(
    kind: K,
    name: N,
    query?: Q & CheckedQuery<K, N, Q>,
    options?: UseInfiniteEntityRecordsOptions,
  ) => UseInfiniteEntityRecordsResult<RecordFor<K, N, Q, Entities>>
  /** As {@link useSuspenseEntityRecord}. */
  readonly useSuspenseEntityRecord: <
    K extends KnownKind<Entities>,
    N extends KnownName<K, Entities>,
    C extends Context | undefined = undefined,
  >(
    kind: K,
    name: N,
    id?: EntityId,
    options?: UseSuspenseEntityRecordOptions<C>,
  ) => UseSuspenseEntityRecordResult<K, N, C, Entities>
  /** As {@link useSuspenseEntityRecords}. */
  readonly useSuspenseEntityRecords: <
    K extends KnownKind<Entities>,
    N extends KnownName<K, Entities>,
    const Q extends EntityQuery | undefined = undefined,
  >(
    kind: K,
    name: N,
    query?: Q & CheckedQuery<K, N, Q>,
    options?: UseSuspenseEntityRecordsOptions,
  ) => UseSuspenseEntityRecordsResult<RecordFor<K, N, Q, Entities>>
  /** As {@link useEntityProp}. */
  readonly useEntityProp: <
    K extends KnownKind<Entities>,
    N extends KnownName<K, Entities>,
    const Prop extends keyof EditedRecordOf<K, N, Entities> & string,
  >(
    kind: K,
    name: N,
    prop: Prop,
    id?: EntityId,
  ) => UseEntityPropResult<K, N, Prop, Entities>
  /** As {@link useEntityId}. */
  readonly useEntityId: <K extends KnownKind<Entities>>(
    kind: K,
    name: KnownName<K, Entities>,
  ) => EntityId | undefined
}

const hooks = {
  useEntityRecord,
  useEntityRecords,
  useInfiniteEntityRecords,
  useSuspenseEntityRecord,
  useSuspenseEntityRecords,
  useEntityProp,
  useEntityId,
}

/**
 * Returns the hooks, typed by your own record types, in the form of `EntityTypes`. It needs no declaration merging: use it
 * in a package that must not change the types of an application. At run time they are the same functions.
 * @example
 * export const { useEntityRecord, useEntityRecords } = createHooks<{ shop: { order: Order } }>()
 */
export function createHooks<Entities>(): EntityHooks<Entities> {
  return hooks as unknown as EntityHooks<Entities>
}
