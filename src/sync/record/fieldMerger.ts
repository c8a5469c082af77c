import type * as Yjs from 'yjs'
import {
  commonTo,
  isEqualAs,
  isMergedInside,
  keptIn,
  mergeValues,
  concatParts,
  without,
  type MergeKind,
} from '../merge/mergeValues'
import { clockOf, forgetAcknowledgements, isOverlooked } from '../document/acknowledgements'
import { withNewer, writeField } from '../document/madeOn'
import type { RecordDocument } from '../document/recordDocument'
import { splitPath } from '../../edits/fieldPath'
import { isBroughtElsewhere, recordHand, versionsIn } from '../document/serverHands'
import { knownHashes, knownParts, recordHashes } from '../document/serverHashes'
import { createServerChanges, type ServerChanges } from '../document/serverChanges'
import { isEqual } from '../../core/isEqual'
import { filterFields, isRecord, own, type RecordData } from '../../core/plain'
import type { HeldChanges } from './heldChanges'
import type { KeptDocument } from './keptDocument'
import { createPendingSave, type PendingSave } from './pendingSave'
import type { RemoteChange } from './rebaseUndo'
import { unknownText, type StoreRecord } from './storeRecord'

type FieldValue = readonly [field: string, value: unknown]

/** What a comparison of store and document comes to. */
export interface MergeResult {
  readonly toDocument: readonly FieldValue[]
  readonly toStore: readonly RemoteChange[]
  /** What both have in common then. */
  readonly common: readonly FieldValue[]
}

/** What is known of what was in common before. */
export interface Beginning {
  readonly knownBefore?: (field: string) => unknown
  /** Whether the document was made of that version and kept on this device. */
  readonly isSharedHistory?: boolean
  /** Whether the version was read after all that the document has of the server. */
  readonly isNewer?: boolean
  /** Whether what is edited here was never in the document. */
  readonly isApart?: boolean
  /** Whether it was, and the document does not have all of it. */
  readonly isBehind?: boolean
}

interface MergeConditions {
  /** Whether what this store has is an earlier state of what the document has, as after a reload. */
  readonly isSharedHistory: boolean
  /** Whether this store joins, and knows of what it has in common with the document only what was before. */
  readonly isJoining: boolean
  /** Whether edits were restored that a page before may have brought into the document already. */
  readonly mayBeThere: boolean
  /** Whether others come first with what diverged. */
  readonly isWaiting: boolean
  /** Whether this store has saved the record and the others are still to hear of it. */
  readonly hasSaved: boolean
}

const nothing: ReadonlyMap<string, unknown> = new Map()

/** Merges what is edited in the store with what others have written in the document, field by field. */
export class FieldMerger {
  /** What store and document last had in common, by field. */
  readonly base = new Map<string, unknown>()
  /** What the server has changed and the document lacks. */
  readonly serverChanges: ServerChanges
  readonly pendingSave: PendingSave
  /**
   * Fields that others began apart from this store, and that its edits are still to be brought into, each with the versions of
   * the server, in short, that are in those with what was given up.
   */
  readonly diverged = new Map<string, readonly string[]>()
  /** What the document said of those before, with what store and document had in common of that. */
  readonly #givenUp = new Map<
    string,
    { readonly before: unknown; readonly said: unknown; readonly madeAs: Yjs.ID | undefined }
  >()
  /** Those of them that are brought in with what the server has changed. */
  readonly #withServer = new Set<string>()
  /** What the server has changed and the document lacked, before something came from others. */
  #lacked: ReadonlyMap<string, unknown> = nothing
  /** Fields that either side may have changed since they were merged. */
  readonly #changed = new Set<string>()
  /** What others have taken out of fields that people write inside of. */
  readonly #takenOut = new Map<string, unknown>()
  /** Fields that this store was the last to write, each with the moment by the document's clock. */
  readonly #lastWritten = new Map<string, number>()
  /** Fields that are kept out of the document: somebody has to choose of them, or a save to compare them first. */
  #inConflict: ReadonlySet<string> = new Set()
  /** Fields that were edited apart from the document while somebody else has saved them: a save tells whether they conflict. */
  readonly #apart = new Set<string>()
  readonly #document: RecordDocument
  readonly #record: StoreRecord
  readonly #held: HeldChanges
  readonly #kept: KeptDocument

