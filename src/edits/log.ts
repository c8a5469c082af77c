import { weakMapMemoize } from 'reselect'
import type { Cell, Cells, EditLog, Mutation } from '../core/cells'
import { frozenAs } from '../core/frozen'
import { isEqual } from '../core/isEqual'
import { isEmpty, own } from '../core/plain'
import { cellOver, none, pickCells } from './cells'
import type { FieldPath } from './fieldPath'
import { givenValue, isHeldValue, saysHeld } from './heldValue'
import { isStoredLazyEdit } from './lazyEdit'

/**
 * All that is edited, by path: of each field what it was before, and what it is to be; nothing where there is no log. The
 * same object for the same log.
 */
export function cellsOf(edits: EditLog | undefined): Cells {
  if (edits === undefined) return none
  const { fields, log } = edits
  if (!log) return fields
  // A save of which nothing is typed over, of each of thousands of records: `npm run bench -- --only savingDirty`.
  const [sent] = log
  const isAll =
    sent && log.length === 1 && isEmpty(fields) && Object.values(sent.fields).every(({ unseen }) => !unseen)
  return isAll ? sent.fields : folded(fields, log)
}

const folded = /* @__PURE__ */ weakMapMemoize((fields: Cells, log: readonly Mutation[]): Cells => {
  const cells: Record<FieldPath, Cell> = {}
  for (const mutation of log) {
    for (const [path, cell] of Object.entries(mutation.fields))
      if (!cell.unseen) cells[path] = cellOver(cells[path], cell)
  }
  for (const [path, cell] of Object.entries(fields)) {
    if (isStoredLazyEdit(cell.value)) for (const entry of entriesBelow(cells, path)) delete cells[entry]
    cells[path] = cellOver(cells[path], cell)
  }
  return isEmpty(cells) ? none : frozenAs(fields, cells)
})

/** The paths of the entries of a property. */
export function entriesBelow(cells: Cells, property: FieldPath): readonly FieldPath[] {
  return Object.keys(cells).filter((path) => path.startsWith(`${property}.`))
}

/** Whether anything of a log is an edit that a save would send. */
export function isEdited({ fields, log }: EditLog): boolean {
  return !isEmpty(fields) || (log !== undefined && !isEmpty(cellsOf({ fields, log })))
}

/** Whether nothing is edited, and nothing that was sent is still open. */
export function isOver({ fields, log }: EditLog): boolean {
  return isEmpty(fields) && !log?.some(({ state }) => state !== 'late')
}

/** What is known here of what a save has sent. */
export function sentBy(
  edits: Pick<EditLog, 'log'> | undefined,
  mutation: string | undefined,
): Mutation | undefined {
  return edits?.log?.find(({ id }) => id === mutation)
}

/** What a save has sent of some fields, as the record shows it: others' work may have been merged into it before it left. */
export function shownBy(
  edits: Pick<EditLog, 'log'> | undefined,
  mutation: string | undefined,
  of: object,
): Cells {
  const { fields = none } = sentBy(edits, mutation) ?? {}
  return pickCells(fields, (path, { unseen }) => !unseen && Object.hasOwn(of, path))
}

/** What a save has sent last of a field: `unseen` where that says nothing of what is edited. */
export function closedCell({ log = [] }: Pick<EditLog, 'log'>, path: FieldPath): Cell | undefined {
  for (const { state, fields } of [...log].reverse()) {
    const cell = state === 'late' ? undefined : own(fields, path)
    if (cell) return cell
  }
  return undefined
}

/** How what was edited of a field stands: what was typed over it counts. */
export function stateOfField({ fields, log = [] }: EditLog, path: FieldPath): Mutation['state'] | 'open' {
  if (own(fields, path)) return 'open'
  const seen = [...log].reverse().flatMap(({ state, fields }) => {
    const cell = own(fields, path)
    return cell && !cell.unseen ? [{ state, cell }] : []
  })
  // What puts back what stood below counts where nothing else is said, or that is in doubt.
  const counts = ({ cell }: (typeof seen)[number], at: number) =>
    seen[at + 1]?.state === 'uncertain' || !isEqual(cell.base, cell.value)
  return (seen.find(counts) ?? seen[0])?.state ?? 'open'
}

/** Whether an edit says what the saves below have sent, so that it is none. */
export function saysClosed(closed: Cell, value: unknown): boolean {
  return !closed.unseen && says(value, closed.value)
}

/** Whether an edit says what it was made on, so that nothing of it is to be saved, whatever others have made of that since. */
export function saysItsBase({ base, value }: Cell): boolean {
  return base !== undefined && says(value, base)
}

/** Whether an edit says what a value does. A lazy edit does not, as nobody knows yet what it comes to. */
export function says(edited: unknown, value: unknown): boolean {
  if (isStoredLazyEdit(edited)) return false
  if (isHeldValue(edited)) return saysHeld(givenValue(value), edited)
  return isHeldValue(value) ? saysHeld(edited, value) : isEqual(edited, value)
}

/** Whether a save of a field is under way, or waits to be sent: its answer says what is done of it. */
export function isUnderWay({ log = [] }: Pick<EditLog, 'log'>, path: FieldPath): boolean {
  return log.filter(isMeantBy()).some(({ fields }) => own(fields, path))
}

/** Which mutations a write is about: without a name, all that is under way. */
export function isMeantBy(id?: string): (mutation: Mutation) => boolean {
  return ({ id: one, state }) => (id === undefined ? state === 'sending' || state === 'queued' : one === id)
}
