import { receiveAutosaves } from '../autosaves/receiveAutosaves'
import { batch, type BatchRequest, type BatchWrites } from '../batch/batch'
import { addEntities } from '../config/actions'
import { keyField } from '../config/entityConfig'
import { selectEntityConfig } from '../config/selectors'
import type { EntityId } from '../core/keys'
import { isRecord, type RecordData } from '../core/plain'
import type { StoreAction, Thunk } from '../core/thunk'
import { deleteEntityRecord } from '../deleting/deleteEntityRecord'
import { clearEntityRecordEdits, editEntityRecord, type EditOptions } from '../edits/editEntityRecord'
import type { LazyEdit } from '../edits/lazyEdit'
import { acquireLock, releaseLock } from '../locks/acquireLock'
import type { Lock } from '../locks/conflicts'
import { editMedia, type ImageEdit } from '../media/editMedia'
import { receivePermissions } from '../permissions/fetchPermissions'
import { receiveEntityRecords } from '../queries/receiveEntityRecords'
import type { EntityQuery } from '../records/inference/inference'
import { receiveRevisions } from '../revisions/receiveRevisions'
import {
  saveEditedEntityRecord,
  saveEntityRecord,
  saveSpecifiedEntityEdits,
  type SaveEditsOptions,
} from '../saving/saveEntityRecord'
import type { WriteOptions } from '../saving/writeLock'
import type { EntityStore } from '../store/createEntityStore'
import type { EntityState } from '../store/rootReducer'
import { createUndoLevel } from '../undo/actions'
import { redo, undo } from '../undo/undo'
import { receiveLookup } from '../store/receiveLookup'
import { receiveAnswer } from '../wordpress/lookups/lookup'
import { activeTheme } from '../wordpress/selectors'
import { createApiFetcher, type ApiFetch } from './apiFetcher'
import { ownConfig } from './configs'
import {
  editorAssetsFacts,
  editorSettingsFacts,
  globalStylesFacts,
  receiveViewConfig,
  userQueryFacts,
} from './editorResources'
import { listQuery } from './listQuery'
import { saveDirtyEntities, type PanelContext, type SaveDirtyEntitiesOptions } from './saveDirtyEntities'
import { shorthands } from './shorthands'
import { writtenOnce } from './writtenOnce'

/** An action of the bridge: works at once, and throws at once; what it gives is made a promise. */
export type BridgeAction = (...args: never[]) => unknown

/** Options of a write, in the words of WordPress's store. */
interface PeerWriteOptions extends SaveEditsOptions {
  readonly __unstableFetch?: ApiFetch
}

function ownOptions({ __unstableFetch: apiFetch, ...options }: PeerWriteOptions = {}): SaveEditsOptions {
  return typeof apiFetch === 'function' ? { ...options, fetcher: createApiFetcher(apiFetch) } : options
}

/** Edits with each text that is written later written once for the same blocks. */
function lazyTextsOnce(edits: RecordData, blockTypes: () => unknown): RecordData {
  if (!isRecord(edits)) return edits
  const entries = Object.entries(edits)
  if (!entries.some(([, value]) => typeof value === 'function')) return edits
  return Object.fromEntries(
    entries.map(([field, value]) => [
      field,
      typeof value === 'function' ? writtenOnce(value as LazyEdit, blockTypes) : value,
    ]),
  )
}

/**
 * The public actions of a store by name, without those of resolutions.
 * @param blockTypes Gives another object when other block types are registered.
 */
