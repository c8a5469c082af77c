import type { Cells, EditLog, Mutation } from '../../core/cells'
import type { StoredError } from '../../core/errors'
import type { EntityId, EntityKey, RecordKey } from '../../core/keys'
import { isEmpty, own, type RecordData } from '../../core/plain'
import { pickCells } from '../../edits/cells'
import type { FieldPath } from '../../edits/fieldPath'
import type { EditOrigin, SentCreate } from '../../core/writeGate'
import type { SaveConflict } from '../../saving/writes'
import type { Tag } from '../conflicts/preconditions'
import { longestRetryAfter } from './classify'

/** A write that waits to be sent. */
export interface QueueEntry {
  /** Names it for `retry`, `discard` and `settle`. */
  readonly id: string
  /** `upload`: a new record with its file. */
  readonly what: 'create' | 'update' | 'delete' | 'upload'
  readonly kind: string
  readonly name: string
  /** The id of the record, a local one for a draft; undefined for an entity without ids and a create without a draft. */
  readonly key: EntityId | undefined
  /** The record's title for people; `''` where it has none. */
  readonly title: string
  /** Which fields it sends. */
  readonly fields: readonly string[]
  /** When it was asked for, in ISO 8601. */
  readonly at: string
  /** How often it was tried, also where the check before it was the only request that left, or was not answered. */
  readonly attempts: number
  /** When it is tried again, in ISO 8601; absent where it is as soon as possible. */
  readonly nextAt?: string
  /**
   * `uncertain` where it was sent and nobody knows whether it was done: it is looked up before it is sent again, or where
   * that can't be found out, `settle` has to say. `held` where it was refused: `retry` sends it again; one that is in
   * conflict goes on when that is resolved.
   */
  readonly state: 'waiting' | 'sending' | 'uncertain' | 'held'
  /** The entries that have to be done before. */
  readonly waitsFor?: readonly string[]
  /** What it failed with last. */
  readonly error?: StoredError
  /** What others have written that it would have replaced, and what of that is still to be chosen by `resolveConflict`. */
  readonly conflict?: SaveConflict
}

/** An entry as it is stored. Its `fields` are what it sends, its `log` what was sent of the record before and never answered. */
export interface StoredEntry extends Partial<SentCreate>, EditLog {
  readonly id: string
  readonly seq: number
  readonly what: QueueEntry['what']
  readonly kind: string
  readonly name: string
  readonly entity: EntityKey
  /** The record, by its local id where it is a draft; absent for a create without one. */
  readonly key?: RecordKey
  /** Its id as it was given; absent for an entity without ids, and for a create without one. */
  readonly recordId?: EntityId
  /** Names a create without a record. */
  readonly createId?: string
  /** Of an upload that is no draft: what its file is kept under, which has the form of a local id. */
  readonly file?: string
  readonly title: string
  /**
   * Names what it sends, by path, among what was sent of the record's edits: in each page that has saved it, the latest last.
   * Where there are several, it counts over what another page had saved, and is sent though it was undone: else that would
   * be gone.
   */
  readonly saves?: Saves
  /** What else is known of where its edits come from: of a deletion, the version that is to be deleted. */
  readonly origin?: EditOrigin | undefined
  /** Fields that were written by hand, if it sends them: given up, they would be nowhere, as no edit says them. */
  readonly byHand?: readonly FieldPath[]
  /** By path, what fields were edited from that are based on what was chosen from since: an edit that is back at it is undone. */
  readonly begun?: RecordData
  /** Of a deletion: what the record said of itself, where nothing else tells its versions apart. */
  readonly known?: RecordData
  /** Of a deletion: the mark of this version of the record, where that is all that is known of it. */
  readonly tag?: Tag
  /** Parameters of a deletion. */
  readonly parameters?: RecordData
  /** Of a deletion: what was saved of the record before it, and is not sent any more. */
  readonly replaced?: Cells
  readonly at: string
  readonly attempts: number
  /** In milliseconds. */
  readonly nextAt?: number
  /** When that was said, in milliseconds. */
  readonly nextSaidAt?: number
  readonly state: QueueEntry['state']
  /** Whether the server may have done it. */
  readonly mayBeDone?: boolean
  /** Whether only a person can tell whether it was done. */
  readonly isAsked?: boolean
  /** Whether somebody wants it sent however old it is. */
  readonly isWanted?: boolean
  /** How often the server has failed at this one, which says nothing of others. */
  readonly failures?: number
  readonly error?: StoredError
  readonly conflict?: SaveConflict
  /** Of a create that a person has found on the server: what is there may say something else. */
  readonly isSaidToExist?: boolean
}

/** By path, the names of saves. */
export interface Saves {
  readonly [path: FieldPath]: readonly string[]
}

/** Whether an entry is what was left of a create: a save that is held without a try, as somebody else was there before. */
export function isLeftOfCreate({ attempts, conflict }: StoredEntry): boolean {
  return conflict !== undefined && attempts === 0
}

