import type { Cell, Cells, Mutation } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isEmpty, own } from '../../core/plain'
import { joinOrigins } from '../../edits/basis'
import { goesOn, makeCell, mapCells, pickCells } from '../../edits/cells'
import type { FieldPath } from '../../edits/fieldPath'
import { saysItsBase } from '../../edits/log'
import { withPaths } from '../../edits/logChanges'
import { withUnanswered } from '../unanswered'
import {
  changedEntries,
  fieldsByHand,
  isBased,
  isLeftOfCreate,
  isNew,
  isOf,
  isSameRecord,
  isSavedBy,
  mayHaveLeft,
  withFields,
  savesOf,
  without,
  type Saves,
  type StoredEntry,
} from './entry'
import { referencesOf } from './references'

/** What joining writes asks of their entity. */
export interface JoinRules {
  /** Whether a field, by path, is merged with what others have made of it, or asked about: of two tabs the last value does not count. */
  readonly isMergeable: (entry: StoredEntry, path: string) => boolean
  /** Whether the page that saves has sent, or found again, something under a name. */
  readonly knows: (mutation: string) => boolean
  /** Whether a deletion is checked against the version that was to be deleted, as what it deletes can't be had back. */
  readonly isForGood: (deletion: StoredEntry) => boolean
}

/**
 * The queue with one write more, joined with what waits of the same record. What is being sent, or may be done, stays as
 * it is; the queue does where a save says once more what is being sent. A save that was held is replaced: what it was held
 * for is chosen anew.
 */
export function withEntry(
  given: readonly StoredEntry[],
  added: StoredEntry,
  rules: JoinRules,
): readonly StoredEntry[] {
  const entries = withoutTrashing(given, added)
  const ofRecord = entries.filter((entry) => isSameRecord(entry, added))
  const before = ofRecord.at(-1)
  if (before && isSaidAgain(added, before, rules)) return given
  const left = withoutNothing(added, ofRecord, rules)
  const next = before && isNew(left) ? behindCreate(left, savedOf(ofRecord)) : left
  if (next !== added && isEmpty(next.fields)) return given
  const joined = before && isWaiting(before) ? join(entries, before, next, rules) : undefined
  if (joined === undefined) return [...entries, overWaiting(next, ofRecord, rules)]
  return entries.flatMap((entry) => (entry === before ? joined : [entry]))
}

/**
 * The entries without what was refused and is said anew by a save behind it of who knows that: it was asked for before the
 * refusal came. The same array where there is nothing of that kind.
 */
export function withoutReplaced(entries: readonly StoredEntry[]): readonly StoredEntry[] {
  const isRefused = ({ what, state, conflict }: StoredEntry) =>
    what === 'update' && state === 'held' && !conflict
  return changedEntries(entries, (entry) => {
    if (!isRefused(entry)) return [entry]
    const isAnew = ({ what, log = [] }: StoredEntry) =>
      what === 'update' && isSavedBy(entry, (name) => log.some(({ id }) => id === name))
    const said = savedOf(
      entries.filter((one) => one.seq > entry.seq && isSameRecord(one, entry) && isAnew(one)),
    )
    return withFields(
      entry,
      pickCells(entry.fields, (path) => !Object.hasOwn(said, path)),
    )
  })
}

/** The entries without a deletion into the trash that a status takes back, where something was saved since of the record. */
function withoutTrashing(entries: readonly StoredEntry[], added: StoredEntry): readonly StoredEntry[] {
  const ofRecord = entries.filter((entry) => isSameRecord(entry, added))
  const trashing = ofRecord.find((entry) => isWaiting(entry) && isRestored(entry, added))
  return trashing && trashing !== ofRecord.at(-1) ? entries.filter((entry) => entry !== trashing) : entries
}

/** Whether a save takes a deletion into the trash back, by its status. */
function isRestored({ what, parameters }: StoredEntry, added: StoredEntry): boolean {
  const status = added.fields.status?.value
  const isSaved = added.what === 'update' && status !== undefined && status !== 'trash'
  return what === 'delete' && !parameters?.force && isSaved
}

/** Whether a save says what the same page is just sending. */
function isSaidAgain(added: StoredEntry, before: StoredEntry, rules: JoinRules): boolean {
  const isSave = before.what === 'update' && added.what === 'update' && before.state === 'sending'
  const isSaid = ([path, { value }]: [string, Cell]) => isEqual(value, before.fields[path]?.value)
  return isSave && isSavedBy(before, rules.knows) && Object.entries(added.fields).every(isSaid)
}

/** What writes of one record come to, field by field: of each the last. */
export function savedOf(writes: readonly StoredEntry[]): Cells {
  return Object.assign({}, ...writes.map(({ fields }) => fields)) as Cells
}

