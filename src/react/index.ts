export {
  EntityStoreProvider,
  useEntityDispatch,
  useEntityStore,
  type EntityStoreProviderProps,
} from './provider/EntityStoreProvider'
export { useEntitySelector, type UseEntitySelectorOptions } from './hooks/useEntitySelector'
export { EntityProvider, useEntityId, type EntityProviderProps } from './provider/EntityProvider'
export {
  useEntityRecord,
  type UseEntityRecordOptions,
  type UseEntityRecordResult,
} from './hooks/useEntityRecord'
export {
  useEntityRecords,
  type UseEntityRecordsOptions,
  type UseEntityRecordsResult,
} from './hooks/useEntityRecords'
export {
  useInfiniteEntityRecords,
  type UseInfiniteEntityRecordsOptions,
  type UseInfiniteEntityRecordsResult,
} from './hooks/useInfiniteEntityRecords'
export {
  useSuspenseEntityRecord,
  type UseSuspenseEntityRecordOptions,
  type UseSuspenseEntityRecordResult,
} from './hooks/useSuspenseEntityRecord'
export {
  useSuspenseEntityRecords,
  type UseSuspenseEntityRecordsOptions,
  type UseSuspenseEntityRecordsResult,
} from './hooks/useSuspenseEntityRecords'
export { useRecordState } from './hooks/useRecordState'
export { useRefetch, type UseRefetchOptions } from './hooks/useRefetch'
export {
  useEntityBlocks,
  type TakeBlocks,
  type UseEntityBlocksOptions,
  type UseEntityBlocksResult,
} from './hooks/useEntityBlocks'
export { useNewEntityRecord, type UseNewEntityRecordResult } from './hooks/useNewEntityRecord'
export {
  useEntityField,
  type FieldPath,
  type FieldValue,
  type UseEntityFieldResult,
} from './hooks/useEntityField'
export { useAutosave, type UseAutosaveOptions, type UseAutosaveResult } from './hooks/useAutosave'
export { useLeaveGuard, type UseLeaveGuardOptions } from './hooks/useLeaveGuard'
export {
  useListSelection,
  type ToggleOptions,
  type UseListSelectionOptions,
  type UseListSelectionResult,
} from './hooks/useListSelection'
export { useEntityProp, type UseEntityPropResult } from './hooks/useEntityProp'
export { useCanUser, useResourcePermissions, type ResourcePermissions } from './hooks/useCanUser'
export { useLinkSearch, type UseLinkSearchOptions, type UseLinkSearchResult } from './hooks/useLinkSearch'
export type { Upload } from '../media/uploads'
export { useUploads, type UseUploadsResult } from './hooks/useUploads'
export { useUndo, type UseUndoResult } from './hooks/useUndo'
export { useDirtyEntityRecords, type UseDirtyEntityRecordsResult } from './hooks/useDirtyEntityRecords'
export { recordHooks, type OneRecordType, type RecordHooks } from './hooks/recordHooks'
export { createHooks, type EntityHooks } from './hooks/createHooks'
export type { RecordSaveOptions, RecordWriteOptions } from './internals/recordFunctions'
export type { ReadStatus } from './internals/status'
