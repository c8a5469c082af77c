import { selectAssumedConfig } from '../../config/selectors'
import type { EntityConfig } from '../../config/entityConfig'
import type { Cell, Cells, Mutation } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isEmpty, own, type RecordData } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import type { EditOrigin } from '../../core/writeGate'
import { isReadWhole, selectRow, selectWrittenSeq } from '../../entities/selectors'
import type { RestoredEdits } from '../../edits/actions'
import { unchangedPaths } from '../../edits/applyEdits'
import { joinOrigins } from '../../edits/basis'
import { makeCell, mapCells, pickCells, valuesAtPaths } from '../../edits/cells'
import { fieldPath, splitPath, valueAtPath, type FieldPath } from '../../edits/fieldPath'
import { isSaid } from '../../edits/fields'
import { isStoredLazyEdit } from '../../edits/lazyEdit'
import { cellsOf } from '../../edits/log'
import { selectEditedView, type EditedView } from '../../edits/selectors'
import { isDirty, type StoredEdits } from '../../edits/storedEdits'
import { leftUnsent, withoutSentSince } from '../../edits/stray'
import type { EntityState } from '../../store/rootReducer'
import type { Sides } from '../merging/mergeValues'
import { lateMutation } from '../unanswered'
import type { KeptEdits } from './keptEdits'
import { withoutStray } from './keptStray'

/** How edits of one record are joined. */
export interface Joining {
  /** Merges what two pages made of a field; undefined where somebody has to choose. */
  readonly merge: (
    config: EntityConfig,
    received: RecordData | undefined,
    property: string,
    sides: Sides,
  ) => unknown
  /** What was put back of the record before: who types since counts for more than what is merged. */
  readonly restored: Cells | undefined
}

/** Kept edits of one record, one below the other, below those of the page. */
export interface JoinedEdits {
  /** As they are put back into the state; undefined where the record has them all. */
  readonly edits: RestoredEdits | undefined
  /** What each of them has other values of that could not be merged, as it was kept. */
  readonly left: readonly Cells[]
}

/**
 * Puts kept edits of a record below those of the page: of a record that two pages have left, one would go without it ("merge
 * the edits that two dead tabs had of one record"). A field that was typed here counts for more; what several pages
 * have left of one field is merged as what several people write is, where both began with the same.
 * @param items - All of the same record; the first counts for most.
 */
