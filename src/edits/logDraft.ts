import type { Cell, Cells, EditLog, Mutation } from '../core/cells'
import { isEqual } from '../core/isEqual'
import { isEmpty, own, type RecordData } from '../core/plain'
import { isRefused, type RecordVersion } from '../core/recordVersion'
import { goesOn, makeCell, none } from './cells'
import type { ShownLog } from './elsewhere'
import { splitPath, type FieldPath } from './fieldPath'
import { isStoredLazyEdit } from './lazyEdit'
import { says, saysItsBase } from './log'
import { goAstray, hasWordsOf, leftUnsent, type StrayValues } from './stray'

/** How many saves are remembered that may still be done. */
const mostLate = 20

/** A log that is being changed. */
export interface Draft {
  readonly fields: Record<FieldPath, Cell>
  readonly log: {
    readonly id: string
    state: Mutation['state']
    readonly fields: Record<FieldPath, Cell>
    version?: Mutation['version']
  }[]
  /** What waits of what other pages have saved. */
  elsewhere?: Cells | undefined
  readonly stray: Record<FieldPath, StrayValues>
}

/** A row with its log changed. */
export function changed<Row extends ShownLog>(row: Row, change: (draft: Draft) => void): Row {
  const { log: before = [], elsewhere } = row
  const draft: Draft = {
    fields: { ...row.fields },
    log: before.map((mutation) => ({ ...mutation, fields: { ...mutation.fields } })),
    elsewhere,
    stray: { ...row.stray },
  }
  change(draft)
  const late = draft.log.filter(({ state }) => state === 'late')
  // The first is the likeliest to be done, and the last.
  const tooOld = late.slice(1, 1 - mostLate)
  const log = draft.log.filter((mutation) => !isEmpty(mutation.fields) && !tooOld.includes(mutation))
  const fields = isEmpty(draft.fields) ? none : draft.fields
  const stray = isEmpty(draft.stray) ? undefined : draft.stray
  const { fields: _, log: __, elsewhere: ___, stray: ____, ...others } = row
  // What is new comes first, as engines add slowly to a copy.
  return {
    fields,
    ...(log.length > 0 && { log }),
    ...(draft.elsewhere && { elsewhere: draft.elsewhere }),
    ...(stray && { stray }),
    ...others,
  } as unknown as Row
}

/** Whether a log, or a mutation of it, shows a field. */
export function isSeenAt(path: FieldPath) {
  return ({ fields }: Pick<EditLog, 'fields'>) => {
    const cell = own(fields, path)
    return cell !== undefined && !cell.unseen
  }
}

/** Takes what was sent last of a field, and is shown, out of its mutation: what waits to be sent is the same. */
export function taken(log: Draft['log'], path: FieldPath): Cell {
  const { fields } = [...log].reverse().find(isSeenAt(path)) as Mutation
  const cell = fields[path] as Cell
  delete (fields as Draft['fields'])[path]
  return cell
}

/** A mutation sends these fields, or waits to send them, and no others: what is edited so since counts as sent. */
export function resend(draft: Draft, at: number, sent: RecordData, state: Mutation['state']): void {
  const { fields, log } = draft
  const mutation = log[at] as Draft['log'][number]
  for (const path of Object.keys(mutation.fields)) {
    if (Object.hasOwn(sent, path)) continue
    // Nothing of it is to be sent; what another page has saved over it stays as it was made.
    if (!cellBehind(draft, at, path) && own(draft.elsewhere, path)) delete mutation.fields[path]
    else reopen(draft, at, path)
    // Undone before it was sent, it is no edit.
    if (fields[path] && isNothing(draft, path, fields[path])) delete fields[path]
  }
  for (const [path, value] of Object.entries(sent)) {
    const cell = own(mutation.fields, path)
    // What was said once more goes along with what is sent now, which may be otherwise.
    for (const { fields: again } of state === 'queued' ? [] : log.slice(at + 1))
      if (again[path] && cell && saysItsBase(again[path]) && says(again[path].value, cell.value))
        delete again[path]
    const isCovered = isShownOver(draft, at, path)
    const isOpen = () => !isCovered && fields[path] !== undefined && says(fields[path].value, value)
    // What was given up may have been edited again.
    if (cell && says(cell.value, value) && !(cell.unseen && isOpen())) continue
    if (cell && !cell.unseen && isCovered) {
      mutation.fields[path] = makeCell(value, cell.base)
      const over = own(draft.elsewhere, path)
      // What another page has saved over it stays over it.
      if (over && says(over.base, cell.value))
        draft.elsewhere = { ...draft.elsewhere, [path]: makeCell(over.value, value) }
      continue
    }
    const next = own(fields, path)
    // What was typed over it since is made on what is sent: that was merged into it as well.
    if (cell && !cell.unseen && next && !isOpen() && goesOn(cell, next)) {
      mutation.fields[path] = makeCell(value, cell.base)
      fields[path] = makeCell(next.value, value)
      continue
    }
    if (cell) reopen(draft, at, path)
    const open = own(fields, path)
    const isSentOpen = open !== undefined && isOpen()
    mutation.fields[path] = isSentOpen ? makeCell(open.value, open.base) : { value, unseen: true }
    if (isSentOpen) delete fields[path]
  }
}

