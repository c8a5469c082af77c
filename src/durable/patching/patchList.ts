import { isEqual } from '../../core/isEqual'
import type { RecordKey } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import { asksForStatus, type StoredQuery } from '../../queries/storedQuery'
import { KnownRows, type Place } from './knownRows'
import { lookAt, type KnownRules } from './listRules'
import { isSameOrder, isSameToList, isUnderstood, membershipOf, type Membership } from './membership'
import { isDescending, orderValue, type OrderValue } from './order'

/** What a write has made of a record. */
export interface RecordWrite {
  readonly key: RecordKey
  /** The record before; null where there was none, undefined where it is not known. */
  readonly before: RecordData | null | undefined
  /** The record as the server has it now; null where it is gone. */
  readonly after: RecordData | null
  /** The fields that were sent; none where that is not known. */
  readonly sent: readonly string[]
}

/** What is needed of the rest of the state to patch a list. */
export interface ListSurroundings {
  readonly rules: KnownRules
  /** What the rows of a list are put in order by: looks one up. */
  readonly valuesBy: (orderby: string, parameters: RecordData) => (key: RecordKey) => OrderValue
  /** Stretches of this sequence number and older ones are stale. */
  readonly staleSeq: number
  /** The sequence number of the write. */
  readonly seq: number
  /** Whether all fields that the list is shown with are in the written record. */
  readonly isShowable: boolean
  /** Whether the list shows the same of the record as before the write. */
  readonly isShownAlike: () => boolean
  /** Whether the list may have been asked for after the write was done, so that nobody knows whether it has it already. */
  readonly mayHaveIt: boolean
}

/** What a write means for a list. */
export type PatchResult =
  | { readonly as: 'unchanged' | 'stale' }
  | {
      readonly as: 'patched'
      readonly list: StoredQuery
      /** Whether some page has lost a row of which nobody knows which one takes its place. */
      readonly isIncomplete: boolean
      /** Whether the record is in the list now. */
      readonly has: boolean
    }

const unchanged: PatchResult = { as: 'unchanged' }
const stale: PatchResult = { as: 'stale' }

/** What a write means for a list of the entity, as far as that can be decided without the server. */
export function patchList(list: StoredQuery, write: RecordWrite, around: ListSurroundings): PatchResult {
  const result = decide(list, write, around)
  return result.as === 'unchanged' && isTakenOut(list, write) ? withoutStaleRow(list, write, around) : result
}

/** Whether the store takes a deleted record out of the rows of a list, and counts it as one less. */
function isTakenOut(list: StoredQuery, { key, after }: RecordWrite): boolean {
  return hasRow(list, key) && (after === null || (after.status === 'trash' && !asksForStatus(list, 'trash')))
}

/**
 * A list that did not have a deleted record any more, and shows it in a stale stretch: the total was read without it.
 * Where a known stretch has it, the store and the rules contradict each other.
 */
function withoutStaleRow(
  list: StoredQuery,
  { key }: RecordWrite,
  { staleSeq, seq, mayHaveIt }: ListSurroundings,
): PatchResult {
  const rows = mayHaveIt ? undefined : KnownRows.of(list, staleSeq)
  if (!rows || rows.find(key)) return stale
  rows.removeStale(key)
  return { as: 'patched', ...rows.patched(seq), has: false }
}

function decide(list: StoredQuery, write: RecordWrite, around: ListSurroundings): PatchResult {
  const { rules, seq } = around
  const { key, before, after } = write
  const parameters = { ...rules.defaults, ...list.parameters }
  const record = after ?? before
  if (!record) return staleUnlessAbsent(list, write, around)
  if (!isUnderstood(rules, parameters, record)) return stale
  const isDefault = list.context === 'default'
  if (before && after && isSameToList(rules, parameters, before, after)) {
    // It was read as it is now by another list, and this one shows it as it was.
    if (membershipOf(rules, parameters, after) === 'out' && hasRow(list, key)) return stale
    if (isDefault) return around.isShowable || !hasRow(list, key) ? unchanged : stale
    return hasRow(list, key) && !around.isShownAlike() ? stale : unchanged
  }
  const rows = around.mayHaveIt ? undefined : KnownRows.of(list, around.staleSeq)
  if (rows === undefined) return isOutside(list, write, rules, parameters) ? unchanged : stale
  const was = membershipBefore(rows, rules, parameters, write)
  const is = after ? membershipOf(rules, parameters, after) : 'out'
  if (was === 'unknown' || is === 'unknown') return stale
  if (was === 'out' && is === 'out') return unchanged
  if (is === 'in' && !isDefault) return stale
  if (is === 'in' && !(around.isShowable && isEmbeddable(parameters, before, after))) return stale
  // A new record that is there already was read after it was made.
  const isInPlace = before === null || (before && after && isSameOrder(rules, parameters, before, after))
  if (was === 'in' && is === 'in' && isInPlace) return unchanged
  if (was === 'in' && !takeOut(rows, write, parameters, around)) return stale
  if (is === 'in') {
    const place = placeOf(rows, write.after as RecordData, parameters, around)
    if (place === undefined) return stale
    rows.insert(key, place)
  }
  return { as: 'patched', ...rows.patched(seq), has: is === 'in' }
}

