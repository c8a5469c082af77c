import type { EntityId } from '../../core/keys'
import type { Updatable } from '../../records/inference/context'
import type { PeerDirtyRecord } from '../hooks/coreStore'
import type { EntityResource } from '../hooks/useResourcePermissions'
import type { AnyValue } from './anyValue'
import type { EntityKind, EntityNameOf, EntityRecordOfQuery } from './entities'
import type { EntityRecord, GlobalStyles, User } from './records'

/** What a list, or a record, is asked for with. */
export type RecordsQuery = Readonly<Record<string, AnyValue>>

/** A record of whichever context, or a part of one, that a caller says it is. */
type AnyRecord = EntityRecord<AnyValue> | Partial<EntityRecord<AnyValue>>

/** A record by its id: of a known entity as its query asks for it, else what the caller says it is. */
interface GetRecord {
  <
    Kind extends EntityKind,
    Name extends EntityNameOf<Kind>,
    const Query extends RecordsQuery | undefined = undefined,
  >(
    kind: Kind,
    name: Name,
    recordId?: EntityId,
    query?: Query,
  ): EntityRecordOfQuery<Kind, Name, Query> | undefined
  <Found extends AnyRecord>(
    kind: string,
    name: string,
    recordId?: EntityId,
    query?: RecordsQuery,
  ): Found | undefined
}

/** The same as a promise. */
interface ResolveRecord {
  <
    Kind extends EntityKind,
    Name extends EntityNameOf<Kind>,
    const Query extends RecordsQuery | undefined = undefined,
  >(
    kind: Kind,
    name: Name,
    recordId?: EntityId,
    query?: Query,
  ): Promise<EntityRecordOfQuery<Kind, Name, Query> | undefined>
  <Found extends AnyRecord>(
    kind: string,
    name: string,
    recordId?: EntityId,
    query?: RecordsQuery,
  ): Promise<Found | undefined>
}

/** A list: of a known entity as its query asks for it, else of what the caller says it is. */
interface GetRecords {
  <
    Kind extends EntityKind,
    Name extends EntityNameOf<Kind>,
    const Query extends RecordsQuery | undefined = undefined,
  >(
    kind: Kind,
    name: Name,
    query?: Query,
  ): EntityRecordOfQuery<Kind, Name, Query>[] | null
  <Found extends AnyRecord>(kind: string, name: string, query?: RecordsQuery): Found[] | null
}

/** The same as a promise. */
interface ResolveRecords {
  <
    Kind extends EntityKind,
    Name extends EntityNameOf<Kind>,
    const Query extends RecordsQuery | undefined = undefined,
  >(
    kind: Kind,
    name: Name,
    query?: Query,
  ): Promise<EntityRecordOfQuery<Kind, Name, Query>[] | null>
  <Found extends AnyRecord>(kind: string, name: string, query?: RecordsQuery): Promise<Found[] | null>
}

/** How `@wordpress/data` learns what a selector is without its state. */
interface Curried<Signature, Promised> {
  (state: AnyValue, ...args: AnyValue[]): AnyValue
  CurriedSignature: Signature
  PromiseCurriedSignature: Promised
}

type OfRecord<Result> = (state: AnyValue, kind: string, name: string, recordId?: EntityId) => Result
type OfList<Result> = (state: AnyValue, kind: string, name: string, query?: RecordsQuery) => Result
type Plain<Result> = (state: AnyValue) => Result

