import { keepsRowsBack, serverSetting } from '../config/defineServer'
import { entityOf, type EntityConfig } from '../config/entityConfig'
import { remembered, type Companions } from '../core/companions'
import { isDevelopment } from '../core/isDevelopment'
import { isEqual } from '../core/isEqual'
import type { EntityKey } from '../core/keys'
import { warnOnce } from '../core/warnOnce'
import type { NormalizedQuery } from '../core/query'
import type { AskedPaging } from '../entities/readParameters'
import { fetchAllPages, type ListPage } from '../rest/fetchAllPages'

/** What one store has learned of the pages that the server of an entity gives. */
export interface LearnedPages {
  /** The most rows of an answer, where the server has given fewer than it was asked for, though it has more. */
  most?: number
  /** Rows of every page, where the server gives more than it is asked for. */
  fixed?: number
  /** Rows of the longest page that was as long as it was asked for. */
  longest: number
  /** The parameters of the last list that may change what its records say, by context. */
  shapes?: { readonly [context: string]: { readonly [parameter: string]: string } }
}

/** The name under which a store has what it has learned, by entity, among its companions. */
const learnedName = 'learnedPages'

export function learnedOf(companions: Companions, config: EntityConfig): LearnedPages {
  const make = () => new Map<EntityKey, LearnedPages>()
  const all = remembered(companions, learnedName, make) as Map<EntityKey, LearnedPages>
  return remembered(all, entityOf(config), () => ({ longest: 0 }))
}

/** Says, once for each entity, that its server does otherwise than its config says: its pages, or what its records say. */
export function warnOfServer(
  learned: LearnedPages,
  { kind, name }: EntityConfig,
  contradiction: string,
  about: 'pages' | 'shapes' = 'pages',
): void {
  warnOnce(learned, about, `The server of (${kind}, ${name}) ${contradiction}`)
}

/** Rows of a list with their place in it. */
export interface PlacedRows {
  readonly rows: readonly unknown[]
  /** Position of the first one. */
  readonly start: number
  /** How many positions they speak for, some of which may lie behind the end of the list. */
  readonly size: number
  /** Whether they are all rows of the list. */
  readonly isWhole: boolean
  readonly totalItems: number | null
  /** Rows a page, where the query does not say and the server has a number of its own; -1 for all rows. */
  readonly ownSize?: number
}

/** What is asked, and how. */
export interface AskPagesOptions {
  readonly config: EntityConfig
  readonly query: NormalizedQuery
  readonly learned: LearnedPages
  /** Rows a page where the query does not say, as far as that is known. */
  readonly ownSize: number | undefined
  readonly request: (paging: AskedPaging) => Promise<ListPage>
}

/**
 * Reads a page of a list from a server that may give fewer rows than it is asked for, or more, and finds out where they
 * stand: what is missing is read in pages of the size that the server gives.
 */
