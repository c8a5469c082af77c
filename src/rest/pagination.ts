import type { FetchResponse } from './fetchContract'
import { RestError } from './restError'

/** How long a list is. */
export interface Totals {
  /** Rows in all pages; null where the server does not say. */
  totalItems: number | null
  /** Pages; null where the server does not say. */
  totalPages: number | null
}

/** One page of a list as it came. */
export interface ReceivedPage {
  /** Number of the page, from 1. */
  page: number
  /** Its rows. */
  rows: unknown[]
  /** Rows in all pages as this answer says; null where it does not. */
  totalItems: number | null
  /** Pages as known so far, at least 1. */
  totalPages: number
}

/** A whole list. */
export interface AllPages {
  /** The rows of all pages, in page order. */
  rows: unknown[]
  /** Rows in all pages as the server last said; null where it never did. */
  totalItems: number | null
  /** Pages fetched, at least 1. */
  totalPages: number
}

/** How to fetch a whole list. */
export interface FetchAllPagesOptions {
  /** Fetches one page, from 1. */
  fetchPage(page: number): Promise<FetchResponse>
  /** Pages under way at the same time after the first. Default 4. */
  concurrency?: number
  /** Told of every page, in page order. */
  onPage?(page: ReceivedPage): void
}

/** Gives the totals in `X-WP-Total` and `X-WP-TotalPages` (spec 9). */
export function readTotals(response: FetchResponse): Totals {
  return {
    totalItems: readCount(response.headers.get('X-WP-Total')),
    totalPages: readCount(response.headers.get('X-WP-TotalPages')),
  }
}

/**
 * Fetches every page of a list: the first alone, then the others side by side; goes on while the server's
 * page count grows. An answer without totals counts as the only page.
 *
 * @throws what the first failing page rejects with; no page is started after that.
 */
export async function fetchAllPages({
  fetchPage,
  concurrency = 4,
  onPage,
}: FetchAllPagesOptions): Promise<AllPages> {
  const received = new Map<number, ReceivedPage>()
  let totalItems: number | null = null
  let totalPages = 1
  let nextPage = 1
  let nextTold = 1
  let failed = false

  async function fetchNext(): Promise<void> {
    const page = nextPage++
    try {
      const response = await fetchPage(page)
      const totals = readTotals(response)
      totalItems = totals.totalItems ?? totalItems
      totalPages = Math.max(1, totals.totalPages ?? totalPages)
      received.set(page, { page, rows: rowsOf(response.data), totalItems: totals.totalItems, totalPages })
      for (let told; !failed && (told = received.get(nextTold)); nextTold++) onPage?.(told)
    } catch (error) {
      failed = true
      throw error
    }
  }
  async function fetchRest(): Promise<void> {
    while (!failed && nextPage <= totalPages) await fetchNext()
  }

  await fetchNext()
  const lanes = Math.max(1, Math.min(concurrency, totalPages - 1))
  await Promise.all(Array.from({ length: lanes }, fetchRest))
  const pages = [...received.values()].sort((a, b) => a.page - b.page)
  return { rows: pages.flatMap(({ rows }) => rows), totalItems, totalPages: pages.length }
}

/**
 * Gives the rows of a list's body: an array, or the values of an object keyed by slug.
 *
 * @throws RestError `invalid_response` for anything else.
 */
export function rowsOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body
  if (typeof body === 'object' && body !== null) return Object.values(body)
  throw new RestError({
    code: 'invalid_response',
    message: `A list was expected, but the body is ${body === null ? 'empty' : `a ${typeof body}`}. Check the path.`,
  })
}

function readCount(header: string | null): number | null {
  return header !== null && /^\s*\d+\s*$/.test(header) ? Number(header) : null
}
