import { addresses } from '../../core/address'
import type { EntityConfig } from '../../config/entityConfig'
import { EntityStoreError, show } from '../../core/errors'
import { isObject, own, type RecordData } from '../../core/plain'
import { changeRows, eachRow, emptyTable, getRow, keysOf, setRow, type Table } from '../../core/recordTable'
import { editsByCell } from '../../edits/earlierEdits'
import { noLocks } from '../../locks/reducer'
import type { ResolutionState } from '../../resolution/reducer'
import { historyByPath } from '../../undo/earlierChanges'
import { writeAddress, type WritesState } from '../../saving/writes'
import type { EntityState } from '../rootReducer'
import { stateVersion } from './stateVersion'

/**
 * A state that any version of this package has written, as this one keeps it; the same where it is one of its own.
 * @throws EntityStoreError `unknown_version` for a state that a later version has written.
 */
export function ofThisVersion<State extends Partial<EntityState>>(state: State): State {
  const { version } = state
  if (version === stateVersion) return state
  // Before the first version, states did not say any.
  if (version === undefined || version === 1) return { ...migrated(state), version: stateVersion }
  throw new EntityStoreError(
    'unknown_version',
    `The state says that it is of version ${show(version)}, and this version of Copydesk reads states up to ${stateVersion}. Update copydesk where the state is read, or begin without it: what was read is read again.`,
  )
}

function migrated<State extends Partial<EntityState>>(state: State): State {
  const { config, edits, entities, queries, locks, resolution, undo } = state
  let next = state
  if (edits) next = { ...next, edits: { ...edits, records: editsByCells(edits.records, config) } }
  if (undo) next = { ...next, undo: historyByPath(undo) }
  if (entities && !hasRoot(entities.records))
    next = { ...next, entities: { ...entities, records: tableOf(entities.records) } }
  if (queries && !hasRoot(queries)) next = { ...next, queries: tableOf(queries) }
  if (resolution) next = { ...next, resolution: withoutEntries(resolution) }
  for (const slice of ['saving', 'deleting'] as const) {
    const writes = state[slice]
    if (writes) next = { ...next, [slice]: byAddress(writes) }
  }
  // Nobody holds or waits for those of another page.
  return locks ? { ...next, locks: noLocks } : next
}

/** Writes had names of their own. */
function byAddress(writes: WritesState): WritesState {
  let next: WritesState = emptyTable()
  eachRow(writes, (write) => {
    next = setRow(next, writeAddress({ ...write, key: write.key }), write)
  })
  return next
}

/** Answers did not say what they are about. Records and lists tell by themselves how new they are. */
function withoutEntries({ invalidatedSeqs }: ResolutionState): ResolutionState {
  const seqs = keysOf(invalidatedSeqs).map((set) => getRow(invalidatedSeqs, set) ?? 0)
  const newest = Math.max(0, ...seqs)
  return {
    entries: emptyTable(),
    invalidatedSeqs: setRow(emptyTable<number>(), addresses.everything, newest || undefined),
  }
}

function editsByCells(
  records: EntityState['edits']['records'],
  config: EntityState['config'] | undefined,
): EntityState['edits']['records'] {
  const byEntity = Object.entries(records).map(([entity, table]) => {
    const stored = own(config?.entities as RecordData | undefined, entity) as Pick<
      EntityConfig,
      'mergedEdits'
    >
    return [entity, changeRows(table, keysOf(table), (row) => row && editsByCell(row, stored?.mergedEdits))]
  })
  return Object.fromEntries(byEntity) as EntityState['edits']['records']
}

/** Whether rows are kept in a table already, and not in an object by entity. */
function hasRoot(value: object): boolean {
  return isObject(value) && Object.hasOwn(value, 'root')
}

/** What was kept in an object, by entity. */
function tableOf<Row>(byEntity: object): Table<Row> {
  const rows = byEntity as { readonly [entity: string]: Row }
  return changeRows(emptyTable<Row>(), Object.keys(rows ?? {}), (none, entity) => rows[entity])
}
