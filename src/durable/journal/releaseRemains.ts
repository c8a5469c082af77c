import type { Cells } from '../../core/cells'
import { withPaths } from '../../edits/logChanges'
import { editsText } from './editsRows'
import { nameOf } from './keptEdits'
import type { FoundEdits, Remains } from './remains'
import { rowKeys } from './rows'

/** What becomes of the rows of dead pages when some items go, but for fields that are left of them. */
export function releaseRemains(
  remains: readonly Remains[],
  items: readonly FoundEdits[],
  left: ReadonlyMap<string, Cells>,
) {
  const touched = remains.filter(({ session }) => items.some((item) => item.session === session))
  const expected = new Map<string, unknown>()
  const edits = new Map<string, string | undefined>()
  const undo = new Map<string, undefined>()
  const sessions = new Map<string, undefined>()
  for (const { session, rows, records, undoKeys } of touched) {
    const names = namesOf(items, session)
    let isEmptied = true
    for (const [key, { edits: value, ...row }] of rows) {
      const some = value?.rows ?? []
      const kept = some.flatMap((one) => {
        const name = nameOf(one)
        if (!names.has(name)) return [one]
        const found = records.get(name)
        const rest = found?.row === key && found.kept === one ? left.get(found.item) : undefined
        return rest ? [withPaths(one, (path) => Object.hasOwn(rest, path))] : []
      })
      if (value === undefined || kept.length > 0) isEmptied = false
      if (!some.some((one) => names.has(nameOf(one)))) continue
      expected.set(key, row.value)
      edits.set(key, kept.length > 0 ? editsText(session, kept) : undefined)
    }
    if (!isEmptied) continue
    for (const key of undoKeys) undo.set(key, undefined)
    sessions.set(rowKeys.session(session), undefined)
  }
  return { touched, expected, edits, undo, sessions }
}

/** The records of some items that one page has left. */
export function namesOf(items: readonly FoundEdits[], session: string): ReadonlySet<string> {
  return new Set(items.filter((item) => item.session === session).map(({ kept }) => nameOf(kept)))
}
