import type { EntityId } from '../../core/keys'
import type { AnyValue } from './anyValue'
import type { GlobalStyles, GlobalStylesUpdate } from './records'

/** Options of an edit. */
export interface EditRecordOptions {
  /** Whether it makes no undo step. Default false. */
  readonly undoIgnore?: boolean
  /** Whether it joins the next undo step, as each key while typing does. Default false. */
  readonly isCached?: boolean
}

/** Options of a write. */
export interface WriteRecordOptions {
  /** Whether it is only a safety copy, the autosave of the user; of their own draft it counts as a save. Default false. */
  readonly isAutosave?: boolean
  /** Whether it rejects where the server refuses. Default false. */
  readonly throwOnError?: boolean
  /** Sends it in place of `apiFetch`. Default: `apiFetch` itself. */
  readonly __unstableFetch?: AnyValue
}

/** The actions of the store named `core` as `@wordpress/data` types them: dispatched, each gives a promise. */
export interface CoreStoreActions {
  editEntityRecord: (
    kind: string,
    name: string,
    recordId: EntityId | undefined,
    edits: AnyValue,
    options?: EditRecordOptions,
  ) => AnyValue
  clearEntityRecordEdits: (kind: string, name: string, recordId?: EntityId) => AnyValue
  undo: () => void
  redo: () => void
  __unstableCreateUndoLevel: (...args: AnyValue[]) => void
  saveEntityRecord: (kind: string, name: string, record: AnyValue, options?: WriteRecordOptions) => AnyValue
  saveEditedEntityRecord: (
    kind: string,
    name: string,
    recordId?: EntityId,
    options?: WriteRecordOptions,
  ) => AnyValue
  __experimentalSaveSpecifiedEntityEdits: (
    kind: string,
    name: string,
    recordId: EntityId | undefined,
    itemsToSave: AnyValue[],
    options?: WriteRecordOptions,
  ) => AnyValue
  deleteEntityRecord: (
    kind: string,
    name: string,
    recordId: EntityId,
    query?: AnyValue,
    options?: WriteRecordOptions,
  ) => AnyValue
  __experimentalBatch: (requests: AnyValue[]) => AnyValue
  addEntities: (entities: AnyValue[]) => AnyValue
  receiveEntityRecords: (
    kind: string,
    name: string,
    records: AnyValue,
    query?: AnyValue,
    invalidateCache?: boolean | null,
    edits?: AnyValue,
    meta?: AnyValue,
  ) => AnyValue
  receiveRevisions: (
    kind: string,
    name: string,
    recordKey: EntityId,
    records: AnyValue,
    query?: AnyValue,
    invalidateCache?: boolean | null,
    meta?: AnyValue,
  ) => AnyValue
  receiveAutosaves: (postId: EntityId, autosaves: AnyValue) => AnyValue
  receiveUserPermission: (key: string, isAllowed: boolean) => AnyValue
  receiveUserPermissions: (permissions: Record<string, boolean>) => AnyValue
  receiveDefaultTemplateId: (query: AnyValue, templateId: string) => AnyValue
  receiveNavigationFallbackId: (fallbackId: number) => AnyValue
  saveGlobalStyles: (
    record: GlobalStylesUpdate,
    options?: WriteRecordOptions,
  ) => GlobalStyles<'edit'> | undefined
  /** The other receivers, and short names such as `saveUser` and `deleteMedia`. */
  [action: string]: AnyValue
}
