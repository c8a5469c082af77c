import type { RestoredEdits } from './actions'
import { none, pickCells } from './cells'
import { closedCell, saysClosed } from './log'
import { withEarlier } from './logChanges'
import type { StoredEdits } from './storedEdits'

/** Edits that an earlier page has left, with those of this one: what was sent of them is below what was not. */
export function withRestored(
  row: StoredEdits | undefined,
  { log, fields, ...restored }: Omit<RestoredEdits, 'entity' | 'key'>,
): StoredEdits {
  const before = withEarlier({ transient: {}, since: 0, ...row, ...restored, fields: none }, log)
  const open = pickCells(fields, (path, { value }) => {
    const closed = closedCell(before, path)
    return !closed || !saysClosed(closed, value)
  })
  return { ...before, fields: open }
}
