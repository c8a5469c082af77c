import { keepsRowsBack } from '../config/defineServer'
import { keyField, type EntityConfig } from '../config/entityConfig'
import { EntityStoreError } from '../core/errors'
import type { RecordKey } from '../core/keys'
import { isRecord } from '../core/plain'
import type { NormalizedQuery } from '../core/query'
import { keyOf } from '../entities/parseRecords'
import type { AskedPaging } from '../entities/readParameters'
import { statusOf } from '../rest/restError'
import { fetchAllPages, type FetchAllPagesOptions, type ListPage } from '../rest/fetchAllPages'

/** A list that is to be read whole. */
export interface AskWholeOptions extends Pick<FetchAllPagesOptions, 'pageSize' | 'first' | 'onPage'> {
  readonly config: EntityConfig
  readonly query: NormalizedQuery
  readonly request: (paging: AskedPaging, query?: NormalizedQuery) => Promise<ListPage>
}

/** All rows of a list, and how many the server counts. */
interface WholeList {
  readonly rows: readonly unknown[]
  readonly totalItems: number | null
}

/**
 * Reads all rows of a list. Where its order has ties, as by date, a database may give a row on two pages and another on
 * none: what is missing is read by its id and takes the places of the rows that came twice, which have the same value.
 * @throws EntityStoreError `invalid_response` where rows are missing and can't be found out.
 */
export async function askWhole(options: AskWholeOptions): Promise<WholeList> {
  const { config } = options
  const once = await readPages(options)
  if (!lacksRows(config, once)) return once
  // Where the list has changed meanwhile, it has only moved; another server may be asked but for the same again.
  const again =
    once.hasChanged || !keepsRowsBack(config) ? await readPages({ ...options, first: undefined }) : once
  if (!lacksRows(config, again)) return again
  if (!keepsRowsBack(config)) throw incomplete(config, again)
  try {
    return { ...again, rows: withMissing(options, again.rows, await readMissing(options, again.rows)) }
  } catch (error) {
    // The route may know no order by the id; anything else is no matter of the list.
    throw statusOf(error) === 400 ? incomplete(config, again, error) : error
  }
}

async function readPages({
  config,
  request,
  pageSize,
  first,
  onPage,
}: Omit<AskWholeOptions, 'first'> & { readonly first?: ListPage | undefined }): Promise<
  WholeList & { readonly hasChanged: boolean }
> {
  const totals = new Set<number | null>()
  const { rows, totalItems } = await fetchAllPages({
    pageSize,
    isShortPageFull: !keepsRowsBack(config),
    ...(first && { first }),
    ...(onPage && { onPage }),
    fetchPage: async (page, size) => {
      const answer = await request({ page, per_page: size })
      totals.add(answer.totalItems)
      return answer
    },
  })
  return { rows, totalItems, hasChanged: totals.size > 1 }
}

/** Whether rows came twice, and fewer came than there are. Rows that the user may not see come not at all. */
function lacksRows(config: EntityConfig, { rows, totalItems }: WholeList): boolean {
  if (totalItems === null) return false
  const keys = rows.map((row) => keyOf(config, row)).filter((key) => key !== undefined)
  const distinct = new Set(keys).size
  return distinct < keys.length && distinct < totalItems
}

/** The rows of a list that none of its pages had, in its order. */
async function readMissing(
  { config, query, request, pageSize }: AskWholeOptions,
  rows: readonly unknown[],
): Promise<readonly unknown[]> {
  const known = new Set(rows.map((row) => keyOf(config, row)))
  const byId = {
    ...query,
    fields: [keyField(config) ?? 'id'],
    parameters: { ...query.parameters, orderby: 'id', order: 'asc' },
  }
  const all = await fetchAllPages({
    pageSize,
    fetchPage: (page, size) => request({ page, per_page: size }, byId),
  })
  const missing = all.rows.map((row) => keyOf(config, row)).filter((key) => !known.has(key))
  const found: unknown[] = []
  for (let from = 0; from < missing.length; from += pageSize) {
    const include = missing.slice(from, from + pageSize).join()
    const some = { ...query, parameters: { ...query.parameters, include } }
    found.push(...(await request({ per_page: pageSize }, some)).rows)
  }
  return missing.length > pageSize ? inOrder(found, query) : found
}

/** The fields that lists are put in order by, as far as their values can be compared by themselves. */
const comparable = ['date', 'modified', 'id', 'author', 'parent', 'menu_order', 'count']

/** Rows that were read in parts, in the order of the list where that is by what can be compared. */
function inOrder(rows: readonly unknown[], { parameters }: NormalizedQuery): readonly unknown[] {
  const by = String(parameters.orderby ?? 'date')
  if (!comparable.includes(by)) return rows
  const sign = parameters.order === 'asc' ? 1 : -1
  const valueOf = (row: unknown) => (isRecord(row) ? (row[by] as string | number) : '')
  return [...rows].sort((one, other) => {
    const [left, right] = [valueOf(one), valueOf(other)]
    return left === right ? 0 : left < right ? -sign : sign
  })
}

/** The rows of a list with those that were missing where others came a second time. */
function withMissing(
  { config }: AskWholeOptions,
  rows: readonly unknown[],
  missing: readonly unknown[],
): readonly unknown[] {
  const seen = new Set<RecordKey | undefined>()
  const left = [...missing]
  const all = rows.flatMap((row) => {
    if (seen.size < seen.add(keyOf(config, row)).size) return [row]
    const next = left.shift()
    return next === undefined ? [] : [next]
  })
  return [...all, ...left]
}

function incomplete(
  { kind, name }: EntityConfig,
  { rows, totalItems }: WholeList,
  cause?: unknown,
): EntityStoreError {
  return new EntityStoreError(
    'invalid_response',
    `The server counts ${totalItems} rows of (${kind}, ${name}), and its pages had some of ${rows.length} twice and others not at all. Order the list by something that no two rows share, such as the id.`,
    { cause },
  )
}
