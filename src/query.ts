import stableStringify from 'fast-json-stable-stringify'
import { EntityStoreError, show } from './errors'
import { queryKey, type QueryKey } from './keys'
import { assertPlain, isRecord, type RecordData } from './plain'

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
  /** Whether the query itself said how many rows a page has. */
  readonly hasPerPage: boolean
  /** First row, from 0; null when pages count. */
  readonly offset: number | null
  /** Dotted paths, without repeats; null for the whole record. */
  readonly fields: readonly string[] | null
  /** Ids as text; null when not asked for. */
  readonly include: readonly string[] | null
  /** Names the list apart from its pages and fields. */
  readonly listKey: QueryKey
  /** Everything that makes one question differ from another. */
  readonly requestKey: string
  /** Whether only `context` and `_fields` are given, so that any full read of a record answers it. */
  readonly isPlain: boolean
  /** The parameters to send, without undefined ones and without paging, `_fields` and `include`. */
  readonly parameters: RecordData
  /** The paging parameters as they were given. */
  readonly paging: RecordData
  /** Names the part of the list that is meant: its window and fields. */
  readonly viewKey: string
}

const normalized = new WeakMap<object, NormalizedQuery>()
const absent = {}

/**
 * Takes a query apart. The result is remembered for the query object: don't change an object after using it as a query.
 * @throws EntityStoreError `invalid_query` for anything that can't be sent: functions, cyclic values, not an object.
 */
export function normalizeQuery(query: QueryInput): NormalizedQuery {
  const source = query ?? absent
  if (typeof source !== 'object' || Array.isArray(source)) {
    throw new EntityStoreError(
      'invalid_query',
      `A query is an object of request parameters, but got ${show(query)}. Pass for example { per_page: 20 }.`,
    )
  }
  let known = normalized.get(source)
  if (known === undefined) normalized.set(source, (known = takeApart(source as RecordData)))
  return known
}

const mostSteady = 1000
const steadyQueries = new Map<string, QueryInput>()

/** A query object that says the same as the given one; mostly the same object each time, so that it can be compared. */
export function steadyQuery<Query extends QueryInput>(query: Query): Query {
  const { requestKey } = normalizeQuery(query)
  const known = steadyQueries.get(requestKey)
  if (known !== undefined) return known as Query
  if (steadyQueries.size >= mostSteady) steadyQueries.clear()
  steadyQueries.set(requestKey, query)
  return query
}

/** `_fields` as it is sent: with the key field, so that the answer can be stored. */
export function fieldsWithKey(fields: readonly string[], keyField: string | undefined): readonly string[] {
  return keyField === undefined || fields.includes(keyField) ? fields : [...fields, keyField]
}

/** The parameters of a request for these fields, with everything but paging. */
export function requestParameters(
  query: NormalizedQuery,
  keyField: string | undefined,
): Record<string, unknown> {
  return {
    ...query.parameters,
    ...(query.include && { include: query.include.join(',') }),
    ...(query.fields && { _fields: fieldsWithKey(query.fields, keyField).join(',') }),
  }
}

function takeApart(source: RecordData): NormalizedQuery {
  assertPlain(source, 'invalid_query', 'The query')
  const { page, per_page: perPage, offset, _fields, include, ...others } = source
  const parameters: Record<string, unknown> = {}
  for (const name of Object.keys(others)) {
    if (others[name] !== undefined) {
      Object.defineProperty(parameters, name, {
        value: others[name],
        enumerable: true,
        writable: true,
        configurable: true,
      })
    }
  }
  const { context: given, ...filters } = parameters
  const context = typeof given === 'string' && given !== '' ? given : 'default'
  const includeIds = readInclude(include)
  const fields = readFields(_fields)
  const filterText = stableStringify(canonical({ ...filters, ...(includeIds && { include: includeIds }) }))
  const window = {
    page: readWhole(page, 'page', 1) ?? 1,
    perPage: readWhole(perPage, 'per_page', -1) ?? 10,
    offset: readOffset(offset),
  }
  const paging = Object.fromEntries(
    Object.entries({ page, per_page: perPage, offset }).filter(
      ([, value]) => value !== undefined && value !== null,
    ),
  )
  const viewKey = `${window.offset ?? `p${window.page}`}/${window.perPage} ${fields ? [...fields].sort().join() : '*'}`
  const listKey = queryKey(context, filterText)
  if (window.perPage === 0) {
    throw new EntityStoreError(
      'invalid_query',
      'per_page is 0, but a page has at least one row. Pass 1 or more, or -1 for all.',
    )
  }
  return {
    ...window,
    context,
    hasPerPage: perPage !== undefined && perPage !== null,
    fields,
    include: includeIds,
    listKey,
    requestKey: `${listKey} ${viewKey}`,
    isPlain: filterText === '{}',
    parameters,
    paging,
    viewKey,
  }
}

/** Numbers and texts are alike in a URL, so they are alike in a key. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (!isRecord(value)) return value === null || value === undefined ? '' : String(value)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .map(([name, entry]) => [name, canonical(entry)]),
  )
}

function readWhole(value: unknown, name: string, least: number): number | null {
  if (value === undefined || value === null || value === '') return null
  const number = Number(value)
  if (!Number.isInteger(number) || number < least || typeof value === 'boolean') {
    throw new EntityStoreError(
      'invalid_query',
      `${name} is ${show(value)}, but it must be a whole number from ${least} up.`,
    )
  }
  return number
}

function readOffset(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 ? number : null
}

function readFields(value: unknown): readonly string[] | null {
  if (value === undefined || value === null || value === '') return null
  const list: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : [value]
  const fields = list.map((field) => {
    if (typeof field !== 'string') {
      throw new EntityStoreError(
        'invalid_query',
        `_fields holds ${show(field)}, but it is a list of field names. Pass ['id', 'title'] or 'id,title'.`,
      )
    }
    return field.trim()
  })
  return [...new Set(fields.filter((field) => field !== ''))]
}

function readInclude(value: unknown): readonly string[] | null {
  if (value === undefined || value === null || value === '') return null
  const list: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : [value]
  return [...new Set(list.map((id) => String(id).trim()).filter((id) => id !== ''))]
}
