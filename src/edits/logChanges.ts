import type { Cell, Cells, EditLog, Mutation } from '../core/cells'
import { isEmpty, own, type RecordData } from '../core/plain'
import type { RecordVersion } from '../core/recordVersion'
import { makeCell, none } from './cells'
import type { ShownLog } from './elsewhere'
import { goAstray, longestAstray, nowKnown, type StrayWrites } from './stray'
import { splitPath, valueAtPath, type FieldPath } from './fieldPath'
import { storedValue } from './heldValue'
import { isStoredLazyEdit } from './lazyEdit'
import { cellsOf, closedCell, isMeantBy, isUnderWay, says } from './log'
import {
  basedOn,
  cellBehind,
  changed,
  end,
  isOverElsewhere,
  isSeenAt,
  lose,
  loseBefore,
  loseGivenUp,
  miss,
  refuseOutdated,
  reopen,
  resend,
  taken,
  type Draft,
} from './logDraft'

/**
 * A log in which a save is about to send these fields, or what it has sent before once more: what was edited so is open no
 * more. What was written by hand, or is sent otherwise than it is edited, is remembered and not shown.
 */
export function withSent<Row extends EditLog>(
  row: Row,
  { id, state, version }: Pick<Mutation, 'id' | 'state' | 'version'>,
  sent: RecordData,
): Row {
  return changed(row, (draft) => {
    const { fields, log } = draft
    const known = log.findIndex((mutation) => mutation.id === id)
    if (known >= 0) {
      resend(draft, known, sent, state)
      Object.assign(log[known] as Mutation, { state, version })
      return
    }
    const edited = cellsOf(row)
    const cells: Record<FieldPath, Cell> = {}
    for (const [path, value] of Object.entries(sent)) {
      const open = own(fields, path)
      const shown = own(edited, path)
      if (open && (isStoredLazyEdit(open.value) || says(open.value, value))) {
        cells[path] = makeCell(isStoredLazyEdit(open.value) ? storedValue(value) : open.value, open.base)
        delete fields[path]
      } else if (!open && shown && says(shown.value, value)) {
        cells[path] = state === 'queued' ? taken(log, path) : { base: shown.value, value: shown.value }
      } else cells[path] = { value, unseen: true }
    }
    // What another page has sent was sent before what still waits here.
    const waiting = state === 'uncertain' ? log.findIndex(isMeantBy()) : -1
    const mutation = { id, state, fields: cells, ...(version !== undefined && { version }) }
    log.splice(waiting < 0 ? log.length : waiting, 0, mutation)
  })
}

/** A log below which stands what earlier pages have sent, or may have. */
export function withEarlier<Row extends EditLog>(row: Row, earlier: readonly Mutation[] = []): Row {
  if (earlier.length === 0) return row
  return changed(row, ({ log }) => {
    log.unshift(...earlier.map((mutation) => ({ ...mutation, fields: { ...mutation.fields } })))
  })
}

/**
 * A log in which what some saves have sent stands otherwise.
 * @param isAnswered - Whether the server does nothing of it any more, whatever it has done.
 */
export function withState<Row extends EditLog>(
  row: Row,
  isMeant: (mutation: Mutation) => boolean,
  state: Mutation['state'],
  isAnswered?: boolean,
): Row {
  return changed(row, ({ log }) => {
    for (const mutation of log.filter(isMeant))
      Object.assign(mutation, { state, ...(isAnswered && { version: null }) })
  })
}

/**
 * A log in which what some saves have sent is open again, below what was edited since.
 * @param mayBeDone - Whether it may still be done: else the server has none of it.
 */
export function reopened<Row extends EditLog>(
  row: Row,
  isMeant: (mutation: Mutation) => boolean,
  mayBeDone?: boolean,
): Row {
  return changed(row, (draft) => {
    for (const [at, mutation] of [...draft.log.entries()].reverse()) {
      if (!isMeant(mutation)) continue
      for (const [path, cell] of Object.entries(mutation.fields)) {
        reopen(draft, at, path)
        if (mayBeDone) mutation.fields[path] = { ...cell, unseen: true }
      }
      if (mayBeDone) mutation.state = 'late'
    }
  })
}

