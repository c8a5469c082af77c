import { isEqual } from '../../core/isEqual'
import { filterFields, isEmpty, isRecord, own, type RecordData } from '../../core/plain'
import type { EditBasis } from '../../core/writeGate'
import { withSent } from '../unanswered'
import { isNew, isSameRecord, mayHaveLeft, without, type StoredEntry } from './entry'
import { referencesOf } from './references'

/** What joining writes asks of their entity. */
export interface JoinRules {
  /** Whether a field is saved by entries, such as `meta`. */
  readonly isMerged: (entry: StoredEntry, field: string) => boolean
  /** Whether a field is merged with what others have made of it, or asked about: of two tabs the last value does not count. */
  readonly isMergeable: (entry: StoredEntry, field: string) => boolean
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
  const before = entries.filter((entry) => isSameRecord(entry, added)).at(-1)
  if (before && isSaidAgain(added, before)) return given
  // A draft is made once: what is saved of it later comes behind.
  const next: StoredEntry = before && isNew(added) ? { ...added, what: 'update' } : added
  const joined = before && isWaiting(before) ? join(entries, before, next, rules) : undefined
  if (before === undefined || joined === undefined) return [...entries, next]
  return entries.flatMap((entry) => (entry === before ? joined : [entry]))
}

/** The entries without a deletion into the trash that a status takes back, where something was saved since of the record. */
function withoutTrashing(entries: readonly StoredEntry[], added: StoredEntry): readonly StoredEntry[] {
  const ofRecord = entries.filter((entry) => isSameRecord(entry, added))
  const trashing = ofRecord.find((entry) => isWaiting(entry) && isRestored(entry, added))
  return trashing && trashing !== ofRecord.at(-1) ? entries.filter((entry) => entry !== trashing) : entries
}

/** Whether a save takes a deletion into the trash back, by its status. */
function isRestored({ what, parameters, replaced = {} }: StoredEntry, added: StoredEntry): boolean {
  const { status } = added.fields
  const isSaved = added.what === 'update' && status !== undefined && status !== 'trash'
  return what === 'delete' && !parameters?.force && isSaved && !isEqual(status, replaced.status)
}

