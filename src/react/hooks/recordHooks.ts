import type { EntityConfig } from '../../config/entityConfig'
import { entityKey } from '../../core/keys'
import type { EntityTypes } from '../../records/entityTypes'
import type { Context } from '../../records/inference/context'
import type {
  DefaultContext,
  EditedRecordOf,
  EditsOf,
  EntityId,
  EntityName,
  EntityQuery,
  Kind,
  RecordFor,
} from '../../records/inference/inference'
import type { CheckedQuery } from '../../records/inference/queryParameters'
import type { RecordState } from '../../store/selectRecordState'
import { useAutosave, type UseAutosaveOptions, type UseAutosaveResult } from './useAutosave'
import { useResourcePermissions, type ResourcePermissions } from './useCanUser'
import { useEntityField, type FieldPath, type FieldValue, type UseEntityFieldResult } from './useEntityField'
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
import { useNewEntityRecord, type UseNewEntityRecordResult } from './useNewEntityRecord'
import { useRecordState } from './useRecordState'
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
import { useUndo, type UseUndoResult } from './useUndo'

/** The hooks of one entity, as {@link recordHooks} gives them. */
export interface RecordHooks<K extends string, N extends string, Registry = EntityTypes> {
  /** The kind of the entity. */
  readonly kind: K
  /** The name of the entity. */
  readonly name: N
  /** As {@link useEntityRecord}. */
  readonly useRecord: <C extends Context = DefaultContext<K, N>>(
    id?: EntityId,
    options?: UseEntityRecordOptions<C>,
  ) => UseEntityRecordResult<K, N, C, Registry>
  /** As {@link useEntityRecords}. */
  readonly useRecords: <const Q extends EntityQuery | undefined = undefined>(
    query?: Q & CheckedQuery<K, N, Q>,
    options?: UseEntityRecordsOptions,
  ) => UseEntityRecordsResult<RecordFor<K, N, Q, Registry>>
  /** As {@link useInfiniteEntityRecords}. */
  readonly useInfiniteRecords: <const Q extends EntityQuery | undefined = undefined>(
    query?: Q & CheckedQuery<K, N, Q>,
    options?: UseInfiniteEntityRecordsOptions,
  ) => UseInfiniteEntityRecordsResult<RecordFor<K, N, Q, Registry>>
  /** As {@link useSuspenseEntityRecord}. */
  readonly useSuspenseRecord: <C extends Context | undefined = undefined>(
    id?: EntityId,
    options?: UseSuspenseEntityRecordOptions<C>,
  ) => UseSuspenseEntityRecordResult<K, N, C, Registry>
  /** As {@link useSuspenseEntityRecords}. */
  readonly useSuspenseRecords: <const Q extends EntityQuery | undefined = undefined>(
    query?: Q & CheckedQuery<K, N, Q>,
    options?: UseSuspenseEntityRecordsOptions,
  ) => UseSuspenseEntityRecordsResult<RecordFor<K, N, Q, Registry>>
  /** As {@link useEntityField}. */
  readonly useField: <const Field extends FieldPath<EditedRecordOf<K, N, Registry>>>(
    id: EntityId | undefined,
    field: Field,
  ) => UseEntityFieldResult<FieldValue<EditedRecordOf<K, N, Registry>, Field>>
  /** As {@link useNewEntityRecord}. */
  readonly useNew: (initial?: EditsOf<K, N, Registry>) => UseNewEntityRecordResult<K, N, Registry>
  /** Undo and redo of one record, as {@link useUndo} with that record as its scope. */
  readonly useUndo: (id?: EntityId) => UseUndoResult
  /** As {@link useAutosave}. */
  readonly useAutosave: (id: EntityId | undefined, options?: UseAutosaveOptions) => UseAutosaveResult
  /** As {@link useRecordState}. */
  readonly useRecordState: (id?: EntityId) => RecordState
  /** The permissions of a record, as {@link useResourcePermissions}. Without an id: those of the entity. */
  readonly usePermissions: (id?: EntityId) => ResourcePermissions
}

/** The types of an entity of your own, whatever its kind and name are. */
export interface OneRecordType<Shape extends object> {
  readonly [kind: string]: { readonly [name: string]: Shape }
}

/**
 * Returns the hooks of one entity, so that you write its kind and name once. Call it outside of components. For an entity
 * of your own, pass the record type and the definition.
 * @param entity - The kind, or the definition of an entity of your own, as `defineEntity` gives it.
 * @param name - The name, with a kind.
 * @throws EntityStoreError `unknown_entity` where that names no entity.
 * @example
 * const posts = recordHooks('postType', 'post')
 * const orders = recordHooks<Order>(orderEntity)
 * function Title({ id }: { id: number }) {
 *   const { value = '', set } = posts.useField(id, 'title')
 * }
 */
export function recordHooks<Shape extends object>(
  entity: Pick<EntityConfig, 'kind' | 'name'>,
): RecordHooks<string, string, OneRecordType<Shape>>
export function recordHooks<K extends Kind, N extends EntityName<K>>(kind: K, name: N): RecordHooks<K, N>
export function recordHooks(entity: string | Pick<EntityConfig, 'kind' | 'name'>, name = ''): unknown {
  return hooksOf(typeof entity === 'object' && entity !== null ? entity : { kind: entity, name })
}

function hooksOf({ kind, name }: Pick<EntityConfig, 'kind' | 'name'>): unknown {
  // Throws for a misspelt name here, not first where a component uses one of them.
  entityKey(kind, name)
  const hooks: RecordHooks<string, string> = {
    kind,
    name,
    useRecord: (id, options) => useEntityRecord(kind, name, id, options),
    useRecords: (query, options) => useEntityRecords(kind, name, query, options),
    useInfiniteRecords: (query, options) => useInfiniteEntityRecords(kind, name, query, options),
    useSuspenseRecord: (id, options) => useSuspenseEntityRecord(kind, name, id, options),
    useSuspenseRecords: (query, options) => useSuspenseEntityRecords(kind, name, query, options),
    useField: (id, field) => useEntityField(kind, name, id, field),
    useNew: (initial) => useNewEntityRecord(kind, name, initial),
    useUndo: (id) => useUndo({ scope: { kind, name, id } }),
    useAutosave: (id, options) => useAutosave(kind, name, id, options),
    useRecordState: (id) => useRecordState(kind, name, id),
    usePermissions: (id) => useResourcePermissions({ kind, name, ...(id !== undefined && { id }) }),
  }
  return hooks
}