/** A log in which what saves have sent is given up: not shown, and still remembered. */
export function hidden<Row extends EditLog>(row: Row, isMeant: (path: FieldPath) => boolean): Row {
  return changed(row, ({ log }) => {
    for (const { fields } of log)
      for (const [path, cell] of Object.entries(fields))
        if (isMeant(path)) fields[path] = { ...cell, unseen: true }
  })
}

/**
 * A log without what another page has saved over, by mutations: the later one counts, and who sends it knows what was sent
 * before. Nor with what may still be done that another page has saved once more: whatever of that is done is wanted.
 */
export function savedOver<Row extends ShownLog>(
  row: Row,
  over: { readonly [mutation: string]: readonly FieldPath[] },
  saved: Cells,
): Row {
  if (isEmpty(over) && !row.log && !row.stray) return row
  const isSaid = (path: FieldPath, value: unknown) => says(value, own(saved, path)?.value)
  return changed(row, (draft) => {
    const { log, stray } = draft
    for (const [at, { id, fields }] of log.entries())
      for (const path of over[id] ?? [])
        // What was typed over it is based on what stood below.
        if (fields[path] && draft.fields[path] && cellBehind(draft, at, path) === draft.fields[path])
          reopen(draft, at, path)
        else for (const earlier of log.slice(0, at + 1)) delete earlier.fields[path]
    const edited = cellsOf(draft)
    for (const { state, fields } of log)
      for (const [path, { value }] of Object.entries(fields)) {
        // What is edited still may have been made on it.
        if (state === 'late' && !own(edited, path) && isSaid(path, value)) delete fields[path]
      }
    for (const [path, known] of Object.entries(stray)) {
      const values = known.values.filter((value) => !isSaid(path, value))
      if (values.length === known.values.length) continue
      if (values.length === 0) delete stray[path]
      else stray[path] = { ...known, values }
    }
  })
}

/**
 * A log in which fields say what the server has, whatever of that was sent before: what was done of it is no question any
 * more, and the rest may still be done in the place of that.
 * @param by - What has said so, where that was sent: what was sent behind it is not decided by it.
 */
export function decided<Row extends EditLog>(row: Row, said: Cells, by?: Mutation): Row {
  return changed(row, (draft) => {
    const before = draft.log.slice(0, by && draft.log.map(({ id }) => id).lastIndexOf(by.id))
    for (const [path, { value: now }] of Object.entries(said)) {
      for (const mutation of before.filter(({ state }) => state === 'uncertain' || state === 'late')) {
        if (says(own(mutation.fields, path)?.value, now)) delete mutation.fields[path]
        else loseGivenUp(draft, mutation, path, now)
      }
    }
  })
}

/** What an answer or a read says. */
export interface ServerValues {
  /** What the server has of a field; undefined where that is not said. */
  readonly valueAt: (path: FieldPath) => unknown
  /** Whether a value is what it has of a field, or what the save that it answers has sent. */
  readonly isSaid: (path: FieldPath, value: unknown) => boolean
  /** Of the answer to a save: what it has sent, by property. */
  readonly sent?: RecordData | undefined
  /** Whether a field is a text that people write, which hardly anybody writes a second time as it was. */
  readonly isText: (path: FieldPath) => boolean
  /** Of a read: when it was answered, in milliseconds. */
  readonly at?: number | undefined
  /** The version of the record, as far as it says so. */
  readonly version: RecordVersion
}