/** The selectors of the store named `core` as `@wordpress/data` types them: each with the state in front. */
export interface CoreStoreSelectors {
  getEntityRecord: Curried<GetRecord, ResolveRecord>
  getEntityRecords: Curried<GetRecords, ResolveRecords>
  getRawEntityRecord: <Found extends EntityRecord<AnyValue>>(
    ...args: Parameters<OfRecord<unknown>>
  ) => Found | undefined
  getEditedEntityRecord: <Found extends EntityRecord<AnyValue>>(
    ...args: Parameters<OfRecord<unknown>>
  ) => Updatable<Found> | false
  __experimentalGetEntityRecordNoResolver: <Found extends EntityRecord<AnyValue>>(
    ...args: Parameters<OfRecord<unknown>>
  ) => Found | undefined
  getEntityRecordEdits: OfRecord<AnyValue>
  getEntityRecordNonTransientEdits: OfRecord<AnyValue>
  hasEditsForEntityRecord: OfRecord<boolean>
  hasEntityRecord: (...args: [...Parameters<OfRecord<unknown>>, query?: RecordsQuery]) => boolean
  hasEntityRecords: OfList<boolean>
  getEntityRecordsTotalItems: OfList<number | null>
  getEntityRecordsTotalPages: OfList<number | null>
  isSavingEntityRecord: OfRecord<boolean>
  isAutosavingEntityRecord: OfRecord<boolean>
  isDeletingEntityRecord: OfRecord<boolean>
  getLastEntitySaveError: OfRecord<AnyValue>
  getLastEntityDeleteError: OfRecord<AnyValue>
  __experimentalGetDirtyEntityRecords: Plain<PeerDirtyRecord[]>
  __experimentalGetEntitiesBeingSaved: Plain<PeerDirtyRecord[]>
  hasUndo: Plain<boolean>
  hasRedo: Plain<boolean>
  getUndoEdit: Plain<AnyValue>
  getRedoEdit: Plain<AnyValue>
  getReferenceByDistinctEdits: Plain<AnyValue>
  getEntity: (state: AnyValue, kind: string, name: string) => AnyValue
  getEntityConfig: (state: AnyValue, kind: string, name: string) => AnyValue
  getEntitiesByKind: (state: AnyValue, kind: string) => AnyValue[]
  getEntitiesConfig: (state: AnyValue, kind: string) => AnyValue[]
  canUser: (
    state: AnyValue,
    action: string,
    resource: string | EntityResource,
    id?: EntityId,
  ) => boolean | undefined
  canUserEditEntityRecord: OfRecord<boolean | undefined>
  getCurrentUser: Plain<User<'view'>>
  getAuthors: (state: AnyValue, query?: RecordsQuery) => User[]
  getUserQueryResults: (state: AnyValue, queryId: string) => User[]
  getCurrentTheme: Plain<AnyValue>
  getThemeSupports: Plain<AnyValue>
  __experimentalGetCurrentGlobalStylesId: Plain<number | undefined>
  __experimentalGetCurrentThemeBaseGlobalStyles: Plain<AnyValue>
  __experimentalGetCurrentThemeGlobalStylesVariations: Plain<AnyValue>
  getCurrentThemeGlobalStylesRevisions: Plain<object[] | null>
  getEmbedPreview: (state: AnyValue, url: string) => AnyValue
  isPreviewEmbedFallback: (state: AnyValue, url: string) => boolean
  isRequestingEmbedPreview: (state: AnyValue, url: string) => boolean
  getAutosaves: (state: AnyValue, postType: string, postId: EntityId) => AnyValue[] | undefined
  getAutosave: (state: AnyValue, postType: string, postId: EntityId, authorId: EntityId) => AnyValue
  hasFetchedAutosaves: (state: AnyValue, postType: string, postId: EntityId) => boolean
  getBlockPatterns: Plain<AnyValue[]>
  getBlockPatternCategories: Plain<AnyValue[]>
  getUserPatternCategories: Plain<AnyValue[]>
  getDefaultTemplateId: (state: AnyValue, query: RecordsQuery) => string
  getRevisions: (
    state: AnyValue,
    kind: string,
    name: string,
    recordKey: EntityId,
    query?: RecordsQuery,
  ) => AnyValue[] | null
  getRevision: (
    state: AnyValue,
    kind: string,
    name: string,
    recordKey: EntityId,
    revisionKey: EntityId,
    query?: RecordsQuery,
  ) => AnyValue
  hasRevision: (
    state: AnyValue,
    kind: string,
    name: string,
    recordKey: EntityId,
    revisionKey: EntityId,
    query?: RecordsQuery,
  ) => boolean
  getGlobalStyles: (state: AnyValue, id: EntityId, query?: RecordsQuery) => GlobalStyles | undefined
  /** Short names, such as `getPostType` and `getUsers`. */
  [shorthand: string]: AnyValue
}
