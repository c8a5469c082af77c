import type { Cells } from '../../core/cells'
import { selectEntityConfig } from '../../config/selectors'
import { isEqual } from '../../core/isEqual'
import { isLocalId } from '../../core/localId'
import { isEmpty, isRecord, own } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import type { EndedWrite, SendWrite, WriteIntent } from '../../core/writeGate'
import { basesAtPaths, pickCells, valuesAtPaths, valuesOfCells } from '../../edits/cells'
import { splitPath, type FieldPath } from '../../edits/fieldPath'
import { rebasedEdits } from '../../edits/rebasedEdits'
import { selectEditedView } from '../../edits/selectors'
import { RestError } from '../../rest/restError'
import { writeSettled } from '../../saving/actions'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { isMerging } from '../conflicts/fieldKinds'
import { isForGood } from '../conflicts/knownValues'
import { withSentCreate } from '../conflicts/rebase'
import { asSent, sentOtherwise } from '../conflicts/sentOtherwise'
import { editsSent } from '../../edits/actions'
import { editEntityRecord } from '../../edits/editEntityRecord'
import { cellsOf, sentBy } from '../../edits/log'
import { basedSave } from './basedSave'
import { dispatchAll } from '../dispatchAll'
import { findLocalIds } from '../locals/replaceIds'
import { kindAt } from '../saidElsewhere'
import { verdictOf } from './classify'
import { withEntry, type JoinRules } from './compact'
import { basedBelowDropped, type MergeKnown } from './dropped'
import { isHeld, isNew, isSameRecord, mayHaveLeft, savesOf, without, type StoredEntry } from './entry'
import { madeEntry, type FirstTry } from './madeEntry'
import { doneEntry, type DoneEntry } from './outcomes'
import type { QueueRows } from './queueRows'
import { targetOfEntry } from './targets'

/** How writes come into the queue. */
export interface Intake {
  /** Whether a write has to wait behind others of its record, or for a draft that it refers to. */
  readonly isBehind: (intent: WriteIntent) => boolean
  /** Keeps a write to be sent later; `tried` says how it was sent before, if it was. */
  readonly keep: (intent: WriteIntent, send: SendWrite, tried?: FirstTry) => Promise<EndedWrite>
  /** Notes a failed create that the server may have done, likewise; what it has surely not done was never sent. */
  readonly noteFailed: (intent: WriteIntent, error: unknown) => void
  /** Tells other tabs of a record that was made or saved without the queue, and when it was sent, in milliseconds. */
  readonly announce: (intent: WriteIntent, ended: EndedWrite, sentAt: number) => void
}

interface IntakeOptions {
  readonly context: DurableContext
  readonly rows: Pick<QueueRows, 'all' | 'change'>
  readonly mergeKnown: MergeKnown
  readonly onKept: () => void
  readonly onMade: (made: DoneEntry) => void
  /** Says that nobody will ever know whether a write was done. */
  readonly onUnknownOutcome: (entry: StoredEntry) => void
}

