import type { Cell, Cells } from '../core/cells'
import { isEqual } from '../core/isEqual'
import { filterFields, isEmpty, isRecord, type RecordData } from '../core/plain'
import type { RecordVersion } from '../core/recordVersion'
import type { EditOrigin } from '../core/writeGate'
import { makeCell } from './cells'
import { splitPath, type FieldPath } from './fieldPath'
import { rawValueAt, valueAt } from './fields'

/** What is known of a record, and how its entity stores it. */
interface ServerRecord {
  /** The record as it came, all of it or some. */
  readonly record: RecordData | undefined
  readonly rawAttributes: readonly string[] | undefined
}

/** Where edits of a record come from that were made apart: the version counts only where all is based on one. */
export function joinOrigins(above: EditOrigin, below: EditOrigin = {}): EditOrigin {
  const { version, ...rest } = { ...below, ...above }
  return { ...rest, ...(isEqual(above.version, below.version) && version && { version }) }
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
  const value = rawValueAt(rawAttributes, record, property, entry)
  // Of a raw attribute only the rendered text may be known.
  return entry === undefined && isRecord(value) && rawAttributes?.includes(property) ? undefined : value
}

/** A cell once its record came: what was not known before is known now. */
export function basedOnReceived(cell: Cell, server: ServerRecord, path: FieldPath): Cell {
  const now = cell.base === undefined ? serverValueAt(server, path) : undefined
  return now === undefined ? cell : makeCell(cell.value, now)
}

/**
 * Where edits come from once their record came. The version is the record's where it has all the values that they are based
 * on.
 */
export function originOfReceived(
  { fields, origin }: { readonly fields: Cells; readonly origin?: EditOrigin | undefined },
  server: ServerRecord & { readonly record: RecordData },
  isWhole: boolean,
): EditOrigin | undefined {
  if (isEmpty(fields) && !origin) return origin
  const isCurrent = Object.keys(fields).every((path) => {
    const { base } = fields[path] as Cell
    return base === undefined || isEqual(base, serverValueAt(server, path))
  })
  const version = isWhole && isCurrent ? versionOfRecord(server.record) : origin?.version
  return version ? { version } : {}
}
