import { EntityStoreError, show } from '../../core/errors'
import type { Cells } from '../../core/cells'
import { isLocalId } from '../../core/localId'
import { isEmpty, own } from '../../core/plain'
import { batched, type StoreAction } from '../../core/thunk'
import { editsRestored } from '../../edits/actions'
import { valuesOfCells } from '../../edits/cells'
import { cellsOf } from '../../edits/log'
import { editEntityRecord } from '../../edits/editEntityRecord'
import { noteRestored, type RestoredNote } from '../../edits/restoredEdits'
import { isReadWhole, selectRow } from '../../entities/selectors'
import { localIdMade } from '../../entities/actions'
import type { EntityState } from '../../store/rootReducer'
import { undoRestored } from '../../undo/actions'
import type { DurableContext } from '../capability'
import type { RestoreReport } from '../durability'
import { isMedia } from '../../media/shownOfFile'
import { joinEdits } from './joinEdits'
import { nameOf } from './keptEdits'
import { planTakeOver, type TakeOverOptions } from './planTakeOver'
import { byRecord, type GroupedEdits, type RecordGroup } from './recordGroups'
import type { FoundEdits } from './remains'
import { swapRows } from './swapRows'

/**
 * Takes over what dead pages have left: in the storage by one transaction, so that nobody else has it too, then in the
 * store by one action.
 * @returns Undefined where somebody else was first, and all is to be looked at again.
 */
export async function takeOver(options: TakeOverOptions): Promise<RestoreReport | undefined> {
  const { context, connection, writer, items, prefer, restored } = options
  const { store, services, settings, uncompared } = context
  await Promise.all([showFiles(context, items), restored.prepare(items)])
  const plan = planTakeOver(options)
  if (!(await swapRows(connection, plan.swap, settings.seal))) return undefined
  const before = store.getState()
  // What was typed while that was written counts as well.
  const groups = byRecord(context, before, items)
  const joined = groups.map((group) => joinEdits(before, group, restored.joining(group)))
  const records = joined.flatMap(({ edits }) => edits ?? [])
  const edited = records.filter(({ fields }) => !isEmpty(fields))
  for (const { entity, key, kind, name, id } of edited) {
    const isKnown = isReadWhole(selectRow(before, entity, key, 'default'))
    // A draft is nowhere to be compared with.
    if (!isKnown && !isLocalId(key) && !context.isShared(kind, name, id))
      uncompared.set(nameOf({ entity, key }), { entity, key })
  }
  const groupsByName = new Map(groups.map((group) => [nameOf(group[0] as GroupedEdits), group]))
  noteRestored(
    services,
    edited.map((record) => ({ ...record, ...sharedOf(groupsByName.get(nameOf(record))) })),
  )
  const { levels, position } = plan.history
  store.dispatch(
    batched([
      ...draftsOf(before, items),
      ...(records.length > 0 ? [editsRestored(records)] : []),
      ...(levels.length > 0 ? [undoRestored(levels, position)] : []),
    ]),
  )
  restored.note(records)
  if (plan.inheritedKey !== undefined) writer.inheritUndo(plan.inheritedKey)
  writer.tookOver(plan.rows, plan.batches, store.getState())
  if (prefer === 'recovered')
    groups.forEach((group, at) => preferKept(context, group, joined[at]?.left ?? []))
  const isPart = ({ item }: FoundEdits) => plan.left.has(item)
  return {
    restored: items.filter((one) => !isPart(one)).map(({ item }) => item),
    partly: items.filter(isPart).map(({ item }) => item),
    failed: [],
  }
}

/** The edits of a record that were in a document, with what that had; none where two pages have left some. */
function sharedOf(group: RecordGroup = []): RestoredNote {
  const [kept, ...others] = group
  if (kept?.document === undefined || others.length > 0) return {}
  return { shared: { document: kept.document, values: valuesOfCells(cellsOf(kept)) } }
}

/** Has the files of recovered drafts at hand, which this page shows at addresses of its own. */
async function showFiles({ files }: DurableContext, items: readonly FoundEdits[]): Promise<void> {
  const drafts = items.filter(({ kept }) => kept.local && isMedia(kept))
  await Promise.all(drafts.map(({ kept }) => files.find(kept.key).catch(() => undefined)))
}

/** Makes the local ids of recovered drafts known again: references to them hold. */
function draftsOf({ entities }: EntityState, items: readonly FoundEdits[]): readonly StoreAction[] {
  return items.flatMap(({ kept: { key, local } }) =>
    local && !own(entities.aliases, key) ? [localIdMade(key, local)] : [],
  )
}

/** Edits fields that the page has other values of, so that they can be undone. */
function preferKept({ store }: DurableContext, group: RecordGroup, left: readonly Cells[]): void {
  const [{ kind, name, id }] = group as [GroupedEdits]
  // The first counts for most.
  for (const cells of [...left].reverse())
    if (!isEmpty(cells)) store.dispatch(editEntityRecord(kind, name, id, valuesOfCells(cells)))
}

/** The error for an item that is not there any more. */
export function notRecovered(item: string): EntityStoreError {
  return new EntityStoreError(
    'invalid_id',
    `${show(item)} names no recovered edits: they were restored or discarded, here or in another tab.`,
  )
}
