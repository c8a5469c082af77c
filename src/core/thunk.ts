import type { Address } from './address'
import type { Companions } from './companions'
import type { EntityId, ResolutionKey } from './keys'
import type { Fetcher } from './fetchContract'
import type { RecordData } from './plain'
import type { WriteGate } from './writeGate'
import type { Inspection } from './inspection'

/** What happened, as plain data; its type says it in the past tense. */
export interface StoreAction {
  readonly type: string
}

/** Several actions of which listeners see all or none, with one notification. */
export interface BatchedAction extends StoreAction {
  readonly type: 'store/batched'
  readonly actions: readonly StoreAction[]
}

/**
 * Makes several actions one; a single one stays as it is.
 * @example
 * dispatch(batched([readStarted(question, 'unknown'), readAborted(question)])) // listeners see both or none
 */
export function batched(actions: readonly StoreAction[]): StoreAction {
  if (actions.length === 1 && actions[0]) return actions[0]
  return { type: 'store/batched', actions } as BatchedAction
}

/** The actions of a batch, and of those within it, in order; of any other action, itself. */
export function eachAction(action: StoreAction): readonly StoreAction[] {
  return isBatched(action) ? action.actions.flatMap(eachAction) : [action]
}

export function isBatched(action: StoreAction): action is BatchedAction {
  return action.type === 'store/batched'
}

/** A read under way, shared by everybody who asked for the same. */
export interface RunningRead {
  /** Absent while it begins. */
  done: Promise<void> | undefined
  /** How many callers still wait for it. */
  waiting: number
  /** Whether its request is on its way: what it will answer may be older than what is asked for now. */
  isSent: boolean
  /** The read that begins when this one has ended, for those who want a newer answer. */
  next: RunningRead | undefined
  /** Ends it because nobody waits any more. */
  abort(): void
}

/** Single reads of one tick that become one request; see `batchReads` of an entity config. */
export interface BatchedReads {
  readonly ids: Set<string>
  readonly rows: Promise<ReadonlyMap<string, unknown>>
}

/** A record to be saved, all of it or some fields. */
export interface PlannedSave {
  readonly kind: string
  readonly name: string
  readonly key: EntityId | undefined
  /** The fields to save; all where absent. */
  readonly fields?: readonly string[]
}

/** What the save of several records came to that were saved together. */
export type SavedWithReferences =
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'saved' | 'unchanged' | 'queued' }

/** Whether a record is kept that nobody shows, or without an id the lists of an entity. */
export type Keep = (kind: string, name: string, id: string | undefined) => boolean

/** What knows records that the server does not know yet. */
export interface DraftServices {
  /** Says in which steps several records are saved, where one may refer to another; undefined for the usual order. */
  readonly planSaves: (
    records: readonly PlannedSave[],
  ) => Promise<readonly (readonly PlannedSave[])[] | undefined>
  /** Saves a record together with the drafts that it refers to; undefined where it refers to none. */
  readonly saveWithReferences: (
    record: PlannedSave,
    options: object,
  ) => Promise<SavedWithReferences | undefined>
  /** Makes a draft of a file, which is shown before it is uploaded. */
  readonly draftFile: (file: Blob, fields: RecordData, fileName: string | undefined) => EntityId
}

/** What thunks work with besides the state. Each store has its own. */
export interface Services {
  readonly fetcher: Fetcher
  /**
   * The next sequence number: it grows with every request and every answered write. Data of a later one is newer,
   * so that a late answer can be distinguished from a fresh one.
   */
  readonly nextSeq: () => number
  /** A name that no other store gives, of what one write sends. */
  readonly nextName: () => string
  /** Reads under way, by what they ask. */
  readonly reads: Map<ResolutionKey, RunningRead>
  /** Reads that wait for the end of this tick, by entity and fields. */
  readonly batchedReads: Map<string, BatchedReads>
  /** Who waits for which lock, by the lock's id: each takes its lock if its turn has come. */
  readonly lockWaiters: Map<string, () => void>
  /** What belongs to the store and can't be state, by name: plugins put there what is found by the store again. */
  readonly companions: Companions
  /** Whether a plugin wants a record kept that nobody shows, or without an id the lists of an entity. */
  readonly keep?: Keep | undefined
  /** Is asked before a write leaves: the gates of all plugins. */
  readonly gate?: WriteGate | undefined
  /** What knows records that the server does not know yet, where a plugin of the store does. */
  readonly drafts?: DraftServices | undefined
  /** Where a developers' tool is attached, if one is. */
  readonly inspection: Inspection
  /** Takes down that somebody has read something, answered by the server or known: it is not forgotten for some time. */
  noteRead?: ((question: ResolutionKey, about: Address) => void) | undefined
}

/** Work on a store whose state has at least the given slices. */
export type Thunk<State, Result> = (
  dispatch: Dispatch<State>,
  getState: () => State,
  services: Services,
) => Result

/** Takes actions, and thunks that ask for no more than the given slices of the state. */
export interface Dispatch<State> {
  <Result>(thunk: Thunk<State, Result>): Result
  <Action extends StoreAction>(action: Action): Action
}
