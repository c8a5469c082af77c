// What has moved to `copydesk/actions`, under its old name until 0.4.
import * as actions from './index'

/** @deprecated Import it from `copydesk/actions`. */
export const matchAction = actions.matchAction
/** @deprecated Import it from `copydesk/actions`. */
export const batched = actions.batched
/** @deprecated Import it from `copydesk/actions`. */
export const recordReceived = actions.recordReceived
/** @deprecated Import it from `copydesk/actions`. */
export const recordsReceived = actions.recordsReceived
/** @deprecated Import it from `copydesk/actions`. */
export const recordsRemoved = actions.recordsRemoved
/** @deprecated Import it from `copydesk/actions`. */
export const listReceived = actions.listReceived
/** @deprecated Import it from `copydesk/actions`. */
export const permissionsReceived = actions.permissionsReceived
/** @deprecated Import it from `copydesk/actions`. */
export const answerReceived = actions.answerReceived
/** @deprecated Import it from `copydesk/actions`. */
export const invalidated = actions.invalidated
/** @deprecated Import it from `copydesk/actions`. */
export const readAborted = actions.readAborted
/** @deprecated Import it from `copydesk/actions`. */
export const readFailed = actions.readFailed
/** @deprecated Import it from `copydesk/actions`. */
export const readStarted = actions.readStarted
/** @deprecated Import it from `copydesk/actions`. */
export const readSucceeded = actions.readSucceeded
/** @deprecated Import it from `copydesk/actions`. */
export const editsCleared = actions.editsCleared
/** @deprecated Import it from `copydesk/actions`. */
export const editsRestored = actions.editsRestored
/** @deprecated Import it from `copydesk/actions`. */
export const editsSent = actions.editsSent
/** @deprecated Import it from `copydesk/actions`. */
export const redone = actions.redone
/** @deprecated Import it from `copydesk/actions`. */
export const undone = actions.undone
/** @deprecated Import it from `copydesk/actions`. */
export const undoRebased = actions.undoRebased
/** @deprecated Import it from `copydesk/actions`. */
export const undoRestored = actions.undoRestored
/** @deprecated Import it from `copydesk/actions`. */
export const autosaved = actions.autosaved
/** @deprecated Import it from `copydesk/actions`. */
export const savingFailed = actions.savingFailed
/** @deprecated Import it from `copydesk/actions`. */
export const savingStarted = actions.savingStarted
/** @deprecated Import it from `copydesk/actions`. */
export const deletingFailed = actions.deletingFailed
/** @deprecated Import it from `copydesk/actions`. */
export const deletingStarted = actions.deletingStarted
/** @deprecated Import it from `copydesk/actions`. */
export const hydrated = actions.hydrated
/** @deprecated Import it from `copydesk/actions`. */
export const unusedRemoved = actions.unusedRemoved
/** @deprecated Import it from `copydesk/actions`. */
export const entityKey = actions.entityKey
/** @deprecated Import it from `copydesk/actions`. */
export const recordKey = actions.recordKey
/** @deprecated Use `addresses` of `copydesk/actions`. */
export const stale = actions.addresses
/** @deprecated Import it from `copydesk/actions`. */
export const acquireLock = actions.acquireLock
/** @deprecated Import it from `copydesk/actions`. */
export const releaseLock = actions.releaseLock
/** @deprecated Import it from `copydesk/actions`. */
export const lockReleased = actions.lockReleased
/** @deprecated Import it from `copydesk/actions`. */
export const lockRequested = actions.lockRequested
/** @deprecated Import it from `copydesk/actions`. */
export const selectHeldLocks = actions.selectHeldLocks
/** @deprecated Import it from `copydesk/actions`. */
export const selectIsLockAvailable = actions.selectIsLockAvailable
/** @deprecated Import it from `copydesk/actions`. */
export const selectPendingLocks = actions.selectPendingLocks

/** @deprecated Import it from `copydesk/actions`. */
export type EntityStoreActionOf<Type extends actions.EntityStoreAction['type']> =
  actions.EntityStoreActionOf<Type>
