import type { Cell, Mutation } from '../../core/cells'
import { selectEntityConfig } from '../../config/selectors'
import { isEqual } from '../../core/isEqual'
import { recordKey } from '../../core/keys'
import { isEmpty, isRecord, own, type RecordData } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import { batched, type Services, type StoreAction } from '../../core/thunk'
import { currentId } from '../../entities/aliases'
import { readRecord } from '../../entities/parseRecords'
import type { WriteTarget } from '../../entities/actions'
import { removalAction } from '../../entities/removeEntityRecords'
import { writeSettled } from '../../saving/actions'
import { selectTargetView } from '../../saving/saveState'
import { giveUpEdits } from '../../saving/settleEdits'
import { recordSaved, savedAction, type WriteSeqs } from '../../saving/writeResults'
import { writeAddress } from '../../saving/writes'
import { editsSent, type EditsSent } from '../../edits/actions'
import { unchangedPaths } from '../../edits/applyEdits'
import { none, pickCells, valuesAtPaths, valuesOfCells } from '../../edits/cells'
import type { FieldPath } from '../../edits/fieldPath'
import { cellsOf, sentBy, shownBy } from '../../edits/log'
import { isOverElsewhere, isSeenAt } from '../../edits/logDraft'
import { isOfThisPage, type EditsState } from '../../edits/storedEdits'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { dispatchAll } from '../dispatchAll'
import { basedOnSaved } from '../conflicts/rebase'
import { isHeld, isOf, isSameRecord, mayHaveLeft, type StoredEntry } from './entry'
import { knowAlias } from './knowAlias'
import { inOrder } from './order'
import type { DoneEntry } from './outcomes'
import { savedHere } from './savedHere'
import { madeRecord } from './sentEntry'
import { strayedOf } from './strayed'
import { mutationOf, targetOfEntry } from './targets'

/** How the entries of the queue have changed. */
interface EntriesChange {
  readonly before: readonly StoredEntry[]
  readonly now: readonly StoredEntry[]
  /** Whether this tab has changed them itself, so that it knows what was sent. */
  readonly isOwn: boolean
  /** The ids of those of which another tab has sent the answer: it says what becomes of their edits. */
  readonly answered: ReadonlySet<string>
}

/**
 * Puts in the store how records stand that wait in the queue, whichever tab has put them there, and what becomes of the
 * edits of those that wait no more.
 * @returns The entries whose outcome another tab has not announced: it has discarded them, or was closed.
 */
export function showStandings(
  store: EntityStore,
  { nextSeq }: Pick<Services, 'nextSeq'>,
  { before, now, isOwn, answered }: EntriesChange,
): readonly StoredEntry[] {
  const state = store.getState()
  // A draft may have got its id before the entries behind it are renamed.
  const current = (entry: StoredEntry) => withCurrentId(state, entry)
  const entries = new Map<string, StoredEntry>()
  for (const entry of inOrder(now).map(current)) {
    const name = nameOf(entry)
    const earlier = entries.get(name)
    // What is held has all behind it wait.
    if (!earlier || !isHeld(earlier)) entries.set(name, entry)
  }
  const known = new Map(before.map((entry) => [entry.id, entry]))
  const actions: StoreAction[] = []
  for (const entry of entries.values()) {
    const { pending, queued, error } = writeOf(state, entry) ?? {}
    const last = known.get(entry.id)
    if (pending) continue
    const target = targetOfEntry(entry)
    if (!isHeld(entry)) {
      if (!queued) actions.push(writeSettled(target, { queued: true }))
    } else if (entry.error && (!error || !isEqual(entry.conflict, last?.conflict))) {
      const { conflict } = entry
      actions.push(writeSettled(target, { error: entry.error, ...(conflict && { conflict }) }))
    }
  }
  const unheard: StoredEntry[] = []
  const left = new Set(now.map(({ id }) => id))
  for (const entry of before.map(current)) {
    if (answered.has(entry.id) || left.has(entry.id)) continue
    const { pending, queued, error, conflict, mutation, others = [] } = writeOf(state, entry) ?? {}
    const target = targetOfEntry(entry)
    const sent = { ...target, mutation: mutationOf(state, entry) }
    // What is being sent is settled when it has ended; another save of the record says nothing of it.
    if (pending && [...others, mutation].includes(sent.mutation)) continue
    // What a deletion takes the place of waits along with it.
    const isAlong = now.some((one) => one.replaced !== undefined && isSameRecord(one, entry))
    const isLast = !pending && !entries.has(nameOf(entry))
    // It may have been sent since it was last seen here, too.
    const isUnheard = !isOwn && !isAlong
    // The trash is its status now: saved along with later edits, that of before would take it back.
    if (isAlong) actions.push(...takenOut(state, entry, (path) => path === 'status', true))
    if (isUnheard) unheard.push(entry)
    const isUndone = !entry.mayBeDone && entry.state !== 'sending'
    const isGivenUp = isOwn && !isAlong && entry.what !== 'delete'
    const giveUp = (one: WriteTarget) =>
      isGivenUp ? giveUpEdits(state, one, isUndone, nextSeq()) : undefined
    if ((isUnheard || (isGivenUp && !isLast)) && isSent(state, entry)) {
      const outcome = mayHaveLeft(entry) ? 'lost' : 'unheard'
      const settled = isUnheard ? ({ outcome, seq: nextSeq() } as const) : giveUp(sent)
      actions.push(writeSettled(sent, { settled, ...(!isLast && { queued, error, conflict }) }))
    } else if (isLast && (queued || error)) {
      const settled = giveUp(target)
      actions.push(writeSettled(target, settled && { settled }))
    }
  }
  if (isOwn)
    for (const entry of now.map(current)) {
      const { fields } = known.get(entry.id) ?? entry
      // Most entries are as they were.
      if (fields === entry.fields) continue
      const isTaken = (path: FieldPath) => Object.hasOwn(fields, path) && !Object.hasOwn(entry.fields, path)
      actions.push(...takenOut(state, entry, isTaken))
    }
  dispatchAll(store, actions)
  return unheard
}