export function publicActions(
  store: EntityStore,
  blockTypes: () => unknown,
): { readonly [name: string]: BridgeAction } {
  const { dispatch, getState } = store
  const run = <Result>(work: Thunk<EntityState, Result> | StoreAction) =>
    dispatch(work as Thunk<EntityState, Result>)

  function saveRecord(kind: string, name: string, record: RecordData, options?: PeerWriteOptions) {
    return run(saveEntityRecord<string, string>(kind, name, record, ownOptions(options)))
  }
  function deleteRecord(
    kind: string,
    name: string,
    id: EntityId,
    query?: EntityQuery,
    options?: PeerWriteOptions,
  ) {
    return run(deleteEntityRecord(kind, name, id, query, ownOptions(options)))
  }

  return {
    editEntityRecord: (
      kind: string,
      name: string,
      id: EntityId | undefined,
      edits: RecordData,
      options?: EditOptions,
    ) => run(editEntityRecord<string, string>(kind, name, id, lazyTextsOnce(edits, blockTypes), options)),
    clearEntityRecordEdits: (kind: string, name: string, id?: EntityId) =>
      run(clearEntityRecordEdits(kind, name, id)),
    saveEntityRecord: saveRecord,
    saveEditedEntityRecord: (kind: string, name: string, id?: EntityId, options?: PeerWriteOptions) =>
      run(saveEditedEntityRecord<string, string>(kind, name, id, ownOptions(options))),
    __experimentalSaveSpecifiedEntityEdits: (
      kind: string,
      name: string,
      id: EntityId | undefined,
      paths: readonly string[],
      options?: PeerWriteOptions,
    ) => run(saveSpecifiedEntityEdits<string, string>(kind, name, id, paths, ownOptions(options))),
    deleteEntityRecord: deleteRecord,
    undo: () => run(undo()),
    redo: () => run(redo()),
    __unstableCreateUndoLevel: () => void run(createUndoLevel()),
    addEntities: (configs: readonly unknown[]) => void run(addEntities(configs.map(ownConfig))),
    __experimentalBatch: (requests: readonly ((writes: BatchWrites) => unknown)[]) =>
      run(batch(requests as readonly BatchRequest[])),
    receiveEntityRecords: (...args: ReceivedRecords) => receiveRecords(store, ...args),
    receiveRevisions: (...args: ReceivedRevisions) => receiveOlder(store, ...args),
    receiveAutosaves: (postId: EntityId, autosaves: object | readonly object[]) =>
      run(receiveAutosaves(postId, autosaves)),
    receiveUserPermission: (name: string, isAllowed: boolean) =>
      run(receivePermissions({ [name]: isAllowed })),
    receiveUserPermissions: (permissions: { readonly [name: string]: boolean }) =>
      run(receivePermissions(permissions)),
    receiveUploadPermissions: (isAllowed: boolean) => run(receivePermissions({ 'create/media': isAllowed })),
    receiveThemeSupports: () => undefined,
    receiveCurrentUser: (user: object) => run(receiveLookup('fetchCurrentUser', [], user)),
    receiveUserQuery: (query: string, users: unknown) => run(receiveAnswer(userQueryFacts(query), users)),
    receiveCurrentTheme: (theme: object) => receiveRecords(store, 'root', 'theme', [theme], activeTheme),
    receiveEmbedPreview: (url: string, preview: never) =>
      run(receiveLookup('fetchEmbedPreview', [url], preview)),
    receiveNavigationFallbackId: (id: number) => run(receiveLookup('fetchNavigationFallbackId', [], id)),
    receiveDefaultTemplateId: (query: EntityQuery, id: string) =>
      run(receiveLookup('fetchDefaultTemplateId', [query], id)),
    __experimentalReceiveCurrentGlobalStylesId: (id: number) => run(receiveAnswer(globalStylesFacts(), id)),
    __experimentalReceiveThemeBaseGlobalStyles: (stylesheet: string, styles: object) =>
      run(receiveLookup('fetchThemeBaseStyles', [stylesheet], styles as never)),
    __experimentalReceiveThemeGlobalStyleVariations: (stylesheet: string, variations: never) =>
      run(receiveLookup('fetchThemeStyleVariations', [stylesheet], variations)),
    receiveThemeGlobalStyleRevisions: (id: EntityId, revisions: readonly object[]) =>
      receiveOlder(store, 'root', 'globalStyles', id, revisions, {}),
    __unstableAcquireStoreLock: (
      storeName: string,
      path: readonly string[],
      { exclusive }: { readonly exclusive: boolean },
    ) => run(acquireLock(storeName === 'core' ? path : [storeName, ...path], { exclusive })),
    __unstableReleaseStoreLock: (lock: Lock) => void run(releaseLock(lock)),
    ...Object.fromEntries(
      [...shorthands].flatMap(([name, { entity, does }]): [string, BridgeAction][] => {
        if (does === 'save')
          return [
            [
              name,
              (record: RecordData, options?: PeerWriteOptions) => saveRecord('root', entity, record, options),
            ],
          ]
        if (does !== 'delete') return []
        return [
          [
            name,
            (id: EntityId, query?: EntityQuery, options?: PeerWriteOptions) =>
              deleteRecord('root', entity, id, query, options),
          ],
        ]
      }),
    ),
  }

  /** Whether an entity is known, so that something can be received of it. */
  function configOf(kind: string, name: string) {
    try {
      return selectEntityConfig(getState(), kind, name)
    } catch {
      return undefined
    }
  }

  function receiveRecords(
    { dispatch: send }: EntityStore,
    ...[kind, name, given, query, invalidate = false, persistedEdits, meta]: ReceivedRecords
  ): void {
    const config = configOf(kind, name)
    if (config === undefined) return
    const field = keyField(config)
    const usable = rowsOf(given, field).map((row) => withoutAutoTitle(kind, row))
    const isList = Array.isArray(given)
    if (usable.length === 0 && !(isList && query)) return
    send(
      receiveEntityRecords(kind, name, isList ? usable : (usable[0] as RecordData), listQuery(query), {
        invalidate,
        ...(isRecord(persistedEdits) && { persistedEdits }),
        ...(isRecord(meta) && { meta }),
      }),
    )
  }

  function receiveOlder(
    { dispatch: send }: EntityStore,
    ...[kind, name, id, given, query, invalidate = false, meta]: ReceivedRevisions
  ): void {
    const config = configOf(kind, name)
    if (config === undefined || !isKey(id)) return
    const usable = rowsOf(given, config.revisionKey ?? 'id')
    const isList = Array.isArray(given)
    if (usable.length === 0 && !(isList && query)) return
    const revisions = isList ? usable : (usable[0] as RecordData)
    send(receiveRevisions(kind, name, id, revisions, query, { invalidate, ...(isRecord(meta) && { meta }) }))
  }
}

