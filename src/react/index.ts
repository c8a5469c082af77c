export {
  EntityStoreProvider,
  useEntityDispatch,
  useEntityStore,
  type EntityStoreProviderProps,
} from './EntityStoreProvider'
export { useEntitySelector } from './useEntitySelector'
export { EntityProvider, useEntityId, type EntityProviderProps } from './EntityProvider'
export { useEntityRecord, type UseEntityRecordOptions, type UseEntityRecordResult } from './useEntityRecord'
export {
  useEntityRecords,
  type UseEntityRecordsOptions,
  type UseEntityRecordsResult,
} from './useEntityRecords'
export { useEntityProp, type UseEntityPropResult } from './useEntityProp'
export { useCanUser, useResourcePermissions, type ResourcePermissions } from './permissions'
export { useUndo, type UseUndoResult } from './useUndo'
export { useDirtyEntityRecords, type UseDirtyEntityRecordsResult } from './useDirtyEntityRecords'
export { createHooks, type EntityHooks } from './createHooks'
export type { ReadStatus } from './status'
