import type * as Yjs from 'yjs'
import { own, type RecordData } from '../../core/plain'
import { recordFields } from '../document/seed'
import type { PersistedDocument } from '../persistence/persistence'
import type { SyncOptions } from '../syncOptions'

/** Where it is kept, beside the fields of the record, what was not taken over: their names don't begin so. */
const heldNote = '_held'

/** Puts what this device has kept of a room into its document, and keeps what comes; undefined where it can't. */
export async function openKept(
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

/** Keeps on this device what the document was made of. */
export function keepBase(
  persisted: PersistedDocument | undefined,
  raw: RecordData | undefined,
  held: readonly string[],
): void {
  persisted?.keepBase({ ...recordFields(raw ?? {}), ...(held.length > 0 && { [heldNote]: held }) })
}

/** The fields that were not taken over when the document was kept. */
export function heldIn(base: RecordData | undefined): readonly unknown[] {
  const list = own(base, heldNote)
  return Array.isArray(list) ? list : []
}
