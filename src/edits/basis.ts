import { isEqual } from '../core/isEqual'
import { filterFields, isEmpty, isRecord, own, type RecordData } from '../core/plain'
import type { EditBasis, EditOrigin, RecordVersion } from '../core/writeGate'
import { makeCell, type Cell, type Cells } from './cells'
import { splitPath, type FieldPath } from './fieldPath'
import { rawRecord, valueAt } from './fields'

/** What is known of a record, and how its entity stores it. */
interface ServerRecord {
  /** The record as it came, all of it or some. */
  readonly record: RecordData | undefined
  readonly rawAttributes: readonly string[] | undefined
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

/** What the server has of a field; undefined where that is not known. */
export function serverValueAt({ record, rawAttributes }: ServerRecord, path: FieldPath): unknown {
  const [property, entry] = splitPath(path)
  const value = valueAt(record && rawRecord(rawAttributes, record), property, entry)
  // Of a raw attribute only the rendered text may be known.
  return entry === undefined && isRecord(value) && rawAttributes?.includes(property) ? undefined : value
}

/**
 * The cells once their record came: what was not known before is known now, and what was sent with the answer is based on
 * that.
 */
export function basedOnReceived(
  cells: Cells,
  server: ServerRecord,
  isSent: (property: string) => boolean = () => false,
): Cells {
  let based = cells
  for (const path of Object.keys(cells)) {
    const { base, value } = cells[path] as Cell
    const [property] = splitPath(path)
    const now = base === undefined || isSent(property) ? serverValueAt(server, path) : undefined
    if (now !== undefined && now !== base) based = { ...based, [path]: makeCell(value, now) }
  }
  return based
}

/**
 * Where edits come from once their record came. The version is the record's where it has all the values that they are based
 * on.
 */
export function originOfReceived(
  { fields, origin }: { readonly fields: Cells; readonly origin?: EditOrigin | undefined },
  server: ServerRecord & { readonly record: RecordData },
  {
    isWhole,
    isSent,
    sent,
  }: {
    readonly isWhole: boolean
    readonly isSent?: ((property: string) => boolean) | undefined
    readonly sent?: RecordData | undefined
  },
): EditOrigin | undefined {
  if (isEmpty(fields) && !origin) return origin
  const isCurrent = Object.keys(fields).every((path) => {
    const { base } = fields[path] as Cell
    return base === undefined || isEqual(base, serverValueAt(server, path))
  })
  const version = isWhole && isCurrent ? versionOfRecord(server.record) : origin?.version
  const edited = new Set(Object.keys(fields).map((path) => splitPath(path)[0]))
  const unanswered = isSent ? stillUnanswered(origin, edited, isSent, sent) : origin?.unanswered
  const restored = origin?.restored && stillRestored(origin.restored, edited, isSent)
  return {
    ...(version && { version }),
    ...(unanswered && { unanswered }),
    ...(restored && { restored }),
  }
}

/** What was edited by pages that are gone, of what is still edited and was not answered since. */
function stillRestored(
  restored: readonly RecordData[],
  edited: ReadonlySet<string>,
  isSent: (property: string) => boolean = () => false,
): EditBasis['restored'] {
  const left = restored
    .map((one) => filterFields(one, (property) => edited.has(property) && !isSent(property)))
    .filter((one) => !isEmpty(one))
  return left.length > 0 ? left : undefined
}

/** What was sent and not answered, of what is edited and was not part of the save that was answered now. */
function stillUnanswered(
  { unanswered = [] }: EditOrigin = {},
  edited: ReadonlySet<string>,
  isSent: (property: string) => boolean,
  sent: RecordData | undefined,
): EditBasis['unanswered'] {
  const left = unanswered.map((one) => filterFields(one, (property) => edited.has(property)))
  return withoutAnswered(left, isSent, sent)
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
