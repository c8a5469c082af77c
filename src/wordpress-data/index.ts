import './registerDefault'

export { store } from './defaultStore'
export {
  copydeskOf,
  createCoreStore,
  type CoreStoreDescriptor,
  type CoreStoreOptions,
  type Registry,
} from './createCoreStore'
export type { CoreStoreInstance } from './lend'
export type { Functions } from './metadata'
export type { Flavour } from './flavours'
export { createApiFetcher, type ApiFetch, type ApiFetchOptions } from './apiFetcher'
export { EntityProvider, type EntityProviderProps } from './hooks/EntityProvider'
export { useEntityId } from '../react/provider/EntityProvider'
export {
  useDeprecatedEntityRecord as __experimentalUseEntityRecord,
  useEntityRecord,
  type EntityQueryOptions,
  type EntityRecordResolution,
} from './hooks/useEntityRecord'
export {
  useDeprecatedEntityRecords as __experimentalUseEntityRecords,
  useEntityRecords,
  type EntityRecordsResolution,
} from './hooks/useEntityRecords'
export type { WithPermissions } from './hooks/useEntityRecordsWithPermissions'
export {
  useDeprecatedResourcePermissions as __experimentalUseResourcePermissions,
  useResourcePermissions,
  type EntityResource,
  type ResourcePermissions,
} from './hooks/useResourcePermissions'
export { useEntityProp } from './hooks/useEntityProp'
export { useEntityBlockEditor, type TakeEditorBlocks } from './hooks/useEntityBlockEditor'
export type { QueryStatus } from './hooks/queryStatus'
export {
  fetchBlockPatterns,
  fetchLinkSuggestions as __experimentalFetchLinkSuggestions,
  fetchUrlData as __experimentalFetchUrlData,
  type LinkEditorSettings,
  type SearchOptions,
} from './siteRequests'
export { privateApis, type CoreDataPrivateApis } from './privateApis'
export type { CoreStore } from './defaultStore'
export type { CoreStoreActions, EditRecordOptions, WriteRecordOptions } from './declarations/actions'
export type { CoreStoreSelectors, RecordsQuery } from './declarations/selectors'
export type {
  AbsoluteBlockIndexPath,
  AnyFunction,
  BaseState,
  CollaboratorInfo,
  ConnectionError,
  ConnectionStatus,
  CursorPosition,
  DebugCollaboratorData,
  EditorState,
  EnhancedState,
  EqualityFieldCheck,
  PostEditorAwarenessState,
  PostEditorState,
  PostSaveEvent,
  ResolvedSelection,
  SelectionCursor,
  SelectionEndpoint,
  SelectionInMultipleBlocks,
  SelectionInOneBlock,
  SelectionNone,
  SelectionState,
  SelectionWholeBlock,
  SerializableYItem,
  SerializableYItemRef,
  WPBlockSelection,
  WPSelection,
  YDocDebugData,
} from './declarations/collaboration'
export type {
  BaseEntityRecords,
  CollectionFontFace,
  CollectionFontFamily,
  FontFace,
  FontFamily,
} from './declarations/baseEntityRecords'
export type {
  DefaultContextOf,
  EntityContextDefaults,
  EntityKind,
  EntityNameOf,
  EntityRecordOf,
  EntityRecordOfQuery,
  EntityRecordTypes,
  PostTypeEntityContexts,
  PostTypeEntityRecordTypes,
  RootEntityContexts,
  RootEntityRecordTypes,
  TaxonomyEntityContexts,
  TaxonomyEntityRecordTypes,
} from './declarations/entities'
export type {
  Attachment,
  Block,
  Comment,
  EntityRecord,
  FontCollection,
  GlobalStyles,
  GlobalStylesRevision,
  GlobalStylesUpdate,
  Icon,
  IconCollection,
  MenuLocation,
  Navigation,
  NavMenu,
  NavMenuItem,
  Page,
  PerPackageEntityRecords,
  Plugin,
  Post,
  PostRevision,
  PostStatusObject,
  Settings,
  Sidebar,
  Taxonomy,
  Term,
  Theme,
  Type,
  UnstableBase,
  User,
  Widget,
  WidgetType,
  WpFontFamily,
  WpTemplate,
  WpTemplatePart,
} from './declarations/records'
export type {
  Context,
  ContextField as ContextualField,
  OmitNever as OmitNevers,
  RenderedText,
  Updatable,
} from '../records/inference/context'
export type { PostStatus } from '../records/postStatus'
export type { TemplatePartArea, TemplateType } from '../records/theme'
