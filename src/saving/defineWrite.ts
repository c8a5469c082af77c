import type { EntityConfig } from '../config/entityConfig'
import type { EntityId, RecordKey } from '../core/keys'
import type { RecordData } from '../core/plain'
import type { StoredError } from '../core/errors'
import type { Services, StoreAction } from '../core/thunk'
import type { ChangedWrite, EndedWrite, SentFile, WriteIntent } from '../core/writeGate'
import type { SentFields } from '../edits/actions'
import type { WriteTarget } from '../entities/actions'
import { savingFailed, savingStarted, type WriteFailure } from './actions'
import type { WriteOptions } from './writeLock'
import type { StateWithSaving } from './reducer'

/** What a write is asked for. */
export interface WriteInput {
  readonly kind: string
  readonly name: string
  readonly id?: EntityId | undefined
  /** Finds the id, where the record itself says it. */
  readonly idIn?: (config: EntityConfig) => EntityId | undefined
  /** Names a create, which a missing id means then; absent where the record has to be there already. */
  readonly createId?: string
  /** The file that it sends. */
  readonly file?: SentFile
}

/** A write whose turn has come: nobody else writes to its record. */
export interface Writing<State, Input> {
  readonly input: Input
  readonly config: EntityConfig
  readonly target: WriteTarget
  readonly options: WriteOptions
  readonly services: Services
  readonly getState: () => State
}

/** What a write is going to send. */
export interface WritePlan {
  /** What is sent, by property. */
  readonly fields: RecordData
  /** Parameters of a deletion. */
  readonly parameters?: RecordData
  /** What was computed for it, to be kept as edits. */
  readonly computed?: RecordData
}

/** What the gates of plugins have changed of what is sent. */
export interface SentOtherwise extends Pick<ChangedWrite, 'headers' | 'fetcher'> {
  readonly fields?: RecordData
}

/** The events that a write begins with and fails with. */
export interface WriteEvents {
  readonly started: (target: WriteTarget, sent?: SentFields) => StoreAction
  readonly failed: (
    target: WriteTarget,
    error: StoredError | undefined,
    failure?: WriteFailure,
  ) => StoreAction
}

/** The events of all writes but deletions. */
export const savingEvents: WriteEvents = { started: savingStarted, failed: savingFailed }

/**
 * A write, by what is its own: what is sent, how the server is asked, and what its answer comes to. All else is the same
 * for all of them, and `runWrite` does it.
 */
export interface WriteDefinition<State, Input extends WriteInput, Plan extends WritePlan> {
  /** What it is to the gates of plugins, by the key of its record. */
  readonly what: (key: RecordKey | undefined) => WriteIntent['what']
  /** What its target says of it. Default: neither. */
  readonly marks?: Partial<Pick<WriteTarget, 'isAutosave' | 'isDelete'>>
  readonly events: WriteEvents
  /** Whether it sends edits of the record, which are on their way then. Default false. */
  readonly sendsEdits?: boolean
  /** Whether it sends all of the record, and not only what is edited. Default false. */
  readonly sendsWhole?: boolean
  /**
   * Says what is sent, by the state of the moment at which its turn has come; undefined where nothing is to be done. What
   * it throws stands on the record.
   */
  readonly plan: (writing: Writing<State, Input>) => Plan | undefined
  /** Sends it, as it is or as a gate has changed it, and reads the answer. May be called again. */
  readonly send: (writing: Writing<State, Input>, plan: Plan, changed: SentOtherwise) => Promise<EndedWrite>
  /** The record of its result. Default: what was answered. */
  readonly recordOf?: (answer: unknown, plan: Plan, config: EntityConfig) => RecordData | undefined
  /** Whether a refusal is about this way of writing alone, and says nothing of edits and permissions. Default false. */
  readonly failsAlone?: boolean
}

/** Says a write: see {@link WriteDefinition}. */
export function defineWrite<
  Input extends WriteInput,
  Plan extends WritePlan,
  State extends StateWithSaving = StateWithSaving,
>(definition: WriteDefinition<State, Input, Plan>): WriteDefinition<State, Input, Plan> {
  return definition
}
