import { scope, type EntityKey } from '../../core/keys'
import { changedKeys, getRow, type Table } from '../../core/recordTable'
import type { EntityRecords } from '../../entities/reducer'
import type { StoredQuery } from '../../queries/storedQuery'
import { hasKeyOf } from '../../queries/windows'
import type { WritesState } from '../../saving/writes'
import type { EntityState } from '../rootReducer'
import { gatherStale } from './gatherStale'
import type { Round } from './keyedSubscriptions'

/**
 * Names everybody whom the difference of two states concerns. It is computed from the states alone, whatever made the
 * one from the other: what is the same object on both sides costs one comparison.
 */
export function gatherChanged(round: Round, before: EntityState, after: EntityState): void {
  if (before.config !== after.config) round.all(scope.config)
  if (before.undo !== after.undo) round.all(scope.undo)
  if (before.locks !== after.locks) round.all(scope.locks)
  round.rows(scope.resolution, before.resolution.entries, after.resolution.entries)
  gatherStale(round, before.resolution.invalidatedSeqs, after.resolution.invalidatedSeqs)
  round.rows(scope.lookups, before.lookups, after.lookups)
  round.rows(scope.permissions, before.permissions, after.permissions)
  for (const entity of changedKeys(before.queries, after.queries) as readonly EntityKey[])
    round.rows(scope.lists(entity), getRow(before.queries, entity), getRow(after.queries, entity))
  gatherRecords(round, before, after)
  if (before.entities.aliases !== after.entities.aliases) round.renamed()
  gatherWrites(round, before.saving, after.saving)
  gatherWrites(round, before.deleting, after.deleting)
}

function gatherRecords(round: Round, before: EntityState, after: EntityState): void {
  let isDirtyChanged = before.saving !== after.saving || before.deleting !== after.deleting
  for (const entity of changedKeys(before.entities.records, after.entities.records) as readonly EntityKey[]) {
    gatherEntity(round, entity, before, after)
    // The titles of unsaved records are made of what the server has.
    isDirtyChanged ||= after.edits.records[entity] !== undefined || after.saving.size > 0
  }
  for (const entity of changedNames(before.edits.records, after.edits.records)) {
    round.rows(scope.record(entity), before.edits.records[entity], after.edits.records[entity])
    isDirtyChanged = true
  }
  if (isDirtyChanged) round.all(scope.dirty)
}

function gatherEntity(
  round: Round,
  entity: EntityKey,
  stateBefore: EntityState,
  stateAfter: EntityState,
): void {
  const before = getRow(stateBefore.entities.records, entity)
  const after = getRow(stateAfter.entities.records, entity)
  const record = scope.record(entity)
  round.rows(record, before?.written, after?.written)
  if (before?.contexts === after?.contexts) return
  for (const context of changedNames(before?.contexts ?? {}, after?.contexts ?? {}))
    round.rows(record, before?.contexts[context], after?.contexts[context])
  gatherRows(round, entity, before, after, getRow(stateAfter.queries, entity))
}

/** Of a hundred lists only those that hold a record which has changed. */
function gatherRows(
  round: Round,
  entity: EntityKey,
  before: EntityRecords | undefined,
  after: EntityRecords | undefined,
  lists: Table<StoredQuery> | undefined,
): void {
  const changedIn = new Map<string, ReadonlySet<string>>()
  round.those(scope.rows(entity), (name) => {
    const list = getRow(lists, name)
    if (list === undefined) return false
    const { context } = list
    const changed =
      changedIn.get(context) ?? new Set(changedKeys(before?.contexts[context], after?.contexts[context]))
    changedIn.set(context, changed)
    return changed.size > 0 && hasKeyOf(list, changed)
  })
}

/** Saves and deletions have names of their own; they concern the record that is written. */
function gatherWrites(round: Round, before: WritesState, after: WritesState): void {
  for (const name of changedKeys(before, after)) {
    const write = getRow(after, name) ?? getRow(before, name)
    if (write) round.entries(scope.record(write.entity), [write.key ?? ''])
  }
}

type Named<Name extends string> = { readonly [name in Name]?: Table<unknown> }

/** The names whose values are not the same object, or stand on one side only. */
function changedNames<Name extends string>(before: Named<Name>, after: Named<Name>): readonly Name[] {
  if (before === after) return []
  const names = Object.keys(after) as Name[]
  const changed = names.filter((name) => before[name] !== after[name])
  for (const name in before) if (!Object.hasOwn(after, name)) changed.push(name)
  return changed
}
