import type { EntityKey } from '../../core/keys'
import { changeRows, deleteRows, type Table } from '../../core/recordTable'
import type { EntityRecords } from '../../entities/reducer'
import type { EntityState } from '../rootReducer'
import type { Unused } from './actions'

/** A state without what is unused; slices and tables of which nothing goes stay the same. */
export function removeUnused(state: EntityState, unused: Unused): EntityState {
  const { entities, queries, permissions, lookups, resolution } = state
  const entitiesOf = (...parts: readonly object[]) =>
    parts.flatMap((part) => Object.keys(part) as EntityKey[])
  const records = changeRows(
    entities.records,
    entitiesOf(unused.records, unused.written),
    (known, entity) => known && withoutRecords(known, entity, unused),
  )
  const entries = deleteRows(resolution.entries, unused.resolutions)
  const invalidatedSeqs = deleteRows(resolution.invalidatedSeqs, unused.invalidated)
  const isResolutionSame = entries === resolution.entries && invalidatedSeqs === resolution.invalidatedSeqs
  return {
    ...state,
    entities: records === entities.records ? entities : { ...entities, records },
    queries: changeRows(
      queries,
      entitiesOf(unused.lists),
      (lists, entity) => lists && filled(deleteRows(lists, unused.lists[entity] ?? [])),
    ),
    permissions: deleteRows(permissions, unused.permissions),
    lookups: deleteRows(lookups, unused.lookups),
    resolution: isResolutionSame ? resolution : { ...resolution, entries, invalidatedSeqs },
  }
}

function withoutRecords(known: EntityRecords, entity: EntityKey, unused: Unused): EntityRecords | undefined {
  const gone = unused.records[entity] ?? []
  const contexts = changeEach(known.contexts, (table) => filled(deleteRows(table, gone)))
  const written = deleteRows(known.written, unused.written[entity] ?? [])
  if (contexts === known.contexts && written === known.written) return known
  return Object.keys(contexts).length + written.size === 0 ? undefined : { ...known, contexts, written }
}

function filled<Row>(table: Table<Row>): Table<Row> | undefined {
  return table.size > 0 ? table : undefined
}

/** What is kept by name, each changed, without those of which nothing is left; the same when none changes. */
function changeEach<Name extends string, Value>(
  values: { readonly [name in Name]: Value },
  change: (value: Value, name: Name) => Value | undefined,
): { readonly [name in Name]: Value } {
  const next: Partial<Record<Name, Value>> = {}
  let isSame = true
  for (const name of Object.keys(values) as Name[]) {
    const value = change(values[name], name)
    isSame &&= value === values[name]
    if (value !== undefined) next[name] = value
  }
  return isSame ? values : (next as { readonly [name in Name]: Value })
}
