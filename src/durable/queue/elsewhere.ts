import type { Cell, Cells, Mutation } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isLocalId } from '../../core/localId'
import { isEmpty, isRecord, own, type RecordData } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import { getRow } from '../../core/recordTable'
import { editsSent, type EditsAction, type EditsSent, type EditTarget } from '../../edits/actions'
import { serverValueAt } from '../../edits/basis'
import { cellOver, goesOn, makeCell, none, pickCells, valuesAtPaths } from '../../edits/cells'
import { valueAtPath, type FieldPath } from '../../edits/fieldPath'
import { cellsOf } from '../../edits/log'
import { rebasedEdits } from '../../edits/rebasedEdits'
import { selectEditedView, type EditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import { recordName, type DurableContext } from '../capability'
import { isMerging } from '../conflicts/fieldKinds'
import { isSaidElsewhere, kindAt } from '../saidElsewhere'
import { withoutStray } from '../journal/keptStray'
import { findLocalIds } from '../locals/replaceIds'
import { isOverDropped, withoutLeft, type MergeKnown } from './dropped'
import { fieldsByHand, mayHaveLeft, type StoredEntry } from './entry'
import { inOrder } from './order'

interface ShowOptions {
  readonly context: Pick<DurableContext, 'isShared'>
  /** All that waits, or was answered and is not announced yet. */
  readonly entries: readonly StoredEntry[]
  /** Those whose records are looked at. */
  readonly about: readonly StoredEntry[]
  readonly mergeKnown: MergeKnown
}

/** Shows what waits of what other pages have saved, in the records that some entries are about. */
export function showElsewhere(
  state: EntityState,
  { context, entries, about, mergeKnown }: ShowOptions,
): readonly StoreAction[] {
  const records = new Map<string, SavedElsewhere>()
  for (const entry of about) {
    const { kind, name, entity, key, recordId: id } = entry
    const recordOf = recordName(entity, key ?? '')
    // A document that is shared has it already.
    if (key === undefined || isLocalId(key) || records.has(recordOf) || context.isShared(kind, name, id))
      continue
    const target = { kind, name, entity, key, id }
    records.set(recordOf, {
      target,
      view: viewOf(state, entry),
      mergeKnown,
      fields: {},
      chains: {},
      over: {},
    })
  }
  for (const entry of records.size > 0 ? inOrder(entries) : []) {
    const record = records.get(recordName(entry.entity, entry.key ?? ''))
    if (record && isSavedElsewhere(entry)) add(record, entry)
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
  readonly view: EditedView | undefined
  readonly mergeKnown: MergeKnown
  readonly fields: Record<FieldPath, Cell>
  /** Of each field what was saved last, with all that it goes on from, and what is shown below that. */
  readonly chains: Record<FieldPath, Chain>
  readonly over: Record<string, readonly FieldPath[]>
}

interface Chain {
  readonly cell: Cell
  readonly below: Cell | undefined
}

/** Adds what an entry sends that this page has not saved, or that another has saved over. */
function add(record: SavedElsewhere, entry: StoredEntry): void {
  const { view, fields, chains, over } = record
  const { fields: sent, log, saves } = entry
  const byHand = fieldsByHand(entry)
  for (const [path, cell] of Object.entries(sent)) {
    // It is no edit that is shown.
    if (byHand[path]) continue
    const names = own(saves, path) ?? []
    const isSaved = ({ id, fields }: Mutation) => names.includes(id) && Object.hasOwn(fields, path)
    const saved = view?.row?.log?.filter(isSaved) ?? []
    const last = saved.at(-1)
    const isOwn = last && (last.id === names.at(-1) || isEqual(last.fields[path]?.value, cell.value))
    if (isOwn) continue
    for (const { id } of saved) over[id] = [...(over[id] ?? []), path]
    // A draft of another page is not known here.
    if (cell.value === undefined || findLocalIds(cell.value).size > 0) continue
    // What goes on from what was saved before is merged along with that.
    const before = chains[path]
    const isOn = before !== undefined && goesOnFrom(cell, before.cell, sentBefore(log, path))
    const chain = isOn
      ? { below: before.below, cell: makeCell(cell.value, before.cell.base) }
      : { below: fields[path], cell }
    chains[path] = chain
    const merged = mergedBelow(record, path, chain, log)
    // What this page has saved over it is shown already.
    if (chain.below || !isEqual(merged.base, merged.value)) fields[path] = cellOver(chain.below, merged)
    else delete fields[path]
  }
}

/** What another page has saved, merged with what stands below it by now, as it will be once it is sent. */
function mergedBelow(
  { view, mergeKnown }: SavedElsewhere,
  path: FieldPath,
  { cell, below: shown }: Chain,
  log: StoredEntry['log'] = [],
): Cell {
  const { base, value } = cell
  const saved = own(cellsOf({ fields: none, log: view?.row?.log }), path)
  const below = (shown ?? saved)?.value ?? valueAtPath(view?.raw, path)
  if (!view || base === undefined || below === undefined || isEqual(base, below)) return cell
  const sent = sentBefore(log, path)
  if (goesOnFrom(cell, { value: below }, sent)) return makeCell(value, below)
  const kind = kindAt(view, path, value)
  // What it goes on from may be below merged with others' work.
  const isBelow = (one: Cell) =>
    goesOn(one, cell) && isEqual(mergeKnown(kind, { base, mine: one.value, theirs: below }), below)
  const from = [...sent].reverse().find(isBelow)?.value ?? base
  const merged = mergeKnown(kind, { base: from, mine: value, theirs: below })
  return merged === undefined ? cell : makeCell(merged, below)
}

/** What was sent of a field before. What was given up may be done in the place of anything: nobody has gone on from that. */
function sentBefore(log: StoredEntry['log'] = [], path: FieldPath): readonly Cell[] {
  return withoutStray(log).log.flatMap(({ fields }) => own(fields, path) ?? [])
}

/** Whether who saved something has saved what stood below before, and gone on from that. */
function goesOnFrom(saved: Cell, below: Cell, sent: readonly Cell[]): boolean {
  return sent.some((one) => isEqual(one.value, below.value) && goesOn(one, saved))
}

/** Whether an entry says whose it is. */
function isSavedElsewhere({ what, saves }: StoredEntry): boolean {
  return what === 'update' && saves !== undefined
}

/**
 * Bases what was typed over what another page has saved on what the server has made of that; of a plain value also what
 * was typed before that was heard of: of one person the later save counts.
 */
export function basedOnAnswer(
  state: EntityState,
  entry: StoredEntry,
  body: unknown,
  merged: readonly string[] = [],
): readonly StoreAction[] {
  const view = viewOf(state, entry)
  if (!view || !isRecord(body)) return []
  const { config, row } = view
  const over = typedOver(view, entry)
  const plain = Object.entries(row?.fields ?? none).filter(
    ([path, { value }]) => own(entry.fields, path) && !isMerging(kindAt(view, path, value)),
  )
  const server = { record: body, rawAttributes: config.rawAttributes }
  // Who has typed over what others have written has not seen that.
  const typed = [...over, ...plain.map(([path]) => path)].filter((path) => !merged.includes(path))
  return rebased(view, typed, (path) => serverValueAt(server, path))
}

/** What another page has sent and may be done; without values, what is remembered so under that name counts as late. */
function uncertain(
  { config: { kind, name }, entity, key, id }: EditedView,
  mutation: string,
  sent?: RecordData,
  version?: Mutation['version'],
): EditsSent {
  const target = { kind, name, entity, key, id, mutation }
  return { ...editsSent(target, sent), mayBeDone: true, version }
}

/**
 * Bases what was typed over what another page has saved on what stood below that, once it waits no more and nobody has
 * announced an answer: it was discarded, or may be done, which this page remembers then.
 * @param left - What waits on of it: what was taken out was surely not sent.
 */
export function basedBelow(
  state: EntityState,
  entry: StoredEntry,
  left: StoredEntry | undefined,
  mergeKnown: MergeKnown,
): readonly StoreAction[] {
  const gone = withoutLeft(entry, left)
  const view = viewOf(state, entry)
  if (!view || (left && isEmpty(gone.fields))) return []
  const typed = typedOverDropped(state, view, gone, mergeKnown)
  const based = rebased(view, typed, (path) => gone.fields[path]?.base)
  return left ? based : [...based, ...rememberedOf(view, entry, typed)]
}

/** What another page has sent and may be done once it waits no more, where nothing here says the same. */
function rememberedOf(
  view: EditedView,
  entry: StoredEntry,
  typed: readonly FieldPath[],
): readonly EditsSent[] {
  const { id, fields: now, log = [] } = entry
  const hasLeft = mayHaveLeft(entry)
  const remembered = (name: string, sent: Cells, isLate: boolean, version: Mutation['version']) =>
    isEmpty(sent)
      ? []
      : [uncertain(view, name, valuesAtPaths(sent), version), ...(isLate ? [uncertain(view, name)] : [])]
  // What it has sent one after the other may stand under one name. Of what is done by nobody any more nothing is in doubt.
  const earlier = log.flatMap(({ id: name, fields, version }, at) => {
    const sent = pickCells(fields, (path, cell) => isSaidElsewhere(view, path, cell, now))
    return remembered(`${name}.${at}`, sent, version === null, version)
  })
  // Who has saved it puts back what it may replace. Also where nobody has seen it leave: it may have left all the same, in a
  // moment in which this page has not looked.
  const last = pickCells(
    now,
    (path, cell) => typed.includes(path) || (hasLeft && isSaidElsewhere(view, path, cell)),
  )
  return [...earlier, ...remembered(id, last, !hasLeft, null)]
}

/** The paths of what is edited over what an entry sends, and is based from now on on what stood below that. */
function typedOverDropped(
  state: EntityState,
  view: EditedView,
  entry: StoredEntry,
  mergeKnown: MergeKnown,
): readonly FieldPath[] {
  const edited = Object.entries(cellsOf(view.row))
  return edited.flatMap(([path, made]) => (isOverDropped(state, entry, path, made, mergeKnown) ? [path] : []))
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
