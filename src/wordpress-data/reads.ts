import { loadEntityConfig, loadEntityConfigs } from '../config/loadEntityConfigs'
import type { EntityId } from '../core/keys'
import type { Thunk } from '../core/thunk'
import { fetchAutosaves } from '../autosaves/fetchAutosaves'
import { fetchEntityRecord } from '../entities/fetchEntityRecord'
import { fetchPermissions } from '../permissions/fetchPermissions'
import type { Resource } from '../permissions/resource'
import { fetchEntityRecords } from '../queries/fetchEntityRecords'
import type { EntityQuery } from '../records/inference/inference'
import { fetchRevision, fetchRevisions } from '../revisions/fetchRevisions'
import type { EntityState } from '../store/rootReducer'
import { fetchAuthors } from '../wordpress/fetchAuthors'
import { fetchBlockPatternCategories } from '../wordpress/fetchBlockPatternCategories'
import { fetchBlockPatterns } from '../wordpress/fetchBlockPatterns'
import { fetchCurrentTheme, fetchGlobalStylesId } from '../wordpress/fetchCurrentTheme'
import { fetchCurrentUser } from '../wordpress/fetchCurrentUser'
import { fetchDefaultTemplateId, type DefaultTemplateQuery } from '../wordpress/fetchDefaultTemplateId'
import { fetchEmbedPreview } from '../wordpress/fetchEmbedPreview'
import { fetchNavigationFallbackId } from '../wordpress/fetchNavigationFallbackId'
import { fetchRegisteredPostMeta } from '../wordpress/fetchRegisteredPostMeta'
import { fetchThemeStyleRevisions } from '../wordpress/fetchThemeStyleRevisions'
import { fetchThemeBaseStyles, fetchThemeStyleVariations } from '../wordpress/fetchThemeStyles'
import { fetchUserPatternCategories } from '../wordpress/fetchUserPatternCategories'
import { fetchHomePage } from '../wordpress/homePage/fetchHomePage'
import { fetchPostsPageId } from '../wordpress/homePage/fetchPostsPageId'
import { fetchTemplateId } from '../wordpress/homePage/fetchTemplateId'
import { fetchEditorAssets, fetchEditorSettings, fetchViewConfig } from './editorResources'
import { isShownEarly, listQuery } from './listQuery'
import { fetchTemplateForLink } from './templateForLink'

/** What a selector asks of Copydesk when it is called for the first time. */
export interface BridgeRead {
  /** The read, as its resolution is asked for. */
  readonly operation: string
  readonly given: readonly unknown[]
  readonly fetch: (options: { readonly force: boolean }) => Thunk<EntityState, Promise<unknown>>
  /**
   * Whether the answer holds through writes of what it is about, as in WordPress's store, whose editors would else ask
   * again after each save. Default false: what Copydesk marks as stale is asked again.
   */
  readonly holdsThroughWrites?: boolean
}

// Whatever an application passes: what is no argument is refused by the thunk.
type Given = readonly never[]
type MakeRead = (...args: Given) => BridgeRead

function record(kind: string, name: string, id?: EntityId, query?: EntityQuery): BridgeRead {
  return {
    operation: 'fetchEntityRecord',
    given: [kind, name, id, query],
    fetch: (options) => fetchEntityRecord<string, string, EntityQuery>(kind, name, id, query, options),
  }
}

function list(kind: string, name: string, query?: EntityQuery): BridgeRead {
  const asked = listQuery(query)
  const intermediateResults = isShownEarly(query)
  return {
    operation: 'fetchEntityRecords',
    given: [kind, name, asked],
    fetch: (options) =>
      fetchEntityRecords<string, string, EntityQuery>(kind, name, asked, { ...options, intermediateResults }),
  }
}

function permissions(resource: Resource, id?: EntityId): BridgeRead {
  return {
    operation: 'fetchPermissions',
    given: [resource, id],
    fetch: (options) => fetchPermissions(resource, id, options),
  }
}

function autosaves(postType: string, postId: EntityId): BridgeRead {
  return {
    operation: 'fetchAutosaves',
    given: [postType, postId],
    holdsThroughWrites: true,
    fetch: (options) => fetchAutosaves(postType, postId, options),
  }
}

function configs(kind: string): BridgeRead {
  const isRoot = kind === 'root'
  return {
    operation: 'loadEntityConfigs',
    given: isRoot ? [kind, 'site'] : [kind],
    // The settings have no config before they are asked for, and their labels are wanted here.
    fetch: () => (isRoot ? loadEntityConfig('root', 'site') : loadEntityConfigs(kind)),
  }
}

/** A read without arguments. */
function plain(
  operation: string,
  fetch: (options: { force: boolean }) => Thunk<EntityState, Promise<unknown>>,
) {
  return (): BridgeRead => ({ operation, given: [], fetch })
}

