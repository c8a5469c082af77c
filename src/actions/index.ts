// What plugins, listeners and slices beside the store need, and most applications do not: what happens, as actions; the
// names of parts of the state; locks.
export { matchAction, type EntityStoreAction, type EntityStoreActionOf } from '../store/storeActions'
export {
  batched,
  type BatchedAction,
  type Dispatch,
  type Keep,
  type Services,
  type StoreAction,
  type Thunk,
} from '../core/thunk'

// What the gate of a plugin is asked with, and what it may do.
export type { ChangedWrite, EndedWrite, SendWrite, WriteGate, WriteIntent } from '../core/writeGate'

// Each creator makes the action of its name.
export {
  recordReceived,
  recordsReceived,
  recordsRemoved,
  type ReceivedRecords,
  type RecordReceived,
  type RecordsReceived,
  type RecordSaved,
  type RecordsRemoved,
  type RemovedRecords,
  type SettledEdits,
  type WriteTarget,
} from '../entities/actions'
export { listReceived, type ListReceived } from '../queries/actions'
export {
  permissionsReceived,
  type LearnedPermissions,
  type PermissionsReceived,
} from '../permissions/actions'
export { answerReceived, type AnswerReceived, type ReceivedAnswer } from '../wordpress/lookups/actions'
export {
  invalidated,
  readAborted,
  readFailed,
  readStarted,
  readSucceeded,
  type Invalidated,
  type ReadAborted,
  type ReadFailed,
  type ReadStarted,
  type ReadSucceeded,
} from '../resolution/actions'
export {
  editsCleared,
  editsRestored,
  editsSent,
  type EditsCleared,
  type EditsReplayed,
  type EditsRestored,
  type EditsSent,
  type FieldChange,
  type RecordEdited,
} from '../edits/actions'
export {
  redone,
  undone,
  undoRebased,
  undoRestored,
  type LevelCreated,
  type Redone,
  type UndoRebased,
  type UndoRestored,
  type Undone,
} from '../undo/actions'
export {
  autosaved,
  savingFailed,
  savingStarted,
  type Autosaved,
  type SavingFailed,
  type SavingStarted,
  type WriteFailure,
} from '../saving/actions'
export {
  deletingFailed,
  deletingStarted,
  type DeletingFailed,
  type DeletingStarted,
} from '../deleting/actions'
export { hydrated, type Hydrated } from '../store/hydration/actions'
export { unusedRemoved, type Unused, type UnusedRemoved } from '../store/garbageCollection/actions'

// Names of parts of the state, for actions made by hand, `subscribeTo` and `listenedAddresses` of a store.
export {
  entityKey,
  recordKey,
  type EntityKey,
  type QueryKey,
  type RecordKey,
  type ResolutionKey,
  type ResourceKey,
} from '../core/keys'
export { addresses, type Address } from '../core/address'

export { acquireLock, releaseLock, type LockOptions } from '../locks/acquireLock'
export { lockReleased, lockRequested, type LockReleased, type LockRequested } from '../locks/actions'
export type { Lock } from '../locks/conflicts'
export { selectHeldLocks, selectIsLockAvailable, selectPendingLocks } from '../locks/selectors'