export function joinEdits(
  state: EntityState,
  items: readonly KeptEdits[],
  { merge, restored }: Joining,
): JoinedEdits {
  const [{ kind, name, id, entity, key }] = items as [KeptEdits]
  const config = selectAssumedConfig(state, kind, name)
  const view = selectEditedView(state, kind, name, id)
  const received = view?.received
  const isKnown = isSettledByRead(state, items, view)
  const row = getRow(state.edits.records[entity], key)
  const edited = cellsOf(row)
  const isTyped = (path: string) =>
    edited[path] !== undefined && !isEqual(edited[path].value, restored?.[path]?.value)
  let fields = edited
  let log: readonly Mutation[] = []
  let origin = originOf(row)
  const left: Cells[] = []
  for (const kept of items) {
    // What was typed over a save of which nobody knows what became of it stays over that.
    const cells = isKnown ? cellsOf(kept) : { ...cellsOf(kept), ...kept.fields }
    const joined: Record<string, Cell> = { ...cells, ...fields }
    const others: Record<string, Cell> = {}
    for (const [path, cell] of Object.entries(cells)) {
      const [property, entry] = splitPath(path)
      const whole = fields[fieldPath(property)]
      const isReplaced = entry !== undefined && isStoredLazyEdit(whole?.value)
      if (isReplaced) delete joined[path]
      const now = isReplaced ? whole : fields[path]
      if (now === undefined) continue
      if (!isReplaced) joined[path] = makeCell(now.value, now.base ?? cell.base)
      if (isEqual(now.value, cell.value)) continue
      const { base } = cell
      const isMergeable =
        entry === undefined && base !== undefined && !isTyped(path) && isEqual(base, now.base)
      const sides = { base, mine: now.value, theirs: cell.value }
      const merged = config && isMergeable ? merge(config, received?.record, property, sides) : undefined
      if (merged === undefined) others[path] = cell
      else joined[path] = makeCell(merged, base)
    }
    fields = joined
    log = [...sentOf(kept, others, isKnown), ...log]
    origin = origin ? joinOrigins(origin, kept.origin) : (kept.origin ?? {})
    left.push(others)
  }
  // Read since, the record says what the server has: nothing has to be read again to know that.
  const unchanged = view && isKnown ? unchangedPaths(view, fields) : []
  const isSaidAt = (path: FieldPath, cell: Cell | undefined) =>
    cell !== undefined && isSaid(cell.value, valueAtPath(view?.raw, path))
  fields = pickCells(fields, (path, cell) => {
    // What puts back what stood below something that is done by now is an edit.
    const isOverDone = !isSaidAt(path, cell) && log.some((one) => isSaidAt(path, own(one.fields, path)))
    return isOverDone || !unchanged.includes(path)
  })
  const seq = Math.max(row?.seq ?? 0, selectWrittenSeq(state, entity, key), received?.seq ?? 0)
  const sent = withoutStray(log)
  const stray = { ...sent.stray, ...row?.stray }
  const edits = {
    ...{ kind, name, entity, key, id, fields, log: sent.log, seq },
    ...(!isEmpty(stray) && { stray }),
    ...(origin && { origin }),
  }
  const isNothing = isEmpty(fields) && !row && isEmpty(stray) && (isKnown || isEmpty(sent.log))
  return { edits: isNothing ? undefined : edits, left }
}

/**
 * Whether the record, as this page has read it, says what became of kept edits. What was under way when their page died may
 * still be: then it says nothing of that. Of what waited another tab may have sent all that the record says.
 */
function isSettledByRead(
  state: EntityState,
  items: readonly KeptEdits[],
  view: EditedView | undefined,
): boolean {
  const [{ entity, key }] = items as [KeptEdits]
  if (!view || !isReadWhole(selectRow(state, entity, key, 'default'))) return false
  const isSaidOf = ({ fields }: Mutation) =>
    unchangedPaths(view, fields).length === Object.keys(fields).length
  const isOpen = (mutation: Mutation) =>
    mutation.state === 'sending' || (mutation.state === 'queued' && !isSaidOf(mutation))
  return !items.some(({ log }) => log?.some(isOpen))
}

/**
 * What a page has sent, of which nobody knows any more what became of it; and what it had edited when it was gone, which it
 * may have saved right before. A save is kept before it leaves only where the storage answers: who typed on was in conflict
 * with themselves without it ("who types on after the page died"). Where the record was read since, that says what was done.
 */
function sentOf(kept: KeptEdits, left: Cells, isKnown: boolean): readonly Mutation[] {
  const { local } = kept
  const log = withoutSentSince(kept.log ?? [])
  const sent = log.map((mutation): Mutation => {
    if (isKnown || mutation.state === 'late')
      return lateMutation(mutation.id, mutation.fields, mutation.version)
    const fields = mapCells(mutation.fields, (cell, path) =>
      Object.hasOwn(left, path) ? { ...cell, unseen: true } : cell,
    )
    return { ...mutation, state: 'uncertain', fields }
  })
  if (local) return sent
  const values = valuesAtPaths(kept.fields)
  const isSame = ({ state, fields }: Mutation) => state === 'late' && isEqual(valuesAtPaths(fields), values)
  const before = sent.filter((one) => !isSame(one))
  const { id = leftUnsent, version } = sent.find(isSame) ?? {}
  return isEmpty(kept.fields) ? before : [...before, lateMutation(id, kept.fields, version)]
}

/** Where edits of a page come from; undefined where it has none. */
function originOf(row: StoredEdits | undefined): EditOrigin | undefined {
  return row && (row.origin ?? (row.log || isDirty(row) ? {} : undefined))
}
