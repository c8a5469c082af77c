import { addresses, type Address } from '../../core/address'
import { keylessRecord, type EntityKey, type ResourceKey } from '../../core/keys'
import { changedKeys, getRow, type Table } from '../../core/recordTable'
import type { EntityRecords } from '../../entities/reducer'
import type { StoredQuery } from '../../queries/storedQuery'
import { hasKeyOf } from '../../queries/windows'
import type { WritesState } from '../../saving/writes'
import type { EntityState } from '../rootReducer'
import type { Round } from './subscriptions'

/**
 * Names everybody whom the difference of two states concerns. It is computed from the states alone, whatever made the
 * one from the other: what is the same object on both sides costs one comparison.
 */
export function gatherChanged(round: Round, before: EntityState, after: EntityState): void {
  // What a record or a list is depends on its entity; which entities there are changes seldom.
  if (before.config !== after.config) round.everyone()
  if (before.undo !== after.undo) round.at(addresses.undo)
  if (before.locks !== after.locks) round.at(addresses.locks)
  gatherReads(round, before, after)
  for (const key of changedKeys(before.permissions, after.permissions) as readonly ResourceKey[])
    for (const isEntity of [false, true]) round.at(addresses.permission(key, isEntity))
  for (const entity of changedKeys(before.queries, after.queries) as readonly EntityKey[])
    for (const lists of listsOf(entity))
      round.rows(lists, getRow(before.queries, entity), getRow(after.queries, entity))
  gatherRecords(round, before, after)
  if (before.entities.aliases !== after.entities.aliases) round.renamed()
  gatherWrites(round, before.saving, after.saving)
  gatherWrites(round, before.deleting, after.deleting)
}

/** How reads stand concerns who shows what they are about; that something went stale, who shows that or what is below. */
function gatherReads(round: Round, { resolution: before }: EntityState, { resolution: after }: EntityState) {
  for (const key of changedKeys(before.entries, after.entries)) {
    const entry = getRow(after.entries, key) ?? getRow(before.entries, key)
    if (entry) round.at(entry.about)
  }
  for (const address of changedKeys(before.invalidatedSeqs, after.invalidatedSeqs))
    round.below(address as Address)
}

function gatherRecords(round: Round, before: EntityState, after: EntityState): void {
  let isDirtyChanged = before.saving !== after.saving || before.deleting !== after.deleting
  for (const entity of changedKeys(before.entities.records, after.entities.records) as readonly EntityKey[]) {
    gatherEntity(round, entity, before, after)
    // The titles of unsaved records are made of what the server has.
    isDirtyChanged ||= after.edits.records[entity] !== undefined || after.saving.size > 0
  }
  for (const entity of changedNames(before.edits.records, after.edits.records)) {
    round.rows(addresses.entity(entity), before.edits.records[entity], after.edits.records[entity])
    isDirtyChanged = true
  }
  if (isDirtyChanged) round.at(addresses.unsaved)
}

function gatherEntity(
  round: Round,
  entity: EntityKey,
  stateBefore: EntityState,
  stateAfter: EntityState,
): void {
  const before = getRow(stateBefore.entities.records, entity)
  const after = getRow(stateAfter.entities.records, entity)
  const records = addresses.entity(entity)
  round.rows(records, before?.written, after?.written)
  if (before?.contexts === after?.contexts) return
  for (const context of changedNames(before?.contexts ?? {}, after?.contexts ?? {}))
    round.rows(records, before?.contexts[context], after?.contexts[context])
  const lists = getRow(stateAfter.queries, entity)
  for (const address of listsOf(entity)) gatherLists(round, address, before, after, lists)
}

/** Below which addresses the lists of an entity stand. */
function listsOf(entity: EntityKey): readonly Address[] {
  return [addresses.lists(entity), addresses.counts(entity)]
}

/** Of a hundred lists only those that hold a record which has changed. */
function gatherLists(
  round: Round,
  address: Address,
  before: EntityRecords | undefined,
  after: EntityRecords | undefined,
  lists: Table<StoredQuery> | undefined,
): void {
  const changedIn = new Map<string, ReadonlySet<string>>()
  round.those(address, (name) => {
    const list = getRow(lists, name)
    if (list === undefined) return false
    const { context } = list
    const changed =
      changedIn.get(context) ?? new Set(changedKeys(before?.contexts[context], after?.contexts[context]))
    changedIn.set(context, changed)
    return changed.size > 0 && hasKeyOf(list, changed)
  })
}

function gatherWrites(round: Round, before: WritesState, after: WritesState): void {
  for (const address of changedKeys(before, after) as readonly Address[]) {
    round.at(address)
    // Who shows no record yet shows the creates of its entity.
    const { entity, key } = getRow(after, address) ?? getRow(before, address) ?? {}
    if (entity && key === undefined) round.at(addresses.record(entity, keylessRecord))
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
