import type { RecordData } from '../../core/plain'
import { announceSave, recordSaved } from './announceSave'
import { applyRemote, settleBlockText } from './applyRemote'
import type { Election } from './electLeader'
import type { Presence } from './presence'
import type { RecordParts } from './recordParts'
import type { Failure } from './status'

/** How store and document are merged, where it is not as in between. */
export interface MergedAs {
  readonly isSharedHistory?: boolean
  readonly isJoining?: boolean
  readonly mayBeThere?: boolean
  /** Whether what the server has changed is brought into the document at once, whoever's turn it is. */
  readonly isUrgent?: boolean
}

/** Whom a merge concerns besides the store and the document. */
interface Concerned {
  readonly presence: Presence
  readonly election: Election
  readonly failure: Failure
  readonly onChange: () => void
}

/** Merges what the store has of a shared record with what its document has, one time after the other. */
export class RecordMerges {
  readonly #parts: RecordParts
  readonly #concerned: Concerned
  #hasSaved = false

  constructor(parts: RecordParts, concerned: Concerned) {
    this.#parts = parts
    this.#concerned = concerned
  }

  /** Notes that this store has saved the record: the next merge says so to the others. */
  noteSave(): void {
    this.#hasSaved = true
  }

  /** Merges what was edited here with what others have. */
  merge({
    isSharedHistory = false,
    isJoining = false,
    mayBeThere = false,
    isUrgent = false,
  }: MergedAs = {}): void {
    const { merger, document, record, held, target } = this.#parts
    const { presence, election, failure, onChange } = this.#concerned
    const wasHeld = held.pending()
    document.dropRepeated(isUrgent)
    document.setOff()
    // What was saved is known to be in the document only once it is no edit any more.
    if (this.#hasSaved) settleBlockText(target)
    const isWaiting = !isUrgent && election.isWaiting() && !merger.isWrittenOn()
    const hasDiverged = !isWaiting && merger.diverged.size > 0
    if (!isWaiting && merger.writeServerChanges(isUrgent)) this.keepBase()
    const result = merger.compare({
      ...{ isSharedHistory, isJoining, mayBeThere, isWaiting },
      hasSaved: this.#hasSaved,
    })
    // Who hears of a save takes it that all that was saved is in the document.
    const wasSaved = this.#hasSaved
    const isAnnounced = wasSaved && merger.serverChanges.fields.size === 0
    if (isAnnounced) this.#hasSaved = false
    if (result.toDocument.length > 0 || wasSaved || hasDiverged) {
      document.edit(() => {
        merger.write(result.toDocument)
        if (hasDiverged) merger.tellVersions()
        if (isAnnounced) announceSave(document, record, merger)
        else if (wasSaved) recordSaved(document, record, merger)
      })
    }
    // Before the store hears of it: who listens there may edit at once, and that is to go out, too.
    merger.settle(result, isWaiting)
    applyRemote(target, result.toStore)
    settleBlockText(target)
    merger.rebaseEdits(isUrgent)
    if (wasHeld !== held.pending()) {
      this.keepBase()
      onChange()
    }
    failure.status = undefined
    presence.refresh(result.common.map(([field]) => field))
    if (presence.hasWordPressEditor()) document.edit(() => document.open.tidy())
    // Now what the server has changed in it.
    if (hasDiverged) this.merge({ isUrgent })
  }

  /** Notes what the server has changed: it goes into the document, unless somebody whose save it is has brought it there. */
  receiveServerChanges(before?: RecordData): void {
    this.#parts.merger.receive(before)
    this.standForServer()
    this.keepBase()
  }

  /** Waits for the turn to bring in what the server has changed. */
  standForServer(): void {
    const { presence, election } = this.#concerned
    if (this.#parts.merger.serverChanges.fields.size > 0)
      election.stand(presence.hasOthers() ? presence.position() + 1 : 0)
  }

  /** Keeps on this device what both have in common now. */
  keepBase(): void {
    const { merger, document, record, held, kept } = this.#parts
    // The version that the document has taken in, and says so to all.
    const raw = record.raw()
    const isTaken = merger.serverChanges.lacking().size === 0 && raw !== undefined && document.isMadeOf(raw)
    const version = isTaken ? raw : undefined
    kept.keepBase(version, held.fields())
  }
}
