/**
 * What `copydesk` exports at least: other programs are written against these names. Those of resources that are not
 * built yet (revisions, autosaves, lookups, search, batch, uploads) join the list with them.
 */
export const mainNames = [
  ...['createEntityStore', 'createRestFetcher', 'dehydrate', 'RestError', 'EntityStoreError'],
  ...['loadEntityConfigs', 'fetchEntityRecord', 'fetchEntityRecords'],
  ...['fetchPermissions'],
  ...['invalidate'],
  ...['editEntityRecord', 'clearEntityRecordEdits', 'saveEntityRecord', 'saveEditedEntityRecord'],
  ...['saveSpecifiedEntityEdits', 'deleteEntityRecord', 'saveDirtyEntityRecords'],
  ...['undo', 'redo', 'createUndoLevel', 'acquireLock', 'releaseLock'],
  ...['receiveEntityRecords', 'removeEntityRecords', 'receivePermissions'],
  ...['addEntities'],
  ...['selectEntityConfig', 'selectEntityConfigs', 'selectEntityRecord', 'selectRawEntityRecord'],
  ...['selectEditedEntityRecord', 'selectEntityRecords', 'selectEntityRecordsTotalItems'],
  ...['selectEntityRecordsTotalPages', 'selectHasEntityRecord', 'selectHasEntityRecords'],
  ...['selectEntityRecordEdits', 'selectNonTransientEdits', 'selectHasEdits', 'selectDirtyEntityRecords'],
  ...['selectEntityRecordsBeingSaved', 'selectIsSaving', 'selectIsAutosaving', 'selectSaveError'],
  ...['selectIsDeleting', 'selectDeleteError', 'selectHasUndo', 'selectHasRedo', 'selectUndoHistory'],
  ...['selectCanUser', 'selectResolution'],
  ...['selectPendingLocks', 'selectIsLockAvailable'],
]

/** What `copydesk/react` exports at least. */
export const reactNames = [
  ...['EntityStoreProvider', 'EntityProvider', 'useEntityRecord', 'useEntityRecords'],
  ...['useCanUser', 'useResourcePermissions', 'useEntityProp', 'useEntityId'],
  ...['useDirtyEntityRecords', 'useUndo'],
  ...['useEntitySelector', 'useEntityDispatch', 'useEntityStore', 'createHooks'],
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