type ReceivedRecords = [
  kind: string,
  name: string,
  records: object | readonly object[],
  query?: EntityQuery,
  invalidateCache?: boolean,
  persistedEdits?: RecordData,
  meta?: RecordData,
]

type ReceivedRevisions = [
  kind: string,
  name: string,
  id: EntityId,
  revisions: object | readonly object[],
  query?: EntityQuery,
  invalidateCache?: boolean,
  meta?: RecordData,
]

/** A post that nobody has named yet has no title, whatever the server calls it. */
function withoutAutoTitle(kind: string, record: RecordData): RecordData {
  return kind === 'postType' && record.status === 'auto-draft' ? { ...record, title: '' } : record
}

/** What of the given is a record with its key. */
function rowsOf(given: object | readonly object[], field: string | undefined): readonly RecordData[] {
  return [given]
    .flat()
    .filter((row): row is RecordData => isRecord(row) && (field === undefined || isKey(row[field])))
}

function isKey(id: unknown): boolean {
  return (
    (typeof id === 'string' && id !== '') || (typeof id === 'number' && Number.isSafeInteger(id) && id !== 0)
  )
}

/** The private actions of a store by name. */
export function privateActions(
  store: EntityStore,
  panel: PanelContext,
): { readonly [name: string]: BridgeAction } {
  const { dispatch } = store
  return {
    saveDirtyEntities: (options?: SaveDirtyEntitiesOptions) => saveDirtyEntities(store, panel, options),
    editMediaEntity: (id: EntityId, edits: ImageEdit, options?: PeerWriteOptions) =>
      editMediaEntity(store, id, edits, ownOptions(options)),
    receiveEditorSettings: (settings: unknown) => dispatch(receiveAnswer(editorSettingsFacts(), settings)),
    receiveEditorAssets: (assets: unknown) => dispatch(receiveAnswer(editorAssetsFacts(), assets)),
    receiveRegisteredPostMeta: (postType: string, meta: never) =>
      dispatch(receiveLookup('fetchRegisteredPostMeta', [postType], meta)),
    receiveViewConfig: (kind: string, name: string, config: unknown) =>
      dispatch(receiveViewConfig(kind, name, config)),
    // Nobody collaborates through the bridge.
    setCollaborationSupported: () => undefined,
    setSyncConnectionStatus: () => undefined,
    __unstableNotifySyncUndoManagerChange: () => undefined,
  }
}

/** Edits an image where there is one to edit. */
async function editMediaEntity(
  { dispatch }: EntityStore,
  id: EntityId,
  edits: ImageEdit,
  options: WriteOptions,
): Promise<unknown> {
  return id ? dispatch(editMedia(id, edits, options)) : undefined
}
