import type * as Yjs from 'yjs'
import { own, type RecordData } from '../../core/plain'
import type { RecordDocument } from '../document/recordDocument'
import { recordFields } from '../document/seed'
import type { PersistedDocument } from '../persistence/persistence'
import type { SyncOptions } from '../syncOptions'

/** Where it is kept, beside the fields of the record, what was not taken over: their names don't begin so. */
const heldNote = '_held'
/** What this device keeps of the document of a record. */
export class KeptDocument {
  readonly #options: SyncOptions
  readonly #room: string
  readonly #document: RecordDocument
  #opening: Promise<PersistedDocument | undefined> | undefined
  #opened: PersistedDocument | undefined
  /** The version of the record that was kept last. */
  #version: RecordData | undefined

  constructor(options: SyncOptions, room: string, document: RecordDocument) {
    this.#options = options
    this.#room = room
    this.#document = document
  }

  /**
   * Puts what was kept of a room into its document. Resolves when it is there, and what comes from then on is kept; also
   * where it can't be.
   */
  async open(): Promise<void> {
    this.#opening = openKept(this.#options, this.#room, this.#document.doc)
    this.#opened = await this.#opening
    this.#version = this.base()
  }

  isOpen(): boolean {
    return this.#opened !== undefined
  }

  /** The fields of the record that the document was made of. */
  base(): RecordData | undefined {
    return this.#opened?.base
  }

  /** The fields that were not taken over when the document was kept. */
  heldFields(): readonly unknown[] {
    const list = own(this.base(), heldNote)
    return Array.isArray(list) ? list : []
  }

  /**
   * Keeps what the document is made of now.
   * @param version - Of the record; undefined for the one that was kept last.
   */
  keepBase(version: RecordData | undefined, held: readonly string[]): void {
    this.#version = version ?? this.#version
    if (this.#version === undefined) return
    this.#opened?.keepBase({ ...recordFields(this.#version), ...(held.length > 0 && { [heldNote]: held }) })
  }

  /** Keeps nothing more; with `isGone` what was kept is forgotten. Waits where it is still being opened. */
  async leave(isGone: boolean): Promise<void> {
    const kept = await this.#opening
    await (isGone ? kept?.clear() : kept?.destroy())
  }
}

async function openKept(
  { persistence, site }: SyncOptions,
  room: string,
  doc: Yjs.Doc,
): Promise<PersistedDocument | undefined> {
  try {
    return persistence ? await persistence.open(site ? `${site} ${room}` : room, doc) : undefined
  } catch {
    // Private windows have no storage: what is edited is shared all the same.
    return undefined
  }
}
