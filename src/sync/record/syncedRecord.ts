import type { StoredEdits } from '../../edits/storedEdits'
import type { Mutation } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { entityKey } from '../../core/keys'
import { versionOfRecord } from '../../edits/basis'
import { valuesAtPaths } from '../../edits/cells'
import type { RecordData } from '../../core/plain'
import { stateOf } from '../document/documentState'
import { holdNewer } from '../document/madeOn'
import { observeDocument } from '../document/observeDocument'
import type { OpenCodec, TextPlace } from '../document/recordCodec'
import type { RecordDocument } from '../document/recordDocument'
import { knownHashes } from '../document/serverHashes'
import type { DocumentStatus } from '../storeSync'
import type { PendingChange } from '../syncOptions'
import { refetch } from './applyRemote'
import { ColleagueSaves } from './colleagueSaves'
import { createConnections, type Connections } from './connections'
import { deferred } from './deferred'
import { electLeader, type Election } from './electLeader'
import type { Beginning, FieldMerger } from './fieldMerger'
import { makeKnownBefore } from './knownBefore'
import { createPresence, type Presence } from './presence'
import type { SharedView } from './rebaseUndo'
import { takeRestored } from '../../edits/restoredEdits'
import { RecordMerges, type MergedAs } from './recordMerges'
import { createRecordParts, type RecordParts, type SyncedRecordInput } from './recordParts'
import { Failure, foreignStatus, type SyncStatus } from './status'
import type { StoreRecord } from './storeRecord'
import { userOf } from './userOf'

/** Milliseconds in which changes are gathered before they go out or come in. */
const gatherTime = 30

/**
 * A record that is shared: what is edited goes out, what others edit comes in. Its document is opened from this device,
 * then from others, else from the server's record.
 */
export class SyncedRecord {
  readonly presence: Presence
  /** What colleagues have changed and this store has not taken over. */
  readonly pending: () => readonly PendingChange[]
  readonly #input: SyncedRecordInput
  readonly #parts: RecordParts
  readonly #document: RecordDocument
  readonly #merger: FieldMerger
  readonly #election: Election
  readonly #saves: ColleagueSaves
  readonly #connections: Connections
  readonly #merges: RecordMerges
  readonly #leaving = new AbortController()
  readonly #isKnown = deferred()
  readonly #isAnswered = deferred()
  readonly #failure: Failure
  #isPersisting = true
  #isLive = false
  /** Set while the document is one of another codec. */
  #isRefused = false
  #hasRemote = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #row: StoredEdits | undefined
  #raw: RecordData | undefined

