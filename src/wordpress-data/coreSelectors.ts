import { autosaves } from '../autosaves/fetchAutosaves'
import { selectAutosave, selectAutosaves } from '../autosaves/selectors'
import type { EntityConfig } from '../config/entityConfig'
import { configs } from '../config/loadEntityConfigs'
import { selectEntityConfig, selectEntityConfigs } from '../config/selectors'
import type { EntityId } from '../core/keys'
import { selectDeleteError, selectIsDeleting } from '../deleting/selectors'
import { selectDirtyEntityRecords } from '../edits/dirtyRecords'
import {
  editedOf,
  selectEditedView,
  selectEntityRecordEdits,
  selectHasEdits,
  selectNonTransientEdits,
  selectRawEntityRecord,
} from '../edits/selectors'
import { entityRecord } from '../entities/fetchEntityRecord'
import { selectEntityRecord, selectHasEntityRecord } from '../entities/selectors'
import type { PermissionAction, Resource } from '../permissions/resource'
import { permissions } from '../permissions/fetchPermissions'
import { selectCanUser } from '../permissions/selectors'
import {
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  selectHasEntityRecords,
} from '../queries/selectors'
import { entityRecords } from '../queries/fetchEntityRecords'
import type { EntityQuery } from '../records/inference/inference'
import { revision, revisions } from '../revisions/fetchRevisions'
import { selectRevision } from '../revisions/selectors'
import { selectEntityRecordsBeingSaved } from '../saving/recordsBeingSaved'
import { selectIsAutosaving, selectIsSaving, selectSaveError } from '../saving/selectors'
import type { EntityState } from '../store/rootReducer'
import { selectHasRedo, selectHasUndo } from '../undo/selectors'
import { authors } from '../wordpress/fetchAuthors'
import { blockPatternCategories } from '../wordpress/fetchBlockPatternCategories'
import { blockPatterns } from '../wordpress/fetchBlockPatterns'
import { currentTheme, globalStylesId } from '../wordpress/fetchCurrentTheme'
import { currentUser } from '../wordpress/fetchCurrentUser'
import { defaultTemplate } from '../wordpress/fetchDefaultTemplateId'
import { embedPreview, selectIsEmbedPreviewFallback } from '../wordpress/fetchEmbedPreview'
import { themeStyleRevisions } from '../wordpress/fetchThemeStyleRevisions'
import { themeBaseStyles, themeStyleVariations } from '../wordpress/fetchThemeStyles'
import { userPatternCategories } from '../wordpress/fetchUserPatternCategories'
import { selectGlobalStylesId, selectThemeSupports } from '../wordpress/selectors'
import { namedAs, peerConfig, peerConfigs, withOne } from './configs'
import { selectLookup } from '../wordpress/lookups/lookup'
import { globalStylesFacts, userQueryFacts } from './editorResources'
import { reading, selector, type BridgeSelector, type MakeRead } from './bridgeSelector'
import { isShownEarly, listQuery } from './listQuery'
import { shorthands } from './shorthands'
import { numberOf } from './normalizeArguments'
import { templateForLink } from './templateForLink'

type State = EntityState

const none: readonly never[] = Object.freeze([])
const empty = Object.freeze({})

/** What is asked of a record: kind, name and id. */
type OfRecord<Result> = (state: State, kind: string, name: string, id?: EntityId) => Result

/** Selectors of one record that Copydesk has as they are. */
function ofRecord(nothing: unknown, select: OfRecord<unknown>, asks?: MakeRead): BridgeSelector {
  const ofId = (state: State, kind: string, name: string, id?: EntityId) =>
    select(state, kind, name, numberOf(id)) ?? nothing
  return selector(nothing, ofId, asks)
}

const record = reading(
  undefined,
  entityRecord,
  (state: State, kind: string, name: string, id?: EntityId, query?: EntityQuery) =>
    selectEntityRecord(state, kind, name, numberOf(id), query),
)
const asksWhole: MakeRead = (kind: string, name: string, id?: EntityId) => ({
  read: entityRecord,
  args: [kind, name, id],
})