/**
 * Whether a list neither shows a record nor had it, and does not have it now. A new one that the queue makes is a draft
 * before it gets its status.
 */
function isOutside(
  list: StoredQuery,
  { key, before, after }: RecordWrite,
  rules: KnownRules,
  parameters: RecordData,
): boolean {
  if (before === undefined || hasRow(list, key)) return false
  const made = before === null && after && { ...after, status: 'draft' }
  return [before, after, made].every((record) => !record || membershipOf(rules, parameters, record) === 'out')
}

/** The deletion of a record that nobody knows: a list that has it can do without, and of others that can't be decided. */
function staleUnlessAbsent(list: StoredQuery, { key }: RecordWrite, around: ListSurroundings): PatchResult {
  const rows = around.mayHaveIt ? undefined : KnownRows.of(list, around.staleSeq)
  const place = rows?.find(key)
  if (!rows) return stale
  if (rows.isTwice(key)) return stale
  if (!place) return rows.isWhole ? unchanged : stale
  rows.remove(place)
  rows.removeStale(key)
  return { as: 'patched', ...rows.patched(around.seq), has: false }
}

/**
 * Whether a list had a record: known rows say so, and a list that is known from end to end. Where they contradict its
 * parameters the server has reasons of its own.
 */
function membershipBefore(
  rows: KnownRows,
  rules: KnownRules,
  parameters: RecordData,
  { key, before }: RecordWrite,
): Membership {
  const isThere = rows.find(key) !== undefined
  if (before === null) return isThere ? 'in' : 'out'
  const computed = before ? membershipOf(rules, parameters, before) : 'unknown'
  if (isThere) return computed === 'out' ? 'unknown' : 'in'
  if (rows.isWhole) return computed === 'in' ? 'unknown' : 'out'
  return computed
}

/** Takes the record out of the rows; false where nobody knows in which unknown stretch, or at which of two places. */
function takeOut(
  rows: KnownRows,
  write: RecordWrite,
  parameters: RecordData,
  around: ListSurroundings,
): boolean {
  const { key, before } = write
  if (rows.isTwice(key)) return false
  const gaps = rows.gaps()
  const known = rows.find(key)
  let place: Place | undefined = known ?? (gaps.length === 1 ? gaps[0] : undefined)
  if (!place && before) place = placeOf(rows, before, parameters, around)
  // Among known rows it would have been found.
  if (!place || (!known && place.row !== undefined)) return false
  rows.remove(place)
  rows.removeStale(key)
  return true
}

function placeOf(
  rows: KnownRows,
  record: RecordData,
  parameters: RecordData,
  { rules, valuesBy }: ListSurroundings,
): Place | undefined {
  const orderby = String(parameters.orderby)
  const order = rules.orders[orderby]
  if (order === undefined) return undefined
  const own = orderValue(record, order, orderby, parameters)
  return rows.placeFor(own, valuesBy(orderby, parameters), isDescending(order, parameters))
}

/** Whether a list may have been asked for before a row came that it shows with what is embedded. */
function isEmbeddable(
  parameters: RecordData,
  before: RecordData | null | undefined,
  after: RecordData | null,
): boolean {
  if (parameters._embed === undefined) return true
  return Boolean(before && after && isEqual(lookAt(before, '_links'), lookAt(after, '_links')))
}

function hasRow({ windows, partial = [] }: StoredQuery, key: RecordKey): boolean {
  return [...windows, ...partial].some(({ ids }) => ids.includes(key))
}
