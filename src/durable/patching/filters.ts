import { isRecord, own, type RecordData } from '../../core/plain'
import { lookAt, readItems, type FilterRule, type ParentOf } from './listRules'

/** A field is among the items of the parameter. */
export function among(field: string): FilterRule {
  return {
    looksAt: [field],
    test: (record, value) => {
      const items = readItems(value)
      return items.length === 0 || isAmong(record, field, items)
    },
  }
}

/** A field is not among the items of the parameter. */
export function notAmong(field: string): FilterRule {
  return { looksAt: [field], test: (record, value) => not(isAmong(record, field, readItems(value))) }
}

/** Some entry of a field that is a list is among the items. */
export function anyAmong(field: string): FilterRule {
  return {
    looksAt: [field],
    test: (record, value) => {
      const items = readItems(value)
      return items.length === 0 || hasAny(record, field, items)
    },
  }
}

/** No entry of a field that is a list is among the items. */
export function noneAmong(field: string): FilterRule {
  return { looksAt: [field], test: (record, value) => not(hasAny(record, field, readItems(value))) }
}

/** A field that says yes or no. */
export function flag(field: string): FilterRule {
  return {
    looksAt: [field],
    test: (record, value) => {
      const wanted = readFlag(value)
      const is = own(record, field)
      return wanted === undefined || typeof is !== 'boolean' ? undefined : is === wanted
    },
  }
}

/** Yes or no as a query may spell it. */
export function readFlag(value: unknown): boolean | undefined {
  if (['1', 'true'].includes(String(value))) return true
  return ['0', 'false', ''].includes(String(value)) ? false : undefined
}

const localTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

/**
 * A time that lies before or after another one, by the second and without that second itself. With a time zone the site
 * counts, in a way that is its own.
 */
export function beyond(field: string, side: 'before' | 'after'): FilterRule {
  return {
    looksAt: [field],
    test: (record, value) => {
      const time = own(record, field)
      if (typeof time !== 'string' || !localTime.test(time)) return undefined
      if (typeof value !== 'string' || !localTime.test(value)) return undefined
      return side === 'before' ? time < value : time > value
    },
  }
}

/** Nobody but the server can tell, but for records of which these fields stay the same. */
export function undecided(...looksAt: readonly string[]): FilterRule {
  return { looksAt }
}

/** A search: which texts match is known to the server alone; an empty one matches all. */
export function search(...looksAt: readonly string[]): FilterRule {
  return { looksAt, test: (record, value) => value === '' || undefined }
}

/** A parameter that changes what another one does, and chooses nothing by itself. */
export const modifier: FilterRule = { looksAt: [], test: () => true }

/** `any` means all that searches find, and what is named beside it. */
export const postStatus: FilterRule = {
  looksAt: ['status'],
  test: (record, value) => {
    const { status } = record
    const wanted = readItems(value).map((item) => item.toLowerCase())
    if (typeof status !== 'string' || wanted.length === 0) return undefined
    if (wanted.includes(status)) return true
    if (!wanted.includes('any')) return false
    if (['trash', 'auto-draft', 'inherit'].includes(status)) return false
    // A plugin may hide a status of its own from searches.
    return ['publish', 'future', 'draft', 'pending', 'private'].includes(status) || undefined
  },
}

/** The first part of a media type, such as `image`. What it means beside `mime_type` depends on WordPress's version. */
export const mediaType: FilterRule = {
  looksAt: ['mime_type', 'media_type'],
  test: ({ mime_type: type }, value, { mime_type: exact }) =>
    typeof type === 'string' && exact === undefined
      ? readItems(value).includes(type.split('/', 1)[0] as string)
      : undefined,
}

/** A media type as a whole: of parts and patterns of one WordPress takes no notice. */
export const mimeType: FilterRule = {
  looksAt: ['mime_type', 'media_type'],
  test: ({ mime_type: type }, value, { media_type: kind }) => {
    if (typeof type !== 'string' || kind !== undefined) return undefined
    const items = readItems(value)
    return (
      items.includes(type) || (items.every((item) => /^[a-z]+\/[\w.+-]+$/.test(item)) ? false : undefined)
    )
  },
}

/** The post that a file is attached to; null where it is to none. */
export function attached(rule: (field: string) => FilterRule): FilterRule {
  const { looksAt, test } = rule('post')
  return {
    looksAt,
    test: (record, value, parameters) =>
      test?.(record.post === null ? { post: 0 } : record, value, parameters),
  }
}

const commentStatuses: { readonly [asked: string]: readonly string[] } = {
  approve: ['approved'],
  '1': ['approved'],
  hold: ['hold'],
  '0': ['hold'],
  all: ['approved', 'hold'],
  spam: ['spam'],
  trash: ['trash'],
}