/** Takes writes into a queue that is open. */
export function makeIntake({
  context,
  rows,
  mergeKnown,
  onKept,
  onMade,
  onUnknownOutcome,
}: IntakeOptions): Intake {
  const { store } = context
  const { getState } = store
  const { change } = rows
  const { files } = context

  async function keep(given: WriteIntent, send: SendWrite, tried?: FirstTry): Promise<EndedWrite> {
    const seen = rows.all()
    // Before it: a page that died in between came back with edits that were older than what waits, and saved them over it.
    await context.keepEdits()
    const intent = basedSave(getState(), tried ? sentSave(getState(), given) : given)
    const { key, what, kind, name, id, file } = intent
    if (refersToUnknown(intent)) {
      if (tried) rethrow(tried.failure)
      return send()
    }
    // It is looked for as it was sent; what has been typed since is saved behind it.
    const isOther =
      tried?.fields !== undefined && !isEqual(valuesAtPaths(tried.fields), valuesAtPaths(intent.fields))
    const { mutation, ...asBefore } = intent
    const first = isOther ? madeEntry(context, { ...asBefore, fields: tried.fields }, tried) : undefined
    const added = madeEntry(context, intent, first ? undefined : tried)
    const configOf = ({ kind, name }: StoredEntry) => selectEntityConfig(getState(), kind, name)
    const known = new Set(intent.log?.map((one) => one.id))
    const rules: JoinRules = {
      knows: (name) => known.has(name),
      isMergeable: (entry, path) => {
        const view = selectEditedView(getState(), kind, name, id)
        return view !== undefined && isMerging(kindAt(view, path, entry.fields[path]?.value))
      },
      isForGood: (entry) => isForGood(entry, configOf(entry)),
    }
    let replaced: readonly StoredEntry[] = []
    /** Whether something waits: what is deleted with all that is to be saved of it takes nothing in. */
    let isTaken = true
    let kept: Pick<StoredEntry, 'fields'> = intent
    /** Whether all of it is being sent already. */
    let isSaidAgain = false
    /** What waited before, and goes along with this from now on. */
    let along: StoredEntry | undefined
    try {
      // The write promises its file, too.
      if (added.file !== undefined && file) await files.keep(added.file, file)
      else if (added.what === 'upload') await files.kept(String(key))
      await change((entries) => {
        const seq = 1 + Math.max(0, ...[...seen, ...entries].map((entry) => entry.seq))
        const isDraftOfNobody =
          what === 'delete' && isLocalId(key) && !entries.some((one) => isSameRecord(one, added))
        if (isDraftOfNobody) return entries
        const behind = first ? withEntry(entries, { ...first, seq }, rules) : entries
        // Nobody has said yet what has become of what waits no more.
        const before = seen.flatMap((one) => (isSameRecord(one, added) ? { ...one, mayBeDone: true } : []))
        // By its values where nothing else tells versions apart, as behind a save of one's own that is not answered.
        const isByValues =
          isEmpty(added.origin?.version ?? {}) || entries.some((one) => isSameRecord(one, added))
        const next = { ...(isByValues ? added : without(added, 'known')), seq: first ? seq + 1 : seq }
        const [based = next] = basedBelowDropped(getState(), before, entries, mergeKnown, [next])
        const joined = withEntry(behind, based, rules)
        isSaidAgain = joined === entries
        replaced = entries.filter((entry) => entry.mayBeDone && !joined.some(({ id }) => id === entry.id))
        const [last, now] = [entries, joined].map((all) =>
          all.filter((one) => isSameRecord(one, added)).at(-1),
        )
        // What other pages have saved is no work of this one.
        const isSent = (path: string) => own(now?.saves, path)?.at(-1) === mutation
        kept = now?.saves ? { fields: pickCells(now.fields, isSent) } : intent
        isTaken = now === undefined || (now.what === 'delete') === (what === 'delete')
        along = last && !joined.includes(last) ? last : undefined
        return joined
      })
    } catch (cause) {
      if (added.file !== undefined) files.forget(added.file)
      if (tried) rethrow(tried.failure)
      throw new RestError({
        code: 'offline_error',
        message: `The write was not sent, and there was no room to keep it for later: ${(cause as Error).message}`,
        cause,
      })
    }
    for (const entry of replaced) onUnknownOutcome(entry)
    if (isSaidAgain) dispatchAll(store, notSent(intent))
    else if (what !== 'delete') noteQueued(intent, kept.fields, along, tried !== undefined)
    // Should the page die now, its edits are as new as what waits, and known to be saved.
    void context.keepEdits()
    onKept()
    // A draft that is given up is gone here at once.
    if (what === 'delete' && isLocalId(key)) return send()
    const target = targetOfEntry(added)
    return {
      answer: undefined,
      makeResults: () => {
        // What is held has all behind it wait, and is asked about as before.
        const isOfKind = (one: StoredEntry) => (one.what === 'delete') === (what === 'delete')
        const held = rows.all().find((one) => isSameRecord(one, added) && isHeld(one) && isOfKind(one))
        if (held?.error) return [writeSettled(target, { error: held.error, conflict: held.conflict })]
        return [writeSettled(target, isTaken ? { queued: true } : {})]
      },
    }
  }

  /**
   * Has the edits of the record know what waits of them: one save, with what it has joined, which may be done.
   * @param isTried - Whether it was sent already: of what was not, nothing can be done.
   */
  function noteQueued(
    intent: WriteIntent,
    fields: Cells,
    along: StoredEntry | undefined,
    isTried: boolean,
  ): void {
    const { key } = intent
    if (key === undefined) return
    showOverEdits(intent)
    const target = { ...intent, key }
    const mayBeDone = along !== undefined && mayHaveLeft(along)
    const before = along ? [...savesOf(along), along.id] : []
    dispatchAll(
      store,
      before.map((name) => ({ ...editsSent({ ...target, mutation: name }), mayBeDone })),
    )
    const unsent = isTried ? {} : { version: null }
    dispatchAll(store, sentOtherwise(getState(), intent, fields, { isQueued: true, ...unsent }))
    // Joined with what another page has saved, it is an edit of what stood below both.
    const view = selectEditedView(getState(), intent.kind, intent.name, intent.id)
    dispatchAll(store, rebasedEdits(view, basesAtPaths(fields), view?.row?.origin ?? {}))
  }

  /** What was written by hand over an edit is what is shown from now on: it takes its place in what waits, too. */
  function showOverEdits({ kind, name, id, mutation, fields }: WriteIntent): void {
    const row = selectEditedView(getState(), kind, name, id)?.row
    const [edited, sent] = [cellsOf(row), sentBy(row, mutation)?.fields]
    // What is typed over either is newer.
    const isOver = (path: FieldPath) =>
      own(sent, path)?.unseen && own(edited, path) && !own(row?.fields, path)
    const over = pickCells(fields, (path) => isOver(path) === true)
    if (isEmpty(over)) return
    store.dispatch(editEntityRecord<string, string>(kind, name, id, valuesOfCells(over), { undo: false }))
  }

  /** Has the edits of the record know that a save sends nothing itself. */
  function notSent({ key, mutation, ...intent }: WriteIntent): readonly StoreAction[] {
    return key === undefined || mutation === undefined ? [] : [editsSent({ ...intent, key, mutation })]
  }

  /** Whether a write refers to a draft that nobody has saved: then it can't be sent, whenever that is. */
  function refersToUnknown({ fields, key }: WriteIntent): boolean {
    const { aliases = {} } = getState().entities
    return [...findLocalIds(valuesOfCells(fields))].some(
      (local) =>
        local !== key &&
        own(aliases, local) !== undefined &&
        aliases[local]?.id === undefined &&
        !rows.all().some((entry) => isNew(entry) && entry.key === local),
    )
  }

  return {
    isBehind: ({ entity, key, fields }) => {
      const entries = rows.all()
      if (entries.length === 0) return false
      const drafts = findLocalIds(valuesOfCells(fields))
      return entries.some(
        (entry) =>
          (key !== undefined && entry.entity === entity && entry.key === key) ||
          (isNew(entry) && entry.key !== key && drafts.has(String(entry.key))),
      )
    },
    keep,
    announce: (given, ended, sentAt) => {
      const config = selectEntityConfig(getState(), given.kind, given.name)
      const intent = given.what === 'autosave' ? savedByAutosave(given, ended) : given
      if (!config || !intent) return
      onMade(doneEntry(config, { ...madeEntry(context, intent), sentAt }, ended))
    },
    noteFailed: (intent, error) => {
      const isMade = verdictOf(error, Date.now()).mayBeDone
      if (isOfDraft(intent) && !isMade) dispatchAll(store, withSentCreate(getState(), intent, undefined))
    },
  }
}

/** A save that has left: it waits as it was sent. */
function sentSave(state: EntityState, intent: WriteIntent): WriteIntent {
  const { what, kind, name, id, mutation, fields } = intent
  if (what !== 'update') return intent
  return { ...intent, fields: asSent(selectEditedView(state, kind, name, id), mutation, fields) }
}

/**
 * What an autosave has saved of what was edited: all that its answer says, where the server has taken it as a save;
 * undefined where it is a copy beside the record.
 */
function savedByAutosave(intent: WriteIntent, { answer, isPartial }: EndedWrite): WriteIntent | undefined {
  if (!isPartial || !isRecord(answer)) return undefined
  const isSaid = (path: FieldPath) => Object.hasOwn(answer, splitPath(path)[0])
  return {
    ...intent,
    fields: pickCells(intent.fields, (path, { base }) => base !== undefined && isSaid(path)),
  }
}

/** Whether a write makes a record that has a local id. */
function isOfDraft({ what, key }: WriteIntent): boolean {
  return what === 'create' && isLocalId(key)
}

/** Throws what was caught, whatever it is. */
function rethrow(caught: unknown): never {
  throw caught
}
