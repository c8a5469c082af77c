import type { FetchResponse } from './fetchContract'
import { readTotals, rowsOf } from './pagination'

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