  constructor(document: RecordDocument, record: StoreRecord, held: HeldChanges, kept: KeptDocument) {
    this.#document = document
    this.#record = record
    this.#held = held
    this.#kept = kept
    this.serverChanges = createServerChanges({ document, record, mergeBase: this.base })
    this.pendingSave = createPendingSave(document, record, (field) => this.#inConflict.has(field))
  }

  /** Takes note of fields that may have changed. */
  note(fields: Iterable<string>): void {
    for (const field of fields)
      if (!this.#changed.has(field) && !this.#record.isLeftOut(field)) this.#changed.add(field)
  }

  noteAll(): void {
    const { codec, open } = this.#document
    const seeded = codec.isSeeded ? this.#record.seedFields() : []
    this.note([...seeded, ...this.base.keys(), ...open.fields(), ...this.#record.editedSince(undefined)])
  }

  /**
   * Begins with a version of the record as what store and document have in common, but for fields of which it is known that
   * it was something else.
   */
  begin(version: RecordData, { knownBefore, isSharedHistory, isNewer, isApart, isBehind }: Beginning): void {
    this.noteAll()
    this.#record.keepBases(() => false)
    this.serverChanges.see(knownHashes(this.#document.doc), this.#kept.base())
    for (const field of this.#changed) {
      this.adoptField(field)
      this.base.set(field, knownBefore?.(field) ?? this.#record.valueIn(version, field))
    }
    if (isSharedHistory) this.serverChanges.receiveSince(this.#kept.heldFields())
    if (isNewer) this.serverChanges.receiveNewer()
    if (isBehind) this.#receiveOver()
    this.#inConflict = new Set()
    this.#apart.clear()
    if (isApart) for (const field of this.#changed) this.#apart.add(field)
    this.followConflict()
  }

  /** Takes note of what the server has changed in texts and blocks since the version that the document has of them. */
  #receiveOver(): void {
    for (const field of this.base.keys()) {
      const before = this.#record.isEdited(field) ? undefined : this.serverChanges.versionOf(field)
      if (before !== undefined) this.serverChanges.receiveOver(field, before)
    }
  }

  /** Looks which fields are in conflict now: what is chosen of them is chosen over what the document has. */
  followConflict(): boolean {
    for (const field of this.#apart) if (!this.#record.isUncompared(field)) this.#apart.delete(field)
    const [before, refused] = [this.#inConflict, this.#record.inConflict()]
    const now = this.#apart.size > 0 ? new Set([...refused, ...this.#apart]) : refused
    if (now.size === before.size && [...now].every((field) => before.has(field))) return false
    for (const field of now) {
      if (before.has(field) || !this.base.has(field)) continue
      const { open } = this.#document
      this.base.set(
        field,
        open.has(field) ? open.read(field) : this.#record.valueIn(this.#record.raw() ?? {}, field),
      )
    }
    this.#inConflict = now
    this.note(before)
    return true
  }

  /** Whether a field of the store is kept out of the document. */
  hasConflict(): boolean {
    return this.#inConflict.size > 0
  }

  /** Forgets all there was in common, for a document that is begun anew. */
  forget(): void {
    for (const known of [this.base, this.diverged, this.#givenUp, this.#lastWritten, this.#takenOut])
      known.clear()
    this.serverChanges.forget()
    for (const field of this.#held.fields()) this.#held.release(field)
  }

  /** Notes what the document lacks, before something comes from others by which that may be known to be there. */
  noteLacking(): void {
    const { fields } = this.serverChanges
    this.#lacked = fields.size > 0 ? new Map(fields) : nothing
  }

  /**
   * Notes that others have begun a field anew, apart from this store.
   * @param said - What the document said of it until then, which this store may not have taken over yet.
   * @param madeAs - As what that was put into the document.
   */
  diverge(field: string, said: unknown, madeAs: Yjs.ID | undefined): void {
    const { open, mergeKind } = this.#document
    const kind = mergeKind(field)
    const shown = this.#record.value(field)
    const common = this.#lacked.has(field) ? this.#lacked.get(field) : this.base.get(field)
    if (said !== undefined && common !== undefined && !this.#givenUp.has(field))
      this.#givenUp.set(field, { before: common, said, madeAs })
    const mine = this.#mineOf(field, shown)
    if (!isEqualAs(kind, mine, shown)) {
      this.#lastWritten.delete(field)
      this.#noteTaken(field, kind, shown, mine)
    }
    const raw = this.#record.raw() ?? {}
    const known = this.#record.valueIn(raw, field)
    const isUnbased = isMergedInside(kind) && this.#record.isUnbased(field)
    // What is edited was made on what the server had then, whatever was read since.
    const basis = isUnbased ? mine : this.#record.basis(field)
    const before = kind === 'entries' ? known : (basis ?? known)
    // They may have begun with another version: what they lack of this one they have not taken away. Nor has this store taken
    // away what it lacks where nobody knows what it was made on.
    const isMade = this.#document.isMadeOf(raw) && !this.serverChanges.isGone(field, raw)
    const made = isMade ? raw : this.serverChanges.madeOf()
    const isEarlier = made !== undefined && made !== raw && kind !== 'entries'
    const begun = isEarlier ? this.#record.valueIn(made, field) : before
    // What colleagues have taken out they may have put back since: they say so themselves. Nor is anything taken out where
    // nobody knows what the text was made on.
    const isOwn = this.#lastWritten.has(field) && !isUnbased
    const shared = isOwn ? without(kind, begun, this.#takenOut.get(field)) : keptIn(kind, begun, mine)
    this.base.set(field, isUnbased || !made ? commonTo(kind, [shared], open.read(field)) : shared)
    const versions = madeAs ? versionsIn(this.#document, field, madeAs) : []
    this.diverged.set(field, [...(this.diverged.get(field) ?? []), ...versions])
  }

  /** Takes note of what the server has changed since another version. */
  receive(before?: RecordData): void {
    this.serverChanges.receive(before)
    const raw = this.#record.raw() ?? {}
    // What was given up may have had it already, and have gone on from that.
    for (const [field, known] of this.#givenUp)
      if (known.madeAs && this.serverChanges.isGoneWith(field, known.madeAs))
        this.#givenUp.set(field, { ...known, before: this.#record.valueIn(raw, field) })
    this.noteAll()
  }

  /** What is shown of a field, with what others had written in a text or list that was given up. */
  #mineOf(field: string, shown: unknown): unknown {
    const known = this.#givenUp.get(field)
    return known ? mergeValues(this.#document.mergeKind(field), known.before, shown, known.said, true) : shown
  }

  /** Gives the document the ids of this store's blocks, and the server's entries for those that are on their way to it. */
  adoptField(field: string): void {
    const isEntries = this.#document.mergeKind(field) === 'entries'
    const value = isEntries ? this.#record.serverValue(field) : this.#record.value(field)
    this.#document.open.adopt(field, value)
  }

  /** Whether somebody has written here in what the server has changed and the document lacks: that has to be there first. */
  isWrittenOn(): boolean {
    return [...this.serverChanges.fields.keys()].some((field) => {
      const [shown, common] = [this.#record.value(field), this.base.get(field)]
      return shown !== common && !isEqualAs(this.#document.mergeKind(field), shown, common)
    })
  }

  /** Brings what the server has changed into the document, on demand also where it is edited; gives whether there was any. */
  writeServerChanges(withEdited: boolean): boolean {
    if (this.serverChanges.fields.size === 0 && !withEdited) return false
    this.note(this.serverChanges.fields.keys())
    // What diverged is brought in first: what the server has changed is put where it stands in that.
    if (this.serverChanges.write(withEdited, (field) => !this.diverged.has(field))) this.adoptField('blocks')
    return true
  }

  /** Says what is to be written where. */
  compare({ isSharedHistory, isJoining, mayBeThere, isWaiting, hasSaved }: MergeConditions): MergeResult {
    const toDocument: FieldValue[] = []
    const toStore: RemoteChange[] = []
    const common: FieldValue[] = []
    const { open } = this.#document
    for (const field of this.#changed) {
      if (this.#inConflict.has(field)) continue
      if (this.diverged.has(field)) {
        if (isWaiting) continue
        this.adoptField(field)
      }
      const shown = this.#record.value(field)
      if (shown === undefined) continue
      const mine = this.#mineOf(field, shown)
      if (this.#isMissing(field, hasSaved)) {
        toDocument.push([field, mine])
        common.push([field, mine])
        continue
      }
      const { fields: lacking } = this.serverChanges
      const [kind, hasDiverged] = [this.#document.mergeKind(field), this.diverged.has(field)]
      // What diverged is brought in with what the server has changed since.
      const isWithServer = hasDiverged && isMergedInside(kind) && lacking.has(field)
      const bases = isWithServer ? lacking : this.base
      const known = bases.has(field)
        ? bases.get(field)
        : this.#record.valueIn(this.#record.raw() ?? {}, field)
      if (isWithServer) {
        lacking.delete(field)
        this.#withServer.add(field)
      }
      const others = isJoining ? this.#record.valueIn(this.#record.raw() ?? {}, field) : known
      const there = open.has(field) ? open.read(field) : others
      const theirs = open.has(field) ? withNewer(this.#document, field, mine, there) : there
      const before = this.pendingSave.commonValue(field, known, theirs)
      if (shown === before && mine === before && there === before) {
        // A save changes what the server says: what both sides said before it has to be known then.
        this.base.set(field, before)
        continue
      }
      const isFollowed = isSharedHistory || mayBeThere || hasDiverged
      // Where saves are checked, the next one asks what is to become of it: else what the server has counts.
      const isKept = isSharedHistory && theirs !== before && this.#record.isCheckedLater(field)
      const isThere = kind === 'value' && (isKept || (mayBeThere && hasText(before, mine, theirs)))
      // What others have taken out goes first: what only looks like it in the document is another one.
      const still = hasDiverged ? this.serverChanges.stillThere(field, before) : before
      const own = mergeValues(kind, before, mine, still)
      const merged = isThere
        ? theirs
        : mergeValues(kind, still, own, theirs, hasDiverged ? 'unread' : isFollowed && !lacking.has(field))
      if (!isEqualAs(kind, merged, there)) toDocument.push([field, merged])
      // What is written here goes out; what others have written where the server has changed something comes in with that.
      const isLacking = lacking.has(field)
      const incoming = isLacking ? besideLacking(kind, before, lacking.get(field), mine, merged) : merged
      const isNew = !isEqualAs(kind, incoming, shown)
      // Of the same blocks, the document gets the ids that they have here.
      if (kind === 'blocks' && !isNew && isEqualAs(kind, merged, theirs)) this.adoptField(field)
      // What this store has from before it was started anew is its own, but for what was held then.
      const isOwn = isSharedHistory && !this.#kept.heldFields().includes(field)
      const isTaken = isNew && (isOwn || this.#held.isTaken(field, shown, incoming))
      const now = isTaken ? incoming : shown
      common.push([field, now])
      if (isLacking) lacking.set(field, mergeValues(kind, before, now, lacking.get(field)))
      if (!isLacking && isNew === isTaken) this.#held.release(field)
      if (!isTaken) continue
      toStore.push({ field, kind, before: shown, after: now })
      this.serverChanges.expectBases(field, shown, now)
    }
    return { toDocument, toStore, common }
  }

  /** Writes into the document what is to be written there. */
  write(values: readonly FieldValue[]): void {
    for (const [field, value] of values) {
      const basis = () => this.#record.basis(field)
      writeField(this.#document, field, value, { before: this.base.get(field), basis })
      if (!this.#document.codec.isSeeded) forgetAcknowledgements(this.#document, field)
    }
  }

  /** Says of what others began apart that it has, with what was brought into it, the versions of the server that are gone with its own. */
  tellVersions(): void {
    const { doc } = this.#document
    for (const field of this.#withServer) {
      const hashes = this.serverChanges.serverHashes([field])
      recordHashes(doc, hashes)
      for (const hash of Object.values(hashes)) this.serverChanges.recordOwn(field, hash)
    }
    this.#withServer.clear()
    for (const [field, versions] of this.diverged)
      for (const hash of versions)
        if (isBroughtElsewhere(this.#document, field, hash, this.#document.open.madeAs(field)))
          recordHand(this.#document, field, hash, doc.clientID, knownParts(doc, field, hash))
  }

  /** Takes what was compared for done. */
  settle({ toDocument, toStore, common }: MergeResult, isWaiting: boolean): void {
    for (const { field, kind, before, after } of toStore) {
      this.#lastWritten.delete(field)
      if (isMergedInside(kind)) this.#noteTaken(field, kind, before, after)
      this.pendingSave.dropChanged(field, before, after)
    }
    for (const [field] of toDocument) this.#lastWritten.set(field, clockOf(this.#document))
    for (const [field, value] of common) this.base.set(field, value)
    if (!isWaiting) for (const known of [this.diverged, this.#givenUp]) known.clear()
    this.#changed.clear()
    // What waits is looked at again.
    this.note([...this.diverged.keys(), ...this.serverChanges.fields.keys()])
  }

  /**
   * Notes which edits have all in them that the server has, as the document has it.
   * @param hasTaken - Whether it has just taken in what the server has of texts and blocks.
   */
  rebaseEdits(hasTaken: boolean): void {
    const held = this.#held.fields()
    const isTaken = (field: string) => {
      if (!this.#record.isBehind(field) || this.#inConflict.has(field) || held.includes(field)) return false
      if (this.diverged.has(field) || this.serverChanges.fields.has(field)) return false
      const kind = this.#document.mergeKind(field)
      if (kind === 'entries') return true
      if (kind === 'value') return this.serverChanges.isMadeOnServer(field)
      if (hasTaken && !this.#record.isUnbased(field)) return true
      return this.serverChanges.isOfDocument(field)
    }
    this.#record.rebase([...this.base.keys()].filter(isTaken), undefined, (path) => {
      const [field, entry] = splitPath(path)
      return entry === undefined || this.serverChanges.isMadeOnServer(field, entry)
    })
  }

  /**
   * Notes that nobody knows what texts are based on that came from a document which does not have what the server has:
   * until it is heard of, a save of them keeps both or asks.
   * @param known - Fields that were edited here before.
   */
  withoutBasis(known: readonly string[]): void {
    const { rawAttributes = [] } = this.#document.config
    const isOfOthers = (field: string) =>
      (field === 'blocks' || rawAttributes.includes(field)) &&
      !known.includes(field) &&
      this.#record.isEdited(field) &&
      !this.serverChanges.isOfDocument(field)
    const texts = rawAttributes.map((field) => [field, unknownText] as const)
    this.#record.rebase([...this.base.keys()].filter(isOfOthers), Object.fromEntries(texts))
  }

  /** Keeps what is shared based on what its document has of the server, whatever was read or answered meanwhile. */
  keepBases(): void {
    this.#record.keepBases((field) => this.base.has(field) && !this.#inConflict.has(field))
  }

  /** Notes what edits are based on that were kept with their document. Entries have the server's in them already. */
  baseEdits(version: RecordData): void {
    const isKept = (field: string) => {
      const kind = this.#document.mergeKind(field)
      if (kind === 'entries' || !this.#record.isEdited(field)) return false
      // A value that the server has changed beside it was refused, or is compared by the next save.
      return kind !== 'value' || this.serverChanges.isMadeOn(field, version)
    }
    this.#record.rebase([...this.base.keys()].filter(isKept), version)
  }

  /** Puts what is edited here in the place of what colleagues made of it. */
  overwrite(fields: readonly string[]): void {
    const values = fields.map((field): FieldValue => [field, this.#record.value(field)])
    this.#document.edit(() => this.write(values))
    for (const [field, value] of values) {
      this.base.set(field, value)
      this.#lastWritten.set(field, clockOf(this.#document))
      this.#held.release(field)
    }
  }

  /** Notes what others have taken out of a field, as long as it stays so. */
  #noteTaken(field: string, kind: MergeKind, before: unknown, after: unknown): void {
    const known = this.#takenOut.get(field)
    this.#takenOut.set(field, concatParts(kind, without(kind, known, after), without(kind, before, after)))
  }

  /**
   * Whether a field that is edited here has to be brought into the document: somebody who saved took it out without
   * having received what this store wrote there, or this store has saved, and what was edited meanwhile is not saved.
   */
  #isMissing(field: string, hasSaved: boolean): boolean {
    if (this.#document.open.has(field) || !this.#record.isEdited(field)) return false
    const clock = this.#lastWritten.get(field)
    return hasSaved || (clock !== undefined && isOverlooked(this.#document, field, clock))
  }
}

/** What others have made of the entries of a field in which the server has changed nothing; a field of another kind as it is here. */
function besideLacking(
  kind: MergeKind,
  before: unknown,
  lacking: unknown,
  mine: unknown,
  merged: unknown,
): unknown {
  if (kind !== 'entries' || ![before, lacking, mine, merged].every(isRecord)) return mine
  const isSame = (entry: string) =>
    isEqual(own(lacking as RecordData, entry), own(before as RecordData, entry))
  return { ...(mine as RecordData), ...filterFields(merged as RecordData, isSame) }
}

/** Whether what others made of a text has all that was changed in it here. */
function hasText(before: unknown, mine: unknown, theirs: unknown): boolean {
  return mergeValues('text', before, mine, theirs, true) === theirs
}