/** A log once a save was answered: what it has sent is done, with all that was sent of the same before. */
export function withSaveAnswer<Row extends EditLog>(row: Row, id: string, server: ServerValues): Row {
  return changed(row, (draft) => {
    const at = draft.log.findIndex((mutation) => mutation.id === id)
    const answer = draft.log[at]
    if (!answer) return
    const fields = { ...answer.fields }
    refuseOutdated(draft, server.version)
    // What waited before it is over as well: it was sent with it, or undone before.
    for (let before = at - 1; before >= 0; before--) {
      const waiting = draft.log[before] as Draft['log'][number]
      if (waiting.state !== 'queued') continue
      for (const [path, { value, unseen }] of Object.entries(waiting.fields))
        if (unseen || server.isSaid(path, value)) end(draft, before, path, server.valueAt(path))
        else if (!own(fields, path)) reopen(draft, before, path)
    }
    for (const [path, { value, unseen }] of Object.entries(fields)) {
      const now = server.valueAt(path)
      const isAnswered = server.sent !== undefined || now !== undefined
      if (isAnswered && unseen && server.sent && !Object.hasOwn(server.sent, splitPath(path)[0]))
        delete answer.fields[path]
      else if (isAnswered && ((unseen && server.sent) || server.isSaid(path, value)))
        end(draft, at, path, now)
      // Not all that an autosave sends is taken: what is edited is based on the answer.
      else if (isAnswered && !server.sent) reopen(draft, at, path, now)
      else if (isAnswered) {
        // Typed over, it is open by what it was merged into, on what was saved here; it is done all the same.
        reopen(draft, at, path, cellBehind(draft, at, path) && value)
        loseBefore(draft, at, path, now ?? value)
      }
    }
    answer.state = 'uncertain'
  })
}

/**
 * A log once a record came. The newest of what may be done or was typed that the server has is done, with all before it; what
 * the server has not is open again, and may still be done. What is under way is decided by its answer.
 * @param before - The log as it was before a save was answered with the record.
 */
export function withRead<Row extends ShownLog>(row: Row, server: ServerValues, before: Row = row): Row {
  const { valueAt, isSaid } = server
  const paths = [row.fields, row.stray ?? none, ...(row.log ?? []).map(({ fields }) => fields)].flatMap(
    (one) => Object.keys(one),
  )
  const known = new Set(paths.filter((path) => valueAt(path) !== undefined && !isUnderWay(row, path)))
  if (!row.log && !row.stray && ![...known].some((path) => isSaid(path, row.fields[path]?.value))) return row
  return changed(row, (draft) => {
    refuseOutdated(draft, server.version)
    for (const path of known) {
      const open = draft.fields[path]
      let isDone = open !== undefined && isSaid(path, open.value)
      if (isDone) delete draft.fields[path]
      for (const mutation of [...draft.log].reverse()) {
        const { state, fields } = mutation
        const cell = own(fields, path)
        if (!cell) continue
        const at = draft.log.indexOf(mutation)
        if (!isDone && isSaid(path, cell.value)) {
          isDone = true
          // Given up, it is to be taken out by what was typed over what another page has saved: that has not seen it.
          if (cell.unseen && isOverElsewhere(draft, at, path)) continue
          basedOn(draft, at, path, valueAt(path))
          delete fields[path]
        } else if (isDone) lose(draft, mutation, path, valueAt(path))
        else if (state !== 'late') miss(draft, mutation, path)
      }
    }
    for (const path of known) findStray(draft, path, server, before)
    loseLate(draft, valueAt)
  })
}

/** A log with what may still be done of what others have sent, and what the server has had since. */
export function withStray<Row extends ShownLog>(row: Row, stray: StrayWrites): Row {
  return changed(row, (draft) => {
    for (const [path, { values, known }] of Object.entries(stray)) {
      const before = own(draft.stray, path)
      if (before) draft.stray[path] = { ...before, ...nowKnown(before, known) }
      for (const value of values) goAstray(draft.stray, path, value, known)
    }
  })
}

/** A log of nothing but what may still be done, once nothing is edited any more: in the place of what was edited. */
export function withLateAstray<Row extends ShownLog>(row: Row, before: EditLog): Row {
  const edited = cellsOf(before)
  return changed(row, (draft) => {
    loseLate(draft, (path) => {
      const base = edited[path]?.base
      // What is typed over one's own save is based on that, which nobody knows the server to have.
      const isSent = before.log?.some(({ fields }) => says(own(fields, path)?.value, base))
      return own(draft.stray, path)?.known ?? (isSent ? undefined : base)
    })
  })
}

