import { writeName } from '../../saving/writes'
import { isNew, type StoredEntry } from './entry'
import type { DoneEntry } from './outcomes'

/** What may have been written: a record, or some of its entity. */
export type Written = Pick<StoredEntry, 'entity' | 'key'>

/** What a page has missed that was not listening yet. */
export interface RecentWrites {
  /** Records that were made, with their answers: nobody else knows which drafts they were. */
  readonly made: readonly DoneEntry[]
  readonly written: readonly Written[]
}

/** How much is remembered: a page is opened in seconds, and an answer may be long. */
const most = { made: 10, written: 100 }

/** Remembers what was written lately, for pages that are being opened. */
export function makeRecentWrites() {
  const made = new Map<string, Recent<DoneEntry>>()
  const written = new Map<string, Recent<Written>>()

  function noteWritten({ entity, key }: Written): void {
    const about = { entity, ...(key !== undefined && { key }) }
    remember(written, writeName({ entity, key }), about, most.written)
  }

  return {
    noteWritten,
    noteDone(done: DoneEntry): void {
      const { entry } = done
      // By its local id nobody has read it.
      noteWritten(isNew(entry) ? { entity: entry.entity } : entry)
      if (isNew(entry)) remember(made, entry.id, done, most.made)
    },
    /** What was written since a moment in milliseconds. */
    since: (moment: number): RecentWrites => ({
      made: [...made.values()].flatMap(({ at, what }) => (at >= moment ? [what] : [])),
      written: [...written.values()].flatMap(({ at, what }) => (at >= moment ? [what] : [])),
    }),
  }
}

interface Recent<What> {
  readonly at: number
  readonly what: What
}

function remember<What>(all: Map<string, Recent<What>>, name: string, what: What, limit: number): void {
  all.delete(name)
  all.set(name, { at: Date.now(), what })
  const [oldest] = all.keys()
  if (all.size > limit && oldest !== undefined) all.delete(oldest)
}