/** Opens a field of a mutation again of which the record shows nothing, and remembers that it may still be done. */
export function miss(draft: Draft, mutation: Draft['log'][number], path: FieldPath): void {
  const cell = mutation.fields[path] as Cell
  const at = draft.log.indexOf(mutation)
  reopen(draft, at, path)
  const { id } = mutation
  const late = draft.log[at - 1]
  const fields = late?.id === id && late.state === 'late' ? late.fields : {}
  if (fields !== late?.fields) draft.log.splice(at, 0, { ...draft.log[at], id, state: 'late', fields })
  fields[path] = { ...cell, unseen: true }
}

/** Opens a field of a mutation again, below what was edited of it since. */
export function reopen({ fields, log }: Draft, at: number, path: FieldPath, now?: unknown): void {
  const mutation = log[at] as Draft['log'][number]
  const cell = mutation.fields[path] as Cell
  delete mutation.fields[path]
  const [property] = splitPath(path)
  const isReplaced = path !== property && isStoredLazyEdit(own(fields, property)?.value)
  if (cell.unseen || isReplaced) return
  const behind = fieldsBehind({ fields, log }, at, path)
  // What was sent once more is open by what it was sent with first, or was saved over since.
  if (!behind[path] && isNothing({ log }, path, cell)) return
  const next = behind[path]
  // What was typed over what another page has saved beside it has that in its base.
  behind[path] = next && !goesOn(cell, next) ? next : makeCell((next ?? cell).value, now ?? cell.base)
}

/** Whether an edit changes nothing: not where it was made as something else that was given up is in doubt. */
function isNothing({ log }: Pick<Draft, 'log'>, path: FieldPath, edit: Cell): boolean {
  const isInDoubt = ({ state, fields }: Draft['log'][number]) => {
    const sent = own(fields, path)
    return state === 'uncertain' && sent?.unseen && !says(sent.value, edit.value)
  }
  return saysItsBase(edit) && !log.some(isInDoubt)
}

/** Takes a field out of a mutation that may still be done, in the place of what the server has now, where that is known. */
export function lose(
  { stray }: Draft,
  { id, state, fields, version }: Draft['log'][number],
  path: FieldPath,
  now: unknown,
): void {
  const cell = own(fields, path)
  if (!cell) return
  delete fields[path]
  const mayBeDone = (state === 'late' || state === 'uncertain') && id !== leftUnsent && version !== null
  if (mayBeDone) goAstray(stray, path, cell.value, now)
}

/** The same of what is edited no more: where its words are there already, it was done before others wrote beside it. */
export function loseGivenUp(
  draft: Draft,
  mutation: Draft['log'][number],
  path: FieldPath,
  now: unknown,
): void {
  const cell = own(mutation.fields, path)
  if (cell && hasWordsOf(now, cell)) delete mutation.fields[path]
  else lose(draft, mutation, path, now)
}

/** Takes down which version the record has now: over a later one than it was sent for, nothing is done any more. */
export function refuseOutdated({ log }: Draft, now: RecordVersion): void {
  for (const mutation of log) if (isRefused(mutation.version, now)) mutation.version = null
}

