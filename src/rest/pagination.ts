import { EntityStoreError, show } from '../core/errors'
import { isRecord } from '../core/plain'
import type { ResponseHeaders } from '../core/fetchContract'

/** How long a list is. */
export interface Totals {
  /** Rows in all pages; null where the server does not say. */
  totalItems: number | null
  /** Pages; null where the server does not say. */
  totalPages: number | null
}

/** Gives the totals that the headers of a list have, by default `X-WP-Total` and `X-WP-TotalPages`. */
export function readTotals(
  headers: ResponseHeaders,
  {
    items = 'X-WP-Total',
    pages = 'X-WP-TotalPages',
  }: { readonly items?: string; readonly pages?: string } = {},
): Totals {
  return { totalItems: readCount(headers.get(items)), totalPages: readCount(headers.get(pages)) }
}

/**
 * Gives the rows of a list's body: an array, or the values of an object that has a record under each of its names, as
 * WordPress has for post types.
 *
 * @throws EntityStoreError `invalid_response` for anything else, such as an envelope around the rows.
 */
export function rowsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body as readonly unknown[]
  const rows = isRecord(body) ? Object.values(body) : [undefined]
  if (rows.every(isRecord)) return rows
  throw new EntityStoreError(
    'invalid_response',
    `The server answered ${show(body)}, not a list. Check the path, or say how to read it with readList.`,
  )
}

function readCount(header: string | null): number | null {
  return header !== null && /^\s*\d+\s*$/.test(header) ? Number(header) : null
}
