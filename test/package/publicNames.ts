/** What `copydesk` exports at least: other programs are written against these names. */
export const mainNames = [
  ...['createEntityStore', 'createRestFetcher', 'dehydrate', 'RestError', 'EntityStoreError'],
  ...['loadEntityConfigs', 'fetchEntityRecord', 'fetchEntityRecords'],
  ...['fetchPermissions'],
  ...['invalidate', 'startCollecting'],
  ...['fetchRevisions', 'fetchRevision', 'receiveRevisions'],
  ...['selectRevisions', 'selectRevision', 'selectRevisionsTotalItems'],
  ...['fetchCurrentUser', 'fetchAuthors', 'fetchCurrentTheme', 'fetchGlobalStylesId'],
  ...['fetchThemeBaseStyles', 'fetchThemeStyleVariations', 'fetchThemeStyleRevisions'],
  ...['selectCurrentUser', 'selectAuthors', 'selectCurrentTheme', 'selectThemeSupports'],
  ...['selectGlobalStylesId', 'selectThemeBaseStyles', 'selectThemeStyleVariations'],
  ...['selectThemeStyleRevisions'],
  ...['editEntityRecord', 'clearEntityRecordEdits', 'saveEntityRecord', 'saveEditedEntityRecord'],
  ...['saveSpecifiedEntityEdits', 'deleteEntityRecord', 'saveDirtyEntityRecords', 'batch'],
  ...['editEntityBlocks', 'selectEntityBlocks'],
  ...['undo', 'redo', 'createUndoLevel', 'acquireLock', 'releaseLock'],
  ...['receiveEntityRecords', 'removeEntityRecords', 'receivePermissions'],
  ...['addEntities'],
  ...['selectEntityConfig', 'selectEntityConfigs', 'selectEntityRecord', 'selectRawEntityRecord'],
  ...['selectEditedEntityRecord', 'selectEntityRecords', 'selectEntityRecordsTotalItems'],
  ...['selectEntityRecordsTotalPages', 'selectHasEntityRecord', 'selectHasEntityRecords'],
  ...['selectEntityRecordEdits', 'selectNonTransientEdits', 'selectHasEdits', 'selectDirtyEntityRecords'],
  ...['selectEntityRecordsBeingSaved', 'selectIsSaving', 'selectIsAutosaving', 'selectSaveError'],
  ...['selectRecordState'],
  ...['selectIsDeleting', 'selectDeleteError', 'selectHasUndo', 'selectHasRedo', 'selectUndoHistory'],
  ...['selectCanUser', 'selectResolution'],
  ...['searchLinks', 'uploadMedia', 'editMedia'],
  ...['selectPendingLocks', 'selectIsLockAvailable'],
  ...['fetchAutosaves', 'receiveAutosaves', 'selectAutosaves', 'selectAutosave'],
  ...['fetchEmbedPreview', 'fetchUrlDetails', 'fetchBlockPatterns', 'fetchBlockPatternCategories'],
  ...['fetchUserPatternCategories', 'fetchNavigationFallbackId', 'fetchDefaultTemplateId'],
  ...['fetchRegisteredPostMeta', 'selectEmbedPreview', 'selectUrlDetails', 'selectBlockPatterns'],
  ...['selectBlockPatternCategories', 'selectUserPatternCategories', 'selectNavigationFallbackId'],
  ...['selectDefaultTemplateId', 'selectRegisteredPostMeta'],
]

/** What `copydesk/actions` exports at least; `copydesk` has the same names until 0.4. */
export const actionsNames = [
  ...['recordReceived', 'recordsReceived', 'recordsRemoved', 'listReceived', 'permissionsReceived'],
  ...['answerReceived', 'invalidated', 'readStarted', 'readSucceeded', 'readFailed', 'readAborted'],
  ...['editsCleared', 'editsRestored', 'editsSent', 'undone', 'redone', 'undoRestored', 'undoRebased'],
  ...['savingStarted', 'savingFailed', 'autosaved', 'deletingStarted', 'deletingFailed'],
  ...['lockRequested', 'lockReleased', 'hydrated', 'unusedRemoved', 'batched', 'matchAction'],
  ...['entityKey', 'recordKey'],
  ...['acquireLock', 'releaseLock', 'selectHeldLocks', 'selectPendingLocks', 'selectIsLockAvailable'],
]

/** The types `copydesk/actions` exports at least, and `copydesk` does not. */
export const actionsTypeNames = [
  'ChangedWrite',
  'EndedWrite',
  'Keep',
  'SendWrite',
  'WriteGate',
  'WriteIntent',
]

/** What `copydesk/react` exports at least. */
export const reactNames = [
  ...['EntityStoreProvider', 'EntityProvider', 'useEntityRecord', 'useEntityRecords'],
  ...['useCanUser', 'useResourcePermissions', 'useEntityProp', 'useEntityId'],
  ...['useDirtyEntityRecords', 'useUndo', 'useLinkSearch', 'useEntityBlocks'],
  ...['useInfiniteEntityRecords', 'useSuspenseEntityRecord', 'useSuspenseEntityRecords', 'useRefetch'],
  ...['useEntitySelector', 'useEntityDispatch', 'useEntityStore', 'createHooks'],
  ...['useEntityField', 'useAutosave', 'useLeaveGuard', 'useListSelection', 'useRecordState', 'useUploads'],
]

/** What `copydesk/testing` exports at least. */
export const testingNames = ['createMockSite', 'createTestStore']

/** What `copydesk/devtools` exports at least. */
export const devtoolsNames = [
  ...['CopydeskDevtools', 'CopydeskDevtoolsPanel', 'DevtoolsArea', 'storeForArea', 'createDevtools'],
  ...['useRenders'],
]

/** The types `copydesk` exports at least. */
export const typeNames = [
  'BlockCodec',
  'ContentBlock',
  'EntityConfig',
  'EntityState',
  'EntityStore',
  'EntityTypes',
  'Fetcher',
  'FetchRequest',
  'FetchResponse',
  'EntityMiddleware',
  'PluginParts',
  'StorePlugin',
]

/** What `copydesk/sync` exports at least. */
export const syncNames = [
  ...['createSync', 'syncOf', 'useCollaborators', 'useSyncStatus', 'plainCodec', 'structuredCodec'],
  ...['indexedDbPersistence', 'pollingTransport', 'ajaxWebrtcTransport', 'socketWebrtcTransport'],
  ...['webSocketTransport'],
]

/** What `copydesk/durable` exports at least. */
export const durableNames = ['createDurability', 'durabilityOf', 'indexedDbStorage', 'memoryStorage']

/** What `copydesk/durable/react` exports at least. */
export const durableReactNames = ['useDurability', 'useRecoveredEdits']
