import { weakMapMemoize } from 'reselect'
import type { Cells, EditLog } from '../core/cells'
import { isEqual } from '../core/isEqual'
import { isEmpty, own } from '../core/plain'
import { none, pickCells } from './cells'
import { fieldPath, splitPath } from './fieldPath'
import { cellsOf, entriesBelow } from './log'
import type { StrayWrites } from './stray'

/** Edits of a page, and what other pages have saved. */
export interface ShownLog extends EditLog {
  /** What waits to be sent of what other pages have saved: shown, and no edit of this page. Absent where that is nothing. */
  readonly elsewhere?: Cells | undefined
  /** What the server may still do of fields that are edited no more. Absent where that is nothing. */
  readonly stray?: StrayWrites | undefined
}

/** What is shown of a record in the place of what the server has, by path: what is edited here, or was saved elsewhere. */
export function shownCells(row: ShownLog): Cells {
  const elsewhere = shownElsewhere(row)
  return isEmpty(elsewhere) ? cellsOf(row) : joined(cellsOf(row), elsewhere)
}

const joined = /* @__PURE__ */ weakMapMemoize((edited: Cells, elsewhere: Cells) => ({
  ...edited,
  ...elsewhere,
}))

/**
 * What other pages have saved of a record, as far as it is shown: where nothing is edited here, or what this page has saved
 * is what the other one has saved over.
 */
export function shownElsewhere({ fields, elsewhere, log }: ShownLog): Cells {
  return elsewhere ? notHidden(elsewhere, fields, cellsOf({ fields, log })) : none
}

const notHidden = /* @__PURE__ */ weakMapMemoize((elsewhere: Cells, open: Cells, edited: Cells) =>
  pickCells(elsewhere, (path, { base }) => {
    const [property, entry] = splitPath(path)
    if (own(edited, path)) return !own(open, path) && isEqual(base, edited[path]?.value)
    return entry === undefined ? isEmpty(entriesBelow(edited, path)) : !own(edited, fieldPath(property))
  }),
)