/** The names of all saves of which an entry sends something. */
export function savesOf({ saves = {} }: StoredEntry): ReadonlySet<string> {
  return new Set(Object.values(saves).flat())
}

/** Whether a mutation is what an entry sends. */
export function isOf(entry: StoredEntry): (mutation: Mutation) => boolean {
  const names = savesOf(entry)
  return ({ id }) => id === entry.id || names.has(id)
}

/**
 * Whether who saves anew knows all that an entry sends, or sends of a field: the same page has saved it, or one that has its
 * edits.
 * @param knows - Whether that page has sent, or found again, something under a name.
 */
export function isSavedBy(
  entry: StoredEntry,
  knows: (mutation: string) => boolean,
  path?: FieldPath,
): boolean {
  const names = path === undefined ? [...savesOf(entry)] : (own(entry.saves, path) ?? [])
  return knows(entry.id) || (names.length > 0 && names.every(knows))
}

/** Whether what an entry sends of a field counts over what another page had saved. */
export function isSavedOver({ saves }: StoredEntry, path: FieldPath): boolean {
  return (own(saves, path)?.length ?? 0) > 1
}

/** The fields of an entry that were written by hand, and are no edit of anybody. */
export function fieldsByHand({ fields, byHand = [] }: StoredEntry): Cells {
  return pickCells(fields, (path) => byHand.includes(path))
}

/** An entry of some fields only: none where that is nothing. */
export function withFields(entry: StoredEntry, fields: Cells): readonly StoredEntry[] {
  if (fields === entry.fields) return [entry]
  return isEmpty(fields) ? [] : [{ ...entry, fields }]
}

/** Entries, each with what comes of it in its place: the same array where all are as they were. */
export function changedEntries(
  entries: readonly StoredEntry[],
  change: (entry: StoredEntry) => readonly StoredEntry[],
): readonly StoredEntry[] {
  const left = entries.flatMap(change)
  const isSame = left.length === entries.length && left.every((entry, at) => entry === entries[at])
  return isSame ? entries : left
}

/** The entries that wait no more. */
export function goneFrom(
  before: readonly StoredEntry[],
  now: readonly StoredEntry[],
): readonly StoredEntry[] {
  const left = new Set(now.map(({ id }) => id))
  return before.filter(({ id }) => !left.has(id))
}

/** Whether two entries are about the same record. */
export function isSameRecord(
  one: Pick<StoredEntry, 'entity' | 'key'>,
  other: Pick<StoredEntry, 'entity' | 'key'>,
): boolean {
  return one.key !== undefined && one.entity === other.entity && one.key === other.key
}

/** Whether it is known what an entry was edited from, or what was sent of that before. */
export function isBased({ fields, log, origin }: StoredEntry): boolean {
  return (log ?? origin) !== undefined || Object.values(fields).some(({ base }) => base !== undefined)
}

/** Whether an entry makes a record. */
export function isNew({ what }: Pick<StoredEntry, 'what'>): boolean {
  return what === 'create' || what === 'upload'
}

/** Whether an entry was ever sent. */
export function mayHaveLeft({ attempts, mayBeDone, state }: StoredEntry): boolean {
  return attempts > 0 || mayBeDone === true || state === 'sending'
}

/**
 * From when on an entry may be sent, in milliseconds: what a clock has said that was set back since counts no more, nor what
 * asks for more time than any server gets.
 */
export function earliestTry(entry: StoredEntry, now: number): number {
  const { nextSaidAt = 0 } = entry
  return nextSaidAt > now ? 0 : (nextTry(entry) ?? 0)
}

/** When an entry is tried again, in milliseconds; undefined where it is as soon as possible. */
export function nextTry({ nextAt, nextSaidAt = 0 }: StoredEntry): number | undefined {
  return nextAt === undefined ? undefined : Math.min(nextAt, nextSaidAt + longestRetryAfter)
}

/** Whether an entry was neither sent nor held since it was seen, in whichever tab: each try is counted before it leaves. */
export function isAsSeen(now: StoredEntry, { id, attempts, state }: StoredEntry): boolean {
  return now.id === id && now.attempts === attempts && now.state === state
}

/** What the file of an upload is kept under. */
export function fileOf({ file, recordId }: StoredEntry): string {
  return file ?? String(recordId)
}

/** Whether an entry waits for a person. */
export function isHeld({ state, isAsked }: StoredEntry): boolean {
  return state === 'held' || isAsked === true
}

/** An entry without what no longer holds. */
export function without(
  entry: StoredEntry,
  ...fields: readonly (
    | 'nextAt'
    | 'error'
    | 'conflict'
    | 'isAsked'
    | 'origin'
    | 'known'
    | 'tag'
    | keyof SentCreate
  )[]
): StoredEntry {
  const left = Object.entries(entry).filter(([field]) => !(fields as readonly string[]).includes(field))
  return Object.fromEntries(left) as unknown as StoredEntry
}