/**
 * Of what is edited no more, what may still be done is remembered besides, in the place of what is known of it. While what was
 * sent behind it is in doubt it stays below that, too, which may have been made on it.
 */
function loseLate(draft: Draft, knownAt: (path: FieldPath) => unknown): void {
  const edited = cellsOf(draft)
  for (const mutation of draft.log.filter(({ state }) => state === 'late'))
    for (const path of Object.keys(mutation.fields)) {
      const known = own(edited, path) ? undefined : knownAt(path)
      const lost = closedCell(draft, path) ? { ...mutation, fields: { ...mutation.fields } } : mutation
      if (known !== undefined) loseGivenUp(draft, lost, path, known)
    }
}

/**
 * Looks for what may still be done in what the server has of a field. A save that was done after all has replaced, unseen,
 * what the server had: that is edited again, on what is there now.
 * @param before - The log as it was: who has edited what the server had into the same, here or elsewhere, wants none of that
 *   back.
 */
function findStray(draft: Draft, path: FieldPath, server: ServerValues, before: ShownLog): void {
  const { valueAt, isSaid, isText, sent, at } = server
  const { stray, fields, log } = draft
  const isLate = log.some((mutation) => mutation.state === 'late' && own(mutation.fields, path))
  const { values = [], known, since = at } = own(stray, path) ?? {}
  const now = valueAt(path)
  // A status or a tag is what it was also where somebody has set it so.
  const isOver = !isText(path) || (at ?? 0) - (since ?? 0) > longestAstray
  // Saved once more, it may still be done a second time.
  const isSame = isSaid(path, known) || valueAtPath(sent, path) !== undefined
  const left = isSame ? values : values.filter((value) => !isSaid(path, value))
  if ((left.length > 0 || isLate) && !isOver)
    stray[path] = { values: left, ...nowKnown(own(stray, path), now), ...(since && { since }) }
  else delete stray[path]
  const wanted = [before.fields, before.elsewhere ?? none, ...(before.log ?? []).map(({ fields }) => fields)]
  const isWanted = wanted.some(({ [path]: cell }) => {
    return cell && isSaid(path, cell.value) && says(cell.base, known)
  })
  if (isOver || isWanted || left.length === values.length) return
  if (own(cellsOf(draft), path)) basedOn(draft, -1, path, now)
  else fields[path] = makeCell(known, now)
}

/** A log with what the first edit of each field is based on changed. */
export function withBases<Row extends EditLog>(row: Row, change: (path: FieldPath, cell: Cell) => Cell): Row {
  const cells = cellsOf(row)
  const based = Object.keys(cells).filter((path) => {
    const cell = cells[path] as Cell
    return change(path, cell).base !== cell.base
  })
  if (based.length === 0) return row
  return changed(row, (draft) => {
    for (const path of based) {
      const first = [...draft.log, draft].find(isSeenAt(path)) as Draft
      first.fields[path] = change(path, first.fields[path] as Cell)
    }
  })
}

/** A log based on other values of the server: what was sent before and never answered is in them, or late. */
export function rebasedOn<Row extends EditLog>(row: Row, bases: RecordData): Row {
  const left = changed(row, (draft) => {
    for (const path of Object.keys(bases)) {
      const sent = draft.log.filter(isSeenAt(path))
      const earlier = isSeenAt(path)(draft) ? sent : sent.slice(0, -1)
      for (const one of earlier) if (one.state === 'uncertain') miss(draft, one, path)
      // What it is based on now is newer than what was read last.
      if (own(draft.stray, path)?.values.length === 0) delete draft.stray[path]
    }
  })
  return withBases(left, (path, cell) =>
    Object.hasOwn(bases, path) ? makeCell(cell.value, bases[path]) : cell,
  )
}

/** A log of some fields only. */
export function withPaths<Row extends EditLog>(row: Row, isMeant: (path: FieldPath) => boolean): Row {
  return changed(row, (draft) => {
    for (const { fields } of [draft, ...draft.log])
      for (const path of Object.keys(fields)) if (!isMeant(path)) delete fields[path]
  })
}
