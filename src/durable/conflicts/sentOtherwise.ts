import type { Cells } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { own } from '../../core/plain'
import type { WriteIntent } from '../../core/writeGate'
import { editsSent, type EditsSent, type SentFields } from '../../edits/actions'
import { mapCells, none, valuesAtPaths } from '../../edits/cells'
import { cellsOf, sentBy } from '../../edits/log'
import { selectEditedView, type EditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'

/**
 * Takes down that a save sends, or keeps to be sent later, other fields than it said, or over one version of the record alone;
 * nothing where it does not.
 */
export function sentOtherwise(
  state: EntityState,
  { kind, name, entity, key, id, mutation }: Omit<WriteIntent, 'fields'>,
  fields: Cells,
  { isQueued, version }: Pick<EditsSent, 'isQueued' | 'version'>,
): readonly EditsSent[] {
  if (key === undefined || mutation === undefined) return []
  const sent = valuesAtPaths(fields)
  const known = sentBy(selectEditedView(state, kind, name, id)?.row, mutation)
  const over = isQueued && version === undefined ? known?.version : version
  const isSame = known && isEqual(valuesAtPaths(known.fields), sent) && isEqual(known.version, over)
  if (isSame) return []
  return [{ ...editsSent({ kind, name, entity, key, id, mutation }, sent, isQueued), version: over }]
}

/** What a save has said that it sends; undefined where nothing is known of it. */
export function sentOf(view: EditedView | undefined, mutation: string | undefined): SentFields | undefined {
  const known = sentBy(view?.row, mutation)
  return known && valuesAtPaths(known.fields)
}

/**
 * Fields of a save with what its check has merged into it before it left: that is shown, and may be done. What it says once
 * more after a save that was never answered is based on what that was.
 */
export function asSent(view: EditedView | undefined, mutation: string | undefined, fields: Cells): Cells {
  const { log = [] } = view?.row ?? {}
  const at = log.findIndex((one) => one.id === mutation)
  const edited = cellsOf({ fields: none, log: log.slice(0, at + 1) })
  return mapCells(fields, (cell, path) => {
    const sent = own(log[at]?.fields, path)
    return sent && !sent.unseen ? (edited[path] ?? sent) : cell
  })
}