/** A draft is made once: what is saved of it later comes behind, on what is sent before, without what that says already. */
function behindCreate(added: StoredEntry, before: Cells): StoredEntry {
  const changed = pickCells(added.fields, (path, { value }) => !isEqual(value, before[path]?.value))
  const fields = mapCells(changed, ({ value, base }, path) => makeCell(value, base ?? before[path]?.value))
  return { ...added, what: 'update', fields }
}

/** A save behind others of its record, based on what they send where it is not merged with that: the last value counts. */
function overWaiting(added: StoredEntry, waiting: readonly StoredEntry[], rules: JoinRules): StoredEntry {
  const before = savedOf(waiting)
  const fields = mapCells(added.fields, (cell, path) => {
    const isOver = cell.base !== undefined && before[path] !== undefined && !rules.isMergeable(added, path)
    return isOver ? makeCell(cell.value, before[path]?.value) : cell
  })
  return { ...added, fields }
}

/**
 * A save without what it only says once more, where another page has saved over that since; and what can be merged without what
 * is back at what it was made on beside what waits: it changes nothing of that.
 */
function withoutNothing(added: StoredEntry, waiting: readonly StoredEntry[], rules: JoinRules): StoredEntry {
  const { what, log = [] } = added
  if (what !== 'update') return added
  const names = new Set(waiting.flatMap((one) => [...savesOf(one)]))
  const now = savedOf(waiting)
  const lastOf = (path: FieldPath) => [...log].reverse().find(({ fields }) => Object.hasOwn(fields, path))
  const isAgain = (path: FieldPath, { value }: Cell, saved = lastOf(path)) =>
    saved !== undefined && names.has(saved.id) && isEqual(saved.fields[path]?.value, value)
  const nothing = pickCells(added.fields, (path, cell) => {
    const before = now[path]
    if (before === undefined) return false
    const isBack = saysItsBase(cell) && !goesOn(before, cell) && rules.isMergeable(added, path)
    return isBack || (isAgain(path, cell) && !isEqual(before.value, cell.value))
  })
  return isEmpty(nothing) ? added : withPaths(added, (path) => !Object.hasOwn(nothing, path))
}

/** Whether the server surely has done nothing of an entry, or doing it again is the same. */
function isWaiting({ what, state, mayBeDone }: StoredEntry): boolean {
  if (state === 'sending' || state === 'uncertain') return false
  return what === 'update' || !mayBeDone
}

/** Where an entry stands in line, and when it left first. */
function placeOf({ seq, at, sentAt }: StoredEntry): Pick<StoredEntry, 'seq' | 'at' | 'sentAt'> {
  return { seq, at, ...(sentAt !== undefined && { sentAt }) }
}

/** What two writes of a record come to; undefined where the second has to wait behind the first. */
function join(
  entries: readonly StoredEntry[],
  before: StoredEntry,
  added: StoredEntry,
  rules: JoinRules,
): readonly StoredEntry[] | undefined {
  const { isMergeable, isForGood } = rules
  if (before.what === 'delete') {
    // Whoever asks for it again knows what it was held for.
    if (added.what === 'delete' && before.state === 'held')
      return [{ ...without(added, 'origin', 'known', 'tag'), ...placeOf(before) }]
    if (added.what === 'delete')
      return [{ ...before, parameters: { ...before.parameters, ...added.parameters } }]
    if (isRestored(before, added)) return [added]
    // The edits that were saved before are still there, and are saved along with others.
    const { replaced = {} } = before
    if (Object.entries(added.fields).every(([path, { value }]) => isEqual(value, replaced[path]?.value)))
      return [before]
    return undefined
  }
  if (added.what === 'delete') {
    if (before.what === 'update') {
      // The version that it leaves is known once it is answered: a save of one's own is no reason to hold the deletion.
      // What was written by hand is to be in the trash as well: it is nowhere else.
      const isAwaited = isForGood(added) ? before.mayBeDone : !isEmpty(fieldsByHand(before))
      return isAwaited && before.state !== 'held'
        ? undefined
        : [
            {
              ...added,
              ...placeOf(before),
              ...(before.saves && { saves: before.saves }),
              replaced: before.fields,
            },
          ]
    }
    // What is on the server already, without its slug, has to be deleted there.
    return before.claimed === undefined ? [] : undefined
  }
  const isOwnAt = (path: FieldPath) => isNew(before) || isSavedBy(before, rules.knows, path)
  const isReplacing = (path: FieldPath) =>
    Object.hasOwn(added.fields, path) && !isEqual(added.fields[path]?.value, before.fields[path]?.value)
  // What another tab has saved is merged with once it is done, or asked about: joined, it would be replaced unseen.
  const isApart = (path: FieldPath) =>
    isMergeable(added, path) &&
    (isOn(before.fields[path], added.fields[path]) ? !isOwnAt(path) && isReplacing(path) : !isNew(before))
  if (Object.keys(before.fields).some(isApart)) return undefined
  // It would wait for what waits for it.
  if (isNew(before) && refersToLater(entries, before, added)) return undefined
  const { title } = added
  const saves = joinSaves(before, added, rules.knows)
  const stillByHand = before.byHand?.filter((path) => !Object.hasOwn(added.fields, path)) ?? []
  const byHand = [...stillByHand, ...(added.byHand ?? [])]
  if (before.state === 'held') {
    if (!isNew(before) && !isSavedBy(before, rules.knows)) return undefined
    // What is left of a create stays held: its check would find nothing that was changed since.
    const isAsked =
      isLeftOfCreate(before) && !Object.keys(before.conflict?.fields ?? {}).some((path) => isReplacing(path))
    const rest = isAsked ? before : without(before, 'error', 'conflict', 'nextAt')
    const { log, origin } = isBased(added) ? added : before
    const isJoined = isAsked && isBased(added) && isBased(before)
    const fields = mapCells(added.fields, (cell, path) => onBase(cell, undefined, before.fields[path]))
    return [
      {
        ...rest,
        ...(byHand.length > 0 && { byHand }),
        state: isAsked ? 'held' : 'waiting',
        title,
        ...(saves && { saves }),
        fields: { ...(isAsked && before.fields), ...fields },
        log,
        origin: isJoined && origin ? joinOrigins(origin, before.origin) : origin,
      },
    ]
  }
  return [
    {
      ...before,
      ...(byHand.length > 0 && { byHand }),
      title,
      ...(saves && { saves }),
      ...joinLogs(before, added, rules.knows),
    },
  ]
}