/** @deprecated Import it from `copydesk/actions`. */
export type BatchedAction = actions.BatchedAction
/** @deprecated Import it from `copydesk/actions`. */
export type ReceivedRecords = actions.ReceivedRecords
/** @deprecated Import it from `copydesk/actions`. */
export type RecordReceived = actions.RecordReceived
/** @deprecated Import it from `copydesk/actions`. */
export type RecordsReceived = actions.RecordsReceived
/** @deprecated Import it from `copydesk/actions`. */
export type RecordSaved = actions.RecordSaved
/** @deprecated Import it from `copydesk/actions`. */
export type RecordsRemoved = actions.RecordsRemoved
/** @deprecated Import it from `copydesk/actions`. */
export type RemovedRecords = actions.RemovedRecords
/** @deprecated Import it from `copydesk/actions`. */
export type SettledEdits = actions.SettledEdits
/** @deprecated Import it from `copydesk/actions`. */
export type WriteTarget = actions.WriteTarget
/** @deprecated Import it from `copydesk/actions`. */
export type ListReceived = actions.ListReceived
/** @deprecated Import it from `copydesk/actions`. */
export type LearnedPermissions = actions.LearnedPermissions
/** @deprecated Import it from `copydesk/actions`. */
export type PermissionsReceived = actions.PermissionsReceived
/** @deprecated Import it from `copydesk/actions`. */
export type AnswerReceived = actions.AnswerReceived
/** @deprecated Import it from `copydesk/actions`. */
export type ReceivedAnswer = actions.ReceivedAnswer
/** @deprecated Import it from `copydesk/actions`. */
export type Invalidated = actions.Invalidated
/** @deprecated Import it from `copydesk/actions`. */
export type ReadAborted = actions.ReadAborted
/** @deprecated Import it from `copydesk/actions`. */
export type ReadFailed = actions.ReadFailed
/** @deprecated Import it from `copydesk/actions`. */
export type ReadStarted = actions.ReadStarted
/** @deprecated Import it from `copydesk/actions`. */
export type ReadSucceeded = actions.ReadSucceeded
/** @deprecated Import it from `copydesk/actions`. */
export type EditsCleared = actions.EditsCleared
/** @deprecated Import it from `copydesk/actions`. */
export type EditsReplayed = actions.EditsReplayed
/** @deprecated Import it from `copydesk/actions`. */
export type EditsRestored = actions.EditsRestored
/** @deprecated Import it from `copydesk/actions`. */
export type EditsSent = actions.EditsSent
/** @deprecated Import it from `copydesk/actions`. */
export type FieldChange = actions.FieldChange
/** @deprecated Import it from `copydesk/actions`. */
export type RecordEdited = actions.RecordEdited
/** @deprecated Import it from `copydesk/actions`. */
export type LevelCreated = actions.LevelCreated
/** @deprecated Import it from `copydesk/actions`. */
export type Redone = actions.Redone
/** @deprecated Import it from `copydesk/actions`. */
export type UndoRebased = actions.UndoRebased
/** @deprecated Import it from `copydesk/actions`. */
export type UndoRestored = actions.UndoRestored
/** @deprecated Import it from `copydesk/actions`. */
export type Undone = actions.Undone
/** @deprecated Import it from `copydesk/actions`. */
export type Autosaved = actions.Autosaved
/** @deprecated Import it from `copydesk/actions`. */
export type SavingFailed = actions.SavingFailed
/** @deprecated Import it from `copydesk/actions`. */
export type SavingStarted = actions.SavingStarted
/** @deprecated Import it from `copydesk/actions`. */
export type WriteFailure = actions.WriteFailure
/** @deprecated Import it from `copydesk/actions`. */
export type DeletingFailed = actions.DeletingFailed
/** @deprecated Import it from `copydesk/actions`. */
export type DeletingStarted = actions.DeletingStarted
/** @deprecated Import it from `copydesk/actions`. */
export type Hydrated = actions.Hydrated
/** @deprecated Import it from `copydesk/actions`. */
export type Unused = actions.Unused
/** @deprecated Import it from `copydesk/actions`. */
export type UnusedRemoved = actions.UnusedRemoved
/** @deprecated Import it from `copydesk/actions`. */
export type LockOptions = actions.LockOptions
/** @deprecated Import it from `copydesk/actions`. */
export type LockReleased = actions.LockReleased
/** @deprecated Import it from `copydesk/actions`. */
export type LockRequested = actions.LockRequested
/** @deprecated It is `Address` of `copydesk/actions`. */
export type StaleScope = actions.Address
