import type { Cell, Mutation } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isLocalId } from '../../core/localId'
import { isEmpty, own } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import { getRow } from '../../core/recordTable'
import type { EditsAction, EditTarget } from '../../edits/actions'
import { makeCell, none } from '../../edits/cells'
import { valueAtPath, type FieldPath } from '../../edits/fieldPath'
import { rebasedEdits } from '../../edits/rebasedEdits'
import { selectEditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import { recordName, type DurableContext } from '../capability'
import { findLocalIds } from '../locals/replaceIds'
import type { StoredEntry } from './entry'
import { inOrder } from './order'

/**
 * Shows what waits of what other pages have saved, in the records that some entries are about.
 * @param entries - All that waits, or was answered and is not told yet.
 */
export function showElsewhere(
  state: EntityState,
  { isShared }: Pick<DurableContext, 'isShared'>,
  entries: readonly StoredEntry[],
  about: readonly StoredEntry[],
): readonly StoreAction[] {
  const records = new Map<string, SavedElsewhere>()
  for (const { kind, name, entity, key, recordId: id } of about)
    if (key !== undefined && !isLocalId(key))
      records.set(recordName(entity, key), { target: { kind, name, entity, key, id }, fields: {}, over: {} })
  for (const entry of records.size > 0 ? inOrder(entries) : []) {
    const record = records.get(recordName(entry.entity, entry.key ?? ''))
    // A document that is shared has it already.
    if (record && isSavedElsewhere(entry) && !isShared(entry.kind, entry.name, entry.recordId))
      add(record, entry, logOf(state, record))
  }
  return [...records.values()].flatMap(({ target, fields, over }): readonly EditsAction[] => {
    const before = getRow(state.edits.records[target.entity], target.key)?.elsewhere
    const isSame = isEqual(before ?? none, fields) && isEmpty(over)
    return isSame ? [] : [{ type: 'edits/savedElsewhere', ...target, fields, over }]
  })
}

/** What other pages have saved of a record. */
interface SavedElsewhere {
  readonly target: EditTarget
  readonly fields: Record<FieldPath, Cell>
  readonly over: Record<string, readonly FieldPath[]>
}

function logOf(state: EntityState, { target }: SavedElsewhere): readonly Mutation[] {
  return getRow(state.edits.records[target.entity], target.key)?.log ?? []
}

/** Adds what an entry sends that this page has not saved, or that another has saved over. */
function add(
  { fields, over }: SavedElsewhere,
  { fields: sent, mutations = [] }: StoredEntry,
  log: readonly Mutation[],
): void {
  const own = log.filter(({ id }) => mutations.includes(id))
  const isLast = own.some(({ id }) => id === mutations.at(-1))
  for (const [path, cell] of Object.entries(sent)) {
    const saved = own.filter((one) => Object.hasOwn(one.fields, path))
    const isOwn = saved.length > 0 && (isLast || isEqual(saved.at(-1)?.fields[path]?.value, cell.value))
    if (isOwn) continue
    for (const { id } of saved) over[id] = [...(over[id] ?? []), path]
    // A draft of another page is not known here.
    if (cell.value === undefined || findLocalIds(cell.value).size > 0) continue
    fields[path] = makeCell(cell.value, fields[path] ? fields[path].base : cell.base)
  }
}

/** Whether an entry says whose it is: what was written by hand is no edit that is shown. */
function isSavedElsewhere({ what, mutations = [], isByHand }: StoredEntry): boolean {
  return what === 'update' && mutations.length > 0 && !isByHand
}

/** Bases what was typed over what another page has saved on what the server has made of that. */
export function basedOnAnswer(
  state: EntityState,
  { kind, name, recordId, fields }: StoredEntry,
  merged: readonly string[] = [],
): readonly StoreAction[] {
  const view = selectEditedView(state, kind, name, recordId)
  const open = Object.entries(view?.row?.fields ?? none)
  const based = open.filter(
    ([path, { base }]) => !merged.includes(path) && own(fields, path) && isEqual(base, fields[path]?.value),
  )
  if (isEmpty(based)) return []
  const bases = Object.fromEntries(based.map(([path]) => [path, valueAtPath(view?.raw, path)]))
  return rebasedEdits(view, bases, view?.row?.origin ?? {})
}
