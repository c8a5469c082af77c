import { isObject } from '../../core/plain'
import { changeRows, emptyTable, type Table } from '../../core/recordTable'
import { noLocks } from '../../locks/reducer'
import type { EntityState } from '../rootReducer'

/** A state that an earlier version of this package has written, as this one keeps it; the same where it is one of its own. */
export function ofThisVersion<State extends Partial<EntityState>>(state: State): State {
  const { entities, queries, locks } = state
  let next = state
  if (entities && !isTable(entities.records))
    next = { ...next, entities: { ...entities, records: tableOf(entities.records) } }
  if (queries && !isTable(queries)) next = { ...next, queries: tableOf(queries) }
  // Locks were waited for in one list. Nobody waits for those of another page.
  return locks && Array.isArray(locks.pending) ? { ...next, locks: noLocks } : next
}

function isTable(value: object): boolean {
  return isObject(value) && Object.hasOwn(value, 'root')
}

/** What was kept in an object, by entity. */
function tableOf<Row>(byEntity: object): Table<Row> {
  const rows = byEntity as { readonly [entity: string]: Row }
  return changeRows(emptyTable<Row>(), Object.keys(rows ?? {}), (none, entity) => rows[entity])
}
