import { selectAutosave, selectAutosaves } from '../autosaves/selectors'
import type { EntityConfig } from '../config/entityConfig'
import { selectEntityConfig, selectEntityConfigs } from '../config/selectors'
import type { EntityId } from '../core/keys'
import { selectDeleteError, selectIsDeleting } from '../deleting/selectors'
import { selectDirtyEntityRecords } from '../edits/dirtyRecords'
import {
  selectEditedEntityRecord,
  selectEntityRecordEdits,
  selectHasEdits,
  selectNonTransientEdits,
  selectRawEntityRecord,
} from '../edits/selectors'
import { selectEntityRecord, selectHasEntityRecord } from '../entities/selectors'
import type { PermissionAction, Resource } from '../permissions/resource'
import { selectCanUser } from '../permissions/selectors'
import {
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  selectHasEntityRecords,
} from '../queries/selectors'
import type { EntityQuery } from '../records/inference/inference'
import { selectRevision, selectRevisions } from '../revisions/selectors'
import { selectEntityRecordsBeingSaved } from '../saving/recordsBeingSaved'
import { selectIsAutosaving, selectIsSaving, selectSaveError } from '../saving/selectors'
import type { EntityState } from '../store/rootReducer'
import { selectHasRedo, selectHasUndo } from '../undo/selectors'
import { selectAuthors } from '../wordpress/fetchAuthors'
import { selectBlockPatternCategories } from '../wordpress/fetchBlockPatternCategories'
import { selectBlockPatterns } from '../wordpress/fetchBlockPatterns'
import { selectCurrentUser } from '../wordpress/fetchCurrentUser'
import { selectDefaultTemplateId, type DefaultTemplateQuery } from '../wordpress/fetchDefaultTemplateId'
import { selectEmbedPreview, selectIsEmbedPreviewFallback } from '../wordpress/fetchEmbedPreview'
import { selectThemeStyleRevisions } from '../wordpress/fetchThemeStyleRevisions'
import { selectThemeBaseStyles, selectThemeStyleVariations } from '../wordpress/fetchThemeStyles'
import { selectUserPatternCategories } from '../wordpress/fetchUserPatternCategories'
import { selectCurrentTheme, selectGlobalStylesId, selectThemeSupports } from '../wordpress/selectors'
import { namedAs, peerConfig, peerConfigs, withOne } from './configs'
import { selectAnswerTo } from './editorResources'
import { listQuery } from './listQuery'
import { numberOf } from './normalizeArguments'
import { selectTemplateForLink } from './templateForLink'

/** A selector of the bridge: a function of Copydesk's state, and what it gives for what there is not. */
export interface BridgeSelector {
  readonly select: (state: EntityState, ...args: readonly never[]) => unknown
  readonly nothing: unknown
}

type State = EntityState

/** @param nothing - What is given for unknown entities, missing ids and hostile input. */
function selector(nothing: unknown, select: BridgeSelector['select']): BridgeSelector {
  return { select, nothing }
}

const none: readonly never[] = Object.freeze([])
const empty = Object.freeze({})

/** What is asked of a record: kind, name and id. */
type OfRecord<Result> = (state: State, kind: string, name: string, id?: EntityId) => Result

/** Selectors of one record that Copydesk has as they are. */
function ofRecord(nothing: unknown, select: OfRecord<unknown>): BridgeSelector {
  return selector(
    nothing,
    (state: State, kind: string, name: string, id?: EntityId) =>
      select(state, kind, name, numberOf(id)) ?? nothing,
  )
}

const record = selector(
  undefined,
  (state: State, kind: string, name: string, id?: EntityId, query?: EntityQuery) =>
    selectEntityRecord(state, kind, name, numberOf(id), query),
)

const records = (nothing: unknown, select: OfRecord<unknown> | typeof selectEntityRecords) =>
  selector(nothing, (state: State, kind: string, name: string, query?: EntityQuery) =>
    (select as typeof selectEntityRecords)(state, kind, name, listQuery(query)),
  )

