import { cellsOf } from '../../edits/log'
import { withPaths } from '../../edits/logChanges'
import { currentId } from '../../entities/aliases'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { withCurrentReferences } from '../locals/currentReferences'
import { isMedia, shownOfFile } from '../../media/shownOfFile'
import { nameOf, type KeptEdits } from './keptEdits'
import type { FoundEdits } from './remains'

/** Recovered edits of one record; there is always one. */
export type RecordGroup = readonly GroupedEdits[]
export type GroupedEdits = KeptEdits & { readonly item: string }

/** Items by the record that they are about now, in the order in which these were edited first. */
export function byRecord(
  context: DurableContext,
  state: EntityState,
  items: readonly FoundEdits[],
): readonly RecordGroup[] {
  const groups = new Map<string, GroupedEdits[]>()
  for (const { item, kept } of items) {
    const now = current(context, state, kept)
    const group = groups.get(nameOf(now)) ?? []
    groups.set(nameOf(now), group)
    group.push({ ...now, item })
  }
  const since = (group: RecordGroup) => Math.min(...group.map((kept) => kept.since))
  return [...groups.values()].sort((one, other) => since(one) - since(other))
}

/** Kept edits as they are to be shown now: ids that the server has given since, and addresses of this page. */
function current(context: DurableContext, state: EntityState, kept: KeptEdits): KeptEdits {
  return withCurrentReferences(context.files, state, withCurrentId(state, kept))
}

/** Edits of a draft that the server has given an id since. */
function withCurrentId(state: EntityState, kept: KeptEdits): KeptEdits {
  const id = kept.id === undefined ? undefined : currentId(state, kept.id)
  if (id === undefined || id === kept.id) return kept
  const { local: none, ...rest } = kept
  const cells = cellsOf(kept)
  const isEdit = (path: string) =>
    cells[path]?.value !== kept.id && !(isMedia(kept) && shownOfFile.includes(path))
  return { ...withPaths(rest, isEdit), id, key: String(id) as KeptEdits['key'] }
}