/** Ends a field of a mutation that the server has taken, with what was sent of it before: what was edited since is based on it. */
export function end(draft: Draft, at: number, path: FieldPath, now: unknown): void {
  const { log } = draft
  const mutation = log[at] as Draft['log'][number]
  const { value } = mutation.fields[path] as Cell
  basedOn(draft, at, path, now ?? value, value)
  delete mutation.fields[path]
  loseBefore(draft, at, path, now ?? value)
}

/** Takes a field out of all that was sent before a mutation which the server has taken. */
export function loseBefore(draft: Draft, at: number, path: FieldPath, now: unknown): void {
  for (const earlier of draft.log.slice(0, at)) lose(draft, earlier, path, now)
}

/**
 * Bases what was edited of a field behind a mutation on a value, but for what was typed over what another page has saved:
 * that is based on the answer to it.
 */
export function basedOn(draft: Draft, at: number, path: FieldPath, base: unknown, sent?: unknown): void {
  const ended = own(draft.log[at]?.fields ?? none, path)
  // What was sent over it and not answered either was made on the same until now.
  for (const { fields } of draft.log.slice(at + 1)) {
    const cell = own(fields, path)
    if (cell?.unseen && cell.base !== undefined && isEqual(cell.base, ended?.base))
      fields[path] = { ...cell, base }
  }
  const behind = fieldsBehind(draft, at, path)
  const next = behind[path]
  if (!next || isOverElsewhere(draft, at, path)) return
  // What was sent once more changes nothing of what others have written into it; what was open again is done.
  const isAgain = sent !== undefined && isEqual(next.value, sent)
  if (isAgain && behind === draft.fields) delete draft.fields[path]
  else behind[path] = makeCell(next.value, isAgain ? sent : base)
}

/** Whether what was edited of a field behind a mutation was typed over what another page has saved. */
export function isOverElsewhere({ elsewhere, ...edits }: ShownLog, at: number, path: FieldPath): boolean {
  // What the other page has saved may be answered by now, and shown no more.
  if (isTypedBeside(edits, at, path)) return true
  const over = own(elsewhere, path)
  const behind = over && fieldsBehind(edits, at, path)
  return behind === edits.fields && isEqual(own(behind, path)?.base, over?.value)
}

/** Whether what was edited of a field behind a mutation was made on what others have saved beside that, too. */
function isTypedBeside(edits: EditLog, at: number, path: FieldPath): boolean {
  const chain = (edits.log ?? []).slice(0, at + 1).map(({ fields }) => own(fields, path))
  const [sent, next] = [chain[at], cellBehind(edits, at, path)]
  // What was written by hand has no base, and says nothing of what is edited. Given up and taken back by an undo, it is to be as
  // it was, whatever the server has made of it.
  if (!sent || !next || (sent.unseen && (sent.base === undefined || saysItsBase(next)))) return false
  // What was said once more is on what was sent before, and does not say what that was made on.
  return !chain.some((cell) => cell && goesOn(cell, next))
}

/**
 * Whether something else is shown over what a mutation has sent of a field, which is merged by what it was made on once it
 * is sent: a later save of this page, what another page has saved, or what was typed over that.
 */
export function isShownOver({ elsewhere, ...log }: ShownLog, at: number, path: FieldPath): boolean {
  const next = fieldsBehind(log, at, path)
  if (next !== log.fields || isTypedBeside(log, at, path)) return true
  return !own(next, path) && own(elsewhere, path) !== undefined
}

/** What was edited of a field next behind a mutation: what a later one has sent, or what is open. */
export function cellBehind(log: EditLog, at: number, path: FieldPath): Cell | undefined {
  return own(fieldsBehind(log, at, path), path)
}

/** Where a field was edited next behind a mutation: what a later one has sent, or what is open. */
function fieldsBehind<Log extends EditLog>(
  { fields, log = [] }: Log,
  at: number,
  path: FieldPath,
): Log['fields'] {
  return log.slice(at + 1).find(isSeenAt(path))?.fields ?? fields
}
