/** What `copydesk` exports at least: other programs are written against these names. */
export const mainNames = [
  ...['createEntityStore', 'createRestFetcher', 'dehydrate', 'RestError', 'EntityStoreError'],
  ...['loadEntityConfigs', 'fetchEntityRecord', 'fetchEntityRecords', 'fetchRevisions', 'fetchRevision'],
  ...['fetchPermissions', 'fetchAutosaves', 'fetchCurrentUser', 'fetchAuthors', 'fetchCurrentTheme'],
  ...['fetchGlobalStylesId', 'fetchThemeBaseStyles', 'fetchThemeStyleVariations', 'fetchThemeStyleRevisions'],
  ...['fetchEmbedPreview', 'fetchUrlDetails', 'fetchBlockPatterns', 'fetchBlockPatternCategories'],
  ...['fetchUserPatternCategories', 'fetchNavigationFallbackId', 'fetchDefaultTemplateId'],
  ...['fetchRegisteredPostMeta', 'searchLinks', 'invalidate'],
  ...['editEntityRecord', 'clearEntityRecordEdits', 'saveEntityRecord', 'saveEditedEntityRecord'],
  ...['saveSpecifiedEntityEdits', 'deleteEntityRecord', 'batch', 'saveDirtyEntityRecords', 'uploadMedia'],
  ...['undo', 'redo', 'createUndoLevel', 'acquireLock', 'releaseLock'],
  ...['receiveEntityRecords', 'removeEntityRecords', 'receivePermissions', 'receiveRevisions'],
  ...['receiveAutosaves', 'addEntities'],
  ...['selectEntityConfig', 'selectEntityConfigs', 'selectEntityRecord', 'selectRawEntityRecord'],
  ...['selectEditedEntityRecord', 'selectEntityRecords', 'selectEntityRecordsTotalItems'],
  ...['selectEntityRecordsTotalPages', 'selectHasEntityRecord', 'selectHasEntityRecords'],
  ...['selectEntityRecordEdits', 'selectNonTransientEdits', 'selectHasEdits', 'selectDirtyEntityRecords'],
  ...['selectEntityRecordsBeingSaved', 'selectIsSaving', 'selectIsAutosaving', 'selectSaveError'],
  ...['selectIsDeleting', 'selectDeleteError', 'selectHasUndo', 'selectHasRedo', 'selectUndoHistory'],
  ...['selectRevisions', 'selectRevision', 'selectRevisionsTotalItems', 'selectAutosaves', 'selectAutosave'],
  ...['selectCanUser', 'selectResolution', 'selectCurrentUser', 'selectAuthors', 'selectCurrentTheme'],
  ...['selectThemeSupports', 'selectGlobalStylesId', 'selectThemeBaseStyles', 'selectThemeStyleVariations'],
  ...['selectThemeStyleRevisions', 'selectEmbedPreview', 'selectUrlDetails', 'selectBlockPatterns'],
  ...['selectBlockPatternCategories', 'selectUserPatternCategories', 'selectNavigationFallbackId'],
  ...['selectDefaultTemplateId', 'selectRegisteredPostMeta', 'selectPendingLocks', 'selectIsLockAvailable'],
]

/** What `copydesk/react` exports at least. */
export const reactNames = [
  ...['EntityStoreProvider', 'EntityProvider', 'useEntityRecord', 'useEntityRecords'],
  ...['useInfiniteEntityRecords', 'useCanUser', 'useResourcePermissions', 'useEntityProp', 'useEntityId'],
  ...['useEntityBlocks', 'useDirtyEntityRecords', 'useUndo', 'useSuspenseEntityRecord'],
  ...['useSuspenseEntityRecords', 'useEntitySelector', 'useEntityDispatch', 'useEntityStore', 'createHooks'],
]

/** The types `copydesk` exports at least. */
export const typeNames = [
  'EntityConfig',
  'EntityState',
  'EntityStore',
  'EntityTypes',
  'Fetcher',
  'FetchRequest',
  'FetchResponse',
]