const asksList: MakeRead = (kind: string, name: string, query?: EntityQuery) => ({
  read: entityRecords,
  args: [kind, name, listQuery(query)],
  options: { intermediateResults: isShownEarly(query) },
})
const records = (nothing: unknown, select: OfRecord<unknown> | typeof selectEntityRecords, asks?: MakeRead) =>
  selector(
    nothing,
    (state: State, kind: string, name: string, query?: EntityQuery) =>
      (select as typeof selectEntityRecords)(state, kind, name, listQuery(query)),
    asks,
  )

/** The settings have no config before they are asked for, and their labels are wanted here. */
const asksConfigs: MakeRead = (kind: string) => ({
  read: configs,
  args: kind === 'root' ? [kind, 'site'] : [kind],
})

const asksAutosaves: MakeRead = (postType: string, postId: EntityId) => ({
  read: autosaves,
  args: [postType, postId],
  holdsThroughWrites: true,
})

const config = selector(undefined, (state: State, kind: string, name: string) => {
  const known = selectEntityConfig(state, kind, name)
  return known && peerConfig(namedAs(known, kind, name))
})
const ofKind = selector(none, (state: State, kind: string) =>
  peerConfigs(kind === 'root' ? withMedia(state) : selectEntityConfigs(state, kind)),
)

/** The root entities with attachments among them, which are root entities of WordPress's store, too. */
function withMedia(state: State): readonly EntityConfig[] {
  const known = selectEntityConfig(state, 'root', 'media')
  const others = selectEntityConfigs(state, 'root')
  return known ? withOne(others, namedAs(known, 'root', 'media')) : others
}

/** An empty list of autosaves is none. */
function knownAutosaves(state: State, postType: string, postId: EntityId) {
  const list = selectAutosaves(state, postType, postId)
  return list?.length ? list : undefined
}

function mayUser(state: State, action: PermissionAction, resource: Resource, id?: EntityId): unknown {
  if (typeof resource === 'object' && resource !== null && !(resource.kind && resource.name)) return false
  return selectCanUser(state, action, resource, id)
}

/** As core-data gives it: the text of edited blocks is a function. */
function lazyRecord(state: State, kind: string, name: string, id?: EntityId): unknown {
  const view = selectEditedView(state, kind, name, id)
  return view && editedOf(view)
}

