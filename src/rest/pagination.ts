import { EntityStoreError, show } from '../core/errors'
import type { FetchResponse } from '../core/fetchContract'

/** How long a list is. */
export interface Totals {
  /** Rows in all pages; null where the server does not say. */
  totalItems: number | null
  /** Pages; null where the server does not say. */
  totalPages: number | null
}

/** One page of a list as it came. */
export interface ReceivedPage {
  /** Its rows. */
  rows: unknown[]
  /** Rows in all pages as this answer says; null where it does not. */
  totalItems: number | null
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
 * Fetches every page of a list and gives the rows of all: the first page alone, then the others side by side;
 * goes on while the server's page count grows. An answer without totals counts as the only page.
 *
 * @throws what the first failing page rejects with; no page is started after that.
 */
export async function fetchAllPages({
  fetchPage,
  concurrency = 4,
  onPage,
}: FetchAllPagesOptions): Promise<unknown[]> {
  const pages: ReceivedPage[] = []
  let totalPages = 1
  let started = 0
  let told = 0
  let failed = false

  async function fetchNext(): Promise<void> {
    const at = started++
    try {
      const response = await fetchPage(at + 1)
      const totals = readTotals(response)
      totalPages = Math.max(1, totals.totalPages ?? totalPages)
      pages[at] = { rows: rowsOf(response.data), totalItems: totals.totalItems }
      for (let page; !failed && (page = pages[told]); told++) onPage?.(page)
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
  return pages.flatMap(({ rows }) => rows)
}

/**
 * Gives the rows of a list's body: an array, or the values of an object keyed by slug.
 *
 * @throws EntityStoreError `invalid_response` for anything else.
 */
export function rowsOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body
  if (typeof body === 'object' && body !== null) return Object.values(body)
  throw new EntityStoreError(
    'invalid_response',
    `The server answered ${show(body)}, not a list. Check the path.`,
  )
}

function readCount(header: string | null): number | null {
  return header !== null && /^\s*\d+\s*$/.test(header) ? Number(header) : null
}