/** Who has saved what of two writes: what the page that saves anew had saved before goes on under the new name. */
function joinSaves(before: StoredEntry, added: StoredEntry, knows: JoinRules['knows']): Saves | undefined {
  const [name] = savesOf(added)
  if (name === undefined) return before.saves
  const saves: Record<FieldPath, readonly string[]> = {}
  // What was undone since is sent under no name.
  for (const [path, names] of Object.entries(before.saves ?? {}).filter(([path]) => before.fields[path]))
    saves[path] = names.flatMap((one) => (!knows(one) ? one : Object.hasOwn(added.fields, path) ? [] : name))
  for (const path of Object.keys(added.fields)) saves[path] = [...(own(saves, path) ?? []), name]
  return saves
}

/** Of each field the first base and the last value; what may be on the server of either, but for what never left. */
function joinLogs(
  before: StoredEntry,
  added: StoredEntry,
  knows: JoinRules['knows'],
): Pick<StoredEntry, 'fields' | 'log' | 'origin'> {
  const over = mapCells(added.fields, (cell, path) => onBase(cell, before.fields[path], undefined))
  const fields = { ...before.fields, ...over }
  if (!isBased(before) || !isBased(added)) {
    const { log, origin } = isBased(before) ? before : added
    return { fields, log, origin }
  }
  const isSame = isSavedBy(before, knows)
  // What one page has sent of a field says nothing of what another one has saved of it.
  const logOf = (one: StoredEntry, other: StoredEntry) => (isSame ? (one.log ?? []) : about(one, other))
  const mayBeLeft = (mutation: Mutation) => mayHaveLeft(before) || !isOf(before)(mutation)
  const log = withUnanswered(logOf(before, added), ...logOf(added, before).filter(mayBeLeft))
  return {
    fields,
    log: log.length > 0 ? log : undefined,
    origin: before.origin && joinOrigins(before.origin, added.origin),
  }
}

/** What was sent before of what a write saves, and of what another one does not. */
function about({ fields, log = [] }: StoredEntry, other: StoredEntry): readonly Mutation[] {
  const isAbout = (path: FieldPath) => Object.hasOwn(fields, path) || !Object.hasOwn(other.fields, path)
  return log.flatMap((mutation) => {
    const left = pickCells(mutation.fields, isAbout)
    return isEmpty(left) ? [] : [{ ...mutation, fields: left }]
  })
}

/** A cell on the base of one before it, or where it has none, on that of another. */
function onBase({ base, value }: Cell, first: Cell | undefined, other: Cell | undefined): Cell {
  return makeCell(value, first?.base ?? base ?? other?.base)
}

/** Whether what is saved of a field goes on from what waits of it. */
function isOn(first: Cell | undefined, next: Cell | undefined): boolean {
  return !first || !next || goesOn(first, next)
}

function refersToLater(entries: readonly StoredEntry[], before: StoredEntry, added: StoredEntry): boolean {
  return entries.some(
    (entry) =>
      isNew(entry) && entry.seq > before.seq && entry.key !== undefined && referencesOf(added).has(entry.key),
  )
}
