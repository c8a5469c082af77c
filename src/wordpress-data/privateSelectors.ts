import { weakMapMemoize } from 'reselect'
import type { EntityId } from '../core/keys'
import { selectCanUser } from '../permissions/selectors'
import type { EntityState } from '../store/rootReducer'
import { selectHasRedo, selectHasUndo } from '../undo/selectors'
import { blockPatterns, selectBlockPatternsForPostType } from '../wordpress/fetchBlockPatterns'
import { navigationFallback, selectNavigationFallbackId } from '../wordpress/fetchNavigationFallbackId'
import { registeredPostMeta } from '../wordpress/fetchRegisteredPostMeta'
import { homePage } from '../wordpress/homePage/fetchHomePage'
import { postsPage } from '../wordpress/homePage/fetchPostsPageId'
import { selectTemplateId, template } from '../wordpress/homePage/fetchTemplateId'
import { reading, type BridgeSelector } from './bridgeSelector'
import { editorAssets, editorSettings, viewConfig } from './editorResources'

/** What the user may do with one record. */
interface RecordPermissions {
  readonly delete: boolean | undefined
  readonly update: boolean | undefined
}

const permissionsOf = /* @__PURE__ */ weakMapMemoize(
  (remove: boolean | undefined, update: boolean | undefined): RecordPermissions =>
    Object.freeze({ delete: remove, update }),
)
const listOf = /* @__PURE__ */ weakMapMemoize(
  (...permissions: RecordPermissions[]): readonly RecordPermissions[] => permissions,
)

function recordPermissions(state: EntityState, kind: string, name: string, id: EntityId): RecordPermissions {
  const may = (action: 'delete' | 'update') => selectCanUser(state, action, { kind, name, id })
  return permissionsOf(may('delete'), may('update'))
}

const none: readonly never[] = Object.freeze([])
const empty = Object.freeze({})
const undoManager = /* @__PURE__ */ weakMapMemoize((undo: EntityState['undo']) =>
  Object.freeze({
    hasUndo: () => selectHasUndo({ undo }),
    hasRedo: () => selectHasRedo({ undo }),
  }),
)

/** The private selectors by name: `unlock` finds them on the object that a registry lends. */
export const privateSelectors: { readonly [name: string]: BridgeSelector } = {
  getUndoManager: { select: ({ undo }) => undoManager(undo), nothing: undefined },
  getNavigationFallbackId: reading(
    undefined,
    navigationFallback,
    // Of a site without any menu the answer is null, too.
    (state) => selectNavigationFallbackId(state) ?? undefined,
  ),
  getBlockPatternsForPostType: reading(none, blockPatterns, (state, postType: string) =>
    typeof postType === 'string' ? selectBlockPatternsForPostType(state, postType) : none,
  ),
  getEntityRecordsPermissions: {
    select: (state, kind: string, name: string, ids: EntityId | readonly EntityId[]) =>
      listOf(...[ids].flat().map((id) => recordPermissions(state, kind, name, id))),
    nothing: none,
  },
  getEntityRecordPermissions: {
    select: (state, kind: string, name: string, id: EntityId) => recordPermissions(state, kind, name, id),
    nothing: permissionsOf(undefined, undefined),
  },
  getRegisteredPostMeta: reading(empty, registeredPostMeta),
  getHomePage: reading(null, homePage),
  getPostsPageId: reading(null, postsPage),
  getTemplateId: reading(
    undefined,
    template,
    (state, postType: string, postId: EntityId) => selectTemplateId(state, postType, postId) ?? undefined,
  ),
  getEditorSettings: reading(null, editorSettings),
  getEditorAssets: reading(null, editorAssets),
  getViewConfig: reading(undefined, viewConfig),
  // Nobody collaborates through the bridge.
  isCollaborationSupported: { select: () => false, nothing: false },
  getSyncConnectionStatus: { select: () => undefined, nothing: undefined },
  getEntitySyncConnectionStatus: { select: () => undefined, nothing: undefined },
}