  constructor(input: SyncedRecordInput) {
    const { options, onChange } = input
    const parts = createRecordParts(input)
    const { document, record, merger, carried } = parts
    const flush = () => this.flush()
    this.#input = input
    this.#failure = new Failure(onChange)
    this.#parts = parts
    this.#document = document
    this.#merger = merger
    this.presence = createPresence({
      ...carried,
      texts: textsAsShown(document, record),
      onChange: () => {
        if (this.presence.hasWordPressEditor()) this.#schedule()
        onChange()
      },
    })
    this.pending = parts.held.pending
    this.#election = electLeader(flush)
    this.#saves = new ColleagueSaves(parts.target, document, merger, flush)
    this.#connections = createConnections(
      options.transports,
      { ...carried, signal: this.#leaving.signal },
      { readyTimeout: options.readyTimeout, isAnswered: this.#isAnswered.promise, onChange },
    )
    this.#observe()
    this.introduce()
    this.look()
    const [{ presence }, election, failure] = [this, this.#election, this.#failure]
    this.#merges = new RecordMerges(parts, { presence, election, failure, onChange })
    void this.#begin()
  }

  status(): SyncStatus {
    return this.#failure.status ?? this.#connections.status()
  }

  documentStatus(): DocumentStatus {
    if (this.#failure.status) return 'failed'
    if (!this.#isLive) return 'opening'
    // What is in conflict is in the store alone.
    return this.#parts.kept.isOpen() && !this.#merger.hasConflict() ? 'kept' : 'open'
  }

  /** What the document has, where all edits of this store are in it; undefined where they are not. */
  documentState(): string | undefined {
    this.flush()
    // What has come in by that is in the document.
    if (this.#timer !== undefined) this.flush()
    const { serverChanges, diverged } = this.#merger
    const isBehind =
      this.#timer !== undefined || serverChanges.fields.size + diverged.size > 0 || this.#merger.hasConflict()
    return this.#isLive && !isBehind && !this.#failure.status ? stateOf(this.#document) : undefined
  }

  /** Tells the others who this is, where that has changed. */
  introduce(): void {
    this.presence.introduce(userOf(this.#input.store, this.#input.options))
  }

  /** Looks whether the record or its edits are others now. */
  look(): void {
    const view = this.#parts.record.view()
    if (view === undefined || (view.row === this.#row && view.raw === this.#raw)) return
    const before = this.#raw
    const hasServerChanged = view.raw !== before
    this.#merger.note(this.#parts.record.editedSince(this.#row))
    const isSending = view.row?.log?.some(
      (now) => now.state === 'sending' && !this.#row?.log?.some((before) => isSameSent(before, now)),
    )
    if (isSending) this.#merger.pendingSave.send()
    this.#row = view.row
    this.#raw = view.raw
    if (view.raw !== undefined) this.#isKnown.resolve()
    if (!this.#isLive) return
    this.#merger.keepBases()
    if (isSending) this.#merger.pendingSave.tell()
    if (!hasServerChanged) return this.#schedule()
    this.#merges.receiveServerChanges(before)
    // What the document has gone on from is shown to nobody, and saved by nobody.
    this.flush()
    this.#readOlder()
  }

  /** Follows what a save was refused for, and what somebody has chosen. */
  lookAtConflict(): void {
    if (!this.#isLive || !this.#merger.followConflict()) return
    this.#schedule()
    this.#input.onChange()
  }

  /** Brings what is known of the server into the document, and what comes of it into the store, before a save. */
  takeInServer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isLive) this.#failure.guard(() => this.#merges.merge({ isUrgent: true }))
  }

  /** Sends what is gathered, before the record is received anew: what equals the old one is no edit, and would be forgotten. */
  beforeReceived(): void {
    if (this.#timer !== undefined) this.flush()
  }

  /** Notes that this store has saved the record, for the others to hear. */
  saved(): void {
    this.#parts.record.answered()
    this.#merges.noteSave()
    this.#merger.noteAll()
    this.#schedule()
  }

  /** Synchronises store and document now, instead of in a moment. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isLive) this.#failure.guard(() => this.#merges.merge())
  }

  /** Takes pending changes over, as far as they still are what was shown. */
  accept(changes: readonly PendingChange[]): void {
    this.#merger.note(this.#parts.held.accept(changes))
    this.flush()
  }

  /** Takes pending changes out of the document, as far as they still are what was shown. */
  decline(changes: readonly PendingChange[]): void {
    this.#failure.guard(() => {
      this.#merger.overwrite(this.#parts.held.stillHeld(changes))
      this.#merges.keepBase()
      this.#input.onChange()
    })
  }

  /** Begins the document anew with the server's record and what is edited here. */
  reset(): void {
    this.#failure.guard(() => {
      const raw = this.#parts.record.raw()
      if (raw === undefined || this.#leaving.signal.aborted) return
      this.#isRefused = false
      this.#document.restart()
      this.#merger.forget()
      this.#goLive(raw, {})
    })
  }

  /** What undo needs to know; undefined while nothing is shared. */
  view(): SharedView | undefined {
    const view = this.#isLive ? this.#parts.record.view() : undefined
    const { value, valueOf } = this.#parts.record
    return view && { view, mergeKind: this.#document.mergeKind, value, valueOf }
  }

  /** Leaves; with `isGone` what was kept on this device is forgotten, too. */
  async destroy(isGone = false): Promise<void> {
    if (this.#leaving.signal.aborted) return
    this.flush()
    this.#election.cancel()
    this.#saves.close()
    this.#isLive = false
    this.presence.leave()
    this.#leaving.abort()
    await this.#connections.close()
    await this.#parts.kept.leave(isGone)
    this.#parts.carried.awareness.destroy()
    this.#document.doc.destroy()
  }

  /** Follows the document. What a colleague wrote may be of any form: an error here would end the transport that brought it. */
  #observe(): void {
    const { open, state } = this.#document
    const merger = this.#merger
    observeDocument(this.#document, {
      onUpdate: () => {
        if (this.#isPersisting) return
        this.#hasRemote = true
        if (open.fields().length > 0 || state.size > 0) this.#isAnswered.resolve()
        if (this.#isRefused && !open.isForeign()) void this.#join()
        this.#schedule()
      },
      onIncoming: () => {
        if (this.#isLive) merger.noteLacking()
      },
      onFields: (read) =>
        this.#failure.guard(() => {
          const { fields, begunAnew } = read()
          merger.note(fields)
          if (!this.#isLive) return
          // What was written in them stands in the stores of all who received it: the first of them brings it in again,
          // and the rest find it there when it is their turn.
          for (const one of begunAnew) merger.diverge(...one)
          if (merger.diverged.size > 0) this.#election.stand(this.presence.position())
        }),
      onSave: () => {
        if (this.#isLive) void this.#saves.follow()
      },
      onServerHashes: () => {
        merger.note(merger.serverChanges.fields.keys())
        merger.serverChanges.recheck()
        if (!this.#isLive) return
        this.#merges.keepBase()
        this.#readOlder()
      },
    })
  }

  /** Reads the record again where others have recorded something else of it: what was read may be older than that. */
  #readOlder(): void {
    if (this.#merger.serverChanges.mayBeOld()) void this.#saves.follow()
  }

  async #begin(): Promise<void> {
    await this.#parts.kept.open()
    const putBack = holdNewer(this.#document)
    this.#isPersisting = false
    if (this.#leaving.signal.aborted) return
    await this.#connections.open()
    await Promise.all([this.#isKnown.promise, this.#connections.ready()])
    await this.#join(putBack)
  }

  /** Agrees on where to begin. */
  async #join(putBack?: () => void): Promise<void> {
    this.#isRefused = false
    const recorded = knownHashes(this.#document.doc)
    const isRead =
      !this.#leaving.signal.aborted &&
      (this.#hasRemote || this.presence.hasOthers()) &&
      this.#document.isAhead() &&
      (await refetch(this.#parts.target))
    // What was recorded meanwhile may be newer.
    const isNewer = isRead && knownHashes(this.#document.doc).every((key) => recorded.includes(key))
    this.#failure.guard(() => {
      // Who has nothing that is not here, too, is here all the same.
      this.#hasRemote ||= this.presence.hasOthers()
      const raw = this.#parts.record.raw()
      // It may have been begun anew meanwhile.
      if (raw === undefined || this.#isLive || this.#leaving.signal.aborted) return
      if (this.#document.open.isForeign()) return this.#refuse()
      const kept = this.#parts.kept.base()
      // Others who had nothing of it but what is here, too, know nothing of what was saved without them.
      const isKept = kept !== undefined && (!this.#hasRemote || this.#document.isMadeOf(kept))
      if (putBack) this.#document.edit(putBack)
      this.#document.seed()
      const { store, config, key } = this.#input
      const target = { entity: entityKey(config.kind, config.name), key }
      // What the page before had read last may have been kept before the document, which has gone on since.
      if (isKept) {
        // An autosave does not say when it was: what this device kept from before it looks as new.
        const isOfDevice = this.#parts.record.view()?.received?.seq === 0
        const isBefore = isOlder(raw, kept) || (isOfDevice && !isOlder(kept, raw))
        return this.#goLive(isBefore ? raw : kept, { isSharedHistory: true })
      }
      const restored = store.dispatch((dispatch, getState, services) => takeRestored(services, target))
      const isBehind = this.#hasRemote && this.#document.isAhead()
      const edited = this.#parts.record.editedSince(undefined)
      this.#goLive(raw, {
        knownBefore: makeKnownBefore(this.#document, this.#parts.record, restored?.shared),
        isJoining: true,
        isNewer,
        mayBeThere: restored !== undefined,
        isApart: restored?.shared === undefined,
        isBehind: isBehind && isNewer,
      })
      if (!isBehind) return
      this.#merger.withoutBasis(edited)
      // Who comes and knows what the others have not heard of brings it in at once, to see what both have made.
      if (isNewer) this.#merges.merge({ isUrgent: true })
    })
  }

  #refuse(): void {
    this.#isRefused = true
    this.#failure.status = foreignStatus(this.#parts.room, this.#document.codec.name)
  }

  #goLive(version: RecordData, how: MergedAs & Beginning): void {
    this.#merger.begin(version, how)
    this.#isLive = true
    this.#merges.standForServer()
    this.#merges.merge(how)
    if (how.isSharedHistory) this.#merger.baseEdits(version)
    this.presence.refresh(this.#document.open.fields())
    if (!this.#hasRemote) {
      // Nobody is here who could have heard of what the server has changed.
      this.#merges.merge({ isUrgent: true })
      this.#document.edit(() => this.#document.noteBase())
    }
    this.#merges.keepBase()
    this.#input.onChange()
  }

  #schedule(): void {
    if (this.#isLive) this.#timer ??= setTimeout(() => this.flush(), gatherTime)
  }
}

/** The shared texts of a document by the blocks as they are shown here, whose codec may have given them other ids. */
function textsAsShown(
  { open }: RecordDocument,
  { shownIds: { idOfShown, shownId } }: StoreRecord,
): Pick<OpenCodec, 'textAt' | 'placeOf'> {
  const withBlock = (place: TextPlace, idOf: (clientId: string) => string) =>
    place.block === undefined ? place : { ...place, block: idOf(place.block) }
  return {
    textAt: (place) => open.textAt(withBlock(place, idOfShown)),
    placeOf: (text) => {
      const place = open.placeOf(text)
      return place && withBlock(place, shownId)
    },
  }
}

/** Whether two states of what a save has sent say the same. */
function isSameSent(before: Mutation, now: Mutation): boolean {
  return before.id === now.id && isEqual(valuesAtPaths(before.fields), valuesAtPaths(now.fields))
}

/** Whether a version of a record says that it was changed last before another one. */
function isOlder(one: RecordData, other: RecordData): boolean {
  const [at, then] = [one, other].map((version) => versionOfRecord(version).modified)
  return at !== undefined && then !== undefined && at < then
}
