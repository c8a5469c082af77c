import type { EntityKey, QueryKey } from '../core/keys'
import type { RecordData } from '../core/plain'
import type { ReceivedRecords, ReceivingAction } from '../entities/actions'
import type { StoreAction } from '../core/thunk'
import type { AnsweringAction, InvalidatingAction } from '../resolution/actions'
import type { StoredQuery } from './storedQuery'
import type { ListWindow } from './windows'

/** Rows of a list came: its records, and which of them stand where. */
export interface ListReceived extends AnsweringAction, InvalidatingAction, ReceivingAction {
  readonly type: 'queries/listReceived'
  readonly received: ReceivedRecords
  readonly entity: EntityKey
  readonly query: QueryKey
  /** Context and filters of the list. */
  readonly context: string
  readonly parameters: RecordData
  readonly window: ListWindow
  /** Whether the window is all of the list. */
  readonly isWhole: boolean
  /** How many rows the list has; null when the answer did not say. */
  readonly totalItems: number | null
  /** How many pages of the asked size; null when the answer did not say. */
  readonly totalPages: number | null
  readonly page: number
  readonly perPage: number
  /** How many rows a page has where a query does not say, -1 for all; absent where the answer says nothing of it. */
  readonly ownSize?: number | undefined
}

/** What the answer to a write means for lists was worked out from what is known of them, without asking the server. */
export interface ListsPatched extends StoreAction {
  readonly type: 'queries/listsPatched'
  readonly entity: EntityKey
  /** The lists as they are now, by query. */
  readonly lists: { readonly [query: QueryKey]: StoredQuery }
}

export type QueriesAction = ListReceived | ListsPatched

/** The answer to a list: its records, their place in it, totals. */
export function listReceived(received: Omit<ListReceived, 'type'>): ListReceived {
  return { type: 'queries/listReceived', ...received }
}

/** Lists of an entity are known as they are after a write. */
export function listsPatched(entity: EntityKey, lists: ListsPatched['lists']): ListsPatched {
  return { type: 'queries/listsPatched', entity, lists }
}
