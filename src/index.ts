// Names in the order of the flow: the store and its fetcher, what an entity is, reading, editing, undoing, saving, deleting.
export {
  createEntityStore,
  type EntityStore,
  type EntityStoreOptions,
  type StorePlugin,
  type SyncPlugin,
} from './store/createEntityStore'
export { createEntityReducer, entityReducer, type EntityReducerOptions } from './store/entityReducer'
export type { HostStore } from './store/hostStore'
export type { EntityMiddleware, PluginParts } from './store/plugins'
export type { EntityStoreAction } from './store/storeActions'
export type { EntityKey, QueryKey, RecordKey, ResolutionKey, ResourceKey } from './core/keys'
export type { Address } from './core/address'
export type { RecordData } from './core/plain'
export { startCollecting, type CollectingOptions } from './store/garbageCollection/startCollecting'
export { dehydrate, type DehydrateOptions } from './store/hydration/dehydrate'
export type { EntityState } from './store/rootReducer'
export type { Dispatch, Services, StoreAction, Thunk } from './core/thunk'
// What plugins, listeners and slices beside the store need stands in `copydesk/actions`.
export * from './actions/deprecated'

export { createRestFetcher, type RestFetcherOptions } from './rest/fetcher'
export type { FetchRequest, FetchResponse, Fetcher, RetryOptions, UploadProgress } from './core/fetchContract'
export { RestError } from './rest/restError'
export type { FailedOperation, StoreDefaults } from './store/storeDefaults'
export type { EntityError } from './resolution/entityError'
export { errorText, errorTexts, type ErrorTextOptions } from './resolution/errorText'
export { EntityStoreError, type EntityStoreErrorCode, type StoredError } from './core/errors'
export type { PermissionSet } from './rest/allow'

export { addEntities } from './config/actions'
export {
  defineServer,
  type ListAnswer,
  type ParameterNames,
  type ServerErrorText,
  type ServerSettings,
  type ServerWrite,
} from './config/defineServer'
export { defineEntity, type EntityConfig, type TransientEdit } from './config/entityConfig'
export { loadEntityConfigs } from './config/loadEntityConfigs'
export { selectEntityConfig, selectEntityConfigs } from './config/selectors'

export type { ReadOptions } from './resolution/readOptions'
export type { Resolution } from './resolution/selectors'
export { selectIsFresh, selectStaleSince } from './store/freshness'
export type { ReadArguments } from './store/reads'
export { selectResolution } from './store/selectResolution'
export { selectRecordState, type RecordState } from './store/selectRecordState'

export type { Lock } from './locks/conflicts'

export { fetchEntityRecord, type RecordReadOptions } from './entities/fetchEntityRecord'
export { removeEntityRecords } from './entities/removeEntityRecords'
export { selectEntityRecord, selectHasEntityRecord } from './entities/selectors'

export { fetchEntityRecords, type ListProgress, type ListReadOptions } from './queries/fetchEntityRecords'
export { invalidate, type InvalidateTarget } from './queries/invalidate'
export { receiveEntityRecords, type ReceiveOptions } from './queries/receiveEntityRecords'
export {
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  selectHasEntityRecords,
} from './queries/selectors'

export { fetchRevision, fetchRevisions, type RevisionReadOptions } from './revisions/fetchRevisions'
export { receiveRevisions } from './revisions/receiveRevisions'
export { selectRevision, selectRevisions, selectRevisionsTotalItems } from './revisions/selectors'

export { fetchPermissions, receivePermissions } from './permissions/fetchPermissions'
export type { PermissionAction, Resource } from './permissions/resource'
export { selectCanUser } from './permissions/selectors'

export type { BlockCodec, ContentBlock } from './edits/blockCodec'
export { fetchAuthors, selectAuthors } from './wordpress/fetchAuthors'
export { fetchCurrentTheme, fetchGlobalStylesId } from './wordpress/fetchCurrentTheme'
export { fetchCurrentUser, selectCurrentUser, type CurrentUser } from './wordpress/fetchCurrentUser'
export {
  fetchThemeBaseStyles,
  fetchThemeStyleVariations,
  selectThemeBaseStyles,
  selectThemeStyleVariations,
  type ThemeStyles,
  type ThemeStyleVariation,
} from './wordpress/fetchThemeStyles'
export {
  fetchThemeStyleRevisions,
  selectThemeStyleRevisions,
  type ThemeStyleRevision,
} from './wordpress/fetchThemeStyleRevisions'
export { selectCurrentTheme, selectGlobalStylesId, selectThemeSupports } from './wordpress/selectors'

