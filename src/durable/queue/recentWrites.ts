import { writeAddress } from '../../saving/writes'
import { isNew, type StoredEntry } from './entry'

/** What may have been written: a record, or some of its entity. */
export type Written = Pick<StoredEntry, 'entity' | 'key'>

/** How much is remembered: a page is opened in seconds. */
const most = 100

/** Remembers what was written lately, for pages that are being opened. */
export function makeRecentWrites() {
  const written = new Map<string, Written & { readonly at: number }>()

  function note({ entity, key }: Written): void {
    const name = writeAddress({ entity, key })
    written.delete(name)
    written.set(name, { entity, ...(key !== undefined && { key }), at: Date.now() })
    const [oldest] = written.keys()
    if (written.size > most && oldest !== undefined) written.delete(oldest)
  }

  return {
    note,
    /** By its local id nobody has read a new record. */
    noteDone: (entry: StoredEntry) => note(isNew(entry) ? { entity: entry.entity } : entry),
    /** What was written since a moment in milliseconds. */
    since: (moment: number): readonly Written[] =>
      [...written.values()].flatMap(({ at, ...about }) => (at >= moment ? [about] : [])),
  }
}
