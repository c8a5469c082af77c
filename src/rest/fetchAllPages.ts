import { EntityStoreError } from '../core/errors'
import { isEqual } from '../core/isEqual'
import type { Totals } from './pagination'

/** One page of a list. */
export interface ListPage extends Readonly<Totals> {
  readonly rows: readonly unknown[]
}

/** What of a list has been received. */
export interface ListProgressed {
  /** All rows so far, in order. */
  readonly rows: readonly unknown[]
  /** Rows in all pages, as the newest page says; null where none does. */
  readonly totalItems: number | null
  /** How many positions of the list the pages so far had: more than rows, where the server kept some back. */
  readonly positions: number
}

/** How to fetch a whole list. */
export interface FetchAllPagesOptions {
  /** Fetches one page of a size, from 1. */
  readonly fetchPage: (page: number, pageSize: number) => Promise<ListPage>
  /** Rows a page, as asked for. */
  readonly pageSize: number
  /** The page to begin with. Default 1. */
  readonly firstPage?: number
  /** The position of the list that need not be read any more, nor what stands behind it. Default: all are read. */
  readonly stop?: number
  /** The first page, where it is known already. */
  readonly first?: ListPage
  /**
   * Whether a first page that is shorter than asked for, though there are more rows, or longer, shows how many rows the
   * server gives: the others are then asked for in this size. Default false: WordPress keeps rows back.
   */
  readonly isShortPageFull?: boolean
  /** Pages under way at the same time after the first. Default 4. */
  readonly concurrency?: number
  /** Called after every page, in page order. */
  readonly onPage?: (soFar: ListProgressed) => void
}

/** How many pages a list may grow by while it is read, at least; a longer one may become twice as long. */
const mostGrowth = 100

/** How many pages are read of a list whose length the server does not say. */
const mostUncounted = 1000

/** How many pages in a row may bring nothing, as where the user may not see their rows. */
const mostBarren = 1000

/**
 * Fetches every page of a list, or those of a stretch of it: the first page alone, then the others side by side; goes on
 * while the server's page count grows. Where the server does not count, a full page is followed by another, one after the other, until one is
 * not full or is the same again, as of a server that knows no pages.
 * @throws what the first failing page rejects with; no page is started after that. EntityStoreError
 * `invalid_response` when the page count grows without end, or counts page after page that brings nothing.
 */
export async function fetchAllPages({
  fetchPage,
  pageSize: askedSize,
  firstPage = 1,
  stop = Infinity,
  first,
  isShortPageFull = false,
  concurrency = 4,
  onPage,
}: FetchAllPagesOptions): Promise<ListProgressed> {
  let pageSize = askedSize
  const pages: ListPage[] = []
  const rows: unknown[] = []
  let totals: Totals = { totalItems: null, totalPages: null }
  let totalPages = 1
  let mostPages = Infinity
  let started = 0
  let done = 0
  let barren = 0
  let failed = false
  /** How many pages there are up to a page of the list. */
  const upTo = (page: number) => Math.max(1, Math.min(page, Math.ceil(stop / pageSize)) - firstPage + 1)

  const soFar = (): ListProgressed => ({
    rows,
    totalItems: totals.totalItems,
    positions: done * sizeOfPages(pages[0], pageSize),
  })
  async function fetchNext(): Promise<void> {
    const at = started++
    try {
      const page = at === 0 && first ? first : await fetchPage(firstPage + at, pageSize)
      const given = page.rows.length
      const isCut = isShortPageFull && at === 0 && given > 0 && given < (page.totalItems ?? 0)
      if (isCut || (isShortPageFull && at === 0 && given > pageSize)) pageSize = given
      const counted = countPages(page.totalItems, pageSize)
      totals = {
        totalItems: page.totalItems ?? totals.totalItems,
        totalPages: (isCut ? counted : (page.totalPages ?? counted)) ?? totals.totalPages,
      }
      const isRepeated = totals.totalPages === null && at > 0 && isEqual(page.rows, pages[at - 1]?.rows)
      pages[at] = isRepeated ? { ...page, rows: [] } : page
      const mayGoOn = given === pageSize && !isRepeated
      totalPages = upTo(totals.totalPages ?? firstPage + at + Number(mayGoOn))
      if (at === 0)
        mostPages = totals.totalPages === null ? mostUncounted : totalPages + Math.max(totalPages, mostGrowth)
      if (totalPages > mostPages) throw growsWithoutEnd(mostPages)
      for (let next; !failed && (next = pages[done]);) {
        const isBarren = next.rows.length === 0 || isEqual(next.rows, pages[done - 1]?.rows)
        barren = isBarren ? barren + 1 : 0
        if (barren > mostBarren) throw bringsNothing(totalPages)
        done++
        // Spread over arguments, some hundred thousand rows would be too many.
        for (const row of next.rows) rows.push(row)
        onPage?.(soFar())
      }
    } catch (error) {
      failed = true
      throw error
    }
  }
  async function fetchRest(): Promise<void> {
    while (!failed && started < totalPages) await fetchNext()
  }

  await fetchNext()
  await Promise.all(Array.from({ length: Math.min(concurrency, totalPages - 1) }, fetchRest))
  return soFar()
}

function countPages(totalItems: number | null, pageSize: number): number | null {
  return totalItems === null ? null : Math.ceil(totalItems / pageSize)
}

/** The rows a page that the server gives: fewer than were asked for where its page count says so. */
function sizeOfPages(first: ListPage | undefined, pageSize: number): number {
  const { rows = [], totalItems = null, totalPages = null } = first ?? {}
  const isSmaller =
    totalItems !== null && totalPages !== null && Math.ceil(totalItems / pageSize) < totalPages
  return isSmaller ? rows.length : pageSize
}

function bringsNothing(totalPages: number): EntityStoreError {
  return new EntityStoreError(
    'invalid_response',
    `${mostBarren} pages in a row brought nothing new, though the server counts ${totalPages} pages. Check the count of rows or pages that it gives.`,
  )
}

function growsWithoutEnd(mostPages: number): EntityStoreError {
  return new EntityStoreError(
    'invalid_response',
    `The list grew beyond ${mostPages} pages while it was read. Check the count of rows or pages that the server gives.`,
  )
}