const theme = plain('fetchCurrentTheme', fetchCurrentTheme)

const makers = {
  getEntityRecord: record,
  getRawEntityRecord: (kind: string, name: string, id?: EntityId) => record(kind, name, id),
  getEditedEntityRecord: (kind: string, name: string, id?: EntityId) => record(kind, name, id),
  getEntityRecords: list,
  getEntityRecordsTotalItems: list,
  getEntityRecordsTotalPages: list,
  getEntitiesConfig: configs,
  canUser: (action: string, resource: Resource, id?: EntityId) => permissions(resource, id),
  canUserEditEntityRecord: (kind: string, name: string, id?: EntityId) => permissions({ kind, name, id }),
  getCurrentTheme: theme,
  getThemeSupports: theme,
  __experimentalGetCurrentGlobalStylesId: plain('fetchGlobalStylesId', fetchGlobalStylesId),
  __experimentalGetCurrentThemeBaseGlobalStyles: plain('fetchThemeBaseStyles', fetchThemeBaseStyles),
  __experimentalGetCurrentThemeGlobalStylesVariations: plain(
    'fetchThemeStyleVariations',
    fetchThemeStyleVariations,
  ),
  getCurrentThemeGlobalStylesRevisions: plain('fetchThemeStyleRevisions', fetchThemeStyleRevisions),
  getCurrentUser: plain('fetchCurrentUser', fetchCurrentUser),
  getAuthors: (query?: EntityQuery): BridgeRead => ({
    operation: 'fetchAuthors',
    given: [query],
    fetch: (options) => fetchAuthors(query, options),
  }),
  getUserPatternCategories: plain('fetchUserPatternCategories', fetchUserPatternCategories),
  getBlockPatterns: plain('fetchBlockPatterns', fetchBlockPatterns),
  getBlockPatternCategories: plain('fetchBlockPatternCategories', fetchBlockPatternCategories),
  getDefaultTemplateId: (query: DefaultTemplateQuery): BridgeRead => ({
    operation: 'fetchDefaultTemplateId',
    given: [query],
    fetch: (options) => fetchDefaultTemplateId(query, options),
  }),
  getEmbedPreview: (url: string): BridgeRead => ({
    operation: 'fetchEmbedPreview',
    given: [url],
    fetch: (options) => fetchEmbedPreview(url, options),
  }),
  getRevisions: (kind: string, name: string, id?: EntityId, query?: EntityQuery): BridgeRead => ({
    operation: 'fetchRevisions',
    given: [kind, name, id, query],
    fetch: (options) => fetchRevisions<string, string, EntityQuery>(kind, name, id, query, options),
  }),
  getRevision: (
    kind: string,
    name: string,
    id?: EntityId,
    revision?: EntityId,
    query?: EntityQuery,
  ): BridgeRead => ({
    operation: 'fetchRevision',
    given: [kind, name, id, revision, query],
    fetch: (options) => fetchRevision<string, string, EntityQuery>(kind, name, id, revision, query, options),
  }),
  getAutosaves: autosaves,
  getAutosave: autosaves,
  __experimentalGetTemplateForLink: (link: string): BridgeRead => ({
    operation: 'fetchTemplateForLink',
    given: [link],
    fetch: (options) => fetchTemplateForLink(link, options),
  }),
  getNavigationFallbackId: plain('fetchNavigationFallbackId', fetchNavigationFallbackId),
  getRegisteredPostMeta: (postType: string): BridgeRead => ({
    operation: 'fetchRegisteredPostMeta',
    given: [postType],
    fetch: (options) => fetchRegisteredPostMeta(postType, options),
  }),
  getBlockPatternsForPostType: plain('fetchBlockPatterns', fetchBlockPatterns),
  getHomePage: plain('fetchHomePage', fetchHomePage),
  getPostsPageId: plain('fetchPostsPageId', fetchPostsPageId),
  getTemplateId: (postType: string, postId: EntityId): BridgeRead => ({
    operation: 'fetchTemplateId',
    given: [postType, postId],
    fetch: (options) => fetchTemplateId(postType, postId, options),
  }),
  getEditorSettings: plain('fetchEditorSettings', fetchEditorSettings),
  getEditorAssets: plain('fetchEditorAssets', fetchEditorAssets),
  getViewConfig: (kind: string, name: string, fields?: readonly string[]): BridgeRead => ({
    operation: 'fetchViewConfig',
    given: [kind, name, fields],
    fetch: (options) => fetchViewConfig(kind, name, fields, options),
  }),
}

/** Names of the selectors that ask for what is not known. */
export type ReadingSelector = keyof typeof makers

/** What each selector asks for, made from its arguments. */
export const reads: { readonly [Selector in ReadingSelector]: MakeRead } = makers

export { list as listRead, record as recordRead }
