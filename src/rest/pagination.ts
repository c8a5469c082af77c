import { EntityStoreError, show } from '../core/errors'
import type { FetchResponse } from '../core/fetchContract'

/** How long a list is. */
export interface Totals {
  /** Rows in all pages; null where the server does not say. */
  totalItems: number | null
  /** Pages; null where the server does not say. */
  totalPages: number | null
}

/** Gives the totals in `X-WP-Total` and `X-WP-TotalPages` (spec 9). */
export function readTotals(response: FetchResponse): Totals {
  return {
    totalItems: readCount(response.headers.get('X-WP-Total')),
    totalPages: readCount(response.headers.get('X-WP-TotalPages')),
  }
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
