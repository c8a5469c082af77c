import type { EntityConfig } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import { isRecord, own, type RecordData } from '../../core/plain'
import { rawRecord } from '../../edits/fields'

/** Whether a record has all that was sent. What a server never shows, such as a password, says nothing. */
export function hasAllSent(
  config: EntityConfig,
  row: RecordData,
  fields: RecordData,
  fileName: string | undefined,
): boolean {
  const raw = rawRecord(config.rawAttributes, row)
  const sent = Object.entries(fields).filter(([field]) => Object.hasOwn(raw, field))
  if (fileName !== undefined) return isOfFile(row, fileName) && sent.every(hasSame)
  return sent.length > 0 && sent.every(hasSame)

  function hasSame([field, value]: [string, unknown]): boolean {
    return hasAllOf(raw[field], value)
  }
}

/** Whether a value of a record has all of one that was sent. */
export function hasAllOf(shown: unknown, sent: unknown): boolean {
  if (isRecord(shown) && isRecord(sent))
    return Object.entries(sent).every(([name, inner]) => isEqual(own(shown, name), inner))
  if (Array.isArray(shown) && Array.isArray(sent)) return isEqual(sorted(shown), sorted(sent))
  return isEqual(shown, sent) || (typeof sent !== 'object' && text(shown) === text(sent))
}

/** Whether a record has the name of what was sent, or where that has none, its text; undefined where it has neither. */
export function hasSameName(
  config: EntityConfig,
  row: RecordData,
  fields: RecordData,
  fileName: string | undefined,
): boolean | undefined {
  if (fileName !== undefined) return isOfFile(row, fileName)
  const raw = rawRecord(config.rawAttributes, row)
  const names = ['title', 'name', 'slug', 'content', 'excerpt'].filter((name) => fields[name])
  const [first] = names
  return first === undefined ? undefined : text(own(raw, first)) === text(fields[first])
}

/** Whether a file on the site is one of that name: the site makes it safe, and numbers those of one name. */
function isOfFile({ source_url: url }: RecordData, fileName: string): boolean {
  const plain = (name: string) =>
    name
      .replace(/\.[^.]*$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '')
  const shown = plain(text(url).split('/').at(-1) ?? '')
  const sent = plain(fileName)
  return shown.startsWith(sent) && /^\d*(scaled)?$/.test(shown.slice(sent.length))
}

function sorted(values: readonly unknown[]): readonly unknown[] {
  return [...values].sort()
}

/** A value as a text without blanks around it. */
export function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
