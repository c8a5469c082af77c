import type { EntityId } from '../../core/keys'
import type { SentFile } from '../../core/writeGate'

/** A file that is shown before it is uploaded. */
export interface DraftFile extends SentFile {
  /** The object URL of this page. */
  readonly url: string
}

/**
 * Files that are not uploaded yet, those of drafts of media and others: those of this page, and those that are kept on the
 * device for all pages of the owner.
 */
export interface DraftFiles {
  /** Takes a file and stores it; gives the address at which this page shows it, which names the draft. */
  readonly add: (local: EntityId, file: Blob, fileName: string | undefined) => string
  /** The file of a draft as this page shows it; undefined where it does not. */
  readonly shown: (local: string) => DraftFile | undefined
  /** The file of a draft, of whichever page; undefined where there is none any more. */
  readonly find: (local: string) => Promise<DraftFile | undefined>
  /** Resolves when the file of a draft is on the disk. @throws What the storage rejects with. */
  readonly kept: (local: string) => Promise<void>
  /** Stores a file that no page shows, under a name of the form of a local id. @throws What the storage rejects with. */
  readonly keep: (name: string, file: SentFile) => Promise<void>
  /** Resolves when all files that were given are on the disk, or can't be. */
  readonly settled: () => Promise<void>
  /** Shows no longer, and keeps no longer, what was uploaded or given up. */
  readonly forget: (local: string) => void
  /** Deletes what is kept of drafts that nothing is kept of any more; of some of them, or of all that are a day old. */
  readonly sweep: (locals?: readonly string[]) => Promise<void>
}