const config = selector(undefined, (state: State, kind: string, name: string) => {
  const known = selectEntityConfig(state, kind, name)
  return known && peerConfig(namedAs(known, kind, name))
})
const configs = selector(none, (state: State, kind: string) =>
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

/** The public selectors by name, without those of resolutions. */
export const publicSelectors: { readonly [name: string]: BridgeSelector } = {
  getEntityRecord: record,
  __experimentalGetEntityRecordNoResolver: record,
  getRawEntityRecord: ofRecord(undefined, selectRawEntityRecord),
  getEditedEntityRecord: ofRecord(false, (...args) => selectEditedEntityRecord(...args) ?? false),
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
  getEntityRecords: records(null, selectEntityRecords),
  hasEntityRecords: records(false, selectHasEntityRecords as never),
  getEntityRecordsTotalItems: records(null, selectEntityRecordsTotalItems as never),
  getEntityRecordsTotalPages: selector(
    null,
    (state: State, kind: string, name: string, query?: EntityQuery) => {
      const known = selectEntityConfig(state, kind, name)
      const asked = listQuery(query)
      const isOnePage = known && (!known.supportsPagination || Number(asked?.per_page) === -1)
      return isOnePage ? 1 : selectEntityRecordsTotalPages(state, kind, name, asked)
    },
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
  getEntitiesConfig: configs,
  getEntitiesByKind: configs,
  canUser: selector(undefined, mayUser),
  canUserEditEntityRecord: selector(undefined, (state: State, kind: string, name: string, id?: EntityId) =>
    selectCanUser(state, 'update', { kind, name, id }),
  ),
  getCurrentTheme: selector(null, selectCurrentTheme),
  getThemeSupports: selector(empty, selectThemeSupports),
  __experimentalGetCurrentGlobalStylesId: selector(
    undefined,
    (state: State) => selectAnswerTo(state, 'receiveGlobalStylesId') ?? selectGlobalStylesId(state),
  ),
  __experimentalGetCurrentThemeBaseGlobalStyles: selector(null, selectThemeBaseStyles),
  __experimentalGetCurrentThemeGlobalStylesVariations: selector(null, selectThemeStyleVariations),
  getCurrentThemeGlobalStylesRevisions: selector(null, selectThemeStyleRevisions),
  getCurrentUser: selector(empty, selectCurrentUser),
  getAuthors: selector(none, (state: State, query?: EntityQuery) => selectAuthors(state, query)),
  getUserQueryResults: selector(
    none,
    (state: State, query: string) => selectAnswerTo(state, 'receiveUserQuery', query) ?? none,
  ),
  getBlockPatterns: selector(none, selectBlockPatterns),
  getBlockPatternCategories: selector(none, selectBlockPatternCategories),
  getUserPatternCategories: selector(none, selectUserPatternCategories),
  getDefaultTemplateId: selector(undefined, (state: State, query: DefaultTemplateQuery) =>
    selectDefaultTemplateId(state, query),
  ),
  getEmbedPreview: selector(undefined, (state: State, url: string) => selectEmbedPreview(state, url)),
  isPreviewEmbedFallback: selector(false, (state: State, url: string) =>
    selectIsEmbedPreviewFallback(state, url),
  ),
  getRevisions: selector(
    null,
    (state: State, kind: string, name: string, id?: EntityId, query?: EntityQuery) =>
      selectRevisions(state, kind, name, id, query),
  ),
  getRevision: selector(
    undefined,
    (state: State, kind: string, name: string, id?: EntityId, revision?: EntityId, query?: EntityQuery) =>
      selectRevision(state, kind, name, id, revision, query),
  ),
  hasRevision: selector(
    false,
    (state: State, kind: string, name: string, id?: EntityId, revision?: EntityId, query?: EntityQuery) =>
      selectRevision(state, kind, name, id, revision, query) !== undefined,
  ),
  getAutosaves: selector(undefined, knownAutosaves),
  getAutosave: selector(undefined, (state: State, postType: string, postId: EntityId, author?: EntityId) =>
    author === undefined ? undefined : selectAutosave(state, postType, postId, author),
  ),
  __experimentalGetTemplateForLink: selector(null, selectTemplateForLink),
}
