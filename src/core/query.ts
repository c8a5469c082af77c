import stringify from 'fast-json-stable-stringify'
import { weakMapMemoize } from 'reselect'
import { EntityStoreError, show } from './errors'
import { queryKey, recordKey, type QueryKey } from './keys'
import { assertPlain, wrongIn } from './assertPlain'
import { filterFields, isRecord, type RecordData } from './plain'

/** A query as callers give it: request parameters by name. */
export type QueryInput = object | null | undefined

/** A query taken apart, with equal queries giving equal keys. */
export interface NormalizedQuery {
  /** Which copy of a record is meant: `default` when the query names no context. */
  readonly context: string
  /** From 1. */
  readonly page: number
  /** Rows a page; -1 for all. */
  readonly perPage: number
  /** First row, from 0; null when pages count. */
  readonly offset: number | null
  /** Dotted paths, without repeats; null for the whole record. */
  readonly fields: readonly string[] | null
  /** Names the list apart from its pages and fields. */
  readonly listKey: QueryKey
  /**
   * Whether each page is a list of its own: `ignore_sticky: false` puts sticky posts before the rows of a first page,
   * whatever its size, so that it has more rows than were asked for, and no part of it is a smaller page.
   */
  readonly isSeparateList: boolean
  /** Everything that makes one question differ from another. */
  readonly requestKey: string
  /** Whether only `context` and `_fields` are given, so that any full read of a record answers it. */
  readonly hasNoFilters: boolean
  /** The parameters to send, without undefined ones and without paging and `_fields`; ids in `include` as one text. */
  readonly parameters: RecordData
  /** The paging parameters that were given, as numbers. */
  readonly paging: RecordData
  /** The query in the one form that all its spellings have, as it stands in the keys and arguments of questions. */
  readonly canonical: RecordData
  /** Names the part of the list that is meant: its window and fields. */
  readonly viewKey: string
}

/** What paging parameters may be besides a number from 1 up. */
const smallest = { page: 1, per_page: -1, offset: 0 }
/** Rows a page where a query does not say, as WordPress has it. */
const defaultPerPage = 10

/**
 * Takes a query apart. The result is remembered for the query object: don't change an object after using it as a query.
 * @param ownContext - The context in which its records are read anyway: to name it is to name none.
 * @throws EntityStoreError `invalid_query` for anything that can't be sent: functions, cyclic values, not an object.
 */
export function normalizeQuery(query: QueryInput, ownContext?: string): NormalizedQuery {
  if (query === undefined || query === null) return noQuery
  if (!isRecord(query)) {
    throw new EntityStoreError(
      'invalid_query',
      `${show(query)} is not a query. Pass an object of request parameters.`,
    )
  }
  return takeApart(query, ownContext)
}

const takeApart = /* @__PURE__ */ weakMapMemoize(
  (source: RecordData, ownContext?: string): NormalizedQuery => {
    assertPlain(source, (found) => new EntityStoreError('invalid_query', `The query${wrongIn(found)}`))
    const {
      page: givenPage,
      per_page: givenSize,
      offset: givenOffset,
      _fields,
      include: ids,
      ...others
    } = source
    const include = isAbsent(ids) ? undefined : splitList(splitList(ids).map(recordKey)).join()
    const all = given({ ...others, include })
    const { context: asked, ...filters } = all
    const isOwn = asked !== undefined && asked === ownContext
    const context = typeof asked === 'string' && asked && !isOwn ? asked : 'default'
    const parameters = isOwn ? filters : all
    const fields = isAbsent(_fields) ? null : readFields(_fields)
    const fieldsText = fields ? [...fields].sort().join() : ''
    const paging = given({
      page: readPaging('page', givenPage),
      per_page: readPaging('per_page', givenSize),
      offset: readPaging('offset', givenOffset),
    }) as Partial<Record<keyof typeof smallest, number>>
    const { page = 1, per_page: perPage = defaultPerPage, offset = null } = paging
    const canonicalFilters = canonical(filters) as RecordData
    const filterText = stringify(canonicalFilters)
    const place = `${offset ?? `p${page}`}/${perPage}`
    const isSeparateList = ['false', '0'].includes(String(filters.ignore_sticky))
    const listKey = queryKey(context, isSeparateList ? `${filterText} ${place}` : filterText)
    const viewKey = `${place} ${fieldsText}`
    // Written out and not spread, as components ask by a new object each time.
    return {
      page,
      perPage,
      offset,
      context,
      fields,
      listKey,
      isSeparateList,
      requestKey: `${listKey} ${viewKey}`,
      canonical: {
        ...canonicalFilters,
        ...(context !== 'default' && { context }),
        ...(offset === null ? page > 1 && { page } : { offset }),
        ...(perPage !== defaultPerPage && { per_page: perPage }),
        ...(fields && { _fields: fieldsText }),
      },
      hasNoFilters: filterText === '{}',
      parameters,
      paging,
      viewKey,
    }
  },
)

/** No query at all, as most reads of records have it. */
const noQuery = /* @__PURE__ */ takeApart({})

function given(fields: RecordData): RecordData {
  return filterFields(fields, (name, value) => value !== undefined)
}

/**
 * A value in the one form that all its spellings have in an address: numbers as texts are numbers, null is an empty
 * text, other scalars are texts.
 */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (isRecord(value)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    return Object.fromEntries(fields.map(([name, field]) => [name, canonical(field)]))
  }
  const text = String(value ?? '')
  const number = Number(text)
  return Number.isSafeInteger(number) && String(number) === text ? number : text
}

/** What a parameter that the store understands has to be. */
const wanted = {
  page: 'a whole number from 1 up',
  per_page: 'a whole number from 1 up, or -1 for all rows',
  _fields: "field names: ['id', 'title'] or 'id,title'",
}

function unusable(name: keyof typeof wanted, value: unknown): EntityStoreError {
  return new EntityStoreError('invalid_query', `${name} is ${show(value)}. Pass ${wanted[name]}.`)
}

function isAbsent(value: unknown): boolean {
  return (value ?? '') === ''
}

/** Numbers may come as texts. An offset that is no number is none; a page must be one. */
function readPaging(name: 'page' | 'per_page' | 'offset', value: unknown): number | undefined {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN
  if (isAbsent(value)) return undefined
  if (Number.isInteger(number) && (number > 0 || number === smallest[name])) return number
  if (name === 'offset') return undefined
  throw unusable(name, value)
}

/** No field at all would be no question: then the whole record is meant. */
function readFields(value: unknown): readonly string[] | null {
  const fields = splitList(value)
  const odd = fields.find((field) => typeof field !== 'string')
  if (odd !== undefined) throw unusable('_fields', odd)
  return fields.length > 0 ? (fields as string[]) : null
}

/** A list as callers give it, without repeats: an array, a text with commas, or one value. */
function splitList(value: unknown): unknown[] {
  const items = [value]
    .flat()
    .flatMap((item: unknown) =>
      typeof item === 'string' ? item.split(',').map((part) => part.trim()) : [item],
    )
  return [...new Set(items)].filter((item) => !isAbsent(item))
}