export { fetchAutosaves } from './autosaves/fetchAutosaves'
export { receiveAutosaves } from './autosaves/receiveAutosaves'
export { selectAutosave, selectAutosaves, type Autosave } from './autosaves/selectors'

export { clearEntityRecordEdits, editEntityRecord, type EditOptions } from './edits/editEntityRecord'
export {
  selectEditedEntityRecord,
  selectEntityRecordEdits,
  selectHasEdits,
  selectNonTransientEdits,
  selectRawEntityRecord,
} from './edits/selectors'
export { selectDirtyEntityRecords, type RecordSummary } from './edits/dirtyRecords'

export { searchLinks } from './wordpress/linkSearch/searchLinks'
export type {
  LinkResult,
  LinkSearchChoice,
  LinkSearchOptions,
  LinkType,
} from './wordpress/linkSearch/askLinkSources'

export {
  fetchBlockPatternCategories,
  selectBlockPatternCategories,
  type BlockPatternCategory,
} from './wordpress/fetchBlockPatternCategories'
export {
  fetchBlockPatterns,
  selectBlockPatterns,
  selectBlockPatternsForPostType,
  type BlockPattern,
} from './wordpress/fetchBlockPatterns'
export {
  fetchDefaultTemplateId,
  selectDefaultTemplateId,
  type DefaultTemplateQuery,
} from './wordpress/fetchDefaultTemplateId'
export {
  fetchEmbedPreview,
  selectEmbedPreview,
  selectIsEmbedPreviewFallback,
  type EmbedPreview,
} from './wordpress/fetchEmbedPreview'
export { fetchNavigationFallbackId, selectNavigationFallbackId } from './wordpress/fetchNavigationFallbackId'
export {
  fetchRegisteredPostMeta,
  selectRegisteredPostMeta,
  type RegisteredPostMeta,
} from './wordpress/fetchRegisteredPostMeta'
export { fetchUrlDetails, selectUrlDetails, type UrlDetails } from './wordpress/fetchUrlDetails'
export { receiveLookup, type ReceivableLookups, type ReceivedLookupArguments } from './store/receiveLookup'
export {
  fetchUserPatternCategories,
  selectUserPatternCategories,
  type UserPatternCategory,
} from './wordpress/fetchUserPatternCategories'

export { fetchHomePage, selectHomePage, type HomePage } from './wordpress/homePage/fetchHomePage'
export { fetchPostsPageId, selectPostsPageId } from './wordpress/homePage/fetchPostsPageId'
export { fetchTemplateId, selectTemplateId } from './wordpress/homePage/fetchTemplateId'

export { editEntityBlocks, type EditBlocksOptions } from './blocks/editEntityBlocks'
export { selectEntityBlocks } from './blocks/selectors'

export { createUndoLevel } from './undo/actions'
export type { RecordChange, UndoLevel } from './undo/changes'
export { selectHasRedo, selectHasUndo, selectUndoHistory, type UndoHistory } from './undo/selectors'
export { redo, undo, type UndoOptions } from './undo/undo'
export type { UndoRecord, UndoScope } from './undo/undoScope'

export {
  saveDirtyEntityRecords,
  type RecordReference,
  type SaveDirtyOptions,
  type SaveReport,
} from './batch/saveDirtyEntityRecords'
export {
  saveEditedEntityRecord,
  saveEntityRecord,
  saveSpecifiedEntityEdits,
  type SaveEditsOptions,
  type SaveOptions,
} from './saving/saveEntityRecord'
export { selectEntityRecordsBeingSaved } from './saving/recordsBeingSaved'
export { selectIsAutosaving, selectIsSaving, selectSaveError, type SaveId } from './saving/selectors'
export { editMedia, type ImageEdit, type ImageModifier } from './media/editMedia'
export { uploadMedia, type UploadOptions } from './media/uploadMedia'
export type { WriteOptions } from './saving/writeLock'
export type { ForResult, WriteResult } from './saving/writeOutcome'