/**
 * What was taken out of a save that waits, and is not sent any more, is no edit where the record says the same, as what was
 * undone does.
 * @param isGivenUp - Whether it is none in any case.
 */
function takenOut(
  state: EntityState,
  entry: StoredEntry,
  isTaken: (path: FieldPath) => boolean,
  isGivenUp = false,
): readonly EditsSent[] {
  const target = targetOfEntry(entry)
  const { row, raw } = selectTargetView(state, target) ?? {}
  const mutation = mutationOf(state, entry)
  const sent = sentBy(row, mutation)?.fields
  if (!row || !sent || target.key === undefined) return []
  // What is on its way to say the same once more stays below.
  const others = row.log?.filter(({ id }) => id !== mutation)
  const kept = pickCells(sent, (path) => !isTaken(path))
  if (kept === sent) return []
  const open = pickCells(row.fields, isTaken)
  const unchanged = isGivenUp
    ? Object.keys(sent).filter((path) => isTaken(path) && !Object.hasOwn(open, path))
    : unchangedPaths({ raw, row: { ...row, log: others } }, open)
  const stillSent = editsSent({ ...target, key: target.key, mutation }, valuesAtPaths(kept), true)
  return [{ ...stillSent, unchanged }]
}

/** Whether an entry sends some of this store's edits, as far as it is known here. */
function isSent(state: EntityState, entry: StoredEntry): boolean {
  const { log = [] } = selectTargetView(state, targetOfEntry(entry))?.row ?? {}
  const name = mutationOf(state, entry)
  return entry.what !== 'delete' && log.some(({ id }) => id === name)
}

function withCurrentId(state: EntityState, entry: StoredEntry): StoredEntry {
  const id = currentId(state, entry.recordId)
  const key = recordKey(id)
  return id === undefined || id === entry.recordId || !key ? entry : { ...entry, recordId: id, key }
}

function nameOf(entry: StoredEntry): string {
  return `${entry.what === 'delete' ? 'delete' : 'save'} ${writeAddress(targetOfEntry(entry))}`
}

function writeOf({ saving, deleting }: ReturnType<EntityStore['getState']>, entry: StoredEntry) {
  return getRow(entry.what === 'delete' ? deleting : saving, writeAddress(targetOfEntry(entry)))
}

/**
 * Has edits that came back know that an entry has saved them, and may be sending them: the page that did may have died
 * before that was kept. What is typed back until that has ended is an edit, as the server may have what was saved.
 * @param before - The edits as they were before these came; absent where nobody has looked yet.
 */
