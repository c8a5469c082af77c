import { isEqualAs } from '../merge/mergeValues'
import type { RecordDocument } from '../document/recordDocument'
import { knownHashes } from '../document/serverHashes'
import { dropEdits, refetch, settleBlockText, type StoreTarget } from './applyRemote'
import type { FieldMerger } from './fieldMerger'

/** Milliseconds until the first of the tries to read what a colleague has saved, and at most between two. */
const [firstRetry, longestRetry] = [2000, 64_000]

/** Follows the saves of colleagues: edits that are nobody's any more go, as the server has them now. */
export class ColleagueSaves {
  readonly #target: StoreTarget
  readonly #document: RecordDocument
  readonly #merger: FieldMerger
  readonly #flush: () => void
  #retry: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(target: StoreTarget, document: RecordDocument, merger: FieldMerger, flush: () => void) {
    this.#target = target
    this.#document = document
    this.#merger = merger
    this.#flush = flush
  }

  /** Reads what a colleague has saved, until it can be read. */
  async follow(wait = firstRetry): Promise<void> {
    clearTimeout(this.#retry)
    const recorded = knownHashes(this.#document.doc)
    const isRead = await refetch(this.#target)
    if (this.#isClosed) return
    if (isRead) this.#merger.serverChanges.see(recorded)
    this.#flush()
    settleBlockText(this.#target)
    // What is settled shows what the server has: that has to be known first.
    if (!isRead) this.#retry = setTimeout(() => void this.follow(Math.min(2 * wait, longestRetry)), wait)
    else if (!this.#document.codec.isSeeded) this.#dropSettled()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
  }

  #dropSettled(): void {
    const { record } = this.#target
    const { base } = this.#merger
    const settled = [...base.keys()].filter(
      (field) =>
        record.isEdited(field) &&
        !this.#document.open.has(field) &&
        isEqualAs('value', record.value(field), base.get(field)),
    )
    for (const field of settled) base.set(field, record.serverValue(field))
    dropEdits(this.#target, settled)
  }
}
