import type { RecordData } from '../core/plain'
import type { Table } from '../core/recordTable'
import type { ListRows } from './windows'
import type { StateWithEntities } from '../entities/reducer'

/** One list, whatever pages of it were read. */
export interface StoredQuery extends ListRows {
  /** Which copy of the records the list is made of. */
  readonly context: string
  /** Its filters. The object stays the same as long as the list is known. */
  readonly parameters: RecordData
  /** How many rows the list has; null while that is not known. */
  readonly totalItems: number | null
  /** How many pages the server counted at its last answer; null while that is not known. */
  readonly totalPages: number | null
  /** How many rows a page has for a query that does not say, -1 for all; absent where that is the usual number. */
  readonly ownSize?: number
  /** The page and rows a page of the last answer. */
  readonly page: number
  readonly perPage: number
}

/** Which rows the lists have, by entity and query; the revisions of one record are kept like an entity of their own. */
export type QueriesState = Table<Table<StoredQuery>>

/** The state as far as it goes up to here, with the lists. */
export interface StateWithQueries extends StateWithEntities {
  readonly queries: QueriesState
}

/** Whether a list asks for records of a status by name; `any` is all but what is in the trash. */
export function asksForStatus({ parameters }: StoredQuery, status: string): boolean {
  const asked: unknown = parameters.status
  const statuses: readonly unknown[] = Array.isArray(asked) ? asked : String(asked ?? '').split(',')
  return statuses.includes(status) || (statuses.includes('any') && status !== 'trash')
}