/** Whether a save says what the same page is just sending. */
function isSaidAgain(added: StoredEntry, before: StoredEntry): boolean {
  const isSave = before.what === 'update' && added.what === 'update' && before.state === 'sending'
  const isSaid = (field: string) => isEqual(added.fields[field], own(before.fields, field))
  return isSave && isKnownTo(added, before) && Object.keys(added.fields).every(isSaid)
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
  const { isMerged, isMergeable, isForGood } = rules
  if (before.what === 'delete') {
    // Whoever asks for it again knows what it was held for.
    if (added.what === 'delete' && before.state === 'held')
      return [{ ...without(added, 'basis', 'tag'), ...placeOf(before) }]
    if (added.what === 'delete')
      return [{ ...before, parameters: { ...before.parameters, ...added.parameters } }]
    // The edits that were saved before are still there, and are saved along with others.
    const { replaced = {} } = before
    if (Object.entries(added.fields).every(([field, value]) => isEqual(value, own(replaced, field))))
      return [before]
    return isRestored(before, added) ? [added] : undefined
  }
  if (added.what === 'delete') {
    if (before.what === 'update') {
      // The version that it leaves is known once it is answered: a save of one's own is no reason to hold the deletion.
      // What was written by hand is to be in the trash as well: it is nowhere else.
      const isAwaited = isForGood(added) ? before.mayBeDone : before.isByHand
      return isAwaited && before.state !== 'held'
        ? undefined
        : [{ ...added, ...placeOf(before), replaced: before.fields }]
    }
    // What is on the server already, without its slug, has to be deleted there.
    return before.claimed === undefined ? [] : undefined
  }
  const isKnown = isNew(before) || isKnownTo(added, before)
  const isReplacing = (field: string) =>
    Object.hasOwn(added.fields, field) && !isEqual(added.fields[field], before.fields[field])
  // What another tab has saved is merged with once it is done, or asked about: joined, it would be replaced unseen.
  const isApart = (field: string) => !isKnown && isReplacing(field) && isMergeable(added, field)
  if (Object.keys(before.fields).some(isApart)) {
    // Of all else the last value counts.
    const last = filterFields(
      added.fields,
      (field) => isReplacing(field) && own(before.fields, field) !== undefined && !isApart(field),
    )
    const { mutations: _, ...part } = added
    const joined = isEmpty(last) ? undefined : join(entries, before, { ...part, fields: last }, rules)
    const rest = filterFields(added.fields, (field) => !Object.hasOwn(last, field))
    return joined && [...joined, { ...added, fields: rest }]
  }
  // It would wait for what waits for it.
  if (isNew(before) && refersToLater(entries, before, added)) return undefined
  const { title, fields: given } = added
  const mutations = [...(before.mutations ?? []), ...(added.mutations ?? [])]
  const page = isKnown ? added.page : undefined
  const isByHand = before.isByHand ?? added.isByHand
  if (before.state === 'held') {
    if (!isKnown) return undefined
    const rest = without(before, 'error', 'conflict', 'nextAt', 'page')
    const basis = added.basis ?? before.basis
    return [
      {
        ...rest,
        ...(page && { page }),
        ...(isByHand && { isByHand }),
        state: 'waiting',
        title,
        ...(mutations.length > 0 && { mutations }),
        fields: given,
        ...(basis && { basis }),
      },
    ]
  }
  const basis = firstBasis(before, added, isMerged)
  const fields = joinFields(before, added, isMerged)
  return [
    {
      ...without(before, 'page'),
      ...(page && { page }),
      ...(isByHand && { isByHand }),
      title,
      ...(mutations.length > 0 && { mutations }),
      fields,
      ...(basis && { basis }),
    },
  ]
}

/** Whether who has saved anew knows what was saved before: the same page has, or one that has its edits. */
function isKnownTo({ page, basis }: StoredEntry, before: StoredEntry): boolean {
  if (page !== undefined && page === before.page) return true
  return basis?.unanswered?.some((sent) => isEqual(sent, before.fields)) === true
}

function joinFields(before: StoredEntry, added: StoredEntry, isMerged: JoinRules['isMerged']): RecordData {
  return joinValues(before.fields, added.fields, (field) => isMerged(before, field))
}

/** Values with others put over them, of merged ones entry by entry. */
function joinValues(values: RecordData, over: RecordData, isMerged: (field: string) => boolean): RecordData {
  const all: Record<string, unknown> = { ...values, ...over }
  for (const field of Object.keys(over)) {
    const [one, other] = [own(values, field), over[field]]
    if (isRecord(one) && isRecord(other) && isMerged(field)) all[field] = { ...one, ...other }
  }
  return all
}

/** Of each field the basis of its first edit; what may be on the server of either, but for what never left. */
function firstBasis(
  before: StoredEntry,
  { basis: second }: StoredEntry,
  isMerged: JoinRules['isMerged'],
): EditBasis | undefined {
  const { basis: first } = before
  if (!first || !second) return first ?? second
  const left = second.unanswered?.filter((fields) => mayHaveLeft(before) || !isEqual(fields, before.fields))
  const unanswered = withSent(first.unanswered, ...(left ?? []))
  return {
    ...first,
    values: joinValues(second.values, first.values, (field) => isMerged(before, field)),
    ...(unanswered.length > 0 && { unanswered }),
  }
}

function refersToLater(entries: readonly StoredEntry[], before: StoredEntry, added: StoredEntry): boolean {
  return entries.some(
    (entry) =>
      isNew(entry) && entry.seq > before.seq && entry.key !== undefined && referencesOf(added).has(entry.key),
  )
}
