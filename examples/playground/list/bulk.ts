import type { LucideIcon } from 'lucide-react'
import { useCallback } from 'react'
import { errorText } from '../errorText'
import { useNotify } from '../ui/Notices'

/** Something that is done with several rows of a list at once. */
export interface BulkAction<Row> {
  label: string
  icon: LucideIcon
  /** Which rows it changes: it is offered for these alone. */
  isFor: (row: Row) => boolean
  /** Does it with rows that it is for. */
  run: (rows: readonly Row[]) => Promise<void>
  /** Offers it beside the row itself as well, to whom may do what; default not. */
  quick?: { needs?: 'update' | 'delete' }
}

interface BulkWork<Row> {
  /** What was done, for people: "3 posts moved to trash". */
  done: (count: number) => string
  write: (row: Row) => Promise<unknown>
  /** Takes it back; without it there is no such offer. */
  undo?: (row: Row) => Promise<unknown>
}

/** Does something with each of several rows, one after the other, and says how it went; what failed names its reason. */
export function useBulkWork(): <Row>(rows: readonly Row[], work: BulkWork<Row>) => Promise<void> {
  const notify = useNotify()
  return useCallback(
    async (rows, { done, write, undo }) => {
      const { written, error } = await writeAll(rows, write)
      if (error !== null) {
        const failed = rows.length - written.length
        notify({ text: `${failed} of ${rows.length} failed. ${errorText(error)}`, tone: 'danger' })
      }
      if (written.length === 0) return
      const takeBack = async () => {
        if (!undo) return
        const taken = await writeAll(written, undo)
        if (taken.error !== null) notify({ text: errorText(taken.error), tone: 'danger' })
      }
      notify({
        text: `${done(written.length)}.`,
        ...(undo && { actions: [{ label: 'Undo', onSelect: takeBack }] }),
      })
    },
    [notify],
  )
}

async function writeAll<Row>(
  rows: readonly Row[],
  write: (row: Row) => Promise<unknown>,
): Promise<{ written: readonly Row[]; error: unknown }> {
  const written: Row[] = []
  let error: unknown = null
  for (const row of rows) {
    try {
      await write(row)
      written.push(row)
    } catch (thrown) {
      error = thrown
    }
  }
  return { written, error }
}

/** "1 post", "3 posts". */
export function countOf(count: number, many: string): string {
  return `${count} ${count === 1 ? many.replace(/ies$/, 'y').replace(/s$/, '') : many}`
}
