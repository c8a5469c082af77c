import type { EditLog } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isRecord, own, type RecordData } from '../../core/plain'
import { isSameSet } from '../merging/mergeValues'
import { isCleanedText } from './cleanedText'
import type { FieldKind } from './fieldKinds'
import { revisioned } from './revisions'
import { isSlugOf } from './slugOf'

/** Whether two values of a field say the same, whether or not the records that they name are embedded. */
export function isSaid(kind: FieldKind, one: unknown, other: unknown): boolean {
  if (isEqual(one, other)) return true
  if (isList(one) && isList(other)) {
    const [ids, others] =
      one.some(isRecord) === other.some(isRecord) ? [one, other] : [idsOf(one), idsOf(other)]
    return kind === 'set' ? isSameSet(ids, others) : isEqual(ids, others)
  }
  return isRecord(one) !== isRecord(other) && isEqual(idOf(one), idOf(other))
}

/** The id of an embedded record, as it stands where it is not embedded. */
function idOf(value: unknown): unknown {
  return isRecord(value) ? own(value, 'id') : value
}

function idsOf(values: readonly unknown[]): readonly unknown[] {
  return values.map(idOf)
}

/** What WordPress makes of a status that is sent: by the date, and by what the user may. */
const statusesMadeOf: { readonly [status: string]: readonly string[] } = {
  publish: ['future', 'pending'],
  future: ['publish', 'pending'],
}

/**
 * Whether a value of the server can be what it made of one that was sent: the same, tidied up, or made unique.
 * @param before - What the sent one was made from.
 */
export function isMadeOf(
  kind: FieldKind,
  property: string,
  sent: unknown,
  theirs: unknown,
  before: unknown,
): boolean {
  if (sent === undefined || isSaid(kind, sent, theirs)) return sent !== undefined
  if (isReadAs(sent, theirs)) return true
  if (typeof sent !== 'string' || typeof theirs !== 'string') return false
  if (property === 'status') return statusesMadeOf[sent]?.includes(theirs) ?? false
  if (property === 'slug') return isSlugOf(sent, theirs)
  if (property === 'date' || property === 'date_gmt') return isTimeOf(sent, theirs)
  if (decoded(sent.trim()) === decoded(theirs.trim()) || isAddressOf(sent, theirs)) return true
  return revisioned.some((field) => field === property) && isCleanedText(before, sent, theirs)
}

/**
 * Whether a value of the server is what it has read one as: numbers that were sent as texts and the other way round, words
 * for yes and no, null for what is empty; ids in whatever order.
 */
function isReadAs(sent: unknown, theirs: unknown): boolean {
  if (sent === null)
    return ['', 0, false].includes(theirs as string) || (isList(theirs) && theirs.length === 0)
  if (isList(sent) && isList(theirs)) {
    const [one, other] = [sent, theirs].map((list) => list.map(String).sort())
    return isEqual(one, other)
  }
  const [text, given] = [String(sent).toLowerCase(), typeof sent]
  if (!['string', 'number', 'boolean'].includes(given)) return false
  if (typeof theirs === 'boolean') return theirs === !['false', '0', ''].includes(text)
  if (typeof theirs === 'number') return text.trim() !== '' && Number(sent) === theirs
  return given !== 'string' && text === theirs
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/**
 * Whether a time can be what was made of one that was sent in another notation. One with a zone is put into that of the
 * site, which is some quarters of an hour away, fourteen hours at most.
 */
function isTimeOf(sent: string, theirs: string): boolean {
  const [, time = '', zone] = /^(.+?[T ][\d:]+)(?:\.\d+)?(z|[+-]\d\d(?::\d\d)?)?$/i.exec(sent) ?? []
  const whole = zone?.length === 3 ? `${zone}:00` : (zone ?? 'Z')
  const wanted = Date.parse(`${time.replace(' ', 'T')}${whole}`)
  const away = Math.abs(Date.parse(`${theirs}Z`) - wanted) / quarter
  return zone === undefined ? away === 0 : Number.isInteger(away) && away <= 14 * 4
}

/** Whether an address is what was made of one that was sent: with its protocol, and with its blanks encoded. */
function isAddressOf(sent: string, theirs: string): boolean {
  const address = /^https?:/.test(theirs) ? hrefOf(theirs) : undefined
  return address !== undefined && [sent, `http://${sent}`].some((text) => hrefOf(text) === address)
}

/** An address in the one form that all its spellings have; undefined where a text is none. */
function hrefOf(text: string): string | undefined {
  try {
    return new URL(text).href
  } catch {
    return undefined
  }
}

const quarter = 15 * 60 * 1000

const characters: { readonly [entity: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** What WordPress sets in type, and what it sets it from. */
const typeset: readonly (readonly [RegExp, string])[] = [
  [/[‘’′]/g, "'"],
  [/[“”″]/g, '"'],
  [/[–—]|-{2,3}/g, '-'],
  [/…/g, '...'],
]

/** A text without the entities that WordPress makes of characters, as in names of terms, and not set in type. */
function decoded(text: string): string {
  const plain = text.replace(
    /&(?:#(\d{1,6})|(amp|lt|gt|quot));/g,
    (entity, code?: string, name: string = '') =>
      code === undefined ? (characters[name] ?? entity) : String.fromCodePoint(Number(code)),
  )
  return typeset.reduce((one, [marks, mark]) => one.replace(marks, mark), plain)
}

const drafts = ['draft', 'auto-draft', 'pending']

/**
 * Whether a date has only gone along with a change, as that of a draft does until the draft is published, and as it does
 * where null was sent for it: nobody wrote to it. It may be a write of one's own that published it and was not answered.
 */
export function isFloating(theirs: RecordData, property: string, log: EditLog['log'] = []): boolean {
  if (property !== 'date' && property !== 'date_gmt') return false
  const hasOwn = log.some(
    ({ fields: { status, ...fields } }) =>
      isMadeOf('scalar', 'status', status?.value, theirs.status, undefined) ||
      [fields.date, fields.date_gmt].some((cell) => cell?.value === null),
  )
  if (!hasOwn && !drafts.includes(String(theirs.status))) return false
  const [date, modified] = [property, property.replace('date', 'modified')].map((name) => own(theirs, name))
  // WordPress asks its clock for each of the two.
  return date === modified || Math.abs(Date.parse(`${date}Z`) - Date.parse(`${modified}Z`)) <= 1000
}
