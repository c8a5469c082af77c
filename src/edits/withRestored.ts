import type { RestoredEdits } from './actions'
import { none, pickCells } from './cells'
import { splitPath } from './fieldPath'
import { closedCell, saysClosed } from './log'
import { withLate, withSent } from './logChanges'
import type { StoredEdits } from './storedEdits'

/** Edits that an earlier page has left, with those of this one: what was sent of them is below what was not. */
export function withRestored(
  row: StoredEdits | undefined,
  { uncertain = [], unanswered = [], fields, ...restored }: Omit<RestoredEdits, 'entity' | 'key'>,
): StoredEdits {
  const before: StoredEdits = { transient: {}, since: 0, ...row, ...restored, fields: none }
  const open = pickCells(fields, (path, { value }) => {
    const closed = closedCell(before, path)
    return !closed || !saysClosed(closed, value)
  })
  const paths = Object.keys(open).filter((path) => uncertain.includes(splitPath(path)[0]))
  const sent = Object.fromEntries(paths.map((path) => [path, open[path]?.value]))
  const id = `restored ${before.log?.length ?? 0}`
  return withLate(withSent({ ...before, fields: open }, { id, state: 'maybe' }, sent), unanswered)
}
