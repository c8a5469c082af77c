import type { Cell, Mutation } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isLocalId } from '../../core/localId'
import { isEmpty, own } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import { getRow } from '../../core/recordTable'
import { editsSent, type EditsAction, type EditTarget } from '../../edits/actions'
import { cellOver, none } from '../../edits/cells'
import { splitPath, valueAtPath, type FieldPath } from '../../edits/fieldPath'
import { rebasedEdits } from '../../edits/rebasedEdits'
import { selectEditedView, type EditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import { recordName, type DurableContext } from '../capability'
import { fieldKind, isMerging } from '../conflicts/fieldKinds'
import { findLocalIds } from '../locals/replaceIds'
import { isOverDropped, type MergeKnown } from './dropped'
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
  const known = log.filter(({ id }) => mutations.includes(id))
  const isLast = known.some(({ id }) => id === mutations.at(-1))
  for (const [path, cell] of Object.entries(sent)) {
    const saved = known.filter((one) => Object.hasOwn(one.fields, path))
    const isOwn = saved.length > 0 && (isLast || isEqual(saved.at(-1)?.fields[path]?.value, cell.value))
    if (isOwn) continue
    for (const { id } of saved) over[id] = [...(over[id] ?? []), path]
    // A draft of another page is not known here.
    if (cell.value === undefined || findLocalIds(cell.value).size > 0) continue
    fields[path] = cellOver(fields[path], cell)
  }
}

/** Whether an entry says whose it is: what was written by hand is no edit that is shown. */
function isSavedElsewhere({ what, mutations = [], isByHand }: StoredEntry): boolean {
  return what === 'update' && mutations.length > 0 && !isByHand
}

/**
 * Bases what was typed over what another page has saved on what the server has made of that; of a plain value also what
 * was typed before that was heard of: of one person the later save counts.
 */
export function basedOnAnswer(
  state: EntityState,
  entry: StoredEntry,
  merged: readonly string[] = [],
): readonly StoreAction[] {
  const view = viewOf(state, entry)
  if (!view) return []
  const { config, received, row } = view
  const isPlain = (path: FieldPath, value: unknown) =>
    !isMerging(fieldKind(config, received?.record, splitPath(path)[0], value))
  const over = typedOver(view, entry).filter((path) => !merged.includes(path))
  const plain = Object.entries(row?.fields ?? none).filter(
    ([path, { value }]) => own(entry.fields, path) && isPlain(path, value),
  )
  const typed = [...over, ...plain.map(([path]) => path)]
  return rebased(view, typed, (path) => valueAtPath(view.raw, path))
}

/**
 * Bases what was typed over what another page has saved on what stood below that, once it waits no more and nobody has
 * told of an answer: it was given up, or may be done.
 */
export function basedBelow(
  state: EntityState,
  entry: StoredEntry,
  mergeKnown: MergeKnown,
): readonly StoreAction[] {
  const { id: mutation, entity, fields } = entry
  const view = viewOf(state, entry)
  if (!view) return []
  const { config, key, id, row } = view
  const typed = Object.entries(row?.fields ?? none).flatMap(([path, made]) =>
    isOverDropped(state, entry, path, made, mergeKnown) ? [path] : [],
  )
  if (typed.length === 0) return []
  const sent = editsSent(
    { kind: config.kind, name: config.name, entity, key, id, mutation },
    Object.fromEntries(typed.map((path) => [path, fields[path]?.value])),
  )
  const { sent: _, ...ended } = sent
  return [...rebased(view, typed, (path) => fields[path]?.base), sent, { ...ended, mayBeDone: true }]
}

function viewOf(state: EntityState, { kind, name, recordId }: StoredEntry): EditedView | undefined {
  return selectEditedView(state, kind, name, recordId)
}

/** The paths of what is typed over what an entry sends. */
function typedOver(view: EditedView | undefined, { fields }: StoredEntry): readonly FieldPath[] {
  const open = view?.row?.fields ?? none
  return Object.keys(open).filter(
    (path) => own(fields, path) && isEqual(open[path]?.base, fields[path]?.value),
  )
}

function rebased(
  view: EditedView | undefined,
  paths: readonly FieldPath[],
  baseAt: (path: FieldPath) => unknown,
): readonly StoreAction[] {
  const bases = Object.fromEntries(paths.map((path) => [path, baseAt(path)]))
  return rebasedEdits(view, bases, view?.row?.origin ?? {})
}