export { deleteEntityRecord } from './deleting/deleteEntityRecord'
export { selectDeleteError, selectIsDeleting } from './deleting/selectors'

export { batch, type BatchRequest, type BatchWrites } from './batch/batch'
export type { CollectOptions } from './batch/writeQueue'

export type {
  Context,
  DeepReadonly,
  EntityContexts,
  RenderedText,
  Updatable,
} from './records/inference/context'
export type {
  BuiltinEntityTypes,
  DefaultContexts,
  EntityNames,
  EntityTypes,
  PerContext,
  PostTypeEntityTypes,
  RootEntityTypes,
  TaxonomyEntityTypes,
} from './records/entityTypes'
export type {
  EditRecipe,
  EditedRecordOf,
  EditsOf,
  EntityId,
  EntityName,
  EntityQuery,
  IdOf,
  Kind,
  RecordFor,
  RecordOf,
  RevisionFor,
  RevisionOf,
  SavePayloadOf,
  UnknownRecord,
} from './records/inference/inference'
export type { CheckedQuery, EntityParameters } from './records/inference/queryParameters'
export type { Attachment, AttachmentFields } from './records/attachment'
export type { AvatarUrls } from './records/avatarUrls'
export type { AuthoredPostFields, BasePostFields } from './records/basePost'
export type { Block, BlockContent, BlockFields } from './records/block'
export type { Comment, CommentFields, CommentStatus } from './records/comment'
export type { FontCategory, FontCollection, FontCollectionFields, FontFamily } from './records/fontCollection'
export type { GlobalStyles, GlobalStylesFields } from './records/globalStyles'
export type { GlobalStylesRevision, GlobalStylesRevisionFields } from './records/globalStylesRevision'
export type { Icon, IconFields } from './records/icon'
export type { IconCollection, IconCollectionFields } from './records/iconCollection'
export type { RecordLink, RecordLinks } from './records/links'
export type {
  AudioStream,
  AudioVideoDetails,
  ImageMeta,
  MediaDetails,
  MediaSize,
} from './records/mediaDetails'
export type { Menu, MenuFields } from './records/menu'
export type { MenuItem, MenuItemFields } from './records/menuItem'
export type { MenuLocation, MenuLocationFields } from './records/menuLocation'
export type { Navigation, NavigationContent, NavigationFields, NavigationTitle } from './records/navigation'
export type { Page, PageFields } from './records/page'
export type { Plugin, PluginFields } from './records/plugin'
export type { Post, PostFields, PostFormat } from './records/post'
export type { PostRevision, PostRevisionFields } from './records/postRevision'
export type { DiscussionStatus, PostStatus } from './records/postStatus'
export type { Settings, SettingsFields } from './records/settings'
export type { Sidebar, SidebarFields } from './records/sidebar'
export type { Status, StatusFields } from './records/status'
export type { Taxonomy, TaxonomyFields, TaxonomyVisibility } from './records/taxonomy'
export type { BaseTemplateFields, Template, TemplateContent, TemplateFields } from './records/template'
export type { TemplatePart, TemplatePartFields } from './records/templatePart'
export type { Term, TermFields } from './records/term'
export type { TemplatePartArea, TemplateType, Theme, ThemeFields, ThemeTags } from './records/theme'
export type {
  CustomLogo,
  ThemeColor,
  ThemeFontSize,
  ThemeGradient,
  ThemeSpacingSize,
  ThemeSupports,
} from './records/themeSupports'
export type { Type, TypeFields, TypeVisibility } from './records/type'
export type { UnstableBase, UnstableBaseFields } from './records/unstableBase'
export type { User, UserFields } from './records/user'
export type { Widget, WidgetFields, WidgetInstance } from './records/widget'
export type { WidgetType, WidgetTypeFields } from './records/widgetType'
