import { isEqual } from '../core/isEqual'
import { filterFields, isEmpty, isRecord, own, type RecordData } from '../core/plain'
import type { EditBasis, RecordVersion } from '../core/writeGate'
import { rawRecord, valueAt } from './fields'
import { isStoredLazyEdit } from './lazyEdit'

/** What is known of a record, and how its entity stores it. */
interface ServerRecord {
  /** The record as it came, all of it or some. */
  readonly record: RecordData | undefined
  readonly rawAttributes: readonly string[] | undefined
  readonly isMerged: (property: string) => boolean
}

/** How new a record is, as far as it says so. */
export function versionOfRecord(record: RecordData): RecordVersion {
  const newest = (relation: string) =>
    (valueAt(record, '_links', relation) as readonly RecordData[] | undefined)?.[0]
  const version: RecordData = {
    modified: record.modified_gmt ?? record.modified,
    revision: newest('predecessor-version')?.id,
    revisions: newest('version-history')?.count,
  }
  return filterFields(version, (part, value) => value !== undefined)
}

/**
 * The values that edits are based on: those of before, and of fields (or entries of merged ones) that `takes` names, the
 * server's, where it is known; nothing of what is not edited.
 */
function basisValues(
  before: RecordData | undefined,
  edits: RecordData,
  { record, rawAttributes, isMerged }: ServerRecord,
  takes: (property: string, entry?: string) => boolean,
): RecordData {
  const raw = record && rawRecord(rawAttributes, record)
  const values: Record<string, unknown> = {}
  for (const property of Object.keys(edits)) {
    const edit = edits[property]
    const taken = (entry?: string) => {
      const server = takes(property, entry) ? valueAt(raw, property, entry) : undefined
      return server === undefined ? valueAt(before, property, entry) : server
    }
    const isEntries = isMerged(property) && isRecord(edit) && !isStoredLazyEdit(edit)
    const value = isEntries
      ? Object.fromEntries(Object.keys(edit).flatMap((entry) => named(entry, taken(entry))))
      : taken()
    // Of a raw attribute only the rendered text may be known.
    const isRendered = isRecord(value) && rawAttributes?.includes(property)
    if (value !== undefined && !isRendered) values[property] = value
  }
  return values
}

function named(name: string, value: unknown): readonly (readonly [string, unknown])[] {
  return value === undefined ? [] : [[name, value]]
}

/** The basis of edits of which some are others now; the same object where all of those were edited before. */
export function basisOfEdits(
  row: BasedEdits | undefined,
  given: RecordData,
  edits: RecordData,
  server: ServerRecord,
  isWhole: boolean,
): EditBasis | undefined {
  const before = row?.basis
  if (areEditedBefore(row, given, edits, server.isMerged)) return before
  const isEdited = (property: string, entry?: string) => isEditedIn(row, property, entry)
  const others = filterFields(row?.values ?? {}, (property) => !Object.hasOwn(given, property))
  const values = basisValues(before?.values, { ...others, ...edits }, server, (...at) => !isEdited(...at))
  const isFirst = before === undefined || isEmpty(before.values)
  const version = isFirst && isWhole && server.record && versionOfRecord(server.record)
  return { ...before, values, ...(version && { version }) }
}

/** Whether what is edited now was edited before, as with every key but the first, and what is not has no basis. */
function areEditedBefore(
  row: BasedEdits | undefined,
  given: RecordData,
  edits: RecordData,
  merged: (property: string) => boolean,
): boolean {
  for (const property of Object.keys(given)) {
    const edit = own(edits, property)
    const isSame =
      edit === undefined
        ? own(row?.basis?.values, property) === undefined
        : isRecord(edit) && merged(property)
          ? Object.keys(edit).every((entry) => isEditedIn(row, property, entry))
          : isEditedIn(row, property)
    if (!isSame) return false
  }
  return true
}

function isEditedIn(row: BasedEdits | undefined, property: string, entry?: string): boolean {
  return valueAt(row?.values, property, entry) !== undefined
}

/** The edits of a record, with what they are based on. */
interface BasedEdits {
  readonly values: RecordData
  readonly basis?: EditBasis | undefined
}

/**
 * The basis of edits once their record came: what was not known before is known now, and what was sent with the answer
 * is based on that. The version is the record's where it has all the values that edits are based on.
 */
export function basisOfReceived(
  { values: edits, basis }: BasedEdits,
  server: ServerRecord & { readonly record: RecordData },
  {
    isWhole,
    isSent,
    sent,
  }: {
    readonly isWhole: boolean
    readonly isSent?: (property: string) => boolean
    readonly sent?: RecordData | undefined
  },
): EditBasis | undefined {
  if (isEmpty(edits) && !basis) return basis
  const takes = (property: string, entry?: string) =>
    Boolean(isSent?.(property)) || valueAt(basis?.values, property, entry) === undefined
  const values = basisValues(basis?.values, edits, server, takes)
  const now = basisValues(undefined, values, server, () => true)
  const version = isWhole && isEqual(values, now) ? versionOfRecord(server.record) : basis?.version
  const unanswered = isSent ? stillUnanswered(basis, edits, isSent, sent) : basis?.unanswered
  const restored = basis?.restored && stillRestored(basis.restored, edits, isSent)
  return {
    values,
    ...(version && { version }),
    ...(unanswered && { unanswered }),
    ...(restored && { restored }),
  }
}

/** What was edited by pages that are gone, of what is still edited and was not answered since. */
function stillRestored(
  restored: readonly RecordData[],
  edits: RecordData,
  isSent: (property: string) => boolean = () => false,
): EditBasis['restored'] {
  const left = restored
    .map((one) => filterFields(one, (property) => own(edits, property) !== undefined && !isSent(property)))
    .filter((one) => !isEmpty(one))
  return left.length > 0 ? left : undefined
}

/** What was sent and not answered, of what is edited and was not part of the save that was answered now. */
function stillUnanswered(
  { unanswered = [] }: EditBasis = { values: {} },
  edits: RecordData,
  isSent: (property: string) => boolean,
  sent: RecordData | undefined,
): EditBasis['unanswered'] {
  const edited = unanswered.map((one) => filterFields(one, (property) => own(edits, property) !== undefined))
  return withoutAnswered(edited, isSent, sent)
}

/**
 * What was sent and not answered, without what a save was that is answered now and what was before it. What was sent
 * behind it, such as what waits in a queue, is still to be answered.
 * @param sent - What it has sent; of fields that it doesn't say all is answered.
 */
export function withoutAnswered(
  unanswered: NonNullable<EditBasis['unanswered']>,
  isSent: (property: string) => boolean,
  sent: RecordData = {},
): EditBasis['unanswered'] {
  const isBehind = (property: string, at: number) => {
    const value = own(sent, property)
    const same = (one: RecordData) => value !== undefined && isEqual(own(one, property), value)
    return unanswered.slice(0, at).some(same) && !unanswered.slice(at).some(same)
  }
  const left = unanswered
    .map((one, at) => filterFields(one, (property) => !isSent(property) || isBehind(property, at)))
    .filter((one) => !isEmpty(one))
  return left.length > 0 ? left : undefined
}
