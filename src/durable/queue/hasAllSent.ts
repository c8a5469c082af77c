import type { EntityConfig } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import { isRecord, own, type RecordData } from '../../core/plain'
import { rawRecord } from '../../edits/fields'
import { isMadeOf } from '../conflicts/madeOf'
import { isSlugOf } from '../conflicts/slugOf'

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
    return hasAllOf(field, raw[field], value)
  }
}

/** Whether a value of a record has all of one that was sent, or is what the server has made of it. */
export function hasAllOf(field: string, shown: unknown, sent: unknown): boolean {
  if (isRecord(shown) && isRecord(sent))
    return Object.entries(sent).every(([name, inner]) => isEqual(own(shown, name), inner))
  if (Array.isArray(shown) && Array.isArray(sent)) return isEqual(sorted(shown), sorted(sent))
  if (isEqual(shown, sent) || (typeof sent !== 'object' && text(shown) === text(sent))) return true
  return isMadeOf('scalar', field, sent, shown, undefined)
}

/**
 * Whether a record still has one of the texts that it was sent with, or the slug that was made of its title, where somebody else
 * may have changed the others; undefined where it was sent with none of them.
 */
export function sharesText(
  config: EntityConfig,
  row: RecordData,
  fields: RecordData,
  fileName: string | undefined,
): boolean | undefined {
  if (fileName !== undefined) return isOfFile(row, fileName)
  const raw = rawRecord(config.rawAttributes, row)
  const texts = ['title', 'name', 'slug', 'content', 'excerpt'].filter((field) => fields[field])
  if (texts.length === 0) return undefined
  const [slug, title] = [text(own(raw, 'slug')), text(fields.title)]
  const isShared = texts.some((field) => hasAllOf(field, own(raw, field), fields[field]))
  return isShared || (title !== '' && slug !== '' && isSlugOf(title, slug))
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
