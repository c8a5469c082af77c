import { useDispatch, useSelect } from '@wordpress/data'
import type { EntityId } from '../../core/keys'
import type { ResolutionState } from '../resolutions'

/** What a query of a list or a record may hold. */
export type PeerQuery = Readonly<Record<string, unknown>>

/** The selectors of the store named `core` that the hooks call. */
export interface CoreSelectors {
  readonly getEntityRecord: (kind: string, name: string, id?: EntityId) => unknown
  readonly getEditedEntityRecord: (kind: string, name: string, id?: EntityId) => unknown
  readonly getEntityRecordNonTransientEdits: (kind: string, name: string, id?: EntityId) => object
  readonly hasEditsForEntityRecord: (kind: string, name: string, id?: EntityId) => boolean
  readonly getEntityRecordEdits: (kind: string, name: string, id?: EntityId) => object | undefined
  readonly getEntityRecords: (kind: string, name: string, query?: PeerQuery) => readonly unknown[] | null
  readonly getEntityRecordsTotalItems: (kind: string, name: string, query?: PeerQuery) => number | null
  readonly getEntityRecordsTotalPages: (kind: string, name: string, query?: PeerQuery) => number | null
  readonly getEntityConfig: (kind: string, name: string) => PeerConfig | undefined
  readonly getRevision: (
    kind: string,
    name: string,
    id: EntityId | undefined,
    revision: EntityId,
    query: PeerQuery,
  ) => object | undefined
  readonly canUser: (action: string, resource: unknown, id?: EntityId) => boolean | undefined
  readonly getResolutionState: (selector: string, args: readonly unknown[]) => ResolutionState | undefined
  readonly getCurrentTheme: () => unknown
  readonly __experimentalGetDirtyEntityRecords: () => readonly PeerDirtyRecord[]
}

/** The config of an entity, as far as hooks look at it. */
export interface PeerConfig {
  readonly key?: string | false
  readonly label?: string
  readonly meta?: { readonly labels?: Readonly<Record<string, string>> }
}

/** A record with unsaved edits, in the words of the store. */
export interface PeerDirtyRecord {
  readonly kind: string
  readonly name: string
  readonly key?: EntityId
  readonly title?: string
}

/** The actions of the store named `core` that the hooks call. */
export interface CoreActions {
  readonly editEntityRecord: (
    kind: string,
    name: string,
    id: EntityId | undefined,
    edits: object,
    options?: object,
  ) => Promise<unknown>
  readonly saveEditedEntityRecord: (
    kind: string,
    name: string,
    id: EntityId | undefined,
    options?: object,
  ) => Promise<unknown>
  readonly __unstableCreateUndoLevel: (kind: string, name: string, id: EntityId | undefined) => unknown
  readonly saveDirtyEntities: (options: object) => Promise<unknown>
}

/** The name by which hooks find their store in the registry above them. */
const coreName = 'core'

/** What a function makes of the selectors of the store, and of those of others; shallowly equal results are the same. */
export function useCoreSelect<Result>(
  map: (core: CoreSelectors, select: (store: string) => unknown) => Result,
  dependencies: readonly unknown[],
): Result {
  const mapSelect = (select: (store: string) => unknown) => map(select(coreName) as CoreSelectors, select)
  const found: unknown = useSelect(mapSelect as never, [...dependencies])
  return found as Result
}

/** The actions of the store: the same functions while the registry stays. */
export function useCoreDispatch(): CoreActions {
  return useDispatch(coreName) as CoreActions
}