/** The public selectors by name, without those of resolutions. */
export const publicSelectors: { readonly [name: string]: BridgeSelector } = {
  getEntityRecord: record,
  __experimentalGetEntityRecordNoResolver: { ...record, asks: undefined },
  getRawEntityRecord: ofRecord(undefined, selectRawEntityRecord, asksWhole),
  getEditedEntityRecord: ofRecord(false, lazyRecord, asksWhole),
  getEntityRecordEdits: ofRecord(undefined, selectEntityRecordEdits),
  getEntityRecordNonTransientEdits: ofRecord(empty, selectNonTransientEdits),
  hasEditsForEntityRecord: ofRecord(
    false,
    (state, kind, name, id) => selectIsSaving(state, kind, name, id) || selectHasEdits(state, kind, name, id),
  ),
  hasEntityRecord: selector(
    false,
    (state: State, kind: string, name: string, id?: EntityId, query?: EntityQuery) =>
      selectHasEntityRecord(state, kind, name, id, query),
  ),
  getEntityRecords: records(null, selectEntityRecords, asksList),
  hasEntityRecords: records(false, selectHasEntityRecords as never),
  getEntityRecordsTotalItems: records(null, selectEntityRecordsTotalItems as never, asksList),
  getEntityRecordsTotalPages: selector(
    null,
    (state: State, kind: string, name: string, query?: EntityQuery) => {
      const known = selectEntityConfig(state, kind, name)
      const asked = listQuery(query)
      const isOnePage = known && (!known.supportsPagination || Number(asked?.per_page) === -1)
      return isOnePage ? 1 : selectEntityRecordsTotalPages(state, kind, name, asked)
    },
    asksList,
  ),
  __experimentalGetDirtyEntityRecords: selector(none, selectDirtyEntityRecords),
  __experimentalGetEntitiesBeingSaved: selector(none, selectEntityRecordsBeingSaved),
  isSavingEntityRecord: ofRecord(false, selectIsSaving),
  isAutosavingEntityRecord: ofRecord(false, selectIsAutosaving),
  isDeletingEntityRecord: ofRecord(false, selectIsDeleting),
  getLastEntitySaveError: ofRecord(undefined, selectSaveError),
  getLastEntityDeleteError: ofRecord(undefined, selectDeleteError),
  hasUndo: selector(false, selectHasUndo),
  hasRedo: selector(false, selectHasRedo),
  getUndoEdit: selector(undefined, () => undefined),
  getRedoEdit: selector(undefined, () => undefined),
  getEntityConfig: config,
  getEntity: config,
  getEntitiesConfig: { ...ofKind, asks: asksConfigs },
  getEntitiesByKind: ofKind,
  canUser: selector(undefined, mayUser, (action: string, ...args: readonly unknown[]) => ({
    read: permissions,
    args,
  })),
  canUserEditEntityRecord: selector(
    undefined,
    (state: State, kind: string, name: string, id?: EntityId) =>
      selectCanUser(state, 'update', { kind, name, id }),
    (kind: string, name: string, id?: EntityId) => ({ read: permissions, args: [{ kind, name, id }] }),
  ),
  getCurrentTheme: reading(null, currentTheme),
  getThemeSupports: reading(empty, currentTheme, selectThemeSupports),
  __experimentalGetCurrentGlobalStylesId: reading(
    undefined,
    globalStylesId,
    (state: State) => selectLookup(state, globalStylesFacts()) ?? selectGlobalStylesId(state),
  ),
  __experimentalGetCurrentThemeBaseGlobalStyles: reading(null, themeBaseStyles),
  __experimentalGetCurrentThemeGlobalStylesVariations: reading(null, themeStyleVariations),
  getCurrentThemeGlobalStylesRevisions: reading(null, themeStyleRevisions),
  getCurrentUser: reading(empty, currentUser),
  getAuthors: reading(none, authors),
  getUserQueryResults: selector(
    none,
    (state: State, query: string) => selectLookup(state, userQueryFacts(query)) ?? none,
  ),
  getBlockPatterns: reading(none, blockPatterns),
  getBlockPatternCategories: reading(none, blockPatternCategories),
  getUserPatternCategories: reading(none, userPatternCategories),
  getDefaultTemplateId: reading(undefined, defaultTemplate),
  getEmbedPreview: reading(undefined, embedPreview),
  isPreviewEmbedFallback: selector(false, (state: State, url: string) =>
    selectIsEmbedPreviewFallback(state, url),
  ),
  getRevisions: reading(null, revisions),
  getRevision: reading(undefined, revision),
  hasRevision: selector(
    false,
    (state: State, kind: string, name: string, id?: EntityId, revision?: EntityId, query?: EntityQuery) =>
      selectRevision(state, kind, name, id, revision, query) !== undefined,
  ),
  getAutosaves: selector(undefined, knownAutosaves, asksAutosaves),
  getAutosave: selector(
    undefined,
    (state: State, postType: string, postId: EntityId, author?: EntityId) =>
      author === undefined ? undefined : selectAutosave(state, postType, postId, author),
    asksAutosaves,
  ),
  __experimentalGetTemplateForLink: reading(null, templateForLink),
}

/** The short names of the root entities: selectors of a record or a list of one of them. */
export const shorthandSelectors: { readonly [name: string]: BridgeSelector } = Object.fromEntries(
  [...shorthands].flatMap(([name, { entity, does }]) => {
    if (does !== 'get' && does !== 'list') return []
    const { select, nothing, asks } = publicSelectors[
      does === 'list' ? 'getEntityRecords' : 'getEntityRecord'
    ] as Required<BridgeSelector>
    const all = (args: readonly never[]) =>
      ['root', entity, ...args] as readonly unknown[] as readonly never[]
    const named: BridgeSelector = {
      nothing,
      select: (state, ...args) => select(state, ...all(args)),
      asks: asks && ((...args) => asks(...all(args))),
    }
    return [[name, named]]
  }),
)
