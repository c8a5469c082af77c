export { createDurability } from './createDurability'
export { durabilityOf } from './durabilityOf'
export { fetchConflictAuthor, type ConflictAuthor } from './conflicts/fetchConflictAuthor'
export type { ConflictChoice, ConflictChoices } from './conflicts/applyChoices'
export { resolveConflict } from './conflicts/resolveConflict'
export { selectEditStanding, selectSaveConflict } from './conflicts/selectors'
export { selectEditBasis } from '../edits/selectEditBasis'
export type { ConflictPart, SaveConflict } from '../saving/writes'
export type { ConflictPolicy, DurabilityOptions, ReadsOptions, Sealer } from './options'
export type { ListMismatch, ListOptions } from './patching/listOptions'
export type { FilterRule, ListRules, OrderRule } from './patching/listRules'
export type {
  Durability,
  DurabilityStatus,
  DurabilityTrouble,
  Owner,
  RecoveredEdits,
  RecoveredItem,
  RecoveredItems,
  RestoreChoices,
  RestoreReport,
} from './durability'
export { indexedDbStorage, type Page } from './storage/indexedDbStorage'
export { memoryStorage, type MemoryStorage } from './storage/memoryStorage'
export type { MemoryTab } from './storage/memoryPage'
export type { Claim } from './storage/claims'
export type {
  DurableChannel,
  DurableDatabase,
  DurableLocks,
  DurableStorage,
  DurableTransaction,
  HeldLock,
  LockRequest,
} from './storage/durableStorage'
export { createEntityRecord } from './locals/createEntityRecord'
export { isLocalId } from '../core/localId'
export {
  selectCurrentId,
  selectDrafts,
  selectOriginalId,
  selectReferences,
  type DraftRecord,
  type DraftReference,
} from './locals/selectors'
export { selectIsQueued, selectUnsavedRecords } from './queue/selectors'
export type { QueueEntry } from './queue/entry'
export type { Queue, QueueStatus, Settlement } from './queue/queue'