export async function askPages(options: AskPagesOptions): Promise<PlacedRows> {
  const { config, query, learned, request } = options
  const names = serverSetting(config, 'parameters')
  const isNamed = Object.keys(query.paging).length > 0
  if (!isNamed && names === undefined) return placeUnasked(await request({}))

  const size = query.paging.per_page === undefined ? ownSizeIn(options) : query.perPage
  const start = query.offset ?? (query.page - 1) * size
  const isByOffset = names?.offset !== false && (query.offset !== null || names?.page === false)
  const isPageSaid = query.paging.page !== undefined
  const fetchPage = (position: number, rows: number): Promise<ListPage> => {
    if (isByOffset) return request({ offset: position, per_page: rows })
    const page = position / rows + 1
    return request({ ...((isPageSaid || page > 1) && { page }), per_page: rows })
  }
  const place = (from: number, rows: readonly unknown[], positions: number, total: number | null) => ({
    rows,
    start: from,
    size: positions,
    isWhole: false,
    totalItems: total,
    ...(query.paging.per_page === undefined && { ownSize: size }),
  })
  const stop = start + size
  const base = isByOffset ? start : 0
  const mostRows = serverSetting(config, 'mostRows') ?? Infinity

  /**
   * Reads the stretch in pages of a size, the first of which shows whether the server gives so many rows.
   * @param known - Its first page, where how long the pages of the server are was learned by that.
   */
  async function readParts(step: number, known?: ListPage): Promise<PlacedRows> {
    const pages = (start - base) / step
    const from = step === size ? pages : Math.floor(pages)
    const begin = base + from * step
    const page = known && from === 0 ? { ...known, totalPages: null } : await fetchPage(begin, step)
    // Some servers give their last page once more.
    const isBehindEnd = !isByOffset && from > 0 && from >= (page.totalPages ?? Infinity)
    if (isBehindEnd && begin >= (page.totalItems ?? 0)) return place(start, [], size, page.totalItems)
    const given = page.rows.length
    const total =
      page.totalItems !== null && page.totalItems < begin + given && given > 0 ? null : page.totalItems
    if (given === step) learned.longest = Math.max(learned.longest, step)
    else if (!known && !isEnd()) {
      // How long the pages of the server are is seen by the first one.
      const first = begin === 0 ? page : await fetchPage(0, step)
      const pageSize = first.rows.length
      const isAllOfIt =
        first.totalItems === null
          ? begin > 0 && isEqual(first.rows, page.rows)
          : first.totalItems <= pageSize && (begin > 0 || given > step)
      if (isAllOfIt) {
        if (isDevelopment())
          warnOfServer(
            learned,
            config,
            `answers with all ${pageSize} rows of a list, though it is asked for ${step} of them. Say supportsPagination: false.`,
          )
        return { rows: first.rows, start: 0, size: pageSize, isWhole: true, totalItems: null, ownSize: -1 }
      }
      if (given > size && (isByOffset || start === 0)) return place(start, page.rows, given, total)
      if (pageSize > 0 && pageSize !== step) {
        if (isDevelopment() && step === mostRows)
          warnOfServer(
            learned,
            config,
            `gives ${pageSize} rows of a list, though mostRows says ${step}. Say mostRows: ${pageSize}.`,
          )
        learned[given > step ? 'fixed' : 'most'] = pageSize
        return readParts(pageSize, isByOffset ? page : first)
      }
    }
    if (step === size) return place(start, page.rows, size, total)
    const parts = await fetchAllPages({
      pageSize: step,
      firstPage: from + 1,
      stop: stop - base,
      first: withoutBefore(page, base),
      fetchPage: async (at, rows) => withoutBefore(await fetchPage(base + (at - 1) * rows, rows), base),
    })
    const { rows } = parts
    const counted = parts.totalItems === null ? null : parts.totalItems + base
    const reached = begin + rows.length
    if (reached >= stop) return place(begin, rows, rows.length, counted)
    if (counted === null || reached >= counted) return place(begin, rows, stop - begin, counted)
    // Rows are missing in the midst of it: nobody knows where.
    return place(start, rows.slice(start - begin), size, counted)

    /** Whether a page that is shorter than asked for surely is the last one, or one behind it. */
    function isEnd(): boolean {
      if (given > step) return false
      const isLast = total === null || given === Math.min(step, Math.max(0, total - begin))
      if (!isLast) return false
      const isCounted = total !== null && page.totalPages === Math.ceil(total / step)
      return begin === 0 || isByOffset || given === 0 || learned.longest >= step || isCounted
    }
  }

  return readParts(learned.fixed ?? Math.min(size, learned.most ?? mostRows))
}

/** A page of rows that were kept back from, or longer than the server gives: asked for by where its parts begin. */
export async function askInParts({ config, query, request }: AskPagesOptions): Promise<PlacedRows> {
  const size = query.perPage
  const start = query.offset ?? (query.page - 1) * size
  const { rows, totalItems } = await fetchAllPages({
    pageSize: serverSetting(config, 'mostRows') ?? size,
    stop: size,
    fetchPage: async (page, rows) =>
      withoutBefore(await request({ offset: start + (page - 1) * rows, per_page: rows }), start),
  })
  return { rows, start, size, isWhole: false, totalItems: totalItems === null ? null : totalItems + start }
}

/** The rows of an answer to a question that did not say how many. */
function placeUnasked({ rows, totalItems }: ListPage): PlacedRows {
  const given = rows.length
  const isWhole = totalItems === given
  const total = totalItems !== null && totalItems < given ? null : totalItems
  return {
    rows,
    start: 0,
    // Without rows, the list ends here.
    size: given || 1,
    isWhole,
    totalItems: total,
    ...(given > 0 && { ownSize: isWhole ? -1 : given }),
  }
}

/** Rows a page, where a query names a page and not its size: as many as came without a page, else as the config says. */
function ownSizeIn({ query, config, ownSize }: AskPagesOptions): number {
  const said = Number(config.baseURLParams?.[serverSetting(config, 'parameters')?.perPage ?? 'per_page'])
  return ownSize !== undefined && ownSize > 0 ? ownSize : said > 0 ? said : query.perPage
}

/** A page of what stands behind a position. */
function withoutBefore({ rows, totalItems, totalPages }: ListPage, position: number): ListPage {
  if (position === 0) return { rows, totalItems, totalPages }
  return {
    rows,
    totalItems: totalItems === null ? null : Math.max(0, totalItems - position),
    totalPages: null,
  }
}

/** Whether pages of an entity are read as they are asked for: the server is WordPress, which says what it can't give. */
export function isAskedAsIs(config: EntityConfig, query: NormalizedQuery): boolean {
  const most = serverSetting(config, 'mostRows') ?? Infinity
  return keepsRowsBack(config) && query.perPage <= most
}