export function markSaved(
  state: EntityState,
  entries: readonly StoredEntry[],
  before?: EditsState,
): readonly StoreAction[] {
  return entries.flatMap((entry) => {
    const { what, entity, key, replaced } = entry
    const fields = what === 'delete' ? replaced : entry.fields
    if (
      fields === undefined ||
      key === undefined ||
      isOfThisPage(before && getRow(before.records[entity], key))
    )
      return []
    const row = getRow(state.edits.records[entity], key)
    const mutation = mutationOf(state, entry)
    const sent = sentBy(row, mutation)?.fields
    // What a create has opened again, and what 0.2 has kept, stands under no name yet.
    const saved =
      sent === undefined && entry.saves === undefined
        ? pickCells(cellsOf(row), (path, { value }) => isEqual(value, own(fields, path)?.value))
        : pickCells(sent ?? none, (path) => Object.hasOwn(fields, path))
    if (isEmpty(saved)) return []
    const target = targetOfEntry(entry)
    const waiting = valuesAtPaths(saved)
    return [{ ...editsSent({ ...target, key, mutation }, waiting, true), version: sentOver(entry) }]
  })
}

/** Over which version alone the server does what an entry sends: null where that was answered, or never left. */
function sentOver({ state, fields, log = [] }: StoredEntry): Mutation['version'] {
  const isSaid = ([path, { value }]: [string, Cell]) => isEqual(value, own(fields, path)?.value)
  const sent = log.filter((one) => Object.entries(one.fields).some(isSaid)).at(-1)
  return state === 'sending' ? undefined : sent ? sent.version : null
}

/**
 * What the answer to an entry, which another page may have saved, is to this store's edits. `sent` is what of it was saved
 * of them. What was typed over it stays based on what was before, or on what was saved here where others' work was merged
 * into that: who typed has not seen it.
 * @param merged - The paths of what was sent otherwise than it was saved.
 */
export function answeredHere(
  state: EntityState,
  entry: StoredEntry,
  merged: readonly string[],
): { readonly sent: RecordData; readonly rebased: readonly StoreAction[] } {
  const target = targetOfEntry(entry)
  const { row } = selectTargetView(state, target) ?? {}
  const saved = savedHere(state, entry)
  const at = row?.log?.map(isOf(entry)).lastIndexOf(true) ?? -1
  // What was typed over what another page has saved is based on the answer to that.
  const isTypedOver = (path: FieldPath, { value }: Cell) => {
    if (!row || !merged.includes(path)) return false
    // What was only saved once more is typed over by what comes behind that, also where that is back at what was saved.
    const behind = [...(row.log ?? []).slice(at + 1), row].filter(isSeenAt(path))
    const isOver = behind.some(({ fields }) => !isEqual(fields[path]?.value, value))
    return isOver && !(at >= 0 && isOverElsewhere(row, at, path))
  }
  const shown = { ...saved, ...shownBy(row, row?.log?.[at]?.id, saved) }
  return {
    sent: valuesOfCells(pickCells(shown, (path, cell) => !isTypedOver(path, cell))),
    rebased: basedOnSaved(state, target, pickCells(shown, isTypedOver)),
  }
}

/** Puts the answer in the store that another tab has got for an entry, as old as `seqs`. */
export function receiveDone(
  { store, firstSentAt }: Pick<DurableContext, 'store' | 'firstSentAt'>,
  { entry, body, isPartial, merged }: DoneEntry,
  { sentSeq, invalidatedSeq, seq }: WriteSeqs & { readonly sentSeq: number },
): void {
  const { getState, dispatch } = store
  const config = selectEntityConfig(getState(), entry.kind, entry.name)
  const { kind, name, key, fields } = entry
  if (!config) return
  const target = targetOfEntry(entry)
  firstSentAt.set(writeAddress(target), entry.sentAt)
  if (entry.what !== 'delete') {
    if (!isRecord(body)) return
    const save = { ...target, mutation: mutationOf(getState(), entry), config, fields: valuesOfCells(fields) }
    const answer = { record: body, isWhole: !isPartial }
    const { sent, rebased } = answeredHere(getState(), entry, merged ?? [])
    const saved = savedAction(getState(), save, answer, sent, { invalidatedSeq, seq, sentSeq })
    const strayed = strayedOf(getState(), config, entry, body, false)
    dispatch(batched([...rebased, ...strayed, saved]))
    const made = madeRecord(config, entry, body)
    if (made) knowAlias(store, entry, made)
  } else if (key !== undefined) {
    const isLeft = isRecord(body) && body.status === 'trash'
    dispatch(
      isLeft
        ? recordSaved(config, target, readRecord(config, body, key), { invalidatedSeq, seq })
        : removalAction(kind, name, [key], invalidatedSeq),
    )
  }
}