/** The status of a comment, which is called otherwise where it is asked for. */
export const commentStatus: FilterRule = {
  looksAt: ['status'],
  test: ({ status }, value) =>
    typeof status === 'string' ? own(commentStatuses, String(value))?.includes(status) : undefined,
}

/** The type of a comment; some words mean several types. */
export const commentType: FilterRule = {
  looksAt: ['type'],
  test: ({ type }, value) =>
    typeof type === 'string' &&
    /^[a-z_]+$/.test(String(value)) &&
    !['all', 'comments', 'pings'].includes(String(value))
      ? type === value
      : undefined,
}

/** The format of a post, which is `standard` where it has none. */
export const postFormat: FilterRule = {
  looksAt: ['format'],
  test: ({ format }, value) =>
    format === undefined ? undefined : readItems(value).includes(String(format || 'standard')),
}

/**
 * The terms of a taxonomy: a list of ids, or `{ terms, operator, include_children }`. With `tax_relation: 'OR'` a post needs
 * the terms of one taxonomy only.
 */
export function terms(base: string, bases: readonly string[], parentOf: ParentOf): FilterRule {
  return {
    looksAt: bases,
    test: (record, value, parameters) => {
      if (parameters.tax_relation !== 'OR') return hasTerms(record, base, value, parentOf)
      const answers = bases
        .filter((one) => parameters[one] !== undefined)
        .map((one) => hasTerms(record, one, parameters[one], parentOf))
      return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false
    },
  }
}

/** The terms of a taxonomy that a post must not have. */
export function withoutTerms(base: string, parentOf: ParentOf): FilterRule {
  return {
    looksAt: [base],
    test: (record, value) => {
      const wanted = isRecord(value) ? value : { terms: value }
      const items = readItems(wanted.terms)
      if (includesChildren(wanted)) return not(hasAnyBelow(record, base, items, parentOf))
      return not(hasAny(record, base, items))
    },
  }
}

function hasTerms(record: RecordData, base: string, value: unknown, parentOf: ParentOf): boolean | undefined {
  const wanted = isRecord(value) ? value : { terms: value }
  const items = readItems(wanted.terms)
  if (items.length === 0) return true
  const isAll = String(wanted.operator).toUpperCase() === 'AND'
  // Whether all of them means all that are below them as well is the server's secret.
  if (includesChildren(wanted)) return isAll ? undefined : hasAnyBelow(record, base, items, parentOf)
  if (!isAll) return hasAny(record, base, items)
  const answers = items.map((item) => hasAny(record, base, [item]))
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true
}

/** Whether some term of a record is among the items or below one of them. */
function hasAnyBelow(
  record: RecordData,
  base: string,
  items: readonly string[],
  parentOf: ParentOf,
): boolean | undefined {
  const has = own(record, base)
  if (!Array.isArray(has)) return undefined
  const answers = has.map((term) => isBelow(base, String(term), items, parentOf))
  return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false
}

/** Whether a term is one of the items or below one; undefined where it has an ancestor that nobody here knows. */
function isBelow(
  base: string,
  term: string,
  items: readonly string[],
  parentOf: ParentOf,
): boolean | undefined {
  const seen = new Set<string>()
  for (let at = term; at !== '0';) {
    if (items.includes(at)) return true
    const parent = seen.has(at) ? undefined : parentOf(base, at)
    if (parent === undefined) return undefined
    seen.add(at)
    at = parent
  }
  return false
}

function includesChildren(wanted: RecordData): boolean {
  return wanted.include_children !== undefined && readFlag(wanted.include_children) !== false
}

function isAmong(record: RecordData, field: string, items: readonly string[]): boolean | undefined {
  const value = lookAt(record, field)
  return typeof value === 'string' || typeof value === 'number' ? isOneOf([value], items) : undefined
}

function hasAny(record: RecordData, field: string, items: readonly string[]): boolean | undefined {
  const value = own(record, field)
  if (typeof value === 'number') return isOneOf([value], items)
  return Array.isArray(value) ? isOneOf(value, items) : undefined
}

const plainNumber = /^(0|[1-9]\d*|-\d{16})$/
const plainWord = /^[a-z0-9_]+(-[a-z0-9_]+)*$/

/**
 * Whether some value is among the items. WordPress reads numbers in other spellings too (`'007'`, `-7`), and words without
 * case and accents: beside such an item nobody else can tell that a value is not.
 */
function isOneOf(values: readonly unknown[], items: readonly string[]): boolean | undefined {
  if (values.some((value) => items.includes(String(value)))) return true
  const plain = typeof values[0] === 'string' ? plainWord : plainNumber
  return values.length === 0 || items.every((item) => plain.test(item)) ? false : undefined
}

function not(answer: boolean | undefined): boolean | undefined {
  return answer === undefined ? undefined : !answer
}
