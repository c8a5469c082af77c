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
export {
  useInfiniteEntityRecords,
  type UseInfiniteEntityRecordsOptions,
  type UseInfiniteEntityRecordsResult,
} from './useInfiniteEntityRecords'
export {
  useSuspenseEntityRecord,
  type UseSuspenseEntityRecordOptions,
  type UseSuspenseEntityRecordResult,
} from './useSuspenseEntityRecord'
export {
  useSuspenseEntityRecords,
  type UseSuspenseEntityRecordsOptions,
  type UseSuspenseEntityRecordsResult,
} from './useSuspenseEntityRecords'
export { useRefetch, type UseRefetchOptions } from './useRefetch'
export {
  useEntityBlocks,
  type TakeBlocks,
  type UseEntityBlocksOptions,
  type UseEntityBlocksResult,
} from './useEntityBlocks'
export { useEntityProp, type UseEntityPropResult } from './useEntityProp'
export { useCanUser, useResourcePermissions, type ResourcePermissions } from './permissions'
export { useLinkSearch, type UseLinkSearchOptions, type UseLinkSearchResult } from './useLinkSearch'
export { useUndo, type UseUndoResult } from './useUndo'
export { useDirtyEntityRecords, type UseDirtyEntityRecordsResult } from './useDirtyEntityRecords'
export { createHooks, type EntityHooks } from './createHooks'
export type { ReadStatus } from './status'
